import { RDF } from '../../rdf/vocabulary.js';
import { ActiveContext, declaresBase } from '../context/active-context.js';
import { KEYWORDS, KEYWORD_FORM } from '../context/term.js';
import { isObject, type JsonObject, type JsonValue } from '../json/parse.js';
import { isList, itemsOf, membersOf } from './collections.js';
import { firstId, type Identifiers, type OnNote } from './identifiers.js';
import { plainValue } from './keys.js';
import { canonicalJson, numberLiteral, wellFormed } from './literals.js';

/** Keys whose values are text, whatever they look like. */
const TEXT_KEYS = new Set(['@language', '@value', '@index', '@direction']);

/** Containers whose values are maps. */
const MAPS = new Set(['@language', '@index', '@id', '@type']);

/** What names mean at one place of an entity. */
interface Scope {
  readonly context: ActiveContext;
  readonly ids: Identifiers;
  /** False where a context holds that is not known here: what a string means is left to the parser. */
  readonly known: boolean;
  /** Names a node, one after the other in all of the document. */
  readonly mint: () => string;
}

/** A copy of an entity in which every identifier that the parser might drop is absolute and legal. */
export function sanitize(entity: JsonObject, context: ActiveContext, ids: Identifiers, note: OnNote): JsonObject {
  const scope = { context, ids, known: context.layers.every(isPlain), mint: () => ids.mint() };
  return sanitizeObject(entity, '', scope, note);
}

/** The value of a key; where the container of a term is a list, it is written as one. */
function sanitizeProperty(value: JsonValue, key: string, scope: Scope, note: OnNote): JsonValue {
  const isListed = scope.known && scope.context.term(key)?.list === true;
  const plain = plainValue(value, scope.context);
  return isListed && !isList(plain) ? sanitizeList(plain, key, scope, note) : sanitizeValue(value, key, scope, note);
}

function sanitizeValue(value: JsonValue, key: string, scope: Scope, note: OnNote): JsonValue {
  const type = scope.known ? scope.context.term(key)?.type : undefined;
  if (type === '@json') return value;
  if (Array.isArray(value)) return value.map((item) => sanitizeValue(item, key, scope, note));
  if (isObject(value)) {
    return (
      sanitizeMap(value, key, scope, note) ??
      namedNode(value, key, scope) ??
      sanitizeCollection(value, key, scope, note) ??
      sanitizeObject(value, key, scope, note)
    );
  }
  if (typeof value === 'number' && scope.known) return numberObject(value, type?.startsWith('@') ? undefined : type);
  if (typeof value !== 'string') return value;
  if (type === '@id') return scope.ids.resolveId(value, note);
  return type === '@vocab' ? vocabName(value, scope, note) : wellFormed(value, note);
}

/** The parser writes numbers as JavaScript does; this is how JSON-LD does. */
function numberObject(value: number, type: string | undefined): JsonObject {
  const { lexical, datatype } = numberLiteral(value, type);
  return { '@value': lexical, '@type': datatype };
}

/** The value of a term whose container is a map: its keys are languages, identifiers, ... and no properties. */
function sanitizeMap(map: JsonObject, key: string, scope: Scope, note: OnNote): JsonObject | undefined {
  const containers = scope.context.layers.flatMap((layer) =>
    isObject(layer[key]) ? [layer[key]['@container']].flat() : [],
  );
  if (!containers.some((container) => typeof container === 'string' && MAPS.has(container))) return undefined;
  const isId = containers.includes('@id');
  const keyOf = (name: string) =>
    isId && scope.context.expandVocab(name).kind !== 'keyword' ? scope.ids.resolveId(name, note) : name;
  return Object.fromEntries(
    Object.entries(map).map(([name, item]) => [keyOf(name), sanitizeValue(item, name, scope, note)]),
  );
}

/** A node of which nothing is said needs a name: the parser takes the type of a literal after it for its own. */
function namedNode(value: JsonObject, key: string, { context, known, mint }: Scope): JsonObject | undefined {
  const isNode = known && Object.keys(value).length === 0 && !KEYWORDS.has(context.aliases.get(key) ?? key);
  return isNode ? { '@id': mint() } : undefined;
}

/** A set or a list in its plainest form: of others the parser loses a part without a word. */
function sanitizeCollection(value: JsonObject, key: string, scope: Scope, note: OnNote): JsonValue | undefined {
  const plain = plainValue(value, scope.context);
  if (isList(plain)) return sanitizeList(plain['@list'], key, scope, note);
  return membersOf(plain, note)?.map((member) => sanitizeValue(member, key, scope, note));
}

