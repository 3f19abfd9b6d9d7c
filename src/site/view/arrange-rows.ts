/** What a reader of a list wants to see of it, and in which order. */
export interface RowOrder {
  /** Words that a row has to have somewhere; empty for all rows. */
  readonly words: string;
  /** The column that decides; undefined for the order of the list. */
  readonly sort: string | undefined;
  readonly isDescending: boolean;
}

/** What a list knows of its rows. */
export interface RowTexts<T> {
  /** All that words are looked for in. */
  text(row: T): string;
  /** What a column has of a row; undefined comes last. */
  value(row: T, column: string): string | number | undefined;
  /** Rows of a lower group come first in every order. Default: one group. */
  readonly group?: ((row: T) => number) | undefined;
}

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares names as people count: `run-9` comes before `run-10`. */
export function compareNames(a: string, b: string): number {
  return COLLATOR.compare(a, b);
}

/** More words are no question of a person. */
const MOST_WORDS = 20;

/** The rows that have all words, as parts of their texts, in the order that is asked for. */
export function arrangeRows<T>(rows: readonly T[], order: RowOrder, texts: RowTexts<T>): readonly T[] {
  const wanted = wordsOfFilter(order.words);
  const found = wanted.length === 0 ? rows : rows.filter((row) => hasWords(texts.text(row), wanted));
  const { sort, isDescending } = order;
  if (sort === undefined) return found;
  const keyed = found.map((row) => ({ row, group: texts.group?.(row) ?? 0, value: texts.value(row, sort) }));
  const sign = isDescending ? -1 : 1;
  keyed.sort((a, b) => a.group - b.group || compareValues(a.value, b.value, sign));
  return keyed.map(({ row }) => row);
}

/** The words of a filter, as texts are compared with them. */
export function wordsOfFilter(words: string): string[] {
  return folded(words).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
}

/** A part of a text, and whether it has a word of a filter. */
export interface FilteredPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** The parts of a text that have words of a filter, and those between. @param words of {@link wordsOfFilter} */
export function markParts(text: string, words: readonly string[]): FilteredPart[] {
  const plain = text.toLowerCase();
  const parts: FilteredPart[] = [];
  // A few letters have lower cases of other lengths: their texts are not marked.
  const isMarked = plain.length === text.length && words.length > 0;
  for (let at = 0; at < text.length;) {
    const next = isMarked ? nextMatch(plain, words, at) : undefined;
    const from = next?.from ?? text.length;
    if (from > at) parts.push({ text: text.slice(at, from), isMatch: false });
    if (next !== undefined) parts.push({ text: text.slice(from, next.to), isMatch: true });
    at = next?.to ?? text.length;
  }
  return parts;
}

function nextMatch(text: string, words: readonly string[], at: number) {
  let first: { readonly from: number; readonly to: number } | undefined;
  for (const word of words) {
    const from = text.indexOf(word, at);
    const to = from + word.length;
    if (from >= 0 && (first === undefined || from < first.from || (from === first.from && to > first.to)))
      first = { from, to };
  }
  return first;
}

function hasWords(text: string, wanted: readonly string[]): boolean {
  const plain = folded(text);
  return wanted.every((word) => plain.includes(word));
}

/** Disks write accents as letters of their own, keyboards do not. */
function folded(text: string): string {
  return text.toLowerCase().normalize('NFC');
}

function compareValues(a: string | number | undefined, b: string | number | undefined, sign: number): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  if (typeof a === 'string' && typeof b === 'string') return sign * compareNames(a, b);
  return a < b ? -sign : sign;
}
