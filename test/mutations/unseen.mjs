/**
 * Mutants that no test can catch: what they change costs time or memory, or is never looked at. Each is one line of a
 * file, what was there, what is there now, and why nobody sees it.
 */
const UNSEEN = [
  ['json/lazy-document.ts', `if (typeof item === 'object') keys += keysOf(item);`, `'object'`, `'mutant'`, 'a wrong number of keys sends the text through the slow parser, which reads the same'],
  ['json/outline.ts', `for (let at = 0; at < source.length; at += 64) {`, '<', '<=', 'past the end there are no bytes'],
  ['follow/graph-triples.ts', `if (text.charCodeAt(end - 1) !== DOT || text.charCodeAt(end - 2) !== SPACE) return false;`, '!==', '===', 'all lines go through the parser, which reads the same'],
  ['follow/graph-triples.ts', 'if (first === QUOTE) return last === QUOTE;', 'if (first === QUOTE) return last === QUOTE;', ';', 'such lines go through the parser, which reads the same'],
  ['read/node-terms.ts', '#reported = false;', 'false', 'true', 'it is set before each use'],
  ['read/byte-lines.ts', 'if (this.#rope.length >= ROPE_LENGTH) this.#encode();', 'if (this.#rope.length >= ROPE_LENGTH) this.#encode();', ';', 'the text is encoded later'],
  ['follow/changed-document.ts', 'const positions = Array.from({ length: after - first }, (_, offset) => first + offset);', '-', '+', 'windows of which nothing changes are written by the same text'],
  ['json/lazy-document.ts', 'const offset = first?.offset ?? text.length;', 'first?.offset ?? text.length', 'first?.offset', 'the parser that finds the place sees an error wherever JSON.parse does'],
]; // prettier-ignore

/** Why a mutant cannot be seen, undefined when it can. */
export function whyUnseen(file, line, before, after) {
  const short = (text) => text.replace(/\s+/g, ' ');
  return UNSEEN.find(
    ([name, where, was, is]) =>
      file === `src/crate/${name}` && where === line && was === short(before) && is === short(after),
  )?.[4];
}
