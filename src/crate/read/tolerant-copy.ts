import { datatype as datatypeIri, type Iri } from '../../base/rdf/checked-text.js';
import type { ActiveContext } from '../context/active-context.js';
import { toIri, isMap, KEYWORD_FORM } from '../context/term-definition.js';
import { localContext } from '../context/strict-contexts.js';
import { within, type ContextScope } from '../context/scoped-context.js';
import { resolveIri } from '../../base/rdf/iri.js';
import { grouped, isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { asPlainJson } from '../json/duplicate-keys.js';
import { isList, itemsOf, membersOf, typeNames } from './json-collections.js';
import { firstId, type Identifiers, type OnNote } from './identifiers.js';
import { plainValue, unalias } from './property-keys.js';
import { isDirection, numberLiteral } from './literals.js';

/** Keywords whose values may need a repair. */
const REPAIRABLE: ReadonlySet<string> = new Set(['@id', '@type', '@value', '@language', '@index', '@list', '@set']);

/** A context scope and the identifiers of its document. */
interface TolerantScope extends ContextScope {
  readonly ids: Identifiers;
}

/**
 * Copies JSON-LD into a form that a strict processor accepts. Repairs and reports what the processor would refuse, and
 * changes nothing else. Resolves names only by embedded contexts; names of remote ones stay unchanged.
 */
export function tolerant(object: JsonObject, outer: TolerantScope, note: OnNote): JsonObject {
  const scope = enter(object['@context'], outer, note);
  const { own, further, scoped } = withoutNests(object, scope, note);
  const plainNode = unalias(own, scope.context, REPAIRABLE);
  if ('@value' in plainNode && !('@id' in plainNode)) return valueObject(plainNode, scope, note);
  const node = '@value' in plainNode ? withoutValue(plainNode, note) : plainNode;
  const copy: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(node)) {
    if (name === '@context') copy.push([name, localContext(value, outer)]);
    else if (name === '@id') {
      const id = idOf(value, note);
      if (id !== undefined) copy.push([name, id]);
    } else if (name === '@type') copy.push([name, typeNames(value, note)]);
    else if (name === '@index' && typeof value !== 'string') note('value-form', `@index ${JSON.stringify(value)}`);
    else copy.push([name, tolerantProperty(value, name, scope, note)]);
  }
  const nests = further.map(([name, value]) => ({ [name]: tolerantProperty(value, name, scope, note) }));
  if (nests.length > 0) copy.push(['@nest', nests]);
  const plain = Object.fromEntries(copy);
  return scoped.length === 0 ? plain : withScoped(plain, scoped, scope, note);
}

/** The value of an `@nest` key that has a scoped context. */
interface ScopedNest {
  readonly own: JsonValue;
  readonly value: JsonObject;
}

/** A node whose `@nest` values are flattened. */
interface Unnested {
  readonly own: JsonObject;
  /** Further occurrences of properties. Their values stay separate, because each may be a list, a map or JSON. */
  readonly further: readonly (readonly [string, JsonValue])[];
  readonly scoped: readonly ScopedNest[];
}

/** Flattens `@nest` (JSON-LD 1.1, section 4.5), except below keys with a scoped context. */
function withoutNests(node: JsonObject, { context }: TolerantScope, note: OnNote): Unnested {
  const meaning = (name: string) => context.aliases.get(name) ?? name;
  const isNest = (name: string) => meaning(name) === '@nest';
  if (!Object.keys(node).some(isNest)) return { own: node, further: [], scoped: [] };
  const scoped: ScopedNest[] = [];
  const properties: [string, JsonValue][] = [];
  const open = (from: JsonObject): void => {
    for (const [name, value] of Object.entries(from)) {
      const nested = [value].flat();
      if (!isNest(name) || !nested.every(isObject)) {
        properties.push([name, value]);
        continue;
      }
      const own = scopedTo(name, context);
      for (const { '@context': ignored, ...rest } of nested) {
        if (ignored !== undefined) note('unknown-keyword', '@context in @nest');
        if (own === undefined) open(rest);
        else scoped.push({ own, value: rest });
      }
    }
  };
  open(node);
  const groups = [...grouped(properties)];
  const isKeyword = (name: string) => KEYWORD_FORM.test(meaning(name));
  const own = groups.map(([name, [first = null, ...more]]): [string, JsonValue] =>
    more.length > 0 && isKeyword(name) ? [name, [first, ...more].flat()] : [name, first],
  );
  const further = groups.flatMap(([name, [, ...more]]) =>
    isKeyword(name) ? [] : more.map((value) => [name, value] as const),
  );
  return { own: Object.fromEntries(own), further, scoped };
}

