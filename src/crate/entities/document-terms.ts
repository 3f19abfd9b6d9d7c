import { CrateError } from '../../base/errors.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { didYouMean, nearNames } from '../../base/rdf/near-names.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import { RDF_TYPE, SCHEMA } from '../../base/rdf/vocabulary.js';
import { ActiveContext } from '../context/active-context.js';
import { inverseOf } from '../context/inverse-context.js';
import { classIris, propertyIris } from '../edit/property-iris.js';
import { keywordOf, predicateOf } from '../follow/written-keys.js';
import type { JsonObject } from '../json/value.js';

const TERM = /^\p{L}[\p{L}\p{N}_-]*$/u;

/** Keywords that a document may write by other names of its context, such as `id` and `type`. */
export type EntityKeyword = '@id' | '@type';

/** The names that a document may use: those of its contexts, and the terms that it is given. */
export class DocumentTerms {
  readonly #added: JsonObject = {};
  readonly #keywords: Readonly<Record<EntityKeyword, string>>;
  /** What {@link isKeyOf} has found, by property and key. One joined key would be a new text for each question. */
  readonly #keys = new Map<string, Map<string, boolean>>();
  #context: ActiveContext;

  /** @param context of the document @param model an entity of it, whose names for keywords are those of new entities */
  constructor(context: ActiveContext, model: JsonObject = {}) {
    this.#context = context;
    const nameOf = (keyword: string) => Object.keys(model).find((key) => keywordOf(key, this) === keyword) ?? keyword;
    this.#keywords = { '@id': nameOf('@id'), '@type': nameOf('@type') };
  }

  /** The definitions in force, with the terms that were added. */
  get context(): ActiveContext {
    return this.#context;
  }

  /** The terms that were added. */
  get added(): Readonly<JsonObject> {
    return this.#added;
  }

  /** How the document writes a keyword. */
  spelled(keyword: EntityKeyword): string {
    return this.#keywords[keyword];
  }

  /** Whether a key of an entity is this property, whatever the document calls it. */
  isKeyOf(key: string, property: string): boolean {
    if (key === property) return true;
    let keys = this.#keys.get(property);
    if (keys === undefined) this.#keys.set(property, (keys = new Map()));
    let known = keys.get(key);
    if (known === undefined) keys.set(key, (known = this.#compareKeys(key, property)));
    return known;
  }

  #compareKeys(key: string, property: string): boolean {
    const meant = keywordOf(key, this);
    if (meant.startsWith('@')) return meant === keywordOf(property, this);
    const iri = this.#iriOf(key);
    return iri !== undefined && this.#meanings(property, propertyIris).includes(iri);
  }

  /** The IRIs that the name of a type may stand for. */
  typeIris(name: string): ReadonlySet<string> {
    return new Set(this.#meanings(name, classIris));
  }

  /** Whether two names of types stand for the same. */
  isSameType(one: string, other: string): boolean {
    const iri = this.#iriOf(one);
    return one === other || (iri !== undefined && iri === this.#iriOf(other));
  }

  /**
   * The key under which a document writes a property: its name or, if no context defines that, a term for the same.
   * @param what completes "... is not defined by the context", for errors
   * @throws CrateError ERR_USAGE for a name that no context defines
   */
  keyOf(property: string, what: string): string {
    return this.#nameIn(property, what, propertyIris);
  }

  /** As {@link keyOf}, for a type. @throws CrateError ERR_USAGE */
  typeOf(type: string, what: string): string {
    return this.#nameIn(type, what, classIris);
  }

  /** Whether values can be added to a key: it has no language map, index or other form of its own. */
  takesValues(key: string): boolean {
    return this.#context.term(key)?.list === true || predicateOf(key, this) !== undefined;
  }

  /** Whether a text under a key is an identifier. */
  holdsIds(key: string): boolean {
    return this.#context.term(key)?.type === '@id';
  }

  /** @throws CrateError ERR_USAGE if a name cannot be a term, or stands for another IRI */
  requireFree(name: string, iri: string): void {
    if (!TERM.test(name))
      throw new CrateError('ERR_USAGE', `${JSON.stringify(name)} cannot be a term`, {
        hint: 'begin with a letter; go on with letters, digits, - and _',
      });
    const known = this.#iriOf(name) ?? this.#context.aliases.get(name);
    if (known !== undefined && known !== iri)
      throw new CrateError('ERR_USAGE', `the term ${name} already stands for ${known}`, {
        hint: 'choose another name',
        details: { term: name },
      });
  }

  /** Makes a name stand for an IRI. @param name from {@link requireFree} */
  define(name: string, iri: string): void {
    if (this.#iriOf(name) === iri) return;
    this.#added[name] = iri;
    this.#keys.clear();
    this.#context = new ActiveContext([...this.#context.layers, { [name]: iri }], SCHEMA);
  }

  /** The IRIs of a name: what the context says, or else what RO-Crate says. */
  #meanings(name: string, inRoCrate: (name: string) => readonly string[]): readonly string[] {
    const iri = this.#iriOf(name) ?? (isAbsoluteIri(name) ? name : undefined);
    return iri === undefined ? inRoCrate(name) : [iri];
  }

  #nameIn(name: string, what: string, inRoCrate: (name: string) => readonly string[]): string {
    if (this.#iriOf(name) !== undefined) return name;
    const inverse = inverseOf(this.#context);
    for (const iri of this.#meanings(name, inRoCrate)) {
      // A prefix makes a name of any IRI: only one that the caller gives is meant to have one.
      const known = inverse.terms(iri)[0]?.name ?? (iri === name ? inverse.compact(iri) : undefined);
      if (known !== undefined) return known;
    }
    // types begin with a capital letter, properties do not
    const isAlike = (term: string): boolean => term[0] !== '@' && /^\p{Lu}/u.test(term) === /^\p{Lu}/u.test(name);
    const known = this.#context.layers.flatMap((layer) => Object.keys(layer)).filter(isAlike);
    const near = didYouMean(nearNames(name, known));
    throw new CrateError('ERR_USAGE', `${what} ${JSON.stringify(name)} is not defined by the context`, {
      hint: `${near === undefined ? 'correct the name, or' : `${near} Or`} define it first, with addTerm or \`crategraph terms --add\``,
      details: { term: name },
    });
  }

  /** Terms and compact IRIs have a meaning; an absolute IRI must first become a term of the context. */
  #iriOf(name: string): string | undefined {
    if (name === '@type') return RDF_TYPE;
    const colon = name.indexOf(':');
    const defines = this.#context.term(colon < 0 ? name : name.slice(0, colon)) !== undefined;
    const expanded = defines || this.#context.vocab !== undefined ? this.#context.expandVocab(name) : undefined;
    return expanded?.kind === 'absolute' ? repairIri(expanded.iri) : undefined;
  }
}
