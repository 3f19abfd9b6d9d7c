import type { Quad } from '@rdfjs/types';
import { CATALOGUE, named, recordQuads, recordToNQuads, type LoadRecord } from './catalogue.js';
import { crateBase, type CrateBase, parseBase } from './crate/base.js';
import type { CrateDocument } from './crate/read/document.js';
import type { Note, RepairKind, WarningKind } from './crate/read/report.js';
import { CrateError } from './errors.js';
import { layoutToNQuads } from './layouts.js';
import { openContent, reportPackage, type OpenOptions } from './open.js';
import type { CratePackage } from './package/crate-package.js';
import type { FoundCrate } from './package/find.js';
import { RDF, SCHEMA, SCHEMA_HTTPS } from './rdf/vocabulary.js';
import { decide, type KnownGraphs } from './known-graphs.js';
import type { GraphStore, GraphWrite, ImportMode } from './store/graph-store.js';

/** How to load crates. */
export interface LoadOptions extends OpenOptions {
  /** What happens to a graph that came from somewhere else. Default `create`: it is an error. */
  readonly mode?: ImportMode | undefined;
  /** Keep the document beside the graph, so that it can be exported as it came. Default true. */
  readonly layout?: boolean | undefined;
  /** Called after each crate that was read, before anything is stored. */
  readonly onProgress?: ((done: number, name: string) => void) | undefined;
}

/** What became of one crate argument. */
export interface LoadResult {
  readonly crate: string;
  readonly status: 'loaded' | 'unchanged' | 'replaced' | 'merged' | 'failed';
  readonly graph?: string;
  /** Quads of the graph after the load. */
  readonly quads?: number;
  readonly entities?: number;
  /** Entities that were described and did not arrive; it is promised, and counted, to be 0. */
  readonly dropped?: number;
  readonly repairs?: number;
  readonly notes?: readonly Note[];
  readonly counts?: Readonly<Partial<Record<RepairKind | WarningKind, number>>>;
  readonly error?: CrateError;
}

/** A crate that was read whole and waits to be stored. */
export interface Staged {
  readonly result: LoadResult;
  readonly writes?: readonly GraphWrite[];
  readonly record?: LoadRecord;
  readonly replaces?: readonly LoadRecord[];
  /** Lines for the catalogue, and the quads in it that they replace. */
  readonly catalogue?: { readonly lines: readonly string[]; readonly replaced: readonly Quad[] };
}

/**
 * Reads one crate whole and decides what becomes of it; nothing is stored yet. A crate that cannot be read is a result too.
 */
