import type { ActiveContext } from '../context/active-context.js';
import { PREFIX_END } from '../context/term-definition.js';
import type { JsonValue } from '../json/lazy-document.js';

/** The last part of an IRI that can be a term for it. */
const LOCAL_NAME = /\p{L}[\p{L}\p{N}_-]*$/u;
const ANY_NAME = /\p{L}[\p{L}\p{N}_-]*/gu;

/** Whether a document uses an IRI as predicate, type or datatype. A new term must not expand to one of these. */
export type InUse = (iri: string) => boolean;

/** Terms, and prefixes of identifiers, that a document needs and its context lacks. */
export class NewTerms {
  /** Definitions that must come before the declared context, by name. */
  readonly before = new Map<string, JsonValue>();
  /** Definitions that come after it. */
  readonly after = new Map<string, JsonValue>();
  readonly #context: ActiveContext;
  readonly #root: string;
  readonly #inUse: InUse;
  readonly #names = new Map<string, string>();
  /** The number in the last name made of a local name: all smaller ones are taken. */
  readonly #counts = new Map<string, number>();
  /** Schemes of the IRIs of new terms: a term of this name could be defined by itself. */
  readonly #schemes = new Set<string>();
  readonly #prefixes = new Map<string, string>();

  /** @param inUse predicates, types and datatypes of the document */
  constructor(context: ActiveContext, root: string, inUse: InUse) {
    this.#context = context;
    this.#root = root;
    this.#inUse = inUse;
  }

  /** A term for an IRI that the context does not define (format document, Ad hoc vocabulary terms, rule 1). */
  term(iri: string): string {
    const known = this.#names.get(iri);
    if (known !== undefined) return known;
    this.#schemes.add(iri.slice(0, iri.indexOf(':')));
    const path = iri.replace(/^[^:]*:(?:\/\/[^/?#]*)?/, '');
    const local = LOCAL_NAME.exec(path)?.[0] ?? path.match(ANY_NAME)?.at(-1) ?? 'term';
    let count = this.#counts.get(local) ?? 1;
    const counted = () => (count === 1 ? local : `${local}${count}`);
    while (!this.#isFree(counted())) count += 1;
    this.#counts.set(local, count);
    const name = counted();
    this.#names.set(iri, name);
    // The long form does not define a prefix, so identifiers that start with the name keep their meaning.
    this.#placeOf(iri).set(name, PREFIX_END.test(iri) ? { '@id': iri } : iri);
    return name;
  }

  /** A prefix for a scheme that the context defines as a prefix. It contains `_`, as no scheme does. */
  prefix(scheme: string): string {
    let name = this.#prefixes.get(scheme);
    if (name !== undefined) return name;
    name = `${scheme}_iri`;
    while (!this.#isFree(name)) name += '_iri';
    this.#prefixes.set(scheme, name);
    this.before.set(name, { '@id': `${scheme}:`, '@prefix': true });
    return name;
  }

  /** Before the context, if that expands the IRI to another one. */
  #placeOf(iri: string): Map<string, JsonValue> {
    const expanded = this.#context.expandVocab(iri);
    return expanded.kind === 'absolute' && expanded.iri === iri ? this.after : this.before;
  }

  /** Whether a name is not in use: as a term, as a name under `@vocab`, or as a type that is a relative reference. */
  #isFree(name: string): boolean {
    const { vocab } = this.#context;
    if (this.before.has(name) || this.after.has(name) || this.#schemes.has(name)) return false;
    if (this.#context.term(name) !== undefined) return false;
    return !(vocab !== undefined && this.#inUse(vocab + name)) && !this.#inUse(this.#root + name);
  }
}