/**
 * Adds nested properties with scoped contexts to a node, as items of `@included`, where the processor applies contexts.
 * These contexts do not apply to the identifier of the node, so we resolve it first.
 */
function withScoped(node: JsonObject, scoped: readonly ScopedNest[], scope: TolerantScope, note: OnNote): JsonObject {
  const { '@id': written } = node;
  const id = typeof written === 'string' ? resolved(written, scope, note) : scope.ids.mint();
  const included = scoped.map(({ own, value }) => tolerant({ '@context': own, '@id': id, ...value }, scope, note));
  return { ...node, '@id': id, '@included': [node['@included'] ?? [], included].flat() };
}

function resolved(id: string, { context, base, documentBase, ids }: TolerantScope, note: OnNote): string {
  const expanded = context.expandId(id);
  if (expanded.kind !== 'relative') return toIri(expanded) ?? id;
  return base === documentBase ? ids.resolveExpanded(id, note) : resolveIri(id, base);
}

function tolerantProperty(value: JsonValue, key: string, outer: TolerantScope, note: OnNote): JsonValue {
  const term = outer.context.term(key);
  const scope = enter(scopedTo(key, outer.context), outer, note);
  if (term?.list === true && term.type !== '@json' && !isList(plainValue(value, scope.context)))
    return listOf(value, { key, nests: true }, scope, note);
  if (term === undefined || !isMap(term) || !isObject(value)) return tolerantValue(value, key, scope, note);
  const isType = term.container.includes('@type');
  const map = Object.entries(value).map(([name, item]): [string, JsonValue] => {
    const isUndefined = isType && scope.context.expandVocab(name).kind === 'relative';
    if (isUndefined) note('undefined-type', name); // JSON-LD adds no type for it
    return [isUndefined ? '@none' : name, tolerantValue(item, key, scope, note)];
  });
  return Object.fromEntries([...grouped(map)].map(([name, values]) => [name, values.flat()]));
}

/**
 * A list without sets and arrays among its items, which the processor would turn into lists (section 5.1.2 step 5.2.2).
 * A single null value is not a list.
 * @param nests arrays among the items are lists, by the term outside of its scoped context
 */
function listOf(
  value: JsonValue,
  { key, nests }: { readonly key: string; readonly nests: boolean },
  scope: TolerantScope,
  note: OnNote,
): JsonObject {
  const { context } = scope;
  const plain = plainValue(value, context);
  const members = membersOf(plain, note);
  if (members === undefined && isNull(plain, context)) return { '@value': null };
  const items = itemsOf(members ?? [value], nests, context, note);
  return { '@list': items.map((item) => tolerantValue(item, key, scope, note)) };
}

function tolerantValue(value: JsonValue, key: string, scope: TolerantScope, note: OnNote): JsonValue {
  const term = scope.context.term(key);
  if (term?.type === '@json') return asPlainJson(value, note);
  if (Array.isArray(value)) return value.flatMap((item) => tolerantValue(item, key, scope, note));
  if (isObject(value)) {
    const plain = plainValue(value, scope.context);
    if (isList(plain)) return listOf(plain['@list'], { key, nests: term?.list === true }, scope, note);
    const members = membersOf(plain, note); // the processor would turn an empty set into a node
    return members === undefined ? tolerant(value, scope, note) : tolerantValue(members, key, scope, note);
  }
  if (isBeyond(value)) return numberObject(value, note);
  // JSON-LD ignores identifiers that look like keywords; we read them as file names.
  if (typeof value === 'string' && term?.type === '@id' && KEYWORD_FORM.test(value)) return idOf(value, note) ?? null;
  return value;
}

