import { createHash } from 'node:crypto';

/** Characters of a term up to which it is its own key. */
const LONGEST = 500;
const BEGINNING = 400;

/**
 * What a term is sorted by in the index: the term, or the beginning of a long one with its SHA-256, so that a directory
 * of keys is small. Two terms with one key are compared as texts.
 */
export function sortKey(term: string): string {
  if (term.length <= LONGEST) return term;
  return `${term.slice(0, BEGINNING)}\0${createHash('sha256').update(term).digest('hex')}`;
}

/** The order of two keys: that of their UTF-16 code units. */
export function compareKeys(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * The order of a term and of another one, whose key is known. A long term is hashed only if the other begins like it.
 */
export function compareToKey(term: string, other: string, key: string): number {
  if (term.length <= LONGEST) return compareKeys(term, key) || compareKeys(term, other);
  const byBeginning = compareKeys(term.slice(0, BEGINNING), key.slice(0, BEGINNING));
  return byBeginning || compareKeys(sortKey(term), key) || compareKeys(term, other);
}
