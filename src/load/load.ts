import type { Quad } from '@rdfjs/types';
import { catalogueWrite, readCatalogue } from '../catalogue.js';
import { arcpBase, parseBase } from '../crate/base.js';
import { readAhead, readHere, readInThreads, type CrateReader, type ReaderOptions, type Reading } from './readers.js';
import { KnownGraphs } from './known-graphs.js';
import { noteMerges } from './note-merges.js';
import type { OpenOptions } from '../open.js';
import { CrateError } from '../errors.js';
import { findCrates } from '../package/find.js';
import type { CrateToRead, ReadCrate } from './read-crate.js';
import { failed, stage, type LoadResult } from './stage.js';
import type { GraphStore, GraphWrite, ImportMode } from '../store/graph-store.js';

export type { LoadResult } from './stage.js';

/** How to load crates. */
export interface LoadOptions extends OpenOptions {
  /** What happens to a graph that came from somewhere else. Default `create`: it is an error. */
  readonly mode?: ImportMode | undefined;
  /** Keep the document beside the graph, so that it can be exported as it came. Default true. */
  readonly layout?: boolean | undefined;
  /** Threads that read crates, for loads of many; needs `contexts` made by `openContexts`. Default 1: this one. */
  readonly jobs?: number | undefined;
  /** Called after each crate that was read, before anything is stored. */
  readonly onProgress?: ((done: number, total: number, name: string) => void) | undefined;
}

/** From this many crates on threads are worth their start. */
const MANY = 64;

/**
 * Loads crates into a store, each into the named graph of its Root Data Entity, all in one commit. Crates that fail
 * are reported and do not keep the others out; a graph is only touched after its crate was read whole.
 * @param crates folders, folder trees, metadata files, archives, bags, URLs, `-`
 * @throws CrateError ERR_BASE_IRI_INVALID, ERR_ARCP_INVALID, and what the store throws
 */
export async function loadCrates(
  store: GraphStore,
  crates: Iterable<string>,
  options: LoadOptions,
): Promise<LoadResult[]> {
  if (options.base !== undefined) parseBase(options.base);
  if (options.arcp !== undefined) arcpBase(options.arcp, new Uint8Array(32));
  let wanted = await allCrates(crates);
  const stdin: Stdin = {};
  for (;;) {
    try {
      return await loadAll(store, wanted, options, stdin);
    } catch (error) {
      const left = withoutRefused(wanted, error);
      if (left === undefined) throw error;
      wanted = left; // nothing was stored: the others are loaded without it
    }
  }
}

/** The same crates, those whose lines the store has refused with that as their error; undefined when it was not that. */
function withoutRefused(wanted: readonly Wanted[], error: unknown): Wanted[] | undefined {
  if (!(error instanceof CrateError) || !Array.isArray(error.details['refused'])) return undefined;
  const refused = new Map(
    (error.details['refused'] as { from?: string; graph: string }[]).map((one) => [one.from, one]),
  );
  const isNew = (one: Wanted) => one.error === undefined && refused.has(one.file);
  if (!wanted.some(isNew)) return undefined;
  return wanted.map((one) => {
    if (!isNew(one)) return one;
    const details = { crate: one.file, graph: refused.get(one.file)?.graph };
    return { file: one.file, error: new CrateError(error.code, error.message, { details, cause: error }) };
  });
}

/** The crate of standard input, which can be read once. */
interface Stdin {
  read?: ReturnType<Reading>;
}

/**
 * Loads the crates, all of them or none.
 * @param stdin what an attempt before this one has read
 */
async function loadAll(
  store: GraphStore,
  wanted: readonly Wanted[],
  options: LoadOptions,
  stdin: Stdin,
): Promise<LoadResult[]> {
  const known = new KnownGraphs(await readCatalogue(store), await graphNames(store));
  const reader = await readerFor(wanted.length, { ...options, known: known.digests }, options.jobs);
  const again = readHere(options);
  const named = options.base !== undefined || options.arcp !== undefined;
  const toRead = ({ file }: Wanted): CrateToRead => ({ file, knownBase: known.ofSource(file)?.base });
  const begin = (items: readonly Wanted[]): Reading[] => {
    const begun = reader.begin(items.filter(({ error }) => error === undefined).map(toRead));
    return items.map(({ file, error }) => {
      if (error !== undefined) return () => Promise.reject(error);
      const reading = begun.shift() as Reading;
      return file === '-' ? () => (stdin.read ??= reading()) : reading;
    });
  };
  const results: LoadResult[] = [];

  async function* writes(): AsyncGenerator<GraphWrite> {
    const catalogue: (string | Uint8Array)[] = [];
    const replaced: Quad[] = [];
    for (const { item, reading } of readAhead(wanted, reader, begin)) {
      const { file } = item;
      const whole = async () => (await (again.begin([toRead(item)])[0] as Reading)()) as ReadCrate;
      const staged = await reading()
        .then((read) => stage(file, read, whole, store, known, { mode: options.mode, named }))
        .catch((error: unknown) => failed(file, error));
      results.push(staged.result);
      options.onProgress?.(results.length, wanted.length, file);
      if (staged.record === undefined) continue;
      known.add(staged.record, staged.replaces);
      for (const lines of staged.catalogue ?? []) catalogue.push(lines);
      for (const quad of staged.replaced) replaced.push(quad);
      yield* staged.writes;
    }
    if (catalogue.length > 0) yield catalogueWrite(catalogue, replaced);
  }

  try {
    const sizes = new Map((await store.import(writes())).map(({ graph, after }) => [graph.value, after]));
    await noteMerges(store, results, known);
    return results.map((result) => ({
      ...result,
      ...(result.graph === undefined ? {} : { quads: sizes.get(result.graph) ?? result.quads ?? 0 }),
    }));
  } finally {
    await reader.close();
  }
}

/** In threads where that pays and can be. */
async function readerFor(crates: number, options: ReaderOptions, jobs = 1): Promise<CrateReader> {
  const threads = jobs > 1 && crates >= MANY ? await readInThreads(jobs, options) : undefined;
  return threads ?? readHere(options);
}

/** Names of all graphs, asked for once: to ask for each of thousands of crates would take longer than to load them. */
async function graphNames(store: GraphStore): Promise<string[]> {
  const text = await store.queryText('SELECT ?g WHERE { GRAPH ?g {} }', 'application/sparql-results+json');
  const { results } = JSON.parse(text) as { results: { bindings: { g: { value: string } }[] } };
  return results.bindings.map(({ g }) => g.value);
}

interface Wanted {
  readonly file: string;
  /** Why the argument names no crate. */
  readonly error?: unknown;
}

/** All crates that the arguments name, in their order; one that names none is there with its error. */
async function allCrates(crates: Iterable<string>): Promise<Wanted[]> {
  const wanted: Wanted[] = [];
  for (const argument of crates) {
    try {
      for await (const { file } of findCrates(argument)) wanted.push({ file });
    } catch (error) {
      wanted.push({ file: argument, error });
    }
  }
  return wanted;
}
