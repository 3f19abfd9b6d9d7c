/** Words before or behind a name that are none of it. */
const TITLES = new Set(['dr', 'prof', 'professor', 'mr', 'mrs', 'ms', 'phd', 'msc', 'bsc', 'md']);

/**
 * Whether two names may be of one person: one has all words of the other, in any order, where an initial stands for any
 * word that begins so. `Doe, Jane`, `J. Doe` and `Jane Mary Doe` may be one, `John Doe` and `Jane Doe` not.
 */
export function mayBeOneName(one: string, other: string): boolean {
  const [few, many] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [string[], string[]];
  if (few.length === 0) return true;
  const rest = new Set(many.keys());
  let isWordShared = false;
  // whole words first, so that an initial does not take their place
  for (const word of [...few].sort((a, b) => b.length - a.length)) {
    const at = placeOf(word, many, rest);
    if (at === undefined) return false;
    rest.delete(at);
    isWordShared ||= word.length > 1 && many[at] === word;
  }
  return isWordShared || few.join() === many.join();
}

/** Where a word stands for one of those that are left: as it is, or with an initial for it. */
function placeOf(word: string, words: readonly string[], rest: ReadonlySet<number>): number | undefined {
  let initial: number | undefined;
  for (const at of rest) {
    const other = words[at] as string;
    if (other === word) return at;
    const isInitial = (word.length === 1 || other.length === 1) && other[0] === word[0];
    if (isInitial) initial ??= at;
  }
  return initial;
}

function wordsOf(name: string): string[] {
  const plain = plainText(name);
  return plain === '' ? [] : plain.split(' ').filter((word) => !TITLES.has(word));
}

/** Whether two titles may be of one work: one begins with, or contains, the other. */
export function mayBeOneTitle(one: string, other: string): boolean {
  const [short, long] = [plainText(one), plainText(other)].sort((a, b) => a.length - b.length) as [string, string];
  return ` ${long} `.includes(short === '' ? '' : ` ${short} `);
}

/** Letters and digits without case and accents, one space between two words. */
function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’'`]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
