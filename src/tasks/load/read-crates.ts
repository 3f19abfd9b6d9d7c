import {
  readAhead,
  readHere,
  readInThreads,
  type CrateReader,
  type ReaderOptions,
  type Reading,
} from './crate-readers.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import type { LoadRecord } from '../stored/load-records.js';
import type { KnownGraphs } from './known-graphs.js';
import { isReadCrate, type CrateIdentity, type CrateToRead, type ReadCrate } from './read-crate.js';

/** What a load record keeps of a crate of a catalogue. */
export type ItemMark = Pick<LoadRecord, 'catalogue' | 'itemName' | 'itemVersion'>;

/** A crate that an argument names, already read if it is RDF; or the argument, with the reason why it names none. */
export interface Found {
  readonly file: string;
  /** What to open. Default: `file`. */
  readonly crate?: CrateArgument | undefined;
  /** Its own base. Default: that of the options. */
  readonly base?: string | undefined;
  readonly read?: ReadCrate | CrateIdentity | undefined;
  /** What the catalogue says that it comes from. */
  readonly item?: ItemMark | undefined;
  readonly error?: unknown;
}

/** The outcome of reading one crate. */
export interface ReadOutcome extends Pick<Found, 'file' | 'crate' | 'base' | 'item'> {
  /** Its graph, if it has been read. */
  readonly graph?: string | undefined;
  /** Waits for the crate. @throws CrateError if it cannot be read */
  readonly read: () => Promise<ReadCrate | CrateIdentity>;
}

/** From this many crates on, reading in threads saves more time than starting them costs. */
const ENOUGH_FOR_THREADS = 64;
/** Crates of a group. */
const MOST_TOGETHER = 500;

/** Reads the crates of a load, in their order. */
export class CrateReadings {
  readonly #found: readonly Found[];
  readonly #options: ReaderOptions;
  readonly #jobs: number;
  readonly #known: KnownGraphs;
  /** Reads all of a crate whose identity was read first. */
  readonly #fullReader: CrateReader;
  readonly #outcomes: AsyncGenerator<ReadOutcome>;
  /** Outcomes that {@link readsOne} has waited for. */
  readonly #waited: ReadOutcome[] = [];
  #reader: CrateReader | undefined;

  /** @param known what the store contains, so that a crate that it contains already is not read in full */
  constructor(found: readonly Found[], options: ReaderOptions, known: KnownGraphs, jobs = 1) {
    this.#found = found;
    this.#options = options;
    this.#known = known;
    this.#jobs = jobs;
    this.#fullReader = readHere(options);
    this.#outcomes = this.#readAll();
  }

  /** Waits until one crate has been read; false if none can be read. The outcomes still contain all crates. */
  async readsOne(): Promise<boolean> {
    for (;;) {
      const next = await this.#outcomes.next();
      if (next.done === true) return false;
      const { read, ...item } = next.value;
      const outcome = read();
      this.#waited.push({ ...item, read: () => outcome });
      if (await outcome.then(() => true).catch(() => false)) return true;
    }
  }

  /** Yields the outcome of each crate, once. */
  async *outcomes(): AsyncGenerator<ReadOutcome> {
    for (let waited = this.#waited.shift(); waited !== undefined; waited = this.#waited.shift()) yield waited;
    yield* this.#outcomes;
  }

  /**
   * Yields the same in groups whose crates have all been read, each of about so many quads.
   * @param quads 0 for groups of one crate
   */
  async *groups(quads: number): AsyncGenerator<ReadOutcome[]> {
    let group: ReadOutcome[] = [];
    let sum = 0;
    for await (const { read, ...item } of this.outcomes()) {
      const reading = read();
      const known = await reading.catch(() => undefined);
      group.push({ ...item, graph: known?.graph, read: () => reading });
      if (known !== undefined && isReadCrate(known)) sum += known.quads;
      if (sum < quads && group.length < MOST_TOGETHER) continue;
      yield group;
      [group, sum] = [[], 0];
    }
    if (group.length > 0) yield group;
  }

  /** Reads all of a crate. */
  async readFully(item: Found): Promise<ReadCrate> {
    return (await this.#fullReader.begin(this.#toRead(item))()) as ReadCrate;
  }

  close(): Promise<void> | undefined {
    return this.#reader?.close();
  }

  async *#readAll(): AsyncGenerator<ReadOutcome> {
    const reader = (this.#reader = await this.#chooseReader());
    const begin = (item: Found): Reading => {
      const { error, read } = item;
      if (error !== undefined) return () => Promise.reject(error);
      if (read !== undefined) return () => Promise.resolve(read);
      return reader.begin(this.#toRead(item));
    };
    for (const { item, reading } of readAhead(this.#found, reader, begin))
      yield { file: item.file, crate: item.crate, base: item.base, item: item.item, read: reading };
  }

  /** Reads in threads if the load is large enough and threads can open the contexts. */
  async #chooseReader(): Promise<CrateReader> {
    const isKnown = (sha256: string) => this.#known.hasMetadataFile(sha256);
    const options = { ...this.#options, isKnown };
    const enough = this.#jobs > 1 && this.#found.length >= ENOUGH_FOR_THREADS;
    const threads = enough
      ? await readInThreads(this.#jobs, options, this.#known.digests ?? new Set<string>())
      : undefined;
    return threads ?? readHere(options);
  }

  #toRead({ file, crate = file, base }: Found): CrateToRead {
    return { file, crate, base, knownBase: this.#known.lastRecordOf(file)?.base };
  }
}
