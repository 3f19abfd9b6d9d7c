import { resolve } from 'node:path';
import { checkBaseOptions } from '../../crate/judge-base.js';
import { CrateError } from '../../base/errors.js';
import { isFolder } from '../../base/disk/read-file.js';
import { isWebAddress } from '../../package/package-options.js';
import { KnownGraphs } from './known-graphs.js';
import { untilAborted } from '../../package/abortable.js';
import type { OpenCrateOptions } from '../../package/open/open-crate.js';
import { CrateWithBase, listOfCrates, placeOrContent, type CrateArgument } from '../../package/open/crate-argument.js';
import { turn } from '../../crate/read/stop-signal.js';
import { findCrates, requireListable } from '../../package/open/find-crates.js';
import type { PassedOver } from '../../package/open/passed-over.js';
import type { RdfCrateOptions } from '../../package/open/rdf-crates.js';
import type { ReferenceOptions } from './read-references.js';
import { isRdfFile } from '../../package/open/read-rdf.js';
import { CrateReadings, type Found, type ReadOutcome } from './read-crates.js';
import { CrateRdfLoad } from './load-crate-rdf.js';
import { canRefer, ReferenceLoad } from './load-references.js';
import { failedCrate, planCrate, withNotes, type LoadResult } from './plan-crate.js';
import { Turns } from '../../base/threads/turns.js';
import type { Remark } from '../../crate/read/report.js';
import type {
  GraphChange,
  GraphStore,
  GraphWrite,
  ImportMode,
  GraphReader,
  ReplaceableGraphs,
} from '../../store/port.js';
import { DataFactory } from 'n3';
import { namesInGraph } from '../stored/names-in-graph.js';
import { DCTERMS } from '../../base/rdf/vocabulary.js';
import { match } from '../../store/rdf-answers.js';

export type { LoadResult } from './plan-crate.js';
export type { PassedOver } from '../../package/open/passed-over.js';

/** How to load crates. */
export interface LoadOptions extends OpenCrateOptions, Pick<RdfCrateOptions, 'from' | 'root'> {
  /**
   * Load RDF that is no crate beside the crates, such as an ontology: each argument is a file, an address or `-`.
   * Default: the arguments are crates.
   */
  readonly reference?: ReferenceOptions | undefined;
  /**
   * Also load the RDF files that the crates describe and that are in their packages, each as a reference graph called as
   * the file. Default: they are not.
   */
  readonly rdf?: { readonly apart?: boolean | undefined } | undefined;
  /** What to do with a graph of another source. Default `create`: it is an error. */
  readonly mode?: ImportMode | undefined;
  /** Keep the original in the store, so that an export can follow it. Default true. */
  readonly layout?: boolean | undefined;
  /**
   * Also load the crates that these refer to, each into a graph of its own: nested crates, and those on the web. 1:
   * what the given crates refer to, 2: also what those refer to. Private addresses are refused, unless
   * `packages.http.allowPrivate` is true. Default 0: none.
   */
  readonly follow?: number | undefined;
  /** Threads that read crates in a load of many; `contexts` must come from `openContexts`. Default 1: this thread. */
  readonly jobs?: number | undefined;
  /** The store does not exist yet. It is then opened only when a crate has been read. Default false. */
  readonly newStore?: boolean | undefined;
  /**
   * The crates are the lines of a list: standard input, a pipe or a device among them is an error, because it may never
   * end. Default false: each of them is read.
   */
  readonly isList?: boolean | undefined;
  /** Called after each crate is read, before anything is stored. */
  readonly onProgress?: ((done: number, total: number, name: string) => void) | undefined;
  /** Called when the crates are in the store. */
  readonly onCommitted?: (() => void) | undefined;
  /**
   * Called with each file of a folder tree that may be a crate but is not loaded. Without it they are not looked for.
   */
  readonly onPassedOver?: ((file: PassedOver) => void) | undefined;
}

