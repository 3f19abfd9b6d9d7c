import { createHash } from 'node:crypto';
import type { UnloadedRecord } from '../stored/load-records.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import type { Note, RepairKind, WarningKind } from '../../crate/read/report.js';
import { CrateError } from '../../base/errors.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import { openWithoutWarnings, reportPackage, type OpenCrateOptions } from '../../package/open/open-crate.js';
import type { CratePackage } from '../../package/crate-package.js';
import type { DocumentBytes } from '../../package/bytes/document-bytes.js';
import type { HttpValidators } from '../../package/http/validators.js';
import { FILE_CHUNK, fileChunks, Packable } from '../../store/packable.js';
import { RESERVED } from '../../store/graph-errors.js';
import { pieceOf } from '../../store/pieces.js';
import type { Piece } from '../../store/port.js';
import { bufferPieces } from './buffer-pieces.js';
import { placeInside, packagePlace, type PackagePlace } from '../../package/open/package-place.js';
import { ReferenceLines, type CrateReference } from './crate-references.js';
import { RootNames } from './root-names.js';
import { Turns } from '../../base/threads/turns.js';
import { crateContextVersion } from '../../crate/context/context-address.js';

/** How to read a crate for a store. */
export interface LoadReadOptions extends Pick<
  OpenCrateOptions,
  'contexts' | 'base' | 'arcp' | 'strict' | 'allNotes' | 'signal'
> {
  /** Keep the original in the store, so that an export can follow it. Default true. */
  readonly layout?: boolean | undefined;
  /** Whether the SHA-256 of a metadata file is known. Of such a file only the root is read, unless `strict`. */
  readonly isKnown?: ((sha256: string) => boolean | Promise<boolean>) | undefined;
  /** Also find the crates that the crate refers to; then it is always read in full. Default false. */
  readonly references?: boolean | undefined;
  /** Also read the RDF files of the crate, as reference graphs; then it is always read in full. Default: they are not. */
  readonly rdf?: { readonly apart?: boolean | undefined } | undefined;
}

/** A crate to be read, and the base that the store remembers for it. */
export interface CrateToRead {
  /** Absolute path, URL, or `-`. */
  readonly file: string;
  /** What to open, if not the file. */
  readonly crate?: CrateArgument | undefined;
  /** Its own base. Default: that of the options. */
  readonly base?: string | undefined;
  /** The base of the last load of this source. */
  readonly knownBase: string | undefined;
  /** IRI of its folder in the crate that refers to it, which is its base if nothing else decides. */
  readonly nested?: string | undefined;
  /** The package of that crate, and the path of the folder in it. */
  readonly inside?: { readonly place: PackagePlace; readonly path: string } | undefined;
}

/** What identifies a crate in a store. If the store may already contain the crate, only this is read. */
export interface CrateIdentity {
  readonly graph: string;
  /** SHA-256 of the metadata file, in hexadecimal. */
  readonly sha256: string;
  /** IRI of the base. */
  readonly base: string;
  /** By what its server tells whether it has changed. */
  readonly validators?: HttpValidators | undefined;
}

/** One crate, read without a store and ready to be planned. */
export interface ReadCrate extends CrateIdentity {
  readonly record: UnloadedRecord;
  readonly pieces: Iterable<Piece>;
  /** The metadata file in chunks; undefined if the store does not keep it. */
  readonly file: Iterable<Packable> | undefined;
  readonly quads: number;
  readonly dropped: number;
  readonly notes: readonly Note[];
  readonly counts: Readonly<Partial<Record<RepairKind | WarningKind, number>>>;
  /** Of a reference graph, whether it is to be apart from the union of all graphs. Default false. */
  readonly apart?: boolean | undefined;
  /** What the crate refers to, if that was asked for. */
  readonly references?: FoundReferences | undefined;
  /** Its RDF files, if that was asked for. */
  readonly rdf?: CrateRdf | undefined;
}

/** The RDF files of a crate. */
export interface CrateRdf {
  /** Their graphs, as reference graphs. */
  readonly graphs: readonly ReadCrate[];
  /** Those that could not be read. */
  readonly failed: readonly FailedRdf[];
  /** Whether there is a package, which lacks the files that are not here. */
  readonly hasPackage: boolean;
}

/** An RDF file of a crate that could not be read: plain data, so that a thread can send it. */
export interface FailedRdf {
  /** Its IRI in the crate. */
  readonly iri: string;
  readonly path: string;
  readonly code: CrateError['code'];
  readonly message: string;
}

/** What a crate refers to, and what is needed to find it. */
export interface FoundReferences {
  readonly all: readonly CrateReference[];
  /** Undefined if nothing but the document is there. */
  readonly place: PackagePlace | undefined;
  /** Paths of metadata files of crates inside of it that its report does not name. */
  readonly nested: readonly string[];
}

