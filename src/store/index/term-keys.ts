import { createHash } from 'node:crypto';

/** Characters of a term up to which it is its own key. */
const LONGEST = 500;
const BEGINNING = 400;

/**
 * What a term is sorted by in the index: the term, or the beginning of a long one with its SHA-256, so that a directory of
 * keys is small. Two terms with one key are compared as texts.
 */
export function sortKey(term: string): string {
  if (term.length <= LONGEST) return term;
  return `${term.slice(0, BEGINNING)}\0${createHash('sha256').update(term).digest('hex')}`;
}

/** The order of two keys: that of their UTF-16 code units. */
export function compareKeys(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
