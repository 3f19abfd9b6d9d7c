import { asCrateError } from '../../base/errors.js';
import { isWebAddress, type PackageOptions } from '../../package/package-options.js';
import { orAborted } from '../../package/abortable.js';
import type { CratePackage } from '../../package/crate-package.js';
import { openPackage } from '../../package/open/open-package.js';
import { Packable, type PackedBytes } from '../../store/packable.js';
import type { Piece } from '../../store/port.js';
import { threadCode } from '../../base/thread-code.js';
import { ThreadPool } from '../../base/threads/thread-pool.js';
import { packagesWithSignal } from '../../package/open/open-crate.js';
import { contextOptionsOf, contextsOrDefault, type ContextOptions } from '../../package/contexts/open-contexts.js';
import {
  readCrate,
  type CrateIdentity,
  type CrateRdf,
  type CrateToRead,
  type LoadReadOptions,
  type ReadCrate,
} from './read-crate.js';

/** Waits for a crate that a reader has begun. @throws CrateError */
export type Reading = () => Promise<ReadCrate | CrateIdentity>;

/** Reads the crates of a load. */
export interface CrateReader {
  /** How many crates to begin before the first one is awaited. */
  readonly ahead: number;
  begin(crate: CrateToRead): Reading;
  /** Releases crates that were begun but never awaited. */
  close(): Promise<void>;
}

/** How to read the crates of a load. */
export interface ReaderOptions extends LoadReadOptions {
  readonly packages?: PackageOptions | undefined;
}

/** Reads a crate that is open, with its RDF files if that is asked for. @throws CrateError as `readCrate` */
export function readOpened(
  opened: CratePackage,
  crate: CrateToRead,
  options: LoadReadOptions,
): Promise<ReadCrate | CrateIdentity> {
  if (options.rdf === undefined) return readCrate(opened, crate, options);
  return readCrate(opened, crate, options, async (document, graph) => {
    const { readCrateRdf } = await import('./read-crate-rdf.js'); // it brings the parsers of RDF
    return readCrateRdf(opened, document, graph, options);
  });
}

/** Yields the crates in order; the reader has begun the next ones already. */
export function* readAhead<Item, Begun = Reading>(
  items: readonly Item[],
  { ahead }: Pick<CrateReader, 'ahead'>,
  begin: (item: Item) => Begun,
): Generator<{ readonly item: Item; readonly reading: Begun }> {
  const begun: { item: Item; reading: Begun }[] = [];
  for (let next = 0; next < items.length || begun.length > 0;) {
    for (; next < items.length && begun.length <= ahead; next += 1) {
      const item = items[next] as Item;
      begun.push({ item, reading: begin(item) });
    }
    yield begun.shift() as (typeof begun)[number];
  }
}

/** Reads one crate after the other in this thread. Packages are opened ahead, as some come over the network. */
export function readHere(options: ReaderOptions): CrateReader {
  const waiting = new Set<Promise<CratePackage>>();
  const begin = (crate: CrateToRead): Reading => {
    const opening = openPackage(crate.crate ?? crate.file, packagesWithSignal(options));
    opening.catch(() => undefined); // not unhandled: it is awaited later
    waiting.add(opening);
    return async () => {
      waiting.delete(opening);
      const opened = await opening;
      try {
        // Bytes that come once cannot be read a second time in full.
        return await readOpened(opened, crate, crate.file === '-' ? { ...options, isKnown: undefined } : options);
      } finally {
        await opened.close();
      }
    };
  };
  // A load that fails awaits no more crates. Each package that is still opening is closed as soon as it is open.
  const close = async () =>
    waiting.forEach((opening) => void opening.then((opened) => opened.close()).catch(() => undefined));
  return { ahead: 8, begin, close };
}

/** Crates that a thread gets at once: it need not wait for the next one while this thread writes. */
const AT_ONCE = 32;

/** Seconds that a crate may keep its thread from handling messages; while it waits for a disk it handles them. */
const LONGEST_SILENCE = 60;

/** The code of the threads. */
const LOAD_THREAD = threadCode('load-thread');

