import { isObject, type JsonValue } from '../json/value.js';

/** Names that break the objects of the processor, wherever they become keys, with the marks that they have already. */
const UNSPEAKABLE = /(__proto__|hasOwnProperty)(\ue000*)/gi;
const MARKED = /(__proto__|hasOwnProperty)\ue000(\ue000*)/gi;

/** JSON for the processor: names that it cannot hold have a mark more. */
export function speakable<V extends JsonValue>(value: V): V {
  return inAllText(value, (text) => text.replace(UNSPEAKABLE, '$1$2\ue000')) as V;
}

/** What the processor made of it, with the names as they were. */
export function unmarked<V extends JsonValue>(value: V): V {
  return inAllText(value, (text) => text.replace(MARKED, '$1$2')) as V;
}

function inAllText(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => inAllText(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), inAllText(item, change)]));
}
