import type { ActiveContext } from '../context/active-context.js';
import { isObject, type JsonObject, type JsonValue } from '../json/lazy-document.js';
import type { OnNote } from './identifiers.js';
import { plainValue } from './property-keys.js';

/** Whether a value is a list object, with nothing in it that JSON-LD forbids (JSON-LD 1.1 API, section 5.1.2 step 16). */
export function isList(value: JsonValue): value is { '@list': JsonValue } {
  return isObject(value) && '@list' in value && hasOnly('@list', value);
}

/** The values that a value stands for, undefined when it stands for itself: an array, a set, a node with several ids. */
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
 * The items of a list. An array among them is a list of its own where the container of the term is a list, and opened
 * where the list is written as `@list` alone (JSON-LD 1.1 API, section 5.1.2 step 5.2.2).
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

/** The names in `@type`, at any depth; what is none is reported. */
export function typeNames(value: JsonValue, note: OnNote): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((item) => typeNames(item, note));
  note('type-form', JSON.stringify(value));
  return isObject(value) && typeof value['@id'] === 'string' ? [value['@id']] : [];
}