/** What a thread gets when it starts. */
export interface ThreadData extends Omit<LoadReadOptions, 'contexts' | 'isKnown' | 'signal'> {
  /** Digests of known metadata files. */
  readonly knownDigests: ReadonlySet<string>;
  readonly contexts: ContextOptions;
  readonly packages: Pick<PackageOptions, 'limits' | 'verify'>;
}

/** A crate as a message between threads. */
export interface PackedCrate extends Omit<ReadCrate, 'pieces' | 'file' | 'rdf'> {
  readonly pieces: readonly (PackedBytes & Pick<Piece, 'quads'>)[];
  readonly file: readonly PackedBytes[] | undefined;
  readonly rdf?: (Omit<CrateRdf, 'graphs'> & { readonly graphs: readonly PackedCrate[] }) | undefined;
}

/** What a thread returns for a crate; it leaves a document that is too large to the main thread. */
export type ThreadOutcome = { readonly read: PackedCrate | CrateIdentity } | { readonly tooLarge: true };

/**
 * Reads many small crates of this machine in several threads. This thread reads large crates, URLs and standard input.
 * A crate that kills its thread fails with an error that says so, and no other.
 * @param knownDigests digests of known metadata files
 * @param silence seconds that a crate may keep its thread from handling messages
 * @returns undefined if threads cannot open the context source by themselves
 */
export async function readInThreads(
  jobs: number,
  options: ReaderOptions,
  knownDigests: ReadonlySet<string>,
  { code = LOAD_THREAD, silence = LONGEST_SILENCE }: { readonly code?: URL; readonly silence?: number } = {},
): Promise<CrateReader | undefined> {
  const contexts = contextOptionsOf(contextsOrDefault(options.contexts));
  if (contexts === undefined) return undefined;
  const { base, arcp, strict, allNotes, layout, references, rdf, packages: { limits, verify } = {} } = options;
  const data: ThreadData = {
    contexts,
    base,
    arcp,
    strict,
    allNotes,
    layout,
    references,
    rdf,
    knownDigests,
    packages: { limits, verify },
  };
  const threads = new ThreadPool<CrateToRead, ThreadOutcome>({ code, data, threads: jobs, atOnce: AT_ONCE });
  const localReader = readHere(options);
  const begin = (crate: CrateToRead): Reading => {
    const readLocally: Reading = () => localReader.begin(crate)();
    if (crate.file === '-' || isWebAddress(crate.file)) return readLocally;
    const outcome = threads.ask(crate, { doing: 'reading the crate', seconds: silence, isPatient: true });
    outcome.catch(() => undefined); // not unhandled: it is awaited later
    return async () => {
      const come = await orAborted(outcome, options.signal).catch((error: unknown) => {
        options.signal?.throwIfAborted();
        throw asCrateError(error, crate.file);
      });
      return 'tooLarge' in come ? readLocally() : 'record' in come.read ? unpackCrate(come.read) : come.read;
    };
  };
  return {
    ahead: AT_ONCE * (jobs + 1),
    begin,
    close: () => localReader.close().then(() => threads.close()),
  };
}

/** Packs a crate in the thread that has read it, because packing takes as long as reading. */
export function packCrate(read: ReadCrate): PackedCrate {
  const pieces = Array.from(read.pieces, ({ content, quads }) => ({ ...content.pack(), quads }));
  const rdf = read.rdf && { ...read.rdf, graphs: read.rdf.graphs.map(packCrate) };
  return { ...read, pieces, file: read.file && Array.from(read.file, (chunk) => chunk.pack()), rdf };
}

/** A crate that a thread has packed. */
export function unpackCrate(read: PackedCrate): ReadCrate {
  const pieces = read.pieces.map(({ quads, ...content }) => ({ content: Packable.packed(content), quads }));
  const rdf = read.rdf && { ...read.rdf, graphs: read.rdf.graphs.map(unpackCrate) };
  return { ...read, pieces, file: read.file?.map((chunk) => Packable.packed(chunk)), rdf };
}
