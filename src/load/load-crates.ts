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
import type { OpenCrateOptions } from '../open/open-crate.js';
import { findCrates } from '../open/find-crates.js';
import type { CrateToRead, ReadCrate } from './read-crate.js';
import { failed, stage, type LoadResult } from './stage-crate.js';
import type { GraphStore, GraphWrite, ImportMode } from '../store/port.js';

export type { LoadResult } from './stage-crate.js';

/** How to load crates. */
export interface LoadOptions extends OpenCrateOptions {
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
 * @param target an open store, or what opens it; this is not called when no argument names a crate
 * @param crates folders, folder trees, metadata files, archives, bags, URLs, `-`
 * @throws CrateError ERR_BASE_IRI_INVALID, ERR_ARCP_INVALID, and what the store throws
 */
export async function loadCrates(
  target: GraphStore | (() => Promise<GraphStore>),
  crates: Iterable<string>,
  options: LoadOptions,
): Promise<LoadResult[]> {
  checkBaseOptions({ given: options.base, arcp: options.arcp });
  const wanted = await allCrates(crates);
  if (wanted.every(({ error }) => error !== undefined))
    return wanted.map(({ file, error }) => failed(file, error).result);
  const store = typeof target === 'function' ? await target() : target;
  const named = options.base !== undefined || options.arcp !== undefined;
  const again = readHere(options);
  const results: LoadResult[] = [];
  let known: KnownGraphs | undefined;
  let reader: CrateReader | undefined;

  // The store runs this under its lock: what it holds is looked at when no other writer can change it any more.
  async function* writes(): AsyncGenerator<GraphWrite> {
    const files = wanted.map(({ file }) => file);
    const graphs = (known = await KnownGraphs.of(store, files));
    const isKnown = (sha256: string) => graphs.holds(sha256);
    const here = (reader = await readerFor(files.length, { ...options, isKnown }, options.jobs, graphs.digests));
    const toRead = ({ file }: Wanted): CrateToRead => ({ file, knownBase: graphs.ofSource(file)?.base });
    const begin = (items: readonly Wanted[]): Reading[] => {
      const begun = here.begin(items.filter(({ error }) => error === undefined).map(toRead));
      return items.map(({ error }) => {
        if (error !== undefined) return () => Promise.reject(error);
        return begun.shift() as Reading;
      });
    };
    for (const { item, reading } of readAhead(wanted, here, begin)) {
      const { file } = item;
      const whole = async () => (await (again.begin([toRead(item)])[0] as Reading)()) as ReadCrate;
      const staged = await reading()
        .then((read) => stage(file, read, whole, { known: graphs, mode: options.mode, named }))
        .catch((error: unknown) => failed(file, error));
      results.push(staged.result);
      options.onProgress?.(results.length, wanted.length, file);
      if (staged.record === undefined) continue;
      graphs.add(staged.record, staged.others ?? []);
      yield* staged.writes;
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

/** In threads where that pays and can be. */
async function readerFor(
  crates: number,
  options: ReaderOptions,
  jobs = 1,
  known: ReadonlySet<string> = new Set(),
): Promise<CrateReader> {
  const threads = jobs > 1 && crates >= MANY ? await readInThreads(jobs, options, known) : undefined;
  return threads ?? readHere(options);
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
