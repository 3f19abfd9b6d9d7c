/** A JSON value as `JSON.parse` gives it. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
/** A JSON object as `JSON.parse` gives it. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Whether a JSON value is an object (and neither null nor an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
