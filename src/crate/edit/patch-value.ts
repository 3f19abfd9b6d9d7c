import type { Node } from 'jsonc-parser';
import {
  indentBefore,
  lineText,
  localStyle,
  nodeText,
  rebuild,
  valueText,
  type Item,
  type TextStyle,
} from '../follow/json-text.js';
import { reindent } from '../follow/join-entities.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';

/** A value in the text of a document. */
export interface WrittenNode<T extends JsonValue = JsonValue> {
  readonly text: string;
  readonly node: Node;
  /** What the node says. */
  readonly before: T;
  /** The style around it. */
  readonly style: TextStyle;
}

/** The text of an object after a change. Keys and values that stay keep their text and their place. */
export function patchObject({ text, node, before, style }: WrittenNode<JsonObject>, now: JsonObject): string {
  const children = node.children ?? [];
  const local = localStyle(text, [node], style);
  const styleOfValue = stylesIn(text, node, local);
  const keys = children.map((property) => property.children?.[0]?.value as string);
  const repeated = new Set(keys.filter((key, at) => keys.indexOf(key) !== at));
  const indent = indentBefore(text, children[0]?.offset ?? node.offset);
  const written = new Set<string>();
  const items: Item[] = [];
  children.forEach((property, from) => {
    const [{ value: key }, value] = property.children as [Node & { value: string }, Node];
    const old = before[key] as JsonValue;
    const isSame = isEqual(old, now[key]);
    if (!isSame && (!Object.hasOwn(now, key) || written.has(key))) return;
    written.add(key);
    const next = now[key] as JsonValue;
    const patched = isSame
      ? nodeText(text, value)
      : repeated.has(key)
        ? valueText(next, indent, styleOfValue(next))
        : patchValue({ text, node: value, before: old, style: styleOfValue(next) }, next);
    items.push({ text: text.slice(property.offset, value.offset) + patched, from });
  });
  for (const [key, value] of Object.entries(now))
    if (!Object.hasOwn(before, key))
      items.push({ text: `${lineText(key, local)}:${local.colon}${valueText(value, indent, styleOfValue(value))}` });
  return rebuild(text, node, items, local);
}

/** The text of a value after a change. */
function patchValue({ text, node, before, style }: WrittenNode, now: JsonValue): string {
  if (isEqual(before, now)) return nodeText(text, node);
  const indent = indentBefore(text, node.offset);
  if (isObject(before) && isObject(now)) return patchObject({ text, node, before, style }, now);
  if (Array.isArray(before) && before.length > 0) {
    if (Array.isArray(now)) return now.length === 0 ? '[]' : patchArray({ text, node, before, style }, now);
    const at = before.findIndex((one) => isEqual(one, now));
    const kept = node.children?.[at];
    return kept === undefined
      ? valueText(now, indent, style)
      : reindent(nodeText(text, kept), indentBefore(text, kept.offset), indent, style);
  }
  const isKept = Array.isArray(now) && !Array.isArray(before) && now.some((one) => isEqual(one, before));
  return isKept ? asArray({ text, node, before, style }, now) : valueText(now, indent, style);
}

/** The text of an array that begins with what was a single value. */
function asArray({ text, node, before, style }: WrittenNode, now: readonly JsonValue[]): string {
  const indent = indentBefore(text, node.offset);
  const inner = indent + style.unit;
  const [open, comma, close] =
    style.unit === ''
      ? ['[', lineText([0, 0], style).slice(2, -2), ']']
      : [`[${style.newline}${inner}`, `,${style.newline}${inner}`, `${style.newline}${indent}]`];
  const local = localStyle(text, [node], style);
  const items = now.map((one) =>
    isEqual(one, before) ? reindent(nodeText(text, node), indent, inner, style) : valueText(one, inner, local),
  );
  return open + items.join(comma) + close;
}

/** The text of an array with other items. Those that stay, in their order, keep their text. */
function patchArray({ text, node, before, style }: WrittenNode<JsonValue[]>, now: readonly JsonValue[]): string {
  const children = node.children ?? [];
  const local = localStyle(text, [node, ...children], style);
  const indent = indentBefore(text, children[0]?.offset ?? node.offset);
  const kept = keptItems(before.map(keyOf), now.map(keyOf));
  let last = -1;
  const items = now.map((value, at): Item => {
    const from = kept[at];
    if (from !== undefined) {
      last = from;
      return { text: nodeText(text, children[from] as Node), from };
    }
    // A value in the place of another one is what that has become.
    const old = before[last + 1];
    const replaced = kept.includes(last + 1) ? undefined : children[last + 1];
    if (replaced === undefined || old === undefined) return { text: valueText(value, indent, local) };
    last += 1;
    return { text: patchValue({ text, node: replaced, before: old, style: local }, value), from: last };
  });
  return rebuild(text, node, items, local);
}

/** For each new item the old one that it is, in increasing order: what begins and ends alike, and the first that fits. */
function keptItems(before: readonly string[], now: readonly string[]): (number | undefined)[] {
  let start = 0;
  while (start < now.length && before[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(now.length, before.length) - start && before.at(-1 - end) === now.at(-1 - end)) end += 1;
  const places = new Map<string, number[]>();
  for (let at = before.length - end - 1; at >= start; at -= 1) {
    const key = before[at] as string;
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else known.push(at);
  }
  let last = start - 1;
  return now.map((key, at) => {
    if (at < start) return at;
    if (at >= now.length - end) return before.length - (now.length - at);
    const found = places.get(key) ?? [];
    while ((found.at(-1) ?? Infinity) <= last) found.pop();
    last = found.at(-1) ?? last;
    return found.pop();
  });
}

/** The styles of new values in an object: an array or object is on one line if another one there is. */
function stylesIn(text: string, object: Node, style: TextStyle): (value: JsonValue) => TextStyle {
  const values = (object.children ?? []).map((property) => property.children?.[1] as Node);
  const nodes = values.flatMap((value) => (value.type === 'array' ? [value, ...(value.children ?? [])] : [value]));
  const filled = nodes.filter(({ children = [] }) => children.length > 0);
  return (value) => {
    const kind = Array.isArray(value) ? 'array' : 'object';
    return localStyle(
      text,
      filled.filter(({ type }) => type === kind),
      style,
    );
  };
}

function isEqual(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && keyOf(one) === keyOf(other));
}

function keyOf(value: JsonValue): string {
  return JSON.stringify(value);
}