/**
 * Loads crates into a store in one commit, each into the named graph of its Root Data Entity. A crate that fails is
 * reported, and the others are loaded. A graph changes only after all of its crate has been read.
 * @param target an open store, or a function that opens it, called only if an argument names a crate
 * @param crates folders, folder trees, metadata files, archives, bags, URLs, `-`, RDF files, each with one crate or
 * with several in named graphs, or the crates themselves; one or many, and with `withBase` each with its own base
 * @example
 * const store = await openStore('memory:');
 * for (const { crate, status, graph } of await loadCrates(store, 'data/crates')) console.log(status, graph, crate);
 * @throws CrateError ERR_BASE_IRI_INVALID, ERR_ARCP_INVALID, ERR_USAGE for one base for several crates, what the store
 * throws, and the reason of `options.signal`: then the store is unchanged
 */
export async function loadCrates(
  target: GraphStore | (() => Promise<GraphStore>),
  crates: ListedArgument | Iterable<ListedArgument>,
  options: LoadOptions = {},
): Promise<LoadResult[]> {
  return untilAborted(options.signal, () => findAndLoad(target, listOfCrates(crates), options));
}

async function findAndLoad(
  target: GraphStore | (() => Promise<GraphStore>),
  crates: Iterable<ListedArgument>,
  options: LoadOptions,
): Promise<LoadResult[]> {
  const { onPassedOver } = options;
  checkBaseOptions({ given: options.base, arcp: options.arcp });
  const passedOver: PassedOver[] = []; // some of these may be loaded after all
  const found = await findAll(crates, { ...options, onPassedOver: onPassedOver && ((file) => passedOver.push(file)) });
  if (options.base !== undefined && options.mode !== 'merge') refuseSharedBase(found);
  const results = await loadFound(target, found, options);
  const tried = new Set(results.map(({ crate }) => crate));
  for (const one of passedOver) if (!tried.has(one.file)) onPassedOver?.(one);
  return results;
}

/** As {@link loadCrates}, for crates that were found already, and may be read already. */
export async function loadFound(
  target: GraphStore | (() => Promise<GraphStore>),
  found: readonly Found[],
  options: LoadOptions,
): Promise<LoadResult[]> {
  const { signal, follow = 0 } = options;
  if (found.every(({ error }) => error !== undefined)) return found.map((one) => failedCrate(one, one.error).result);
  const named = options.base !== undefined || options.arcp !== undefined || options.reference?.name !== undefined;
  const readingsWith = (known: KnownGraphs) =>
    new CrateReadings(found, { ...options, references: follow > 0 }, known, options.jobs);
  let readings = options.newStore === true ? readingsWith(KnownGraphs.none()) : undefined;
  let known: KnownGraphs | undefined;
  const results: LoadResult[] = [];
  const onRead = (done: number, more: number, file: string) =>
    options.onProgress?.(done, Math.max(done, found.length + more), file);
  const rdf = new CrateRdfLoad(results, options.strict);
  const referred = follow > 0 ? new ReferenceLoad({ ...options, follow, onRead }, results, rdf) : undefined;

  // The store calls this while it holds the lock, so no other writer can change its content.
  async function* writes(store: GraphStore): AsyncGenerator<GraphWrite> {
    const files = found.map(({ file }) => file);
    const graphs = (known = await KnownGraphs.of(readsOf(store), files));
    const load = {
      known: graphs,
      mode: options.mode,
      named,
      contexts: options.contexts,
      packages: options.packages,
      signal,
    };
    const turns = new Turns();
    const all = (readings ??= readingsWith(graphs));
    for await (const { file, crate, base, item, read } of expected(all, graphs)) {
      await turns.give();
      let one: Awaited<ReturnType<typeof read>> | undefined;
      const planned = await read()
        .then((crateRead) =>
          planCrate(file, (one = crateRead), () => all.readFully({ file, crate, base }), {
            ...load,
            item,
            named: named || base !== undefined,
          }),
        )
        .catch((error: unknown) => failedCrate({ file, base }, error));
      signal?.throwIfAborted(); // before the commit
      results.push(planned.result);
      options.onProgress?.(results.length, found.length, file);
      if (planned.record !== undefined) graphs.addPlanned(planned.record, planned.others ?? []);
      if (one !== undefined && canRefer(planned, one)) referred?.add(one, file, true);
      yield* planned.writes;
      if (one !== undefined && canRefer(planned, one)) yield* await rdf.plan(one, load);
    }
    if (referred !== undefined) yield* referred.writes(graphs);
  }

  try {
    if (readings !== undefined && !(await readings.readsOne())) return await failures(readings);
    const store = typeof target === 'function' ? await target() : target;
    const changes = new Map((await store.put(writes(store))).map((change) => [change.graph, change]));
    options.onCommitted?.();
    referred?.finish();
    if (known !== undefined) await noteMerges(store, results, known);
    return results.map((result) => asStored(result, changes.get(result.graph ?? '')));
  } finally {
    await readings?.close();
  }
}

