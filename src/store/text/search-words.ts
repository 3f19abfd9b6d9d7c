import { CrateError } from '../../base/errors.js';
import { wordsOf } from './text-words.js';

/** A word of a search. */
export interface WantedWord {
  readonly word: string;
  /** Its distance from the first word of its phrase. */
  readonly at: number;
  /** Whether words that begin with it are meant too. */
  readonly isPrefix: boolean;
}

/** Words of a search that stand one behind the other in a text. */
export interface WantedPhrase {
  readonly words: readonly WantedWord[];
  /** Whether it is not to be there. */
  readonly isExcluded: boolean;
}

const PART = /(-?)(?:"([^"]*)"?|([^\s"]+))(\*?)/gu;

/** Phrases of one search: more is no question of a person. */
const MOST_PHRASES = 64;

/**
 * Understands the words of a search: words, all of which are wanted; `"some words"` in this order; `rain*` for all
 * words that begin so; `-word` for what is not wanted. Everything else means itself: no text is a mistake of syntax.
 * @throws CrateError ERR_USAGE for a text without a wanted word, or with too many
 */
export function searchWords(text: string): WantedPhrase[] {
  const phrases: WantedPhrase[] = [];
  for (const [, minus, quoted, plain, star] of text.matchAll(PART)) {
    const said = quoted ?? plain ?? '';
    const isPrefix = star === '*' || (quoted === undefined && said.endsWith('*'));
    const found = [...wordsOf(said)];
    // The last letter of several without spaces is in the pair before it.
    const words = found.filter(({ isLast, to }, place) => !isLast || found[place - 1]?.to !== to);
    const first = words[0]?.at ?? 0;
    const phrase = words.map(({ word, at, isLast }, place) => ({
      word,
      at: at - first,
      isPrefix: isLast || (isPrefix && place === words.length - 1),
    }));
    if (phrase.length > 0) phrases.push({ words: phrase, isExcluded: minus === '-' });
  }
  if (!phrases.some(({ isExcluded }) => !isExcluded))
    throw new CrateError('ERR_USAGE', 'there is no word to look for', {
      hint: 'give at least one word with a letter or digit, without - before it',
    });
  if (phrases.length > MOST_PHRASES)
    throw new CrateError('ERR_USAGE', `a search has at most ${MOST_PHRASES} words, this one has ${phrases.length}`);
  return phrases;
}
