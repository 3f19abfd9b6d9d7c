import type { Quad } from '@rdfjs/types';
import { valueForm } from '../../rdf/literal-value.js';
import { literalToNQuads, termToNQuads } from '../../rdf/nquads.js';
import type { TermWriter } from '../read/terms.js';

/** Collects triples as lines: strings that are equal for equal triples. */
export class LineWriter implements TermWriter<string> {
  /** Labels of all blank nodes met so far. */
  readonly labels = new Set<string>();
  #lines: string[] = [];
  #marked = 0;

  get quads(): number {
    return this.#lines.length;
  }

  iri(iri: string): string {
    return `<${iri}>`;
  }

  blank(label: string): string {
    this.labels.add(label);
    return `_:${label}`;
  }

  literal(value: string, datatype: string | undefined, language: string | undefined): string {
    return literalLine(value, datatype, language);
  }

  quad(subject: string, predicate: string, object: string): void {
    this.#lines.push(`${subject} ${predicate} ${object}`);
  }

  mark(): void {
    this.#marked = this.#lines.length;
  }

  rollback(): void {
    this.#lines.length = this.#marked;
  }

  /** Takes out the lines written so far. */
  take(): string[] {
    const lines = this.#lines;
    this.#lines = [];
    this.#marked = 0;
    return lines;
  }
}

function objectLine(object: Quad['object']): string {
  if (object.termType !== 'Literal') return termToNQuads(object);
  return literalLine(object.value, object.datatype.value, object.language);
}

/** Stores give back values in a spelling of their own, and language tags in lower case. */
function literalLine(value: string, datatype: string | undefined, language: string | undefined): string {
  return literalToNQuads(
    datatype === undefined ? value : valueForm(value, datatype),
    datatype,
    language?.toLowerCase(),
  );
}

/** The triples of a graph, each with a mark whether the original document accounts for it. */
export class GraphLines {
  readonly #open = new Map<string, Quad>();
  readonly #covered = new Set<string>();

  static async of(quads: Iterable<Quad> | AsyncIterable<Quad>): Promise<GraphLines> {
    const lines = new GraphLines();
    for await (const quad of quads) {
      lines.#open.set(`${termToNQuads(quad.subject)} ${termToNQuads(quad.predicate)} ${objectLine(quad.object)}`, quad);
    }
    return lines;
  }

  has(line: string): boolean {
    return this.#open.has(line) || this.#covered.has(line);
  }

  /** Marks lines as accounted for. */
  cover(lines: readonly string[]): void {
    for (const line of lines) if (this.#open.delete(line)) this.#covered.add(line);
  }

  /** The triples that nothing in the document accounts for: first in the given order of lines, the others sorted. */
  rest(order: readonly string[]): Quad[] {
    const place = new Map(order.map((line, index) => [line, index]));
    const rank = (line: string) => place.get(line) ?? Infinity;
    const lines = [...this.#open.keys()].sort((a, b) => (rank(a) === rank(b) ? (a < b ? -1 : 1) : rank(a) - rank(b)));
    return lines.map((line) => this.#open.get(line) as Quad);
  }
}
