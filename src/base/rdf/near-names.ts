import { distance } from 'fastest-levenshtein';

/** How many names a message suggests at most. */
const MOST = 3;

/**
 * The names that the user may have meant, nearest first: those that differ in a third of their letters or less (in
 * two letters if they are short, as two swapped letters do), whatever the case, and those that
 * begin with the given one.
 */
export function nearNames(name: string, known: Iterable<string>): string[] {
  const given = name.toLowerCase();
  const allowed = given.length < 4 ? 1 : Math.max(2, Math.floor(given.length / 3));
  const near = [...new Set(known)].flatMap((one) => {
    const other = one.toLowerCase();
    const steps = distance(given, other) - (isSwap(given, other) ? 1 : 0);
    const begins = given.length > 2 && other.startsWith(given);
    return steps <= allowed || begins ? [{ one, steps }] : [];
  });
  return near
    .sort((a, b) => a.steps - b.steps || (a.one < b.one ? -1 : 1))
    .slice(0, MOST)
    .map(({ one }) => one);
}

/** Whether two letters that stand side by side are swapped, which is one slip of a finger. */
function isSwap(one: string, other: string): boolean {
  const [given, meant] = [[...one], [...other]];
  const at = given.findIndex((letter, index) => letter !== meant[index]);
  const [first, second] = [given[at], given[at + 1]];
  if (first === undefined || second === undefined) return false;
  return [...given.slice(0, at), second, first, ...given.slice(at + 2)].join('') === other;
}

/** Names as an offer: `did you mean a, b or c?`; undefined if there are none. */
export function didYouMean(names: readonly string[]): string | undefined {
  const last = names.at(-1);
  if (last === undefined) return undefined;
  const others = names.slice(0, -1).join(', ');
  return `did you mean ${others === '' ? '' : `${others} or `}${last}?`;
}
