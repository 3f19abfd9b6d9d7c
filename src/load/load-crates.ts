import { resolve } from 'node:path';
import { checkBaseOptions } from '../crate/judge-base.js';
import {
  readAhead,
  readHere,
  readInThreads,
  type CrateReader,
  type ReaderOptions,
  type Reading,
} from './crate-readers.js';
import { CrateError } from '../errors.js';
import { isFolder } from '../disk/read-file.js';
import { isWebAddress } from '../package/package-options.js';
import { KnownGraphs } from './known-graphs.js';
import { noteMerges } from './note-merges.js';
import type { OpenCrateOptions } from '../open/open-crate.js';
import { findCrates } from '../open/find-crates.js';
import type { RdfCrateOptions } from '../open/rdf-crates.js';
import { isRdfFile } from '../open/read-rdf.js';
import type { CrateToRead, ReadCrate } from './read-crate.js';
import { failedCrate, planCrate, type LoadResult } from './plan-crate.js';
import type { GraphStore, GraphWrite, ImportMode } from '../store/port.js';

export type { LoadResult } from './plan-crate.js';

/** How to load crates. */
export interface LoadOptions extends OpenCrateOptions, Pick<RdfCrateOptions, 'from' | 'root'> {
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
 * @param crates folders, folder trees, metadata files, archives, bags, URLs, `-`, and RDF files, each with one crate or
 * with several in named graphs
 * @throws CrateError ERR_BASE_IRI_INVALID, ERR_ARCP_INVALID, and what the store throws
 */
export async function loadCrates(
  target: GraphStore | (() => Promise<GraphStore>),
  crates: Iterable<string>,
  options: LoadOptions,
): Promise<LoadResult[]> {
  checkBaseOptions({ given: options.base, arcp: options.arcp });
  const found = await findAll(crates, options);
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
    const toRead = ({ file }: Found): CrateToRead => ({ file, knownBase: graphs.lastRecordOf(file)?.base });
    const begin = (items: readonly Found[]): Reading[] => {
      const unread = items.filter(({ error, read }) => error === undefined && read === undefined);
      const begun = firstReader.begin(unread.map(toRead));
      return items.map(({ error, read }) => {
        if (error !== undefined) return () => Promise.reject(error);
        if (read !== undefined) return () => Promise.resolve(read);
        return begun.shift() as Reading;
      });
    };
    for (const { item, reading } of readAhead(found, firstReader, begin)) {
      const { file } = item;
      const readFully = async () => (await (fullReader.begin([toRead(item)])[0] as Reading)()) as ReadCrate;
      const planned = await reading()
        .then((read) => planCrate(file, read, readFully, { known: graphs, mode: options.mode, named }))
        .catch((error: unknown) => failedCrate(file, error));
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

/** A crate that an argument names, already read if it is RDF; or the argument, with the reason why it names none. */
interface Found {
  readonly file: string;
  readonly read?: ReadCrate;
  readonly error?: unknown;
}

/** Finds the crates of all arguments, in their order. */
async function findAll(crates: Iterable<string>, options: LoadOptions): Promise<Found[]> {
  const found: Found[] = [];
  for (const argument of crates) {
    try {
      if (await isRdfArgument(argument, options.from))
        for (const crate of await rdfCratesIn(argument, options)) found.push(crate);
      else if (options.root !== undefined) throw rootOfCrate(argument);
      else for await (const { file } of findCrates(argument)) found.push({ file });
    } catch (error) {
      found.push({ file: argument, error });
    }
  }
  return found;
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
  return (await readRdfCrates(file, options)).map((read) => ({ file: read.record.source, read }));
}

function rootOfCrate(argument: string): CrateError {
  return new CrateError('ERR_USAGE', `--root does not work with ${argument}, a crate whose descriptor names the root`, {
    hint: 'leave --root out, or name the format of RDF, as in --from turtle',
  });
}
