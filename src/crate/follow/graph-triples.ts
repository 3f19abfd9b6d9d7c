import type { Quad } from '@rdfjs/types';
import { Fingerprint } from '../../rdf/fingerprint.js';
import { termToNQuads } from '../../rdf/nquads.js';
import { NQUADS } from '../../rdf/syntaxes.js';
import { parseRdf } from '../../rdf/parse-rdf.js';
import { eachFingerprint, lineOf, type Fingerprints } from './triple-lines.js';
import { TripleSet } from './triple-set.js';

/** N-Triples text in chunks of whole lines. */
export type NTriplesChunks = Iterable<string> | AsyncIterable<string>;

/**
 * The triples of a graph. A triple is matched once a document accounts for it. Memory holds only fingerprints; the few
 * triples that stay unmatched are read from the graph a second time.
 */
export class GraphTriples {
  readonly #read: () => NTriplesChunks;
  readonly #set = new TripleSet();

  private constructor(read: () => NTriplesChunks) {
    this.#read = read;
  }

  /** Reads a graph; all of its triples are unmatched. @param read opens the text of the graph from its beginning */
  static async of(read: () => NTriplesChunks): Promise<GraphTriples> {
    const triples = new GraphTriples(read);
    await eachTriple(read(), ({ a, b }) => triples.#set.add(a, b));
    return triples;
  }

  /** Number of unmatched triples. */
  get unmatched(): number {
    return this.#set.unmatched;
  }

  /** Whether the graph contains all of these triples. */
  hasAll(fingerprints: Fingerprints): boolean {
    for (let i = 0; i < fingerprints.length; i += 2)
      if (!this.#set.has(fingerprints[i] as number, fingerprints[i + 1] as number)) return false;
    return true;
  }

  /** Whether the graph contains any of these triples. */
  hasAny(fingerprints: Fingerprints): boolean {
    for (let i = 0; i < fingerprints.length; i += 2)
      if (this.#set.has(fingerprints[i] as number, fingerprints[i + 1] as number)) return true;
    return false;
  }

  /** Marks those of these triples as matched that the graph contains. */
  match(fingerprints: Fingerprints): void {
    eachFingerprint(fingerprints, (a, b) => this.#set.match(a, b));
  }

  /** Whether all of these triples are matched. */
  isMatched(fingerprints: Fingerprints): boolean {
    for (let i = 0; i < fingerprints.length; i += 2)
      if (!this.#set.isMatched(fingerprints[i] as number, fingerprints[i + 1] as number)) return false;
    return true;
  }

  /** Marks these triples as unmatched. */
  unmatch(fingerprints: Fingerprints): void {
    eachFingerprint(fingerprints, (a, b) => this.#set.unmatch(a, b));
  }

  /** Labels of the blank nodes in unmatched triples. */
  async unmatchedLabels(): Promise<Set<string>> {
    const labels = new Set<string>();
    if (this.unmatched === 0) return labels;
    await eachTriple(this.#read(), ({ a, b }, chunk, start, end) => {
      if (!this.#set.isUnmatched(a, b)) return;
      const [, subject, object] = BLANK_NODES.exec(chunk.slice(start, end)) ?? [];
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
    await eachTriple(this.#read(), ({ a, b }, chunk, start, end) => {
      if (this.#set.isUnmatched(a, b)) text += `${chunk.slice(start, end)}\n`;
    });
    const quads = new Map((await parseRdf(text, NQUADS)).map((quad) => [lineOf(quad), quad]));
    if (order === undefined) return sortedBy(quads.values(), propertyOf);
    const positions = new Map(order.map((line, index) => [line, index]));
    const rank = (line: string) => positions.get(line) ?? Infinity;
    return [...quads]
      .sort(([a], [b]) => (rank(a) === rank(b) ? (a < b ? -1 : 1) : rank(a) - rank(b)))
      .map(([, quad]) => quad);
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

type OnTriple = (fingerprint: Fingerprint, text: string, start: number, end: number) => void;

/** Calls back for each triple with its fingerprint and the range of its line in the text. */
async function eachTriple(triples: NTriplesChunks, onTriple: OnTriple): Promise<void> {
  for await (const chunk of triples) {
    const others = eachCanonicalTriple(chunk, onTriple);
    if (others.length === 0) continue;
    const fingerprint = new Fingerprint();
    (await parseRdf(others.join('\n'), NQUADS)).forEach((quad, index) => {
      const text = others[index] as string;
      onTriple(fingerprint.begin().add(lineOf(quad)), text, 0, text.length);
    });
  }
}

/**
 * Calls back for the lines that have the form in which we write N-Triples: these need no parser.
 * @returns the other lines
 */
function eachCanonicalTriple(chunk: string, onTriple: OnTriple): string[] {
  const others: string[] = [];
  const fingerprint = new Fingerprint();
  // Lines of one subject follow each other: its text, with the space after it, and its fingerprint are reused.
  let subject = '\n';
  let [a, b] = [0, 0];
  // Not `includes`: V8 would move that into the loop, where each line searches the whole chunk.
  const escapes = /\\/.test(chunk);
  for (let start = 0, next; start < chunk.length; start = next) {
    next = chunk.indexOf('\n', start) + 1 || chunk.length + 1;
    const end = next - 1;
    if (!chunk.startsWith(subject, start)) {
      subject = chunk.slice(start, chunk.indexOf(' ', start) + 1);
      ({ a, b } = fingerprint.begin().add(subject));
    }
    const predicate = start + subject.length;
    if (isCanonical(chunk, predicate, end) && !(escapes && hasOtherEscape(chunk.slice(start, end))))
      onTriple(fingerprint.begin(a, b).add(chunk, predicate, end - 2), chunk, start, end);
    else if (end > start) others.push(chunk.slice(start, end));
  }
  return others;
}

/** Whether a text has an escape that our own lines never use. */
function hasOtherEscape(text: string): boolean {
  return text.includes('\\') && text.replaceAll(/\\["\\nr]/g, '').includes('\\');
}

const [QUOTE, LESS, GREATER, DOT, SPACE, UNDERSCORE] = [...'"<>. _'].map((c) => c.charCodeAt(0));

/** Whether the object of a line is an IRI, a blank node or a plain string. @param predicate offset of its predicate */
function isCanonical(text: string, predicate: number, end: number): boolean {
  if (text.charCodeAt(end - 1) !== DOT || text.charCodeAt(end - 2) !== SPACE) return false;
  const last = text.charCodeAt(end - 3);
  const first = text.charCodeAt(text.indexOf(' ', predicate) + 1);
  if (first === QUOTE) return last === QUOTE;
  return first === LESS ? last === GREATER : first === UNDERSCORE && last !== SPACE;
}
