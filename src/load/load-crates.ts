import { checkBaseOptions } from '../crate/judge-base.js';
import {
  readAhead,
  readHere,
  readInThreads,
  type CrateReader,
  type ReaderOptions,
  type Reading,
} from './crate-readers.js';
import { KnownGraphs } from './known-graphs.js';
import { noteMerges } from './note-merges.js';
import { untilAborted } from '../package/abortable.js';
import type { OpenCrateOptions } from '../open/open-crate.js';
import { listOfCrates, type CrateArgument } from '../open/crate-argument.js';
import { turn } from '../crate/read/stop-signal.js';
import { findCrates } from '../open/find-crates.js';
import type { CrateToRead, ReadCrate } from './read-crate.js';
import { failedCrate, planCrate, type LoadResult } from './plan-crate.js';
import type { GraphStore, GraphWrite, ImportMode } from '../store/port.js';

export type { LoadResult } from './plan-crate.js';

/** How to load crates. */
export interface LoadOptions extends OpenCrateOptions {
  /** What to do with a graph of another source. Default `create`: it is an error. */
  readonly mode?: ImportMode | undefined;
  /** Keep the original in the store, so that an export can follow it. Default true. */
  readonly layout?: boolean | undefined;
  /** Threads that read crates in a load of many; `contexts` must come from `openContexts`. Default 1: this thread. */
  readonly jobs?: number | undefined;
  /** Called after each crate is read, before anything is stored. */
  readonly onProgress?: ((done: number, total: number, name: string) => void) | undefined;
}

/** From this many crates on, reading in threads saves more time than starting them costs. */
const ENOUGH_FOR_THREADS = 64;

/**
 * Loads crates into a store in one commit, each into the named graph of its Root Data Entity. A crate that fails is
 * reported, and the others are loaded. A graph changes only after all of its crate has been read.
 * @param target an open store, or a function that opens it, called only if an argument names a crate
 * @param crates folders, folder trees, metadata files, archives, bags, URLs, `-`, or the crates themselves; one or many
 * @example
 * const store = await openStore('memory:');
 * for (const { crate, status, graph } of await loadCrates(store, 'data/crates')) console.log(status, graph, crate);
 * @throws CrateError ERR_BASE_IRI_INVALID, ERR_ARCP_INVALID, what the store throws, and the reason of `options.signal`: then the
 * store is unchanged
 */
export async function loadCrates(
  target: GraphStore | (() => Promise<GraphStore>),
  crates: CrateArgument | Iterable<CrateArgument>,
  options: LoadOptions = {},
): Promise<LoadResult[]> {
  return untilAborted(options.signal, () => loadAll(target, listOfCrates(crates), options));
}

async function loadAll(
  target: GraphStore | (() => Promise<GraphStore>),
  crates: Iterable<CrateArgument>,
  options: LoadOptions,
): Promise<LoadResult[]> {
  const { signal } = options;
  checkBaseOptions({ given: options.base, arcp: options.arcp });
  const found = await findAll(crates, signal);
  if (found.every(({ error }) => error !== undefined))
    return found.map(({ file, error }) => failedCrate(file, error).result);
  const store = typeof target === 'function' ? await target() : target;
  const named = options.base !== undefined || options.arcp !== undefined;
  const fullReader = readHere(options);
  const results: LoadResult[] = [];
  let known: KnownGraphs | undefined;
  let reader: CrateReader | undefined;

  // The store calls this while it holds the lock, so no other writer can change its content.
  async function* writes(): AsyncGenerator<GraphWrite> {
    const files = found.map(({ file }) => file);
    const graphs = (known = await KnownGraphs.of(store, files));
    const isKnown = (sha256: string) => graphs.hasMetadataFile(sha256);
    const firstReader = (reader = await readerFor(files.length, { ...options, isKnown }, options.jobs, graphs.digests));
    const toRead = ({ file, crate }: Found): CrateToRead => ({
      file,
      crate,
      knownBase: graphs.lastRecordOf(file)?.base,
    });
    const begin = (items: readonly Found[]): Reading[] => {
      const begun = firstReader.begin(items.filter(({ error }) => error === undefined).map(toRead));
      return items.map(({ error }) => {
        if (error !== undefined) return () => Promise.reject(error);
        return begun.shift() as Reading;
      });
    };
    for (const { item, reading } of readAhead(found, firstReader, begin)) {
      const { file } = item;
      const readFully = async () => (await (fullReader.begin([toRead(item)])[0] as Reading)()) as ReadCrate;
      const planned = await reading()
        .then((read) => planCrate(file, read, readFully, { known: graphs, mode: options.mode, named }))
        .catch((error: unknown) => failedCrate(file, error));
      signal?.throwIfAborted(); // before the commit
      results.push(planned.result);
      options.onProgress?.(results.length, found.length, file);
      if (planned.record === undefined) continue;
      graphs.addPlanned(planned.record, planned.others ?? []);
      yield* planned.writes;
    }
  }

  try {
    const sizes = new Map((await store.put(writes())).map(({ graph, after }) => [graph, after]));
    if (known !== undefined) await noteMerges(store, results, known);
    return results.map((result) => ({
      ...result,
      ...(result.graph === undefined ? {} : { quads: sizes.get(result.graph) ?? result.quads ?? 0 }),
    }));
  } finally {
    await reader?.close();
  }
}

/** Reads in threads if the load is large enough and threads can open the contexts. */
async function readerFor(
  crates: number,
  options: ReaderOptions,
  jobs = 1,
  knownDigests: ReadonlySet<string> = new Set(),
): Promise<CrateReader> {
  const threads =
    jobs > 1 && crates >= ENOUGH_FOR_THREADS ? await readInThreads(jobs, options, knownDigests) : undefined;
  return threads ?? readHere(options);
}

/** A crate that an argument names; or the argument, with the reason why it does not name a crate. */
interface Found {
  readonly file: string;
  readonly crate?: CrateArgument;
  readonly error?: unknown;
}

/** Finds the crates of all arguments, in their order. */
async function findAll(crates: Iterable<CrateArgument>, signal: AbortSignal | undefined): Promise<Found[]> {
  const found: Found[] = [];
  for (const argument of crates) {
    try {
      for await (const { file, crate } of findCrates(argument)) {
        await turn(signal);
        found.push({ file, crate });
      }
    } catch (error) {
      signal?.throwIfAborted();
      found.push({ file: typeof argument === 'string' ? argument : '-', error });
    }
  }
  return found;
}
