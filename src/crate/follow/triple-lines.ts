import type { Quad } from '@rdfjs/types';
import { Fingerprint } from '../../rdf/fingerprint.js';
import { valueForm, valueType } from '../../rdf/literal-value.js';
import { literalToNQuads, termToNQuads } from '../../rdf/nquads.js';
import type { TermWriter } from '../read/quad-writers.js';

/** Fingerprints of triples in one flat array, two numbers each. */
export type Fingerprints = readonly number[];

/** The line of a triple. Equal triples have equal lines. */
export function lineOf({ subject, predicate, object }: Quad): string {
  const form =
    object.termType === 'Literal'
      ? literalForm(object.value, object.datatype.value, object.language)
      : termToNQuads(object);
  return `${termToNQuads(subject)} ${termToNQuads(predicate)} ${form}`;
}

/** The fingerprints of triples, given as lines. */
export function fingerprintsOf(lines: readonly string[]): Fingerprints {
  const fingerprint = new Fingerprint();
  return lines.flatMap((line) => {
    fingerprint.begin().add(line);
    return [fingerprint.a, fingerprint.b];
  });
}

/** Calls back for each fingerprint. */
export function eachFingerprint(fingerprints: Fingerprints, call: (a: number, b: number) => void): void {
  for (let i = 0; i < fingerprints.length; i += 2) call(fingerprints[i] as number, fingerprints[i + 1] as number);
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

/** Collects the fingerprints of triples, without building their lines. */
export class FingerprintWriter extends TripleWriter<number> {
  readonly #fingerprint = new Fingerprint();
  #subject = '';
  #a = 0;
  #b = 0;

  override get quads(): number {
    return this.written.length / 2;
  }

  quad(subject: string, predicate: string, object: string): void {
    const fingerprint = this.#fingerprint;
    if (subject !== this.#subject) {
      fingerprint.begin().add(subject).add(' ');
      this.#subject = subject;
      this.#a = fingerprint.a;
      this.#b = fingerprint.b;
    }
    fingerprint.begin(this.#a, this.#b).add(predicate).add(' ').add(object);
    this.written.push(fingerprint.a, fingerprint.b);
  }
}
