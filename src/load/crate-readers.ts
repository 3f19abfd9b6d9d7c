import { CrateError } from '../errors.js';
import { isWebAddress, type PackageOptions } from '../package/package-options.js';
import type { CratePackage } from '../package/crate-package.js';
import { openPackage } from '../open/open-package.js';
import { Packable, type PackedBytes } from '../store/packable.js';
import type { Piece } from '../store/port.js';
import { contextOptionsOf, type ContextOptions } from '../package/contexts/open-contexts.js';
import { readCrate, type CrateToRead, type ReadCrate, type LoadReadOptions, type SeenCrate } from './read-crate.js';

/** Gives out a crate that is being read. @throws CrateError */
export type Reading = () => Promise<ReadCrate | SeenCrate>;

/** Reads the crates of a load. */
export interface CrateReader {
  /** How many crates are begun at a time, and how many before the first of them is asked for. */
  readonly batch: number;
  readonly ahead: number;
  begin(crates: readonly CrateToRead[]): Reading[];
  /** Lets go of what was begun and never asked for. */
  close(): Promise<void>;
}

/** What a reader needs to know. */
export interface ReaderOptions extends LoadReadOptions {
  readonly packages?: PackageOptions | undefined;
}

/** Crates in their order, those that come after them begun already. */
export function* readAhead<Item>(
  items: readonly Item[],
  { batch, ahead }: CrateReader,
  begin: (items: readonly Item[]) => Reading[],
): Generator<{ readonly item: Item; readonly reading: Reading }> {
  const begun: { item: Item; reading: Reading }[] = [];
  for (let next = 0; next < items.length || begun.length > 0;) {
    while (next < items.length && begun.length <= ahead) {
      const some = items.slice(next, next + batch);
      next += some.length;
      begin(some).forEach((reading, index) => begun.push({ item: some[index] as Item, reading }));
    }
    yield begun.shift() as (typeof begun)[number];
  }
}

/** Reads in this thread, one crate after the other; packages are opened ahead, for some come over the network. */
export function readHere(options: ReaderOptions): CrateReader {
  const waiting = new Set<Promise<CratePackage>>();
  const begin = (crate: CrateToRead): Reading => {
    const opening = openPackage(crate.file, options.packages);
    opening.catch(() => undefined); // not unhandled: it is awaited later
    waiting.add(opening);
    return async () => {
      waiting.delete(opening);
      const opened = await opening;
      try {
        return await readCrate(opened, crate, options);
      } finally {
        await opened.close();
      }
    };
  };
  // A load that fails asks for no more; what was opened for it is let go, whenever that is open.
  const close = async () =>
    waiting.forEach((opening) => void opening.then((opened) => opened.close()).catch(() => undefined));
  return { batch: 1, ahead: 8, begin: (crates) => crates.map(begin), close };
}

/** Crates that a thread gets at a time. */
const BATCH = 32;

/** What a reading thread is told when it starts. */
export interface ThreadData extends Omit<LoadReadOptions, 'contexts' | 'isKnown'> {
  /** Digests of known metadata files. */
  readonly known: ReadonlySet<string>;
  readonly contexts: ContextOptions;
  readonly packages: Pick<PackageOptions, 'limits' | 'verify'>;
}

/** A crate that was read whole, plain enough to go from thread to thread. */
export interface PackedCrate extends Omit<ReadCrate, 'pieces' | 'file'> {
  readonly pieces: readonly (PackedBytes & Pick<Piece, 'quads'>)[];
  readonly file: readonly PackedBytes[] | undefined;
}

/** What a thread made of a crate: `left` tells that it is too large to be passed from thread to thread. */
export type ThreadOutcome =
  | { readonly read: PackedCrate | SeenCrate }
  | { readonly error: Pick<CrateError, 'code' | 'message' | 'hint' | 'details'> }
  | { readonly left: true };

/**
 * Reads in several threads, for many small crates on this machine; what is large or elsewhere is read here.
 * @param known digests of known metadata files
 * @returns undefined when the context source is not one that threads can open for themselves
 */
export async function readInThreads(
  jobs: number,
  options: ReaderOptions,
  known: ReadonlySet<string>,
): Promise<CrateReader | undefined> {
  const contexts = contextOptionsOf(options.contexts);
  if (contexts === undefined) return undefined;
  const { default: Tinypool } = await import('tinypool');
  const { base, arcp, strict, layout, packages: { limits, verify } = {} } = options;
  const data: ThreadData = { contexts, base, arcp, strict, layout, known, packages: { limits, verify } };
  const pool = new Tinypool({
    filename: new URL('./load-thread.js', import.meta.url).href,
    minThreads: jobs,
    maxThreads: jobs,
    workerData: data,
  });
  const here = readHere(options);
  const begin = (crates: readonly CrateToRead[]): Reading[] => {
    const local = crates.filter(({ file }) => file !== '-' && !isWebAddress(file));
    const outcomes = pool.run(local) as Promise<ThreadOutcome[]>;
    outcomes.catch(() => undefined);
    return crates.map((crate) => {
      const index = local.indexOf(crate);
      const itself = () => (here.begin([crate]) as [Reading])[0]();
      return index < 0 ? itself : async () => outcomeOf((await outcomes)[index] as ThreadOutcome, itself);
    });
  };
  return { batch: BATCH, ahead: BATCH * (jobs + 1), begin, close: () => here.close().then(() => pool.destroy()) };
}

function outcomeOf(outcome: ThreadOutcome, itself: Reading): ReturnType<Reading> {
  if ('left' in outcome) return itself();
  if ('read' in outcome) return Promise.resolve('record' in outcome.read ? unpacked(outcome.read) : outcome.read);
  const { code, message, hint, details } = outcome.error;
  return Promise.reject(new CrateError(code, message, { hint, details }));
}

/** A crate as a thread sends it, packed there: that takes as long as reading it. */
export function packed(read: ReadCrate): PackedCrate {
  const pieces = Array.from(read.pieces, ({ content, quads }) => ({ ...content.pack(), quads }));
  return { ...read, pieces, file: read.file && Array.from(read.file, (part) => part.pack()) };
}

function unpacked(read: PackedCrate): ReadCrate {
  const pieces = read.pieces.map(({ quads, ...content }) => ({ content: Packable.packed(content), quads }));
  return { ...read, pieces, file: read.file?.map((part) => Packable.packed(part)) };
}
