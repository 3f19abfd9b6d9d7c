import type { StoredRecord } from './record-parts.js';

/** Texts by which graphs are found, made of what a store keeps about each. */
export interface GraphKeys {
  /** Another one whenever `of` may give other keys. */
  readonly name: string;
  /** The keys of a graph. @param records all of its records, in the order in which they were written */
  of(graph: string, records: readonly StoredRecord[]): Iterable<string>;
}

/** Selects graphs that have a key. */
export interface KeyChoice {
  readonly key: string;
  /** Select also those that have a key which begins so. Default false. */
  readonly isPrefix?: boolean | undefined;
}
