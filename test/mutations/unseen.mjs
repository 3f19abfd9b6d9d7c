/**
 * Equivalent mutants, which no test can kill: they change only time or memory, or a value that is never read. Each has a
 * file, a line, the code before and after, and the reason.
 */
const EQUIVALENT = [
  ['json/lazy-document.ts', `if (typeof item === 'object') keys += keysOf(item);`, `'object'`, `'mutant'`, 'a wrong number of keys sends the text through the slow parser, which gives the same result'],
  ['json/outline.ts', `for (let at = 0; at < source.length; at += 64) {`, '<', '<=', 'there are no bytes past the end'],
  ['follow/graph-triples.ts', `if (text.charCodeAt(end - 1) !== DOT || text.charCodeAt(end - 2) !== SPACE) return false;`, '!==', '===', 'all lines go through the parser, which gives the same result'],
  ['follow/graph-triples.ts', 'if (first === QUOTE) return last === QUOTE;', 'if (first === QUOTE) return last === QUOTE;', ';', 'such lines go through the parser, which gives the same result'],
  ['read/node-terms.ts', '#reported = false;', 'false', 'true', 'it is set before each use'],
  ['read/byte-lines.ts', 'if (this.#rope.length >= ROPE_LENGTH) this.#encode();', 'if (this.#rope.length >= ROPE_LENGTH) this.#encode();', ';', 'the text is encoded later'],
  ['follow/changed-document.ts', 'const positions = Array.from({ length: after - first }, (_, offset) => first + offset);', '-', '+', 'windows without changes are written as the same text'],
  ['json/lazy-document.ts', 'const offset = first?.offset ?? text.length;', 'first?.offset ?? text.length', 'first?.offset', 'the parser that finds the place reports an error wherever JSON.parse does'],
]; // prettier-ignore

/** Returns why a mutant is equivalent; undefined if tests can kill it. */
export function whyEquivalent(file, line, before, after) {
  const short = (text) => text.replace(/\s+/g, ' ');
  return EQUIVALENT.find(
    ([name, where, was, is]) =>
      file === `src/crate/${name}` && where === line && was === short(before) && is === short(after),
  )?.[4];
}
