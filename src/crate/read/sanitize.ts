import { ActiveContext, declaresBase } from '../context/active-context.js';
import { KEYWORDS, KEYWORD_FORM } from '../context/term.js';
import { repairIri } from '../iri-repair.js';
import { isObject, type JsonObject, type JsonValue } from '../json/parse.js';
import type { Identifiers, OnNote } from './identifiers.js';

/** Keys whose values are text, whatever they look like. */
const TEXT_KEYS = new Set(['@language', '@value', '@index', '@direction']);

/** What names mean at one place of an entity. */
interface Scope {
  readonly context: ActiveContext;
  readonly ids: Identifiers;
  /** False where a context holds that is not known here: what a string means is left to the parser. */
  readonly known: boolean;
}

/** A copy of an entity in which every identifier that the parser might drop is absolute and legal. */
export function sanitize(entity: JsonObject, context: ActiveContext, ids: Identifiers, note: OnNote): JsonObject {
  return sanitizeObject(entity, { context, ids, known: true }, note);
}

function sanitizeValue(value: JsonValue, key: string, scope: Scope, note: OnNote): JsonValue {
  if (Array.isArray(value)) return value.map((item) => sanitizeValue(item, key, scope, note));
  if (isObject(value)) return sanitizeObject(value, scope, note);
  if (typeof value !== 'string') return value;
  const isId = scope.known && scope.context.term(key)?.type === '@id';
  return isId ? scope.ids.resolveId(value, note) : value.toWellFormed();
}

function sanitizeObject(object: JsonObject, outer: Scope, note: OnNote): JsonObject {
  const scope = scopeOf(object, outer, note);
  const { context } = scope;
  const copy: JsonObject = {};
  for (const [name, item] of Object.entries(object)) {
    const keyword = context.aliases.get(name) ?? name;
    if (keyword === '@context' || TEXT_KEYS.has(keyword)) {
      copy[name] = item;
    } else if (keyword === '@id') {
      const id = sanitizeId(item, scope, note);
      if (id !== undefined) copy[name] = id;
    } else if (keyword === '@type') {
      copy[name] = '@value' in object ? item : sanitizeTypes(item, scope, note);
    } else if (KEYWORD_FORM.test(keyword) && !KEYWORDS.has(keyword)) {
      note('unknown-keyword', name);
    } else {
      if (!KEYWORDS.has(keyword) && isUndefined(name, scope)) note('undefined-property', name);
      copy[name] = sanitizeValue(item, name, isScoped(name, context) ? { ...scope, known: false } : scope, note);
    }
  }
  return copy;
}

/** What names mean inside of an object: it may have a context of its own, or a type with one. */
function scopeOf(object: JsonObject, outer: Scope, note: OnNote): Scope {
  const own = object['@context'];
  if (own === undefined) {
    const types = Object.entries(object).filter(([name]) => name === '@type' || outer.context.aliases.get(name) === '@type');
    const scoped = types.some(([, value]) => [value].flat().some((type) => typeof type === 'string' && isScoped(type, outer.context)));
    return scoped ? { ...outer, known: false } : outer;
  }
  if (declaresBase(own)) note('base-unusable', JSON.stringify(own).slice(0, 80));
  const parts = [own].flat();
  const layers = parts.slice(parts.lastIndexOf(null) + 1);
  if (!outer.known || !layers.every(isObject)) return { ...outer, known: false };
  const context = new ActiveContext([...(layers.length < parts.length ? [] : outer.context.layers), ...layers], '');
  return { context, ids: outer.ids.within(context), known: true };
}

/** Whether a term brings a context along that holds for its values (JSON-LD 1.1, section 4.1.8). */
function isScoped(term: string, { layers }: ActiveContext): boolean {
  return layers.some((layer) => isObject(layer[term]) && '@context' in layer[term]);
}

function isUndefined(name: string, { context, known }: Scope): boolean {
  return known && context.term(name) === undefined && context.expandVocab(name).kind === 'relative';
}

function sanitizeId(id: JsonValue, { ids }: Scope, note: OnNote): string | undefined {
  if (typeof id === 'string') return ids.resolveId(id, note);
  if (id === null) return undefined;
  note('id-form', JSON.stringify(id));
  const first = [id].flat().map((item) => (isObject(item) ? item['@id'] : item)).find((item) => typeof item === 'string');
  return typeof first === 'string' ? ids.resolveId(first, note) : undefined;
}

/** Types stay as written when a context may be scoped to them or defines them; others become legal IRIs. */
function sanitizeTypes(types: JsonValue, scope: Scope, note: OnNote): JsonValue {
  if (Array.isArray(types)) return types.map((type) => sanitizeTypes(type, scope, note));
  if (typeof types !== 'string' || !scope.known) return types;
  const expanded = scope.context.expandVocab(types);
  if (expanded.kind === 'relative') {
    note('undefined-type', types);
    return scope.ids.resolveVocab(types, note) ?? types;
  }
  return expanded.kind === 'absolute' && repairIri(expanded.iri) !== expanded.iri ? repairIri(expanded.iri) : types;
}