function sanitizeList(value: JsonValue, key: string, scope: Scope, note: OnNote): JsonValue {
  const { context, known } = scope;
  const plain = plainValue(value, context);
  const members = membersOf(plain, note);
  if (members === undefined && (plain === null || (isObject(plain) && plain['@value'] === null))) return null;
  const items = known
    ? itemsOf(members ?? [value], context.term(key)?.list === true, context, note)
    : (members ?? [value]);
  return { '@list': items.map((item) => spelledOut(sanitizeValue(item, key, scope, note), key, scope)) };
}

/** A plain value with the type or language of its term: the parser does not look at the term in every list. */
function spelledOut(value: JsonValue, key: string, { context, ids, known }: Scope): JsonValue {
  if (!known || !(typeof value === 'string' || typeof value === 'boolean')) return value;
  const { type, language = context.language } = context.term(key) ?? {};
  if (type !== undefined && !type.startsWith('@')) return { '@value': value, '@type': type };
  if (typeof value === 'boolean' || (type === undefined && typeof language !== 'string')) return { '@value': value };
  if (type === undefined) return { '@value': value, '@language': language as string };
  return { '@id': type === '@vocab' ? (ids.resolveVocab(value, () => undefined) ?? value) : value };
}

function sanitizeObject(object: JsonObject, key: string, outer: Scope, note: OnNote): JsonObject {
  const scope = scopeOf(object, outer, note);
  const { context } = scope;
  if (object['@type'] === '@json' && object['@value'] !== undefined && scope.known)
    return { '@value': canonicalJson(object['@value']), '@type': `${RDF}JSON` };
  if (typeof object['@value'] === 'number' && scope.known) {
    const type = typeof object['@type'] === 'string' ? scope.ids.resolveVocab(object['@type'], note) : undefined;
    return numberObject(object['@value'], type);
  }
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
      const property = keyword === '@list' || keyword === '@set' ? key : name;
      copy[name] = sanitizeProperty(item, property, isScoped(name, context) ? { ...scope, known: false } : scope, note);
    }
  }
  return copy;
}

/** What names mean inside of an object: it may have a context of its own, or a type with one. */
function scopeOf(object: JsonObject, outer: Scope, note: OnNote): Scope {
  const own = object['@context'];
  if (own === undefined) {
    const types = Object.entries(object).filter(
      ([name]) => name === '@type' || outer.context.aliases.get(name) === '@type',
    );
    const scoped = types.some(([, value]) =>
      [value].flat().some((type) => typeof type === 'string' && isScoped(type, outer.context)),
    );
    return scoped ? { ...outer, known: false } : outer;
  }
  if (declaresBase(own)) note('base-unusable', JSON.stringify(own).slice(0, 80));
  const parts = [own].flat();
  const layers = parts.slice(parts.lastIndexOf(null) + 1);
  if (!outer.known || !layers.every(isPlain)) return { ...outer, known: false };
  const context = new ActiveContext([...(layers.length < parts.length ? [] : outer.context.layers), ...layers], '');
  return { ...outer, context, ids: outer.ids.within(context), known: true };
}

/** Whether a context says all itself, and for everything inside. */
function isPlain(layer: JsonValue): layer is JsonObject {
  return isObject(layer) && !('@import' in layer) && !('@propagate' in layer);
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
  const first = firstId(id);
  return first !== undefined ? ids.resolveId(first, note) : undefined;
}

/** Types stay as written when a context may be scoped to them or defines them; others become legal IRIs. */
function sanitizeTypes(types: JsonValue, scope: Scope, note: OnNote): JsonValue {
  if (Array.isArray(types)) return types.map((type) => sanitizeTypes(type, scope, note));
  if (typeof types !== 'string' || !scope.known) return types;
  if (scope.context.expandVocab(types).kind === 'relative') note('undefined-type', types);
  return vocabName(types, scope, note);
}

/** A name stays as written when a context defines it. */
function vocabName(name: string, { context, ids }: Scope, note: OnNote): string {
  const { kind } = context.expandVocab(name);
  const isDefined = context.term(name) !== undefined || kind === 'none' || kind === 'keyword';
  return isDefined ? name : (ids.resolveVocab(name, note) ?? name);
}
