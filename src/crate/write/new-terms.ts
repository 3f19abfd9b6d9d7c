import type { ActiveContext } from '../context/active-context.js';
import type { JsonValue } from '../json/lazy-document.js';

/** What could name an IRI for a person, and for a key of JSON. */
const LOCAL_NAME = /\p{L}[\p{L}\p{N}_-]*$/u;
const ANY_NAME = /\p{L}[\p{L}\p{N}_-]*/gu;
/** The end of an IRI that makes its term a prefix (JSON-LD 1.1 API, section 4.2.2 step 14.2.5). */
const PREFIX_END = /[:/?#[\]@]$/;

/** IRIs that a document says something with: what is no name yet may be one of theirs. */
export type InUse = (iri: string) => boolean;

/** What a document needs and its context lacks: terms, and prefixes for identifiers. */
export class NewTerms {
  /** Definitions that mean what they should only before the declared context, name to definition. */
  readonly before = new Map<string, JsonValue>();
  /** Definitions that stand after it. */
  readonly after = new Map<string, JsonValue>();
  readonly #context: ActiveContext;
  readonly #root: string;
  readonly #inUse: InUse;
  readonly #names = new Map<string, string>();
  /** How far the names made of a local name were counted: what is not free never becomes free. */
  readonly #counts = new Map<string, number>();
  /** Schemes of the IRIs of terms: a later term of that name could be defined by itself. */
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
    // In its long form a definition makes no prefix, so identifiers that begin like it stay what they are.
    this.#placeOf(iri).set(name, PREFIX_END.test(iri) ? { '@id': iri } : iri);
    return name;
  }

  /** A prefix for a scheme that the context takes for a prefix. No scheme has its name: none holds a `_`. */
  prefix(scheme: string): string {
    let name = this.#prefixes.get(scheme);
    if (name !== undefined) return name;
    name = `${scheme}_iri`;
    while (!this.#isFree(name)) name += '_iri';
    this.#prefixes.set(scheme, name);
    this.before.set(name, { '@id': `${scheme}:`, '@prefix': true });
    return name;
  }

  /** Before the context where that takes the IRI for something else. */
  #placeOf(iri: string): Map<string, JsonValue> {
    const expanded = this.#context.expandVocab(iri);
    return expanded.kind === 'absolute' && expanded.iri === iri ? this.after : this.before;
  }

  /** Whether a name means nothing yet: no term, nothing under `@vocab`, no type that is a relative reference. */
  #isFree(name: string): boolean {
    const { vocab } = this.#context;
    if (this.before.has(name) || this.after.has(name) || this.#schemes.has(name)) return false;
    if (this.#context.term(name) !== undefined) return false;
    return !(vocab !== undefined && this.#inUse(vocab + name)) && !this.#inUse(this.#root + name);
  }
}
