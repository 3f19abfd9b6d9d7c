import type { QuadIndex } from '../index/quad-index.js';
import type { WantedPhrase } from './search-words.js';
import type { TextIndex } from './text-index.js';
import { searchableText } from './text-of-term.js';
import { wordsOf } from './text-words.js';

/** The usual constants of BM25. */
const K1 = 1.2;
const B = 0.75;

/** The terms that have a phrase, each with its BM25 score. */
export function rankTerms(text: TextIndex, index: QuadIndex, phrase: WantedPhrase): Map<number, number> {
  let found: Map<number, { count: number; length: number }> | undefined;
  for (const { word, isPrefix } of phrase.words) {
    const having = new Map<number, { count: number; length: number }>();
    for (const { term, count, length } of text.find(word, isPrefix)) {
      if (found !== undefined && !found.has(term)) continue;
      const known = having.get(term);
      if (known === undefined) having.set(term, { count, length });
      else known.count += count;
    }
    found = having;
  }
  const scores = new Map<number, number>();
  if (found === undefined) return scores;
  if (phrase.words.length > 1)
    for (const term of found.keys()) if (!hasPhrase(searchableText(index.term(term)), phrase)) found.delete(term);
  const rarity = Math.log(1 + (text.terms - found.size + 0.5) / (found.size + 0.5));
  for (const [term, { count, length }] of found)
    scores.set(term, (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / text.meanLength)));
  return scores;
}

function hasPhrase(text: string, { words }: WantedPhrase): boolean {
  const found = [...wordsOf(text)];
  const places = new Map<number, string[]>();
  for (const { at, word } of found) places.set(at, [...(places.get(at) ?? []), word]);
  return found.some(({ at: start }) =>
    words.every(({ word, at, isPrefix }) =>
      (places.get(start + at) ?? []).some((one) => (isPrefix ? one.startsWith(word) : one === word)),
    ),
  );
}