/** Quads of crates that are held at once, so that a store behind a network is asked about all of them together. */
const HELD_QUADS = 100_000;

/** The outcomes of all crates; the store may have read what will be asked about them. */
async function* expected(readings: CrateReadings, known: KnownGraphs): AsyncGenerator<ReadOutcome> {
  for await (const group of readings.groups(known.readsAhead ? HELD_QUADS : 0)) {
    known.expect(group.flatMap(({ file, graph }) => (graph === undefined ? [] : [{ source: file, graph }])));
    yield* group;
  }
}

/** What a load reads of the store before its own writes. A store without snapshots is behind a network: it can read ahead. */
function readsOf(store: GraphStore): ReplaceableGraphs {
  const { capabilities } = store;
  return capabilities.snapshots ? store : Object.assign(store.snapshot(), { capabilities });
}

/** A result with what the store says about its graph. */
function asStored(result: LoadResult, change: GraphChange | undefined): LoadResult {
  if (result.graph === undefined) return result;
  const altered = (change?.missing ?? []).map((line): Remark => ({ kind: 'value-altered', detail: line }));
  return withNotes({ ...result, quads: change?.after ?? result.quads ?? 0 }, altered);
}

/** The results of a load of which no crate can be read. */
async function failures(readings: CrateReadings): Promise<LoadResult[]> {
  const results: LoadResult[] = [];
  for await (const outcome of readings.outcomes())
    await outcome.read().catch((error: unknown) => results.push(failedCrate(outcome, error).result));
  return results;
}

/** A crate of a list, with or without a base of its own. */
export type ListedArgument = CrateArgument | CrateWithBase;

/** Finds the crates of all arguments, in their order. An argument that names none is found with its error. */
export async function findAll(crates: Iterable<ListedArgument>, options: LoadOptions): Promise<Found[]> {
  const found: Found[] = [];
  for (const listed of crates) {
    const [argument, base] = listed instanceof CrateWithBase ? [listed.crate, listed.base] : [listed];
    try {
      const own = await findIn(argument, base === undefined ? options : { ...options, base, arcp: undefined });
      if (base !== undefined) refuseSharedBase(own);
      for (const one of own) found.push({ ...one, base });
    } catch (error) {
      options.signal?.throwIfAborted();
      found.push({ file: typeof argument === 'string' ? argument : '-', base, error });
    }
  }
  return found;
}

