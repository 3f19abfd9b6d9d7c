import type { ActiveContext } from '../context/active-context.js';
import { isObject, type JsonObject, type JsonValue } from '../json/lazy-document.js';
import type { OnNote } from './identifiers.js';
import { plainValue } from './property-keys.js';

/** Whether a value is a valid list object (JSON-LD 1.1 API, section 5.1.2 step 16). */
export function isList(value: JsonValue): value is { '@list': JsonValue } {
  return isObject(value) && '@list' in value && hasOnly('@list', value);
}

/** The members of an array, a set object or a node with several ids; undefined for a single value. */
export function membersOf(value: JsonValue, note: OnNote): JsonValue[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const { '@set': set, '@id': ids } = value;
  if (set !== undefined && hasOnly('@set', value)) return Array.isArray(set) ? set : [set];
  if (!Array.isArray(ids)) return undefined;
  note('id-form', JSON.stringify(ids));
  return ids.map((id) => ({ ...value, '@id': id }));
}

/**
 * The items of a list (JSON-LD 1.1 API, section 5.1.2 step 5.2.2).
 * @param nests arrays among the items are lists, because the container of the term is a list;
 * otherwise they are flattened
 */
export function itemsOf(members: JsonValue[], nests: boolean, context: ActiveContext, note: OnNote): JsonValue[] {
  return members.flatMap((member) => {
    const inner = membersOf(plainValue(member, context), note);
    if (inner === undefined) return [member];
    return nests ? [{ '@list': inner }] : itemsOf(inner, nests, context, note);
  });
}

function hasOnly(keyword: string, object: JsonObject): boolean {
  for (const key in object) if (key !== keyword && key !== '@index') return false;
  return true;
}

/** Collects the strings in `@type`, also from nested arrays, and reports everything else. */
export function typeNames(value: JsonValue, note: OnNote): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((item) => typeNames(item, note));
  note('type-form', JSON.stringify(value));
  return isObject(value) && typeof value['@id'] === 'string' ? [value['@id']] : [];
}
