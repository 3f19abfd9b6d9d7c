import type { Quad } from '@rdfjs/types';
import { Fingerprint } from '../../rdf/fingerprint.js';
import { valueForm, valueType } from '../../rdf/literal-value.js';
import { literalToNQuads, termToNQuads } from '../../rdf/nquads.js';
import type { TermWriter } from '../read/quad-writers.js';

/** Fingerprints of lines in a row, two numbers each. */
export type Prints = readonly number[];

/** The line of a triple: a string that is equal for equal triples. */
export function lineOf({ subject, predicate, object }: Quad): string {
  const form =
    object.termType === 'Literal'
      ? literalForm(object.value, object.datatype.value, object.language)
      : termToNQuads(object);
  return `${termToNQuads(subject)} ${termToNQuads(predicate)} ${form}`;
}

/** The fingerprints of lines. */
export function printsOf(lines: readonly string[]): Prints {
  const print = new Fingerprint();
  return lines.flatMap((line) => {
    print.begin().add(line);
    return [print.a, print.b];
  });
}

/** Stores give back values in a spelling and under a datatype of their own, and language tags in lower case. */
function literalForm(value: string, datatype: string | undefined, language: string | undefined): string {
  if (datatype === undefined) return literalToNQuads(value, undefined, language?.toLowerCase());
  return literalToNQuads(valueForm(value, datatype), valueType(datatype), language?.toLowerCase());
}

/** Collects what becomes of triples of a document. */
abstract class TripleWriter<T> implements TermWriter<string> {
  /** Labels of all blank nodes met so far. */
  readonly labels = new Set<string>();
  protected written: T[] = [];
  #marked = 0;

  abstract quad(subject: string, predicate: string, object: string): void;

  get quads(): number {
    return this.written.length;
  }

  iri(iri: string): string {
    return `<${iri}>`;
  }

  blank(label: string): string {
    this.labels.add(label);
    return `_:${label}`;
  }

  literal(value: string, datatype: string | undefined, language: string | undefined): string {
    return literalForm(value, datatype, language);
  }

  key(term: string): string {
    return term;
  }

  mark(): void {
    this.#marked = this.written.length;
  }

  rollback(): void {
    this.written.length = this.#marked;
  }

  /** Takes out what was written so far. */
  take(): T[] {
    const { written } = this;
    this.written = [];
    this.#marked = 0;
    return written;
  }
}

/** Collects triples as lines. */
export class LineWriter extends TripleWriter<string> {
  quad(subject: string, predicate: string, object: string): void {
    this.written.push(`${subject} ${predicate} ${object}`);
  }
}

/** Collects triples as the fingerprints of their lines, which are never put together. */
export class PrintWriter extends TripleWriter<number> {
  readonly #print = new Fingerprint();
  #subject = '';
  #a = 0;
  #b = 0;

  override get quads(): number {
    return this.written.length / 2;
  }

  quad(subject: string, predicate: string, object: string): void {
    const print = this.#print;
    if (subject !== this.#subject) {
      print.begin().add(subject).add(' ');
      this.#subject = subject;
      this.#a = print.a;
      this.#b = print.b;
    }
    print.begin(this.#a, this.#b).add(predicate).add(' ').add(object);
    this.written.push(print.a, print.b);
  }
}