export async function stage(
  found: FoundCrate,
  opening: Promise<CratePackage>,
  store: GraphStore,
  known: KnownGraphs,
  options: LoadOptions,
): Promise<Staged> {
  const crate = found.file;
  let opened: CratePackage | undefined;
  try {
    opened = await opening;
    const { content } = opened.metadata;
    const digest = hex(content.sha256);
    const base = await chooseBase(opened, known, options);
    const document = await openContent(content, base, options);
    const graph = graphName(document);
    // A record whose graph an update has emptied says nothing any more.
    const quads = known.isStored(graph) ? await store.size(named(graph)) : 0;
    const records = known.isStaged(graph) || quads > 0 ? known.ofGraph(graph) : [];
    // What this very load has put there is not replaced again: one of two crates would be lost without a word.
    const mode = known.isStaged(graph) && options.mode === 'replace' ? 'create' : (options.mode ?? 'create');
    const decision = decide(records, quads, found.file, digest, mode);
    if (decision === undefined) {
      throw new CrateError(
        'ERR_GRAPH_EXISTS',
        `graph <${graph}> is there already${records[0] === undefined ? '' : `, from ${records[0].source}`}`,
        { details: { graph } },
      );
    }
    if (decision === 'unchanged') {
      const entities = records.find((record) => record.sha256 === digest)?.entities ?? 0;
      return { result: { crate, status: 'unchanged', graph, entities, dropped: 0, repairs: 0, quads } };
    }
    const nquads: Uint8Array[] = [];
    reportPackage(opened, document);
    document.checkVersion();
    for await (const chunk of document.nquadsBytes(graph)) nquads.push(chunk);
    requireDataset(document, graph, nquads);
    const { repairs, notes, counts } = document.report;
    const { entities, dropped } = document.counts;
    const moved =
      options.base === undefined && options.arcp === undefined ? known.movedFrom(found.file, graph) : undefined;
    const replaces = known.ofGraph(graph).filter((one) => decision !== 'merged' || one.source === found.file);
    if (moved !== undefined) replaces.push(moved);
    const record: LoadRecord = {
      graph,
      source: found.file,
      location: opened.url,
      hops: opened.hops.length > 1 ? opened.hops : undefined,
      base: document.base.iri,
      baseReason: document.base.reason,
      sha256: digest,
      descriptor: document.root.descriptor,
      version: document.version,
      entities,
      repairs,
      loaded: new Date().toISOString(),
      context: document.writtenContext ?? null,
    };
    const layout = options.layout === false ? [] : [layoutToNQuads(record, content.bytes)];
    const replaced = (await Promise.all(replaces.map((one) => recordQuads(store, one)))).flat();
    return {
      result: {
        crate,
        status: moved === undefined ? decision : 'replaced',
        graph,
        quads: document.counts.quads,
        entities,
        dropped,
        repairs,
        notes,
        counts,
      },
      writes: [
        ...(moved === undefined ? [] : [{ graph: named(moved.graph), mode: 'replace', nquads: [] } as const]),
        {
          graph: named(graph),
          mode: decision === 'loaded' ? 'create' : decision === 'merged' ? 'merge' : 'replace',
          nquads,
          trusted: true,
        },
      ],
      replaces,
      record,
      catalogue: { lines: [recordToNQuads(record), ...layout], replaced },
    };
  } catch (error) {
    return { result: { crate, status: 'failed', error: asCrateError(error, crate) } };
  } finally {
    await opened?.close();
  }
}

/** What was given, what the store remembers of this source, and otherwise what the package says. */
async function chooseBase(opened: CratePackage, known: KnownGraphs, { base, arcp }: LoadOptions): Promise<CrateBase> {
  if (base !== undefined) return parseBase(base);
  const earlier = arcp === undefined ? known.ofSource(opened.source) : undefined;
  return earlier === undefined ? opened.base(arcp) : crateBase(earlier.base, 'known-source');
}

function graphName(document: CrateDocument): string {
  const { root } = document.root;
  const graph = root.startsWith('_:') ? document.base.root : root;
  if (graph === CATALOGUE)
    throw new CrateError('ERR_ROOT_NOT_FOUND', `the root may not be <${graph}>, a name that the store needs`);
  return graph;
}

/** The descriptor is about something; only after the walk it is known whether that is a Dataset. */
function requireDataset(document: CrateDocument, graph: string, nquads: readonly Uint8Array[]): void {
  const { root } = document.root;
  const subject = root.startsWith('_:') ? root : `<${root}>`;
  const typed = [SCHEMA, SCHEMA_HTTPS].map(
    (namespace) => `${subject} <${RDF}type> <${namespace}Dataset> <${graph}> .\n`,
  );
  for (const { buffer, byteOffset, byteLength } of nquads) {
    const chunk = Buffer.from(buffer, byteOffset, byteLength);
    // A line that only ends like this one belongs to a literal or a longer IRI: what is before it has to be a line end.
    if (typed.some((line) => chunk.subarray(0, line.length).equals(Buffer.from(line)) || chunk.includes(`\n${line}`)))
      return;
  }
  throw new CrateError(
    'ERR_ROOT_NOT_FOUND',
    `<${document.root.descriptor}> is about ${subject}, which is not a Dataset`,
  );
}

function asCrateError(error: unknown, crate: string): CrateError {
  if (error instanceof CrateError) return error.with({ crate });
  return new CrateError('ERR_INTERNAL', error instanceof Error ? error.message : String(error), {
    cause: error,
    details: { crate },
  });
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
