import type { Node } from 'jsonc-parser';
import { isObject, type JsonObject, type JsonValue } from './value.js';

/** What could be read only by a repair of the text itself. */
export type TextRepair = 'invalid-utf8' | 'duplicate-key';

/** Called for each repair of the text, with the words to report. */
export type OnTextRepair = (kind: TextRepair, detail: string) => void;

/** Called for a number that JSON text can hold and no JSON value. */
export type OnNumber = (kind: 'number-range', detail: string) => void;

/** Keywords that may have several values. */
const PLURAL: ReadonlySet<string> = new Set(['@type', '@graph', '@included', '@set']);

/** The last of the values of a property that is written twice: what JSON says, where it is not read as JSON-LD. */
const last = new WeakMap<JsonValue[], JsonValue>();

/**
 * The value of a syntax tree. A property that is written twice keeps all of its values, in an array; of a keyword and in
 * a context the last one wins, for two have no meaning there.
 */
export function repeatedKeys(node: Node, onRepair: OnTextRepair): JsonValue {
  return valueOf(node, onRepair, false);
}

/**
 * The same value where it stands for itself, in a JSON literal: the last of several values wins, as everywhere in JSON,
 * and a number beyond all numbers is null.
 */
export function asPlainJson(value: JsonValue, note: OnNumber = () => undefined): JsonValue {
  if (Array.isArray(value)) {
    const only = last.get(value);
    return only === undefined ? value.map((item) => asPlainJson(item, note)) : asPlainJson(only, note);
  }
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asPlainJson(item, note)]));
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  note('number-range', String(value));
  return null;
}

function valueOf(node: Node, onRepair: OnTextRepair, inContext: boolean): JsonValue {
  if (node.type === 'array') return (node.children ?? []).map((child) => valueOf(child, onRepair, inContext));
  if (node.type !== 'object') return node.value as JsonValue;
  const object = new Map<string, JsonValue>();
  const repeated = new Map<string, JsonValue[]>();
  const isLiteral = (node.children ?? []).some(({ children: [key] = [] }) => key?.value === '@value');
  for (const property of node.children ?? []) {
    const [keyNode, valueNode] = property.children ?? [];
    if (keyNode === undefined || valueNode === undefined) continue;
    const key = keyNode.value as string;
    const value = valueOf(valueNode, onRepair, inContext || key === '@context');
    const earlier = object.get(key);
    if (earlier !== undefined)
      onRepair('duplicate-key', `the key ${JSON.stringify(key)} is written twice in one object`);
    if (earlier === undefined || inContext || isLiteral || (key.startsWith('@') && !PLURAL.has(key)))
      object.set(key, value);
    else {
      const values = repeated.get(key) ?? [earlier].flat();
      for (const one of [value].flat()) values.push(one);
      repeated.set(key, values);
      last.set(values, value);
      object.set(key, values);
    }
  }
  return Object.fromEntries(object) satisfies JsonObject;
}
