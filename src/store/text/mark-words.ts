import { searchWords } from './search-words.js';
import { wordsOf } from './text-words.js';

/** A part of a text. */
export interface MarkedPart {
  readonly text: string;
  /** Whether it is a word of the search. */
  readonly isMatch: boolean;
}

/** Words before the first match that a snippet has, and characters in all. */
const BEFORE = 40;
const LENGTH = 160;

/**
 * The part of a text with the words of a search, each marked; `…` stands for what is left out.
 * White space is one space.
 * @param words as `search` understands them
 * @throws CrateError ERR_USAGE for a text without a wanted word
 */
export function markWords(text: string, words: string): MarkedPart[] {
  const wanted = searchWords(words)
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap((phrase) => phrase.words);
  const line = text.replace(/\s+/g, ' ').trim();
  const matches = [...wordsOf(line)].filter(({ word: own }) =>
    wanted.some(({ word, isPrefix }) => (isPrefix ? own.startsWith(word) : own === word)),
  );
  const start = startOf(line, matches[0]?.from ?? 0);
  const end = line.length - start <= LENGTH ? line.length : endOf(line, start + LENGTH);
  const parts: MarkedPart[] = start > 0 ? [{ text: '…', isMatch: false }] : [];
  let at = start;
  for (const { from, to } of matches) {
    if (from >= end || to <= at) continue;
    if (from > at) parts.push({ text: line.slice(at, from), isMatch: false });
    parts.push({ text: line.slice(Math.max(at, from), Math.min(to, end)), isMatch: true });
    at = Math.min(to, end);
  }
  if (at < end) parts.push({ text: line.slice(at, end), isMatch: false });
  if (end < line.length) parts.push({ text: '…', isMatch: false });
  return joined(parts);
}

/** A little before the first match, at the beginning of a word. */
function startOf(line: string, match: number): number {
  if (match <= BEFORE) return 0;
  const space = line.indexOf(' ', match - BEFORE);
  return space >= 0 && space < match ? space + 1 : match;
}

/** The end of the last whole word up to here, or the middle of a long one, but not of a character. */
function endOf(line: string, end: number): number {
  const space = line.lastIndexOf(' ', end);
  if (space > end - BEFORE) return space;
  return /[\uD800-\uDBFF]/.test(line[end - 1] ?? '') ? end - 1 : end;
}

/** Matches that touch, as pairs of letters do, are one. */
function joined(parts: readonly MarkedPart[]): MarkedPart[] {
  const all: MarkedPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last !== undefined && last.isMatch === part.isMatch)
      all[all.length - 1] = { ...last, text: last.text + part.text };
    else all.push(part);
  }
  return all;
}