/** Reads the RDF files of a crate that is open. */
export type RdfReader = (document: CrateDocument, graph: string) => Promise<CrateRdf>;

/** Whether all of a crate was read, not only its identity. */
export function isReadCrate(read: ReadCrate | CrateIdentity): read is ReadCrate {
  return 'record' in read;
}

/**
 * Reads one crate; only its identity if its metadata file is known.
 * @param readRdf reads its RDF files too. Default: they are not read
 * @throws CrateError as `openCrateDocument`, ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS, ERR_STRICT
 */
export async function readCrate(
  opened: CratePackage,
  { file: source, base: ownBase, knownBase, nested, inside }: CrateToRead,
  options: LoadReadOptions,
  readRdf?: RdfReader,
): Promise<ReadCrate | CrateIdentity> {
  const { validators } = opened;
  const { content } = opened.metadata;
  const sha256 = Buffer.from(content.sha256).toString('hex');
  const document = await openWithoutWarnings(opened, {
    ...options,
    ...(ownBase !== undefined && { base: ownBase, arcp: undefined }),
    remembered: knownBase,
    nested,
  });
  const { base, root } = document;
  const graph = graphOf(document);
  const isInFull = options.strict === true || options.references === true || readRdf !== undefined;
  if (!isInFull && (await options.isKnown?.(sha256)) === true) return { graph, sha256, base: base.iri, validators };
  reportPackage(opened, document, options.references !== true);
  reportVersion(document);
  const names = new RootNames(root.root);
  const lines = options.references === true ? new ReferenceLines() : undefined;
  const pieces = await bufferPieces(documentPieces(document, graph, [names, ...(lines ? [lines] : [])]));
  const { repairs, notes, counts } = document.report;
  const { entities, dropped, quads } = document.counts;
  const record: UnloadedRecord = {
    graph,
    source,
    location: opened.url,
    hops: opened.hops.length > 1 ? opened.hops : undefined,
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
  const file = options.layout === false ? undefined : chunksToKeep(content, source);
  const references = lines && {
    all: lines.references(root),
    place: inside === undefined ? packagePlace(opened, base.root) : placeInside(inside.place, base.root, inside.path),
    nested: opened.nested,
  };
  const rdf = await readRdf?.(document, graph);
  return {
    graph,
    sha256,
    base: base.iri,
    validators,
    record,
    pieces,
    file,
    quads,
    dropped,
    notes,
    counts,
    references,
    rdf,
  };
}

function graphOf(document: CrateDocument): string {
  const { root } = document.root;
  return requireGraphName(root.startsWith('_:') ? document.base.root : root);
}

/** Checks that a crate may have this IRI as its graph. @throws CrateError ERR_ROOT_NOT_FOUND */
export function requireGraphName(graph: string): string {
  if (graph.startsWith(RESERVED)) throw new CrateError('ERR_ROOT_NOT_FOUND', `the root cannot be ${isReserved(graph)}`);
  return graph;
}

/** Checks that a reference graph may have this name. @throws CrateError ERR_USAGE */
export function requireReferenceName(graph: string): string {
  if (!graph.startsWith(RESERVED)) return graph;
  throw new CrateError('ERR_USAGE', `a reference graph cannot be ${isReserved(graph)}`, {
    hint: 'give it another --name',
  });
}

function isReserved(graph: string): string {
  return `<${graph}>: the store reserves names that begin with ${RESERVED}`;
}

/** Looks at the lines of a crate as they are written. */
type LineReader = Pick<RootNames, 'read'>;

async function* documentPieces(
  document: CrateDocument,
  graph: string,
  readers: readonly LineReader[],
): AsyncGenerator<Piece> {
  const turns = new Turns();
  for await (const { bytes, quads } of document.nquadsChunks(graph)) {
    await turns.give();
    for (const reader of readers) reader.read(bytes);
    yield pieceOf(bytes, quads);
  }
}

/** Reads a metadata file a second time, in chunks, and checks that it has not changed since the first time. */
function chunksToKeep(content: DocumentBytes, name: string): Iterable<Packable> {
  if (content.length <= FILE_CHUNK) return [Packable.of(content.bytes)];
  return {
    *[Symbol.iterator]() {
      const hash = createHash('sha256');
      for (const chunk of fileChunks(content)) {
        hash.update(chunk.bytes);
        yield chunk;
      }
      if (!hash.digest().equals(content.sha256))
        throw new CrateError('ERR_NOT_FOUND', `${name} changed during the load`);
    },
  };
}

/**
 * Reports a version of RO-Crate that is unknown or differs from that of the context, where `conformsTo` decides (format
 * document, section 9). Also reports candidates for the root that were not chosen.
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
