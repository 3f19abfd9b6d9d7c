import { TextSet } from './text-set.js';
import { TripleSet } from './triple-set.js';

/**
 * A set of lines of N-Quads, without line ends. Only equal lines are the same. Lines of one graph share the memory of
 * their terms.
 */
export class LineSet {
  /** The lines that end as the first one does, without this end. */
  readonly #triples = new TripleSet();
  #end: string | undefined;
  /** All others. */
  readonly #others = new TextSet();

  /** Number of lines in the set. */
  get size(): number {
    return this.#triples.size + this.#others.size;
  }

  /** Adds a line. @returns whether it is new */
  add(line: string): boolean {
    const { size } = this.#triples;
    const end = this.#tripleEnd(line);
    return end < 0 ? this.#others.add(line) : this.#triples.putLine(line, 0, end) === size;
  }

  has(line: string): boolean {
    const end = this.#tripleEnd(line);
    return end < 0 ? this.#others.has(line) : this.#triples.findLine(line, 0, end) >= 0;
  }

  /**
   * Where the triple ends in a line that ends as the first one does; -1 for another line, or one without three terms.
   */
  #tripleEnd(line: string): number {
    this.#end ??= line.slice(Math.max(0, line.lastIndexOf(' ', line.length - 3)));
    if (!line.endsWith(this.#end)) return -1;
    const end = line.length - this.#end.length;
    const predicate = line.indexOf(' ') + 1;
    const object = line.indexOf(' ', predicate) + 1;
    return predicate > 0 && object > 0 && object < end ? end : -1;
  }
}
