import { isObject, type JsonValue } from '../crate/json/value.js';

/** JSON text that is the same for values that differ only in the order of their keys. */
export function canonicalJson(value: JsonValue): string {
  return JSON.stringify(value, (_, item: JsonValue) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}
