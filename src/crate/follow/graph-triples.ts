import type { Quad } from '@rdfjs/types';
import { termToNQuads } from '../../base/rdf/nquads.js';
import { NQUADS } from '../../base/rdf/syntaxes.js';
import { parseRdf } from '../../base/rdf/parse-rdf.js';
import { TripleSet } from '../../base/rdf/triple-set.js';
import { lineOf } from './triple-lines.js';

/** N-Triples text in chunks of whole lines. */
export type NTriplesChunks = Iterable<string> | AsyncIterable<string>;

/** The numbers of triples in a graph; -1 for one that the graph does not have. */
export type TripleNumbers = readonly number[];

/**
 * The triples of a graph, numbered. A triple is matched once a document accounts for it. Memory holds each term once;
 * the few triples that stay unmatched are read from the graph a second time.
 */
export class GraphTriples {
  readonly #read: () => NTriplesChunks;
  readonly #set = new TripleSet();
  /** 1 for each matched triple, by its number. */
  #matched = new Uint8Array(0);
  #unmatched = 0;

  private constructor(read: () => NTriplesChunks) {
    this.#read = read;
  }

  /** Reads a graph; all of its triples are unmatched. @param read opens the text of the graph from its beginning */
  static async of(read: () => NTriplesChunks): Promise<GraphTriples> {
    const triples = new GraphTriples(read);
    await eachTriple(read(), (text, start, end) => void triples.#set.putLine(text, start, end));
    triples.#unmatched = triples.#set.size;
    triples.#matched = new Uint8Array(triples.#set.size);
    return triples;
  }

  /** Number of unmatched triples. */
  get unmatched(): number {
    return this.#unmatched;
  }

  /** The numbers of triples, given as lines. */
  numbersOf(lines: readonly string[]): TripleNumbers {
    return lines.map((line) => this.#set.findLine(line));
  }

  /** The number of a triple; -1 if the graph does not have it. */
  find(subject: string, predicate: string, object: string): number {
    return this.#set.find(subject, predicate, object);
  }

  /** Whether the graph contains all of these triples. */
  hasAll(numbers: TripleNumbers): boolean {
    return numbers.every((number) => number >= 0);
  }

  /** Whether the graph contains any of these triples. */
  hasAny(numbers: TripleNumbers): boolean {
    return numbers.some((number) => number >= 0);
  }

  /** Marks those of these triples as matched that the graph contains. */
  match(numbers: TripleNumbers): void {
    for (const number of numbers) this.#mark(number, 1);
  }

  /** Whether all of these triples are matched. */
  isMatched(numbers: TripleNumbers): boolean {
    return numbers.every((number) => this.#matched[number] === 1);
  }

  /** Marks these triples as unmatched. */
  unmatch(numbers: TripleNumbers): void {
    for (const number of numbers) this.#mark(number, 0);
  }

  #mark(number: number, matched: 0 | 1): void {
    if (number < 0 || this.#matched[number] === matched) return;
    this.#matched[number] = matched;
    this.#unmatched += matched === 1 ? -1 : 1;
  }

  /** Labels of the blank nodes in unmatched triples. */
  async unmatchedLabels(): Promise<Set<string>> {
    const labels = new Set<string>();
    if (this.unmatched === 0) return labels;
    await this.#eachUnmatched((line) => {
      const [, subject, object] = BLANK_NODES.exec(line) ?? [];
      for (const label of [subject, object]) if (label !== undefined) labels.add(label);
    });
    return labels;
  }

  /**
   * Reads the unmatched triples.
   * @param order lines that determine the order; triples that it does not list follow, sorted. Default:
   * the values of each property as they are read
   */
  async unmatchedQuads(order?: readonly string[]): Promise<Quad[]> {
    if (this.unmatched === 0) return [];
    let text = '';
    await this.#eachUnmatched((line) => (text += `${line}\n`));
    const quads = new Map((await parseRdf(text, NQUADS)).map((quad) => [lineOf(quad), quad]));
    if (order === undefined) return sortedBy(quads.values(), propertyOf);
    const positions = new Map(order.map((line, index) => [line, index]));
    const rank = (line: string) => positions.get(line) ?? Infinity;
    return [...quads]
      .sort(([a], [b]) => (rank(a) === rank(b) ? (a < b ? -1 : 1) : rank(a) - rank(b)))
      .map(([, quad]) => quad);
  }

  #eachUnmatched(onLine: (line: string) => void): Promise<void> {
    return eachTriple(this.#read(), (text, start, end, line) => {
      if (this.#matched[this.#set.findLine(text, start, end)] === 0) onLine(line());
    });
  }
}

/** Subject and predicate. */
function propertyOf({ subject, predicate }: Quad): string {
  return `${termToNQuads(subject)} ${termToNQuads(predicate)}`;
}

function sortedBy<T>(items: Iterable<T>, keyOf: (item: T) => string): T[] {
  const keyed = [...items].map((item) => ({ key: keyOf(item), item }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}

/** The labels of subject and object in a line. */
const BLANK_NODES = /^(?:_:(\S+)|<[^>]*>) <[^>]*> (?:_:(\S+) )?/;

/** Receives a triple: a range of a text in the form of {@link lineOf}, and what gives the line that states it. */
type OnTriple = (text: string, start: number, end: number, line: () => string) => void;

/** Calls back for each triple. */
async function eachTriple(triples: NTriplesChunks, onTriple: OnTriple): Promise<void> {
  for await (const chunk of triples) {
    const others = eachCanonicalTriple(chunk, onTriple);
    if (others.length === 0) continue;
    (await parseRdf(others.join('\n'), NQUADS)).forEach((quad, index) => {
      const text = lineOf(quad);
      onTriple(text, 0, text.length, () => others[index] as string);
    });
  }
}

/**
 * Calls back for the lines that have the form in which we write N-Triples: these need no parser.
 * @returns the other lines
 */
function eachCanonicalTriple(chunk: string, onTriple: OnTriple): string[] {
  const others: string[] = [];
  // Not `includes`: V8 would move that into the loop, where each line searches the whole chunk.
  const escapes = /\\/.test(chunk);
  for (let start = 0, next; start < chunk.length; start = next) {
    const first = start;
    next = chunk.indexOf('\n', start) + 1 || chunk.length + 1;
    const end = next - 1;
    if (isCanonical(chunk, first, end) && !(escapes && hasOtherEscape(chunk.slice(first, end))))
      onTriple(chunk, first, end - 2, () => chunk.slice(first, end));
    else if (end > first) others.push(chunk.slice(first, end));
  }
  return others;
}

/** Whether a text has an escape that our own lines never use. */
function hasOtherEscape(text: string): boolean {
  return text.includes('\\') && text.replaceAll(/\\["\\nr]/g, '').includes('\\');
}

const [QUOTE, LESS, GREATER, DOT, SPACE, UNDERSCORE] = [...'"<>. _'].map((c) => c.charCodeAt(0));

/** Whether the object of a line is an IRI, a blank node or a plain string. */
function isCanonical(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(end - 1) !== DOT || text.charCodeAt(end - 2) !== SPACE) return false;
  const last = text.charCodeAt(end - 3);
  const predicate = text.indexOf(' ', start) + 1;
  if (text.charCodeAt(predicate) !== LESS) return false;
  const first = text.charCodeAt(text.indexOf(' ', predicate) + 1);
  if (first === QUOTE) return last === QUOTE;
  return first === LESS ? last === GREATER : first === UNDERSCORE && last !== SPACE;
}
