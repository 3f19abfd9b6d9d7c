import { keptFields, keptTexts, KeptValue, type Keeper } from './kept-value.js';
import { isSameQuery, type SharedQuery } from './shared-query.js';

/** A query that ran. */
export interface PastQuery extends SharedQuery {
  /** When it ran last, in milliseconds since 1970. */
  readonly time: number;
  /** How much its answer was, in words. */
  readonly amount: string;
  readonly seconds: number;
}

/** So many queries are remembered, and so many characters of them. */
export const MOST_PAST = 50;
const MOST_CHARACTERS = 500_000;

/** The queries that ran on a website, the newest first, as all windows of the browser remember them. */
export class QueryHistory {
  readonly #kept: KeptValue<readonly PastQuery[]>;
  /** The key under which they are kept. */
  readonly key: string;

  /** @param place the path of the page: several websites may share an origin */
  constructor(keeper: Keeper | undefined, place: string) {
    this.key = `crategraph.history ${place}`;
    this.#kept = new KeptValue(keeper, this.key, pastQueries);
  }

  get all(): readonly PastQuery[] {
    return this.#kept.value;
  }

  /** Remembers a query that ran; the same one is remembered once. A browser without room remembers none. */
  add(past: PastQuery): void {
    const others = this.all.filter((other) => !isSameQuery(other, past));
    this.#kept.keep(bounded([past, ...others]));
  }

  /** @returns why it has not forgotten; undefined if it has */
  clear(): string | undefined {
    return this.#kept.keep([]);
  }
}

function bounded(all: readonly PastQuery[]): PastQuery[] {
  let characters = 0;
  return all.slice(0, MOST_PAST).filter((past) => {
    const { length } = JSON.stringify(past);
    if (characters + length > MOST_CHARACTERS) return false;
    characters += length;
    return true;
  });
}

function pastQueries(kept: unknown): PastQuery[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one) => {
    const { query, values, time, amount, seconds } = keptFields(one);
    const isWhole = typeof query === 'string' && typeof time === 'number' && typeof seconds === 'number';
    if (!isWhole || typeof amount !== 'string') return [];
    return [{ query, values: keptTexts(values), time, amount, seconds }];
  });
}
