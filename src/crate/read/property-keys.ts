import { RDF_TYPE } from '../../base/rdf/vocabulary.js';
import type { LanguageTag } from '../../base/rdf/checked-text.js';
import type { ActiveContext } from '../context/active-context.js';
import { KEYWORD_FORM, type Coercion } from '../context/term-definition.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import { isObject, type JsonObject, type JsonValue } from '../json/lazy-document.js';
import type { OnNote } from './identifiers.js';
import type { RepairKind, WarningKind } from './report.js';
import type { TermWriter } from './quad-writers.js';

/** A key that is a property, and how to read its values. */
export interface Property<T> {
  readonly kind: 'property';
  readonly predicate: T;
  readonly type: Coercion | undefined;
  readonly language: LanguageTag | undefined;
  /** The values are the items of one list. */
  readonly list: boolean;
  readonly note?: RepairKind | undefined;
}

/** What a key means: a property, nothing, or something that needs the general lane. */
export type KeyMeaning<T> =
  | Property<T>
  | { readonly kind: 'ignored' | 'undefined' | 'complex'; readonly note?: RepairKind | WarningKind | undefined };

const COMPLEX_KEYS = new Set(['@context', '@included', '@graph', '@nest', '@list', '@set']);

/** The keys of one document, each defined once. */
export class PropertyKeys<T> {
  readonly #context: ActiveContext;
  readonly #writer: Pick<TermWriter<T>, 'iri'>;
  readonly #known = new Map<string, KeyMeaning<T>>();
  /** The predicates of all keys so far, `@type` included. */
  readonly #predicates = new Set<string>([RDF_TYPE]);
  /** Whether two keys so far mean the same predicate. */
  mayDuplicate = false;

  constructor(context: ActiveContext, writer: Pick<TermWriter<T>, 'iri'>) {
    this.#context = context;
    this.#writer = writer;
  }

  /** What a key means. Reports its note at each use. */
  of(name: string, note: OnNote): KeyMeaning<T> {
    let key = this.#known.get(name);
    if (key === undefined) this.#known.set(name, (key = this.#define(name)));
    if (key.note !== undefined) note(key.note, name);
    return key;
  }

  #define(name: string): KeyMeaning<T> {
    if (COMPLEX_KEYS.has(name)) return { kind: 'complex' };
    if (KEYWORD_FORM.test(name)) {
      if (name === '@value') return { kind: 'ignored', note: 'value-form' };
      return { kind: 'ignored', note: name === '@index' ? undefined : 'unknown-keyword' };
    }
    const term = this.#context.term(name);
    if (term?.complex === true) return { kind: 'complex' };
    const expanded = this.#context.expandVocab(name);
    if (expanded.kind === 'blank') return { kind: 'complex' }; // it makes no triple, but nested nodes stay
    if (expanded.kind !== 'absolute') {
      return term?.iri === null ? { kind: 'ignored' } : { kind: 'undefined', note: 'undefined-property' };
    }
    const iri = repairIri(expanded.iri);
    if (this.#predicates.has(iri)) this.mayDuplicate = true;
    this.#predicates.add(iri);
    return {
      kind: 'property',
      predicate: this.#writer.iri(iri),
      type: term?.type,
      language: term?.language === null ? undefined : (term?.language ?? this.#context.language),
      list: term?.list === true,
      note: iri === expanded.iri ? undefined : 'key-encoded',
    };
  }
}

/** {@link unalias} for any value. */
export function plainValue(value: JsonValue, context: ActiveContext): JsonValue {
  return isObject(value) ? unalias(value, context) : value;
}

/**
 * Replaces aliases of keywords (`id`, `type`) by the keywords, in this object only. Combines
 * values of the same keyword.
 * @param wanted the keywords to replace aliases of; by default all
 */
export function unalias(node: JsonObject, { aliases }: ActiveContext, wanted?: ReadonlySet<string>): JsonObject {
  if (aliases.size === 0 || !Object.keys(node).some((key) => aliases.has(key))) return node;
  const plain = new Map<string, JsonValue>();
  for (const [name, value] of Object.entries(node)) {
    const alias = aliases.get(name);
    const key = alias !== undefined && wanted?.has(alias) !== false ? alias : name;
    const earlier = plain.get(key);
    plain.set(key, earlier === undefined ? value : [earlier, value].flat());
  }
  return Object.fromEntries(plain);
}
