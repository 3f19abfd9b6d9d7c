import { CrateError } from '../../base/errors.js';
import { SCHEMA } from '../../base/rdf/vocabulary.js';
import { ActiveContext } from '../context/active-context.js';
import type { JsonObject, JsonValue } from '../json/value.js';

const TERM = /^\p{L}[\p{L}\p{N}_-]*$/u;

/** The names that a document may use: those of its contexts, and the terms that it defines. */
export class BuilderTerms {
  readonly #declared: readonly JsonValue[];
  readonly #own: JsonObject = {};
  #context: ActiveContext;

  /** @param declared the value of `@context`, as a list @param context what it means */
  constructor(declared: readonly JsonValue[], context: ActiveContext) {
    this.#declared = declared;
    this.#context = context;
  }

  /** The value of `@context`. */
  get json(): JsonValue {
    const all = Object.keys(this.#own).length === 0 ? this.#declared : [...this.#declared, { ...this.#own }];
    return all.length === 1 ? (all[0] as JsonValue) : [...all];
  }

  /** The IRI of a property or type. @throws CrateError ERR_USAGE for a name that no context defines */
  require(name: string, what: string): string {
    const iri = this.#iriOf(name);
    if (iri !== undefined) return iri;
    throw new CrateError('ERR_USAGE', `${what} ${JSON.stringify(name)} is not defined by the context`, {
      hint: 'correct the name, or define it first with addTerm',
      details: { term: name },
    });
  }

  /** @throws CrateError ERR_USAGE if a name cannot be a term, or stands for another IRI */
  requireFree(name: string, iri: string): void {
    if (!TERM.test(name))
      throw new CrateError('ERR_USAGE', `${JSON.stringify(name)} cannot be a term`, {
        hint: 'begin with a letter; go on with letters, digits, - and _',
      });
    const known = this.#iriOf(name);
    if (known !== undefined && known !== iri)
      throw new CrateError('ERR_USAGE', `the term ${name} already stands for ${known}`, {
        hint: 'choose another name',
        details: { term: name },
      });
  }

  /** Makes a name stand for an IRI. @param name from {@link requireFree} */
  define(name: string, iri: string): void {
    if (this.#iriOf(name) === iri) return;
    this.#own[name] = iri;
    this.#context = new ActiveContext([...this.#context.layers, { [name]: iri }], SCHEMA);
  }

  /** Terms and compact IRIs have a meaning; an absolute IRI must first become a term of the context. */
  #iriOf(name: string): string | undefined {
    const colon = name.indexOf(':');
    const defines = this.#context.term(colon < 0 ? name : name.slice(0, colon)) !== undefined;
    const expanded = defines || this.#context.vocab !== undefined ? this.#context.expandVocab(name) : undefined;
    return expanded?.kind === 'absolute' ? expanded.iri : undefined;
  }
}
