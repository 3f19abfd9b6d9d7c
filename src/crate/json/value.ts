import { decodeUtf8, withoutByteOrderMark } from './byte-source.js';
import { checkNesting } from './nesting.js';

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

/**
 * Reads a JSON document that is not a crate, such as a context: the last value of a duplicate key wins.
 * @param strict refuse bytes that are not UTF-8 (RFC 8259, section 8.1); else they become U+FFFD
 * @throws SyntaxError
 */
export function readJson(bytes: Uint8Array, { strict }: { readonly strict: boolean }): unknown {
  const { text, repaired } = decodeUtf8(bytes);
  if (strict && repaired) throw new SyntaxError('the bytes are not UTF-8');
  return parsePlain(withoutByteOrderMark(text));
}

/**
 * As `JSON.parse`, for text from outside: what reads the value may recurse.
 * @param most levels of nesting
 * @throws SyntaxError, NestingError
 */
export function parsePlain(text: string, most?: number): unknown {
  checkNesting(text, most);
  return JSON.parse(text);
}

/** Several values as their array, one value as itself (format document, identifier rule 6). */
export function unpacked(values: JsonValue[]): JsonValue {
  return values.length === 1 ? (values[0] as JsonValue) : values;
}

/** An object without one of its keys. */
export function without(object: JsonObject, key: string): JsonObject {
  const { [key]: _, ...rest } = object;
  return rest;
}

/** Whether a JSON value is an object (and neither null nor an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
