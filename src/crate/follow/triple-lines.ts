import type { Quad } from '@rdfjs/types';
import { valueForm, valueType } from '../../base/rdf/literal-value.js';
import { literalToNQuads, termToNQuads } from '../../base/rdf/nquads.js';
import type { TermWriter } from '../read/quad-writers.js';

/** The line of a triple. Equal triples have equal lines. */
export function lineOf({ subject, predicate, object }: Quad): string {
  const form =
    object.termType === 'Literal'
      ? literalForm(object.value, object.datatype.value, object.language)
      : termToNQuads(object);
  return `${termToNQuads(subject)} ${termToNQuads(predicate)} ${form}`;
}

/** Stores change the spelling and datatype of values and put language tags in lower case: compares by value. */
function literalForm(value: string, datatype: string | undefined, language: string | undefined): string {
  if (datatype === undefined) return literalToNQuads(value, undefined, language?.toLowerCase());
  return literalToNQuads(valueForm(value, datatype), valueType(datatype), language?.toLowerCase());
}

/** Collects the triples of a document in some form `T`. */
export abstract class TripleWriter<T> implements TermWriter<string> {
  /** Labels of all blank nodes written so far, rolled back ones included. */
  readonly labels = new Set<string>();
  protected written: T[] = [];
  #saved = 0;

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

  savepoint(): void {
    this.#saved = this.written.length;
  }

  rollback(): void {
    this.written.length = this.#saved;
  }

  /** Removes and returns everything written so far. */
  take(): T[] {
    const { written } = this;
    this.written = [];
    this.#saved = 0;
    return written;
  }
}

/** Collects triples as lines. */
export class LineWriter extends TripleWriter<string> {
  quad(subject: string, predicate: string, object: string): void {
    this.written.push(`${subject} ${predicate} ${object}`);
  }
}

/** Collects the numbers of triples, without building their lines. */
export class NumberWriter extends TripleWriter<number> {
  readonly #triples: NumberedTriples;

  constructor(triples: NumberedTriples) {
    super();
    this.#triples = triples;
  }

  quad(subject: string, predicate: string, object: string): void {
    this.written.push(this.#triples.find(subject, predicate, object));
  }
}

/** Triples that have numbers; -1 stands for any other triple. */
interface NumberedTriples {
  find(subject: string, predicate: string, object: string): number;
}
