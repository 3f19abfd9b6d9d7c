import type { Node } from 'jsonc-parser';
import type { OnTextRepair } from './text-repair.js';
import { isObject, type JsonObject, type JsonValue } from './value.js';

/** Called for a number that JSON text can express and a double cannot. */
export type OnNumber = (kind: 'number-range', detail: string) => void;

/** Keywords that may have several values. */
const PLURAL: ReadonlySet<string> = new Set(['@type', '@graph', '@included', '@set']);

/** The last value of each duplicate key, which is its value in plain JSON. */
const last = new WeakMap<JsonValue[], JsonValue>();

/**
 * The value of a syntax tree. A duplicate key keeps all of its values, in an array; for keywords and in contexts the
 * last one wins, because they take only one.
 */
export function valueOfTree(node: Node, onRepair: OnTextRepair): JsonValue {
  return valueOf(node, onRepair, false);
}

/**
 * A value as plain JSON, for a JSON literal: the last value of a duplicate key wins, and a number out of range becomes
 * null.
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
  const duplicates = new Map<string, JsonValue[]>();
  const isLiteral = (node.children ?? []).some(({ children: [key] = [] }) => key?.value === '@value');
  for (const property of node.children ?? []) {
    const [keyNode, valueNode] = property.children ?? [];
    if (keyNode === undefined || valueNode === undefined) continue;
    const key = keyNode.value as string;
    const value = valueOf(valueNode, onRepair, inContext || key === '@context');
    const earlier = object.get(key);
    if (earlier !== undefined) onRepair('duplicate-key', `the key ${JSON.stringify(key)} occurs twice in one object`);
    if (earlier === undefined || inContext || isLiteral || (key.startsWith('@') && !PLURAL.has(key)))
      object.set(key, value);
    else {
      const values = duplicates.get(key) ?? [earlier].flat();
      for (const one of [value].flat()) values.push(one);
      duplicates.set(key, values);
      last.set(values, value);
      object.set(key, values);
    }
  }
  return Object.fromEntries(object) satisfies JsonObject;
}
