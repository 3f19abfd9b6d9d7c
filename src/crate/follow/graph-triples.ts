import type { Quad } from '@rdfjs/types';
import { Fingerprint } from '../../rdf/fingerprint.js';
import { NQUADS } from '../../rdf/syntaxes.js';
import { parseRdf } from '../../rdf/parse-rdf.js';
import { lineOf, type Prints } from './triple-lines.js';
import { TripleSet } from './triple-set.js';

/** N-Triples text in pieces of whole lines. */
export type Triples = Iterable<string> | AsyncIterable<string>;

/**
 * The triples of a graph, each with a mark whether the original document accounts for it. Only fingerprints are kept:
 * the few triples that are asked for in the end are read once more.
 */
export class GraphLines {
  readonly #read: () => Triples;
  readonly #set = new TripleSet();

  private constructor(read: () => Triples) {
    this.#read = read;
  }

  /** @param read gives the text of the graph, each time from its beginning */
  static async of(read: () => Triples): Promise<GraphLines> {
    const lines = new GraphLines(read);
    await eachLine(read(), ({ a, b }) => lines.#set.add(a, b));
    return lines;
  }

  /** Number of triples that nothing accounts for. */
  get open(): number {
    return this.#set.open;
  }

  /** Whether the graph has all of the lines. */
  every(prints: Prints): boolean {
    for (let i = 0; i < prints.length; i += 2)
      if (!this.#set.has(prints[i] as number, prints[i + 1] as number)) return false;
    return true;
  }

  /** Whether the graph has any of the lines. */
  some(prints: Prints): boolean {
    for (let i = 0; i < prints.length; i += 2)
      if (this.#set.has(prints[i] as number, prints[i + 1] as number)) return true;
    return false;
  }

  /** Marks lines as accounted for. */
  cover(prints: Prints): void {
    for (let i = 0; i < prints.length; i += 2) this.#set.cover(prints[i] as number, prints[i + 1] as number);
  }

  /** Whether all of the lines are accounted for. */
  covers(prints: Prints): boolean {
    for (let i = 0; i < prints.length; i += 2)
      if (!this.#set.isCovered(prints[i] as number, prints[i + 1] as number)) return false;
    return true;
  }

  /** Takes the marks away again. */
  uncover(prints: Prints): void {
    for (let i = 0; i < prints.length; i += 2) this.#set.uncover(prints[i] as number, prints[i + 1] as number);
  }

  /** Labels of the blank nodes in the triples that nothing accounts for. */
  async openLabels(): Promise<Set<string>> {
    const labels = new Set<string>();
    if (this.open === 0) return labels;
    await eachLine(this.#read(), ({ a, b }, piece, start, end) => {
      if (!this.#set.isOpen(a, b)) return;
      const [, subject, object] = BLANK_NODES.exec(piece.slice(start, end)) ?? [];
      for (const label of [subject, object]) if (label !== undefined) labels.add(label);
    });
    return labels;
  }

  /** The triples that nothing in the document accounts for: first in the given order of lines, the others sorted. */
  async rest(order: readonly string[]): Promise<Quad[]> {
    if (this.open === 0) return [];
    let text = '';
    await eachLine(this.#read(), ({ a, b }, piece, start, end) => {
      if (this.#set.isOpen(a, b)) text += `${piece.slice(start, end)}\n`;
    });
    const quads = new Map((await parseRdf(text, NQUADS)).map((quad) => [lineOf(quad), quad]));
    const place = new Map(order.map((line, index) => [line, index]));
    const rank = (line: string) => place.get(line) ?? Infinity;
    return [...quads]
      .sort(([a], [b]) => (rank(a) === rank(b) ? (a < b ? -1 : 1) : rank(a) - rank(b)))
      .map(([, quad]) => quad);
  }
}

/** The labels of subject and object in a line. */
const BLANK_NODES = /^(?:_:(\S+)|<[^>]*>) <[^>]*> (?:_:(\S+) )?/;

type OnLine = (print: Fingerprint, text: string, start: number, end: number) => void;

/** Calls back for each line of N-Triples with its fingerprint, and where its text is. */
async function eachLine(triples: Triples, onLine: OnLine): Promise<void> {
  for await (const piece of triples) {
    const odd = eachCanonicalLine(piece, onLine);
    if (odd.length === 0) continue;
    const print = new Fingerprint();
    (await parseRdf(odd.join('\n'), NQUADS)).forEach((quad, index) => {
      const text = odd[index] as string;
      onLine(print.begin().add(lineOf(quad)), text, 0, text.length);
    });
  }
}

/** The same for lines that are written as we write them; the others come back. */
function eachCanonicalLine(piece: string, onLine: OnLine): string[] {
  const odd: string[] = [];
  const print = new Fingerprint();
  let subject = '\n'; // with the space after it, and the state of its fingerprint
  let [a, b] = [0, 0];
  // A pattern: the compiler of V8 moves `includes` and `indexOf` into the loop, where each line searches all of the text.
  const escapes = /\\/.test(piece);
  for (let start = 0, next; start < piece.length; start = next) {
    next = piece.indexOf('\n', start) + 1 || piece.length + 1;
    const end = next - 1;
    if (!piece.startsWith(subject, start)) {
      subject = piece.slice(start, piece.indexOf(' ', start) + 1);
      ({ a, b } = print.begin().add(subject));
    }
    const predicate = start + subject.length;
    if (isCanonical(piece, predicate, end) && !(escapes && hasOddEscape(piece.slice(start, end))))
      onLine(print.begin(a, b).add(piece, predicate, end - 2), piece, start, end);
    else if (end > start) odd.push(piece.slice(start, end));
  }
  return odd;
}

/** Whether a text has an escape that our own lines do without. */
function hasOddEscape(text: string): boolean {
  return text.includes('\\') && text.replaceAll(/\\["\\nr]/g, '').includes('\\');
}

const [QUOTE, LESS, GREATER, DOT, SPACE, UNDERSCORE] = [...'"<>. _'].map((c) => c.charCodeAt(0));

/** Whether a line, from its predicate on, ends in an IRI, a blank node or a string without datatype and language. */
function isCanonical(text: string, predicate: number, end: number): boolean {
  if (text.charCodeAt(end - 1) !== DOT || text.charCodeAt(end - 2) !== SPACE) return false;
  const last = text.charCodeAt(end - 3);
  const first = text.charCodeAt(text.indexOf(' ', predicate) + 1);
  if (first === QUOTE) return last === QUOTE;
  return first === LESS ? last === GREATER : first === UNDERSCORE && last !== SPACE;
}
