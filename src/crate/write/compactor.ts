import type { Literal, Term } from '@rdfjs/types';
import { RDF, XSD } from '../../base/rdf/vocabulary.js';
import type { ActiveContext } from '../context/active-context.js';
import { inverseOf, type InverseContext } from '../context/inverse-context.js';
import type { TermDefinition } from '../context/term-definition.js';
import type { JsonObject, JsonValue } from '../json/lazy-document.js';
import { canonicalJson, numberLiteral } from '../read/literals.js';
import { termId } from '../../base/rdf/nquads.js';
import type { Lists } from './rdf-lists.js';
import type { IdWriter } from './id-writer.js';

/** A JSON key for a predicate, with its definition in the context. */
export interface PropertyKey {
  readonly name: string;
  readonly definition: TermDefinition | undefined;
}

/** What a {@link Compactor} works with. */
export interface CompactorOptions {
  readonly context: ActiveContext;
  readonly ids: IdWriter;
  readonly lists: Lists;
  /** The crate root. */
  readonly root: string;
  /** Compare doubles by value, because a store changed their spelling. Default false. */
  readonly byValue?: boolean | undefined;
}

/** Writes predicates, types and values with the terms of a context, and with new terms where it lacks one. */
export class Compactor {
  readonly #context: ActiveContext;
  readonly #inverse: InverseContext;
  readonly #ids: IdWriter;
  readonly #lists: Lists;
  readonly #root: string;
  readonly #byValue: boolean;
  readonly #keys = new Map<string, PropertyKey>();
  readonly #types = new Map<string, string>();

  constructor({ context, ids, lists, root, byValue = false }: CompactorOptions) {
    this.#context = context;
    this.#inverse = inverseOf(context);
    this.#ids = ids;
    this.#lists = lists;
    this.#root = root;
    this.#byValue = byValue;
  }

  /** The key for a predicate. */
  key(predicate: string): PropertyKey {
    let key = this.#keys.get(predicate);
    if (key === undefined) {
      const [term] = this.#inverse.terms(predicate);
      key = term ?? {
        name: this.#inverse.compact(predicate) ?? this.#ids.terms.term(predicate),
        definition: undefined,
      };
      this.#keys.set(predicate, key);
    }
    return key;
  }

  /** The name for a type or datatype. */
  type(iri: string): string {
    let name = this.#types.get(iri);
    if (name === undefined) {
      name = iri.startsWith('_:') ? this.#ids.write(iri) : this.#typeName(iri);
      this.#types.set(iri, name);
    }
    return name;
  }

  /** The JSON form of an object under a key (JSON-LD 1.1 API, section 6.3). */
  value(object: Term, key: PropertyKey): JsonValue {
    if (object.termType === 'Literal') return this.#literal(object, key.definition);
    const id = termId(object);
    const items = this.#lists.items(id);
    if (items === undefined) return { '@id': this.#ids.write(id) };
    return { '@list': items.map((item) => this.value(item, key)) };
  }

  #literal(literal: Literal, definition: TermDefinition | undefined): JsonValue {
    const { value, language } = literal;
    const datatype = literal.datatype.value;
    const plain = definition?.type === undefined;
    // Language tags are case-insensitive, and data factories differ in the case that they write.
    const defaultLanguage =
      definition?.language === null ? undefined : (definition?.language ?? this.#context.language)?.toLowerCase();
    if (language !== '')
      return plain && defaultLanguage === language.toLowerCase() ? value : { '@value': value, '@language': language };
    if (datatype === `${XSD}string`) return plain && defaultLanguage === undefined ? value : { '@value': value };
    if (definition?.type === datatype) return value;
    const json = datatype === `${RDF}JSON` ? jsonValue(value) : undefined;
    if (json !== undefined) return { '@value': json, '@type': '@json' };
    const native = plain ? nativeValue(value, datatype, this.#byValue) : undefined;
    return native ?? ({ '@value': value, '@type': this.datatype(datatype) } satisfies JsonObject);
  }

  #typeName(iri: string): string {
    return this.#known(iri) ?? this.#ids.terms.term(iri);
  }

  /** Adds the terms and prefixes that an object needs, before the context is written. */
  prepare(object: Term): void {
    if (object.termType === 'Literal') this.datatype(object.datatype.value);
    else if (object.termType === 'NamedNode') this.#ids.prepare(object.value);
    for (const item of this.#lists.items(termId(object)) ?? []) this.prepare(item);
  }

  /** The name for a datatype: a term, or the IRI itself if the context does not expand it to another one. */
  datatype(iri: string): string {
    const known = this.#known(iri);
    if (known !== undefined) return known;
    const expanded = this.#context.expandVocab(iri);
    return expanded.kind === 'absolute' && expanded.iri === iri ? iri : this.#ids.terms.term(iri);
  }

  /** A term or compact IRI of the context, or the relative reference that a type was read from. */
  #known(iri: string): string | undefined {
    const known = this.#inverse.terms(iri)[0]?.name ?? this.#inverse.compact(iri);
    if (known !== undefined || !iri.startsWith(this.#root)) return known;
    const relative = this.#ids.write(iri);
    return relative !== iri && this.#context.expandVocab(relative).kind === 'relative' ? relative : undefined;
  }
}

/** The value of a JSON literal in canonical form; undefined for other spellings, and for text that is not JSON. */
function jsonValue(lexical: string): JsonValue | undefined {
  try {
    const value = JSON.parse(lexical) as JsonValue;
    return canonicalJson(value) === lexical ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A JSON number or boolean that JSON-LD reads back as exactly this literal, or as a double of the same value. */
function nativeValue(lexical: string, datatype: string, byValue: boolean): JsonValue | undefined {
  if (datatype === `${XSD}boolean`) return lexical === 'true' ? true : lexical === 'false' ? false : undefined;
  if (datatype !== `${XSD}integer` && datatype !== `${XSD}double`) return undefined;
  const number = Number(lexical);
  if (!Number.isFinite(number)) return undefined;
  const reread = numberLiteral(number, undefined);
  const equal =
    reread.lexical === lexical || (byValue && datatype === `${XSD}double` && Number(reread.lexical) === number);
  return equal && reread.datatype === datatype ? number : undefined;
}
