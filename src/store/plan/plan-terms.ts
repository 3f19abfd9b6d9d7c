import type { QuadIndex } from '../index/quad-index.js';
import { XSD } from '../../base/rdf/vocabulary.js';
import { leaveToEngine } from './not-covered.js';
import { readTerm, termText, type TermValue } from './term-value.js';

/**
 * The terms of a query: those of the index by their ids, and those that the query makes by negative ids. Equal terms
 * have equal ids, except those of {@link lastId}.
 */
export class PlanTerms {
  readonly #index: QuadIndex;
  readonly #ids = new Map<string, number>();
  /** The ids of {@link lastId}: of strings by themselves, of other terms by their texts. */
  readonly #strings = new Map<string, number>();
  readonly #lastIds = new Map<string, number>();
  readonly #made: TermValue[] = [];
  readonly #values = new Map<number, TermValue>();

  constructor(index: QuadIndex) {
    this.#index = index;
  }

  /** The id of a term; a new one if neither the index nor the query has it. */
  idOf(term: string): number {
    let id = this.#ids.get(term);
    if (id === undefined) this.#ids.set(term, (id = this.#index.idOf(term) || -this.#made.push(readTerm(term))));
    return id;
  }

  /** An id for a column whose terms are compared among themselves only: it needs no look-up in the index. */
  lastId(value: TermValue): number {
    const [known, key] = value.kind === 'string' ? [this.#strings, value.lexical] : [this.#lastIds, termText(value)];
    let id = known.get(key);
    if (id === undefined) known.set(key, (id = -this.#made.push(value)));
    return id;
  }

  /** The N-Quads term. */
  text(id: number): string {
    return id < 0 ? termText(this.#made[-id - 1] as TermValue) : this.#index.term(id);
  }

  /** The term as a value. @throws NotCovered for one that the engine may write in another way */
  value(id: number): TermValue {
    if (id < 0) return this.#made[-id - 1] as TermValue;
    let value = this.#values.get(id);
    if (value === undefined) this.#values.set(id, (value = certainSpelling(readTerm(this.#index.term(id)))));
    return value;
  }
}

/** The engine writes numbers without an exponent, and rounds an xsd:float in its own way. */
function certainSpelling(value: TermValue): TermValue {
  if (value.kind === 'odd' && value.datatype === `${XSD}float` && !/^-?\d{1,6}$/.test(value.lexical))
    leaveToEngine('an xsd:float');
  if (value.kind === 'double' && value.lexical.includes('e')) leaveToEngine('a double of an unusual size');
  return value;
}
