import { createHash } from 'node:crypto';
import { CATALOGUE, type UnloadedRecord } from '../stored/load-records.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import type { Note, RepairKind, WarningKind } from '../crate/read/report.js';
import { CrateError } from '../errors.js';
import { openMetadata, reportPackage, type OpenCrateOptions } from '../open/open-crate.js';
import type { CratePackage } from '../package/crate-package.js';
import type { DocumentBytes } from '../package/bytes/document-bytes.js';
import { Packable } from '../store/packable.js';
import { pieceOf } from '../store/pieces.js';
import type { Piece } from '../store/port.js';
import { keepPieces } from './keep-pieces.js';
import { RootNames } from './root-names.js';
import { crateContextVersion } from '../crate/context/context-address.js';

/** Size of the parts in which a metadata file is kept. */
const PART = 4 * 1024 * 1024;

/** How to read a crate for a store. */
export interface LoadReadOptions extends Pick<OpenCrateOptions, 'contexts' | 'base' | 'arcp' | 'strict'> {
  /** Keep the document beside the graph, so that it can be exported as it came. Default true. */
  readonly layout?: boolean | undefined;
  /** Whether a metadata file is known by its SHA-256: then nothing but the root is read, unless strict. Default: none. */
  readonly isKnown?: ((sha256: string) => boolean | Promise<boolean>) | undefined;
}

/** A crate to be read, and what the store remembers of it. */
export interface CrateToRead {
  /** Absolute path, URL, or `-`. */
  readonly file: string;
  /** The base that its source was loaded with before. */
  readonly knownBase: string | undefined;
}

/** A crate of which nothing but the root and the digest was read, because the store may hold it already. */
export interface SeenCrate {
  readonly graph: string;
  /** Of the metadata file, in hexadecimal. */
  readonly sha256: string;
}

/** All that a load needs of one crate, worked out without a store. */
export interface ReadCrate extends SeenCrate {
  readonly record: UnloadedRecord;
  readonly pieces: Iterable<Piece>;
  /** The parts of the metadata file, if it is to be kept. */
  readonly file: Iterable<Packable> | undefined;
  readonly quads: number;
  readonly dropped: number;
  readonly notes: readonly Note[];
  readonly counts: Readonly<Partial<Record<RepairKind | WarningKind, number>>>;
}

/** Whether a crate was read whole, and not only seen. */
export function isWhole(read: ReadCrate | SeenCrate): read is ReadCrate {
  return 'record' in read;
}

/**
 * Reads one crate whole.
 * @throws CrateError as `openCrate`, ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS, ERR_STRICT
 */
export async function readCrate(
  opened: CratePackage,
  { file: source, knownBase }: CrateToRead,
  options: LoadReadOptions,
): Promise<ReadCrate | SeenCrate> {
  const { content } = opened.metadata;
  const sha256 = Buffer.from(content.sha256).toString('hex');
  const document = await openMetadata(opened, { ...options, remembered: knownBase });
  const { base, root } = document;
  const graph = graphOf(document);
  if (options.strict !== true && (await options.isKnown?.(sha256)) === true) return { graph, sha256 };
  reportPackage(opened, document);
  reportVersion(document);
  const names = new RootNames(root.root);
  const pieces = await keepPieces(piecesOf(document, graph, names));
  const { repairs, notes, counts } = document.report;
  const { entities, dropped, quads } = document.counts;
  const record: UnloadedRecord = {
    graph,
    source,
    location: opened.url,
    hops: opened.hops.length > 1 ? opened.hops : undefined,
    origin: opened.fetchedFrom,
    base: base.iri,
    baseReason: base.reason,
    sha256,
    descriptor: root.descriptor,
    names: names.found,
    version: document.version,
    entities,
    repairs,
    context: document.writtenContext ?? null,
  };
  const file = options.layout === false ? undefined : partsOf(content, source);
  return { graph, sha256, record, pieces, file, quads, dropped, notes, counts };
}

function graphOf(document: CrateDocument): string {
  const { root } = document.root;
  const graph = root.startsWith('_:') ? document.base.root : root;
  if (graph === CATALOGUE)
    throw new CrateError('ERR_ROOT_NOT_FOUND', `the root may not be <${graph}>, a name that the store needs`);
  return graph;
}

async function* piecesOf(document: CrateDocument, graph: string, names: RootNames): AsyncGenerator<Piece> {
  for await (const { bytes, quads } of document.nquadsChunks(graph)) {
    names.look(bytes);
    yield pieceOf(bytes, quads);
  }
}

/** The parts of a metadata file, read when they are wanted: it may have changed since its graph was made. */
function partsOf(content: DocumentBytes, name: string): Iterable<Packable> {
  if (content.length <= PART) return [Packable.of(content.bytes)];
  return {
    *[Symbol.iterator]() {
      const hash = createHash('sha256');
      for (let at = 0; at < content.length; at += PART) {
        const part = content.read(at, Math.min(at + PART, content.length));
        hash.update(part);
        yield Packable.of(part);
      }
      if (!hash.digest().equals(content.sha256))
        throw new CrateError('ERR_NOT_FOUND', `${name} changed while it was read`);
    },
  };
}

/** Any error as one of ours that names its crate. */
export function asCrateError(error: unknown, crate: string): CrateError {
  if (error instanceof CrateError) return error.with({ crate });
  return new CrateError('ERR_INTERNAL', error instanceof Error ? error.message : String(error), {
    cause: error,
    details: { crate },
  });
}

/**
 * Reports when the version of RO-Crate is unknown, or another than that of the context, where `conformsTo` decides
 * (format document, section 9); and roots other than the one that counts.
 */
export function reportVersion(document: CrateDocument): void {
  const { version, report, root } = document;
  const declared = [document.writtenContext ?? null]
    .flat()
    .flatMap((part) => (typeof part === 'string' ? (crateContextVersion(part) ?? []) : []));
  if (version === undefined) report.add({ kind: 'version-unknown', detail: root.descriptor });
  else if (declared.length > 0 && !declared.includes(version)) {
    const detail = `conformsTo ${version}, context ${declared.join(', ')}`;
    report.add({ kind: 'version-mismatch', detail, pointer: '/@context' });
  }
  const others = new Set(document.candidates.map((candidate) => candidate.root));
  others.delete(root.root);
  for (const other of others) report.add({ kind: 'several-roots', detail: other });
}
