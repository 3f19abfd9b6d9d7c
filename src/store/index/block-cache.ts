/** Bytes of unpacked blocks that an index keeps. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Blocks of one kind, by their numbers: those of now, and those of before. */
interface Generations {
  now: Map<number, unknown>;
  before: Map<number, unknown>;
}

/** Blocks of one kind that are kept for the next search. */
export interface BlockShelf<T> {
  get(number: number): T | undefined;
  /** @param bytes about how much memory the block takes */
  keep(number: number, block: T, bytes: number): void;
  /** Takes the shelf out of the cache. */
  remove(): void;
}

/**
 * The unpacked blocks of an index, which are kept for the next searches, up to a number of bytes. When half of that is
 * full, what was not used since the last time is given up: nearly as good as an order by last use, and a
 * look-up is one look into a map.
 */
export class BlockCache {
  readonly #most: number;
  readonly #shelves = new Set<Generations>();
  #bytes = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** A place for blocks of one kind. */
  shelf<T>(): BlockShelf<T> {
    const blocks: Generations = { now: new Map(), before: new Map() };
    const sizes = new Map<number, number>();
    this.#shelves.add(blocks);
    return {
      get: (number) => {
        const known = blocks.now.get(number);
        if (known !== undefined) return known as T;
        const older = blocks.before.get(number);
        if (older !== undefined) this.#keep(blocks, number, older, sizes.get(number) ?? 0);
        return older as T | undefined;
      },
      keep: (number, block, bytes) => {
        sizes.set(number, bytes);
        this.#keep(blocks, number, block, bytes);
      },
      remove: () => void this.#shelves.delete(blocks),
    };
  }

  #keep({ now }: Generations, number: number, block: unknown, bytes: number): void {
    now.set(number, block);
    this.#bytes += bytes;
    if (this.#bytes <= this.#most / 2) return;
    this.#bytes = 0;
    for (const shelf of this.#shelves) {
      shelf.before = shelf.now;
      shelf.now = new Map();
    }
  }
}