/** Finds the crates of one argument. What was found before an error comes with it. */
async function findIn(argument: CrateArgument, options: LoadOptions): Promise<Found[]> {
  checkBaseOptions({ given: options.base, arcp: options.arcp });
  const place = placeOrContent(argument);
  if (options.isList === true && typeof place === 'string') requireListable(place);
  if (options.reference !== undefined) return referencesIn(place, options.reference, options);
  if (typeof place === 'string' && (await isRdfArgument(place, options.from))) return rdfCratesIn(place, options);
  if (options.root !== undefined) throw rootOfCrate(typeof place === 'string' ? place : place.name);
  const found: Found[] = [];
  try {
    for await (const { file, crate, error } of findCrates(argument, options.onPassedOver)) {
      await turn(options.signal);
      found.push({ file, crate, error });
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    found.push({ file: typeof argument === 'string' ? argument : '-', error });
  }
  return found;
}

/** One base makes one crate of several. @throws CrateError ERR_USAGE */
function refuseSharedBase(found: readonly Found[]): void {
  const [first, second] = found.filter(({ read }) => read === undefined);
  if (first !== undefined && second !== undefined)
    throw new CrateError('ERR_USAGE', `one base is given for several crates: ${first.file}, ${second.file}`, {
      hint: 'give each its base in a list: crategraph load --each, with a line `crate TAB base` for each crate; or make one crate of them with --mode merge',
    });
}

/** A folder is a crate, whatever its name. */
async function isRdfArgument(argument: string, from: string | undefined): Promise<boolean> {
  return isRdfFile(argument, from) && !(await isFolder(argument));
}

async function rdfCratesIn(argument: string, options: LoadOptions): Promise<Found[]> {
  if (options.arcp !== undefined)
    throw new CrateError(
      'ERR_USAGE',
      `--arcp does not work with RDF such as ${argument}, which has absolute identifiers`,
    );
  const { readRdfCrates } = await import('./read-rdf-crates.js'); // it brings the parsers of RDF
  const file = argument === '-' || isWebAddress(argument) ? argument : resolve(argument);
  try {
    return (await readRdfCrates(file, options)).map((read) => ({ file: read.record.source, read }));
  } catch (error) {
    const isNoCrate = error instanceof CrateError && error.code === 'ERR_ROOT_NOT_FOUND' && options.root === undefined;
    throw isNoCrate ? noCrate(error) : error;
  }
}

/** RDF without a root may be meant to stand beside the crates. */
function noCrate({ code, message, details, cause }: CrateError): CrateError {
  const hint = 'RDF that is no crate, such as an ontology: load it with --reference; of a crate, name its --root';
  return new CrateError(code, message, { hint, details, cause });
}

async function referencesIn(
  place: ReturnType<typeof placeOrContent>,
  reference: ReferenceOptions,
  options: LoadOptions,
): Promise<Found[]> {
  if (typeof place !== 'string') throw new CrateError('ERR_USAGE', 'a reference graph is a file, an address or `-`');
  const { readReferences } = await import('./read-references.js');
  const file = place === '-' || isWebAddress(place) ? place : resolve(place);
  return (await readReferences(file, { ...options, ...reference })).map((read) => ({ file: read.record.source, read }));
}

function rootOfCrate(argument: string): CrateError {
  return new CrateError('ERR_USAGE', `--root does not work with ${argument}, a crate whose descriptor names the root`, {
    hint: 'leave --root out, or name the format of RDF, as in --from turtle',
  });
}

/**
 * Notes when a merged graph has several names of the root, or several profiles of the root or of a descriptor. The
 * result of the last crate of each graph gets the notes.
 */
async function noteMerges(store: GraphStore, results: LoadResult[], known: KnownGraphs): Promise<void> {
  const last = new Map<string, number>();
  for (const [index, { status, graph }] of results.entries())
    if (status === 'merged' && graph !== undefined) last.set(graph, index);
  const reads = readsOf(store);
  reads.readAhead?.(last.keys());
  for (const [graph, index] of last) {
    const result = results[index] as LoadResult;
    const descriptors = new Set((await known.recordsOf(graph)).map(({ descriptor }) => descriptor));
    const found = await mergeNotes(reads, graph, descriptors);
    results[index] = withNotes(result, found);
  }
}

async function mergeNotes(store: GraphReader, graph: string, descriptors: ReadonlySet<string>): Promise<Remark[]> {
  const names = await namesInGraph(store, graph);
  const notes: Remark[] = names.length > 1 ? [{ kind: 'several-names', detail: names.sort().join(', ') }] : [];
  for (const subject of [graph, ...descriptors]) {
    const profiles: string[] = [];
    const [about, conformsTo, inGraph] = [subject, `${DCTERMS}conformsTo`, graph].map((iri) =>
      DataFactory.namedNode(iri),
    );
    for await (const { object } of match(store, about, conformsTo, null, inGraph)) profiles.push(object.value);
    if (profiles.length > 1) notes.push({ kind: 'several-profiles', detail: profiles.sort().join(', ') });
  }
  return notes;
}