/** Whether the value is null. A JSON literal null is a value. */
function isNull(value: JsonValue, context: ActiveContext): boolean {
  return value === null || (isObject(value) && value['@value'] === null && !isJson(value['@type'], context));
}

function isJson(type: JsonValue | undefined, { aliases }: ActiveContext): boolean {
  return typeof type === 'string' && (aliases.get(type) ?? type) === '@json';
}

function idOf(id: JsonValue, note: OnNote): string | undefined {
  if (typeof id === 'string' && !KEYWORD_FORM.test(id)) return id;
  note('id-form', JSON.stringify(id));
  const first = firstId(id);
  return first === undefined || !KEYWORD_FORM.test(first) ? first : `./${first}`;
}

/** A node without what makes a value object of it: what has an identifier is a node, as in the flat lane. */
function withoutValue(
  { '@value': _, '@language': language, '@direction': direction, ...node }: JsonObject,
  note: OnNote,
): JsonObject {
  note('value-form', '@value');
  if (language !== undefined) note('unknown-keyword', '@language');
  if (direction !== undefined) note('unknown-keyword', '@direction');
  return node;
}

/** Repairs a value object: drops keywords that cannot be combined, and datatypes that are not absolute IRIs. */
function valueObject(node: JsonObject, { context, ids }: TolerantScope, note: OnNote): JsonObject {
  const { '@value': value = null, '@type': type, '@language': language, ...others } = node;
  const { '@index': index, '@direction': direction, ...rest } = others;
  const datatype = isJson(type, context) ? '@json' : datatypeOf(type ?? null);
  const isText = typeof value === 'string' && datatype === undefined;
  const left = (key: string, written: JsonValue) => note('value-form', `${key} ${JSON.stringify(written)}`);
  if (index !== undefined && typeof index !== 'string') left('@index', index);
  if (type !== undefined && type !== null && datatype === undefined) left('@type', type);
  const isTagged = isText && typeof language === 'string';
  if (language !== undefined && language !== null && !isTagged) left('@language', language);
  const isDirected = datatype === undefined && direction !== undefined && isDirection(direction);
  if (direction !== undefined && !isDirected) left('@direction', direction);
  if (datatype === '@json') return { ...rest, '@type': datatype, '@value': asPlainJson(value, note) };
  if (isBeyond(value)) return { ...rest, ...numberObject(value, note) };
  return {
    ...rest,
    '@value': value,
    ...(datatype === undefined ? {} : { '@type': datatype }),
    ...(isTagged ? { '@language': language } : {}),
    ...(isDirected ? { '@direction': direction } : {}),
  };

  function datatypeOf(name: JsonValue): string | undefined {
    if (typeof name !== 'string') return undefined;
    const expanded = context.expandVocab(name);
    if (expanded.kind === 'absolute') return datatypeIri(expanded.iri as Iri) && name;
    return expanded.kind === 'relative' ? ids.resolveVocab(name, note) : undefined;
  }
}

function isBeyond(value: JsonValue): value is number {
  return typeof value === 'number' && !Number.isFinite(value);
}

/** A number beyond the range of a double, which the processor would write as null. */
function numberObject(value: number, note: OnNote): JsonObject {
  const { lexical, datatype } = numberLiteral(value, undefined, note);
  return { '@value': lexical, '@type': datatype };
}

function enter(own: JsonValue | undefined, outer: TolerantScope, note: OnNote): TolerantScope {
  return within(own, outer, (base) => note('id-above-root', JSON.stringify(base)));
}

/** The scoped context of a term (JSON-LD 1.1, section 4.1.8). */
function scopedTo(name: string, context: ActiveContext): JsonValue | undefined {
  const written = context.written(name);
  return isObject(written) ? written['@context'] : undefined;
}
