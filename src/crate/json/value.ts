/** A JSON value as `JSON.parse` gives it. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
/** A JSON object as `JSON.parse` gives it. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Groups values by name, in order. */
export function grouped(entries: Iterable<readonly [string, JsonValue]>): Map<string, JsonValue[]> {
  const groups = new Map<string, JsonValue[]>();
  for (const [name, value] of entries) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  return groups;
}

/** Whether a JSON value is an object (and neither null nor an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
