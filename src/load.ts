import type { Quad } from '@rdfjs/types';
import { CATALOGUE, catalogueWrite, named, readCatalogue, recordQuads, recordToNQuads, type LoadRecord } from './catalogue.js';
import { arcpBase, type ArcpChoice, crateBase, type CrateBase, parseBase } from './crate/base.js';
import type { ContextSource } from './crate/context/source.js';
import { bytesInMemory } from './crate/json/bytes.js';
import { openDocument, type CrateDocument } from './crate/read/document.js';
import type { Note, RepairKind, WarningKind } from './crate/read/report.js';
import { CrateError } from './errors.js';
import { layoutToNQuads } from './layouts.js';
import { reportPackage } from './open.js';
import type { CratePackage } from './package/crate-package.js';
import { findCrates, type FoundCrate } from './package/find.js';
import { readAhead } from './package/read-ahead.js';
import { openPackage, type PackageOptions } from './package/open.js';
import { RDF, SCHEMA, SCHEMA_HTTPS } from './rdf/vocabulary.js';
import { decide, KnownGraphs } from './known-graphs.js';
import type { GraphStore, GraphWrite, ImportMode } from './store/graph-store.js';

/** How to load crates. */
export interface LoadOptions {
  readonly contexts: ContextSource;
  /** Base IRI of the crate; several crates on one base become one only with mode `merge`. */
  readonly base?: string | undefined;
  /** Name for crates without an address. Default `hash`. */
  readonly arcp?: ArcpChoice | undefined;
  /** What happens to a graph that came from somewhere else. Default `create`: it is an error. */
  readonly mode?: ImportMode | undefined;
  /** Refuse crates that need a repair. Default false. */
  readonly strict?: boolean | undefined;
  /** Keep the document beside the graph, so that it can be exported as it came. Default true. */
  readonly layout?: boolean | undefined;
  /** How to read archives and go to the network. */
  readonly packages?: PackageOptions | undefined;
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
interface Staged {
  readonly result: LoadResult;
  readonly writes?: readonly GraphWrite[];
  readonly record?: LoadRecord;
  readonly replaces?: readonly LoadRecord[];
  /** Lines for the catalogue, and the quads in it that they replace. */
  readonly catalogue?: { readonly lines: readonly string[]; readonly replaced: readonly Quad[] };
}

/**
 * Loads crates into a store, each into the named graph of its Root Data Entity, all in one commit. Crates that fail
 * are reported and do not keep the others out; a graph is only touched after its crate was read whole.
 * @param crates folders, folder trees, metadata files, archives, bags, URLs, `-`
 * @throws CrateError ERR_BASE_IRI_INVALID, ERR_ARCP_INVALID, and what the store throws
 */
export async function loadCrates(store: GraphStore, crates: Iterable<string>, options: LoadOptions): Promise<LoadResult[]> {
  if (options.base !== undefined) parseBase(options.base);
  if (options.arcp !== undefined) arcpBase(options.arcp, new Uint8Array(32));
  const known = new KnownGraphs(await readCatalogue(store), await graphNames(store));
  const results: LoadResult[] = [];
  const lines: string[] = [];
  const replaced: Quad[] = [];

  async function* writes(): AsyncGenerator<GraphWrite> {
    const packages = readAhead(allCrates(crates, results), ({ file }) => openPackage(file, options.packages));
    for await (const { item: found, result: opening } of packages) {
      const staged = await stage(found, opening, store, known, options);
      results.push(staged.result);
      options.onProgress?.(results.length, staged.result.crate);
      if (staged.record === undefined) continue;
      known.add(staged.record, staged.replaces ?? []);
      lines.push(...(staged.catalogue?.lines ?? []));
      replaced.push(...(staged.catalogue?.replaced ?? []));
      yield* staged.writes ?? [];
    }
    if (lines.length > 0) yield catalogueWrite(lines, replaced);
  }

  const sizes = new Map<string, number>();
  for (const { graph, after } of await store.import(writes())) sizes.set(graph.value, after);
  return results.map((result) => ({ ...result, ...(result.graph === undefined ? {} : { quads: sizes.get(result.graph) ?? result.quads ?? 0 }) }));
}

/** Names of all graphs, asked for once: to ask for each of thousands of crates would take longer than to load them. */
async function graphNames(store: GraphStore): Promise<string[]> {
  const text = await store.queryText('SELECT ?g WHERE { GRAPH ?g {} }', 'application/sparql-results+json');
  const { results } = JSON.parse(text) as { results: { bindings: { g: { value: string } }[] } };
  return results.bindings.map(({ g }) => g.value);
}

async function* allCrates(crates: Iterable<string>, results: LoadResult[]): AsyncGenerator<FoundCrate> {
  for (const argument of crates) {
    try {
      yield* findCrates(argument);
    } catch (error) {
      results.push({ crate: argument, status: 'failed', error: asCrateError(error, argument) });
    }
  }
}

async function stage(found: FoundCrate, opening: Promise<CratePackage>, store: GraphStore, known: KnownGraphs, options: LoadOptions): Promise<Staged> {
  const crate = found.file;
  let opened: CratePackage | undefined;
  try {
    opened = await opening;
    const { bytes, sha256 } = opened.metadata;
    const digest = hex(sha256);
    const base = await chooseBase(opened, known, options);
    const document = await openDocument(bytesInMemory(bytes), { base, contexts: options.contexts, strict: options.strict, identity: digest });
    const graph = graphName(document);
    // A record whose graph an update has emptied says nothing any more.
    const quads = known.isStored(graph) ? await store.size(named(graph)) : 0;
    const records = known.isStaged(graph) || quads > 0 ? known.ofGraph(graph) : [];
    // What this very load has put there is not replaced again: one of two crates would be lost without a word.
    const mode = known.isStaged(graph) && options.mode === 'replace' ? 'create' : (options.mode ?? 'create');
    const decision = decide(records, quads, found.file, digest, mode);
    if (decision === undefined) {
      throw new CrateError('ERR_GRAPH_EXISTS', `graph <${graph}> is there already${records[0] === undefined ? '' : `, from ${records[0].source}`}`, { details: { graph } });
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
    const moved = options.base === undefined && options.arcp === undefined ? known.movedFrom(found.file, graph) : undefined;
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
    const layout = options.layout === false ? [] : [layoutToNQuads(record, bytes)];
    const replaced = (await Promise.all(replaces.map((one) => recordQuads(store, one)))).flat();
    return {
      result: { crate, status: moved === undefined ? decision : 'replaced', graph, quads: document.counts.quads, entities, dropped, repairs, notes, counts },
      writes: [
        ...(moved === undefined ? [] : [{ graph: named(moved.graph), mode: 'replace', nquads: [] } as const]),
        { graph: named(graph), mode: decision === 'loaded' ? 'create' : decision === 'merged' ? 'merge' : 'replace', nquads, trusted: true },
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
  if (graph === CATALOGUE) throw new CrateError('ERR_ROOT_NOT_FOUND', `the root may not be <${graph}>, a name that the store needs`);
  return graph;
}

/** The descriptor is about something; only after the walk it is known whether that is a Dataset. */
function requireDataset(document: CrateDocument, graph: string, nquads: readonly Uint8Array[]): void {
  const { root } = document.root;
  const subject = root.startsWith('_:') ? root : `<${root}>`;
  const typed = [SCHEMA, SCHEMA_HTTPS].map((namespace) => `${subject} <${RDF}type> <${namespace}Dataset> <${graph}> .\n`);
  for (const { buffer, byteOffset, byteLength } of nquads) {
    const chunk = Buffer.from(buffer, byteOffset, byteLength);
    // A line that only ends like this one belongs to a literal or a longer IRI: what is before it has to be a line end.
    if (typed.some((line) => chunk.subarray(0, line.length).equals(Buffer.from(line)) || chunk.includes(`\n${line}`))) return;
  }
  throw new CrateError('ERR_ROOT_NOT_FOUND', `<${document.root.descriptor}> is about ${subject}, which is not a Dataset`);
}

function asCrateError(error: unknown, crate: string): CrateError {
  if (error instanceof CrateError) return error.with({ crate });
  return new CrateError('ERR_INTERNAL', error instanceof Error ? error.message : String(error), { cause: error, details: { crate } });
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
