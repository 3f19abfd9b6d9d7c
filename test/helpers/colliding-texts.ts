import { textHash } from '../../src/base/rdf/hash-table.js';

/** Texts that are looked at: enough for a handful of collisions of 32 bits. */
const TEXTS = 200_000;

/**
 * Pairs of different texts with one hash in the tables of this process, no text in two of them, found by a search: whatever
 * compares texts by their hash alone takes them for equal.
 */
export function collidingTexts(textOf: (index: number) => string): [one: string, other: string][] {
  const seen = new Map<number, number>();
  const pairs: [string, string][] = [];
  for (let index = 0; index < TEXTS || pairs.length === 0; index += 1) {
    const hash = textHash(textOf(index));
    const other = seen.get(hash);
    if (other === undefined) seen.set(hash, index);
    else {
      pairs.push([textOf(other), textOf(index)]);
      seen.delete(hash);
    }
  }
  return pairs;
}

/** The root for which the pairs below have been found. */
export const COLLIDING_ROOT = 'https://example.org/c/';

/** Keywords of one root that have one hash of 53 bits (cyrb53), each found in seconds: in a line of RDF. */
export const COLLIDING_IN_RDF = ['1134fdc9b19933', '073ca2b84b5e48'] as const;

/** The same, as the reader of a document compares quads. */
export const COLLIDING_IN_DOCUMENT = ['0af483b00f5bcf', '0031e5e0e9e2f8'] as const;

/** The same, in a line of a store. */
export const COLLIDING_IN_STORE = ['1f97f9aa1a9adb', '076163a3ea3bec'] as const;
