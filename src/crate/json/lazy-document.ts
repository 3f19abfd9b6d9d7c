import { parseTree, visit, type ParseError, printParseErrorCode } from 'jsonc-parser';
import { CrateError } from '../../base/errors.js';
import { decodeUtf8, withoutByteOrderMark, type ByteSource } from './byte-source.js';
import { valueOfTree } from './duplicate-keys.js';
import type { OnTextRepair } from './text-repair.js';
import { NestingError, nestedTooDeep } from './nesting.js';
import { isObject, parsePlain, without, type JsonObject, type JsonValue } from './value.js';
import { outline, type Outline, type OutlineSizes, type Window } from './outline.js';

const OPENING = 0x5b; // [
const CLOSING = 0x5d; // ]

export type { JsonObject, JsonValue } from './value.js';
export { isObject } from './value.js';

/** A metadata document whose entities are parsed on demand. */
export interface LazyDocument {
  readonly source: ByteSource;
  /** The document without its entities: if `@graph` is an array, it is empty here. */
  readonly top: JsonObject;
  readonly windows: readonly Window[];
  /** Whether the document is an array of objects with the same context, which is moved to `top`. */
  readonly sharesContext: boolean;
  /** Parses the entities of one window. @throws CrateError ERR_JSON_SYNTAX */
  entities(window: Window): JsonValue[];
  /**
   * The parts of a very large entity, which is alone in its window: each has its `@id`, and together they have all of
   * its values. They are parsed one at a time, because an entity may have a million values.
   * @param splits whether the values of a key may be divided among parts
   * @returns undefined if the entity must be read whole: without `@id`, or with a context of its own
   * @throws CrateError ERR_JSON_SYNTAX
   */
  parts(window: Window, splits: (key: string) => boolean): Iterable<JsonObject> | undefined;
}

/**
 * Reads a document without its entities.
 * @throws CrateError ERR_JSON_SYNTAX with line and column, ERR_GRAPH_MISSING for a document that is not an object
 */
export function openJson(source: ByteSource, onRepair: OnTextRepair, sizes?: OutlineSizes): LazyDocument {
  const found = outline(source, sizes);
  const top = parseTop(source, found, onRepair);
  const { windows } = found;
  const seen = new Set<Window>();
  let only: JsonValue[] | undefined; // a document of one window is parsed once, though it is read several times
  const arrayText = arrayTexts(source);
  const parse = (window: Window): JsonValue[] => {
    const report = seen.has(window) ? () => undefined : onRepair;
    seen.add(window);
    const entities = parseChecked(source, arrayText(window, report), window.keys, report) as JsonValue[];
    // "[]" and "[{}, ]" both end in an empty window, which is legal only if it is the only one.
    if (entities.length === 0 && windows.length > 1) throw jsonErrorIn(source, undefined);
    return entities;
  };
  const reported = new Set<number>(); // parts that were parsed before
  const reportOf = (at: number): OnTextRepair => {
    if (reported.has(at)) return () => undefined;
    reported.add(at);
    return onRepair;
  };
  const written = (window: Window) => (windows.length === 1 ? (only ??= parse(window)) : parse(window));
  const shared = found.isArray ? sharedContext(windows, written) : undefined;
  if (shared !== undefined) top['@context'] = shared;
  const entities = shared === undefined ? written : (window: Window) => written(window).map(withoutContext);
  return {
    source,
    top,
    windows,
    sharesContext: shared !== undefined,
    entities,
    parts: (window, splits) => entityParts(window, splits, source, reportOf),
  };
}

/**
 * Parses JSON text. A duplicate key keeps all of its values, see {@link valueOfTree}.
 * @throws CrateError ERR_JSON_SYNTAX with line and column
 */
export function parseJson(text: string, onRepair: OnTextRepair = () => undefined): JsonValue {
  checkJson(text);
  const tree = parseTree(text);
  return tree === undefined ? null : valueOfTree(tree, onRepair);
}

/**
 * Checks that a text is JSON, and not nested too deep.
 * @param most levels
 * @throws CrateError ERR_JSON_SYNTAX with line and column
 */
export function checkJson(text: string, most?: number): void {
  try {
    parsePlain(text, most);
  } catch (cause) {
    if (cause instanceof NestingError) throw nestedTooDeep(cause);
    throw jsonError(text, cause);
  }
}

/** The context of a document that is an array: that of its objects, if they all have the same one. */
function sharedContext(windows: readonly Window[], entities: (window: Window) => JsonValue[]): JsonValue | undefined {
  let shared: { readonly text: string; readonly value: JsonValue } | undefined;
  for (const window of windows) {
    for (const item of entities(window)) {
      const own = isObject(item) ? item['@context'] : undefined;
      if (own === undefined) return undefined;
      const text = JSON.stringify(own);
      shared ??= { text, value: own };
      if (text !== shared.text) return undefined;
    }
  }
  return shared?.value;
}

/** An object under the context that all share. */
function withoutContext(item: JsonValue): JsonValue {
  return isObject(item) ? without(item, '@context') : item;
}

function parseTop(source: ByteSource, found: Outline, onRepair: OnTextRepair): JsonObject {
  const { graph } = found;
  const text = (start: number, end: number) => decode(source, start, end, onRepair);
  const skeleton = graph === undefined ? text(0, source.length) : text(0, graph.start) + text(graph.end, source.length);
  const top = parseChecked(source, skeleton, countKeys(skeleton), onRepair);
  if (Array.isArray(top) && graph !== undefined) return { '@graph': [] };
  if (!isObject(top)) {
    throw new CrateError('ERR_GRAPH_MISSING', 'the document is neither a JSON object nor an array');
  }
  return top;
}

/** Number of keys in a short text, duplicates included. */
function countKeys(text: string): number {
  let keys = 0;
  visit(text, { onObjectProperty: () => void (keys += 1) });
  return keys;
}

/** Windows up to this length share their memory. */
const LONGEST_SHARED = 1 << 18;

/**
 * The text of a window as a JSON array. The brackets are put around its bytes, because `JSON.parse` would copy a text
 * that is joined of several.
 */
function arrayTexts(source: ByteSource): (window: Window, onRepair: OnTextRepair) => string {
  let shared = new Uint8Array(0);
  return ({ start, end }, onRepair) => {
    const length = end - start + 2;
    const bytes = length <= shared.length ? shared : new Uint8Array(length);
    if (length <= LONGEST_SHARED) shared = bytes;
    bytes[0] = OPENING;
    const inside = bytes.subarray(1, length - 1);
    inside.set(source.read(start, end, inside));
    bytes[length - 1] = CLOSING;
    return decoded(bytes.subarray(0, length), start, end, onRepair);
  };
}

function entityParts(
  { start, end, cuts, keys }: Window,
  splits: (key: string) => boolean,
  source: ByteSource,
  reportOf: (at: number) => OnTextRepair,
): Iterable<JsonObject> | undefined {
  if (cuts.length === 0) return undefined;
  let head = '';
  /** The first part, or the one after a cut, whose `@id` and key are not in the text there. */
  const part = (index: number, onRepair: OnTextRepair): JsonValue => {
    const text = (from: number, to: number) => decode(source, from, to, onRepair);
    const before = cuts[index - 1];
    const next = cuts[index];
    const begin = before === undefined ? '' : `${head}${text(before.key.start, before.key.end)}:[`;
    const inside = text(before === undefined ? start : before.at + 1, next?.at ?? end);
    const count = (next?.keys ?? keys) - (before === undefined ? 0 : before.keys - 2);
    return parseChecked(source, `${begin}${inside}${next === undefined ? '' : ']}'}`, count, onRepair);
  };
  const silent: OnTextRepair = () => undefined;
  const first = part(0, silent);
  if (!isObject(first) || typeof first['@id'] !== 'string' || '@context' in first) return undefined;
  head = `{"@id":${JSON.stringify(first['@id'])},`;
  const seen = new Set(Object.keys(first));
  for (const [index, { key }] of cuts.entries()) {
    if (key.start === cuts[index + 1]?.key.start) continue; // only values of one key
    const name = JSON.parse(decode(source, key.start, key.end, silent)) as string;
    const value = part(index + 1, silent) as JsonObject;
    const more = Object.keys(value).filter((one) => one !== name && one !== '@id');
    // Keywords such as `@context` and `@type` apply to the whole entity, and a duplicate key must be reported.
    if (!splits(name) || value['@id'] !== first['@id']) return undefined;
    if (more.some((one) => (one.startsWith('@') && one !== '@reverse') || seen.has(one))) return undefined;
    for (const one of more) seen.add(one);
  }
  return (function* () {
    for (let index = 0; index <= cuts.length; index += 1)
      yield part(index, reportOf(cuts[index - 1]?.at ?? start)) as JsonObject;
  })();
}

function parseChecked(source: ByteSource, text: string, keys: number, onRepair: OnTextRepair): JsonValue {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw jsonErrorIn(source, cause);
  }
  return keysOf(value) === keys ? value : parseJson(text, onRepair);
}

/** Number of keys in a value, at any depth. */
function keysOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) keys += keysOf(item);
    return keys;
  }
  for (const key in value) {
    keys += 1;
    const item = value[key];
    if (typeof item === 'object') keys += keysOf(item);
  }
  return keys;
}

function decode(source: ByteSource, start: number, end: number, onRepair: OnTextRepair): string {
  const text = decoded(source.read(start, end), start, end, onRepair);
  return start === 0 ? withoutByteOrderMark(text) : text;
}

function decoded(bytes: Uint8Array, start: number, end: number, onRepair: OnTextRepair): string {
  const { text, repaired } = decodeUtf8(bytes);
  if (repaired) onRepair('invalid-utf8', `bytes ${start} to ${end} are not UTF-8`);
  return text;
}

/** The error with the position of the first syntax error, if the document is small enough to be read whole. */
function jsonErrorIn(source: ByteSource, cause: unknown): CrateError {
  const encoding = otherEncoding(source.read(0, Math.min(4, source.length)));
  if (encoding !== undefined)
    return new CrateError('ERR_JSON_SYNTAX', `not JSON in UTF-8: the text is ${encoding}`, {
      hint: 'save it as UTF-8',
      cause,
    });
  if (source.length > 1 << 28) return new CrateError('ERR_JSON_SYNTAX', 'the document is not JSON', { cause });
  return jsonError(decodeUtf8(source.read(0, source.length)).text, cause);
}

/** The encoding of a text that is not UTF-8, by its byte order mark or by the zeros beside its first character. */
function otherEncoding([a, b, c, d]: Uint8Array): 'UTF-16' | 'UTF-32' | undefined {
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0)) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  return a === 0 ? (b === 0 ? 'UTF-32' : 'UTF-16') : undefined;
}

function jsonError(text: string, cause: unknown): CrateError {
  let first: { error: ParseError['error']; offset: number } | undefined;
  visit(text, { onError: (error, offset) => void (first ??= { error, offset }) }, { disallowComments: true });
  const offset = first?.offset ?? text.length;
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  const what =
    first === undefined
      ? 'unexpected text'
      : printParseErrorCode(first.error)
          .replace(/(?!^)([A-Z])/g, ' $1')
          .toLowerCase();
  return new CrateError('ERR_JSON_SYNTAX', `not JSON: ${what} at line ${line}, column ${column}`, {
    details: { line, column },
    cause,
  });
}

/**
 * The entities among items of `@graph`: JSON-LD flattens nested arrays, and ignores everything that is not an object.
 */
export function entitiesAmong(items: readonly JsonValue[]): JsonObject[] {
  return items.some(Array.isArray) ? items.flat(Infinity as 1).filter(isObject) : items.filter(isObject);
}

/** Entities outside of a `@graph` array: a single object as `@graph`, and the properties next to `@graph`. */
export function topEntities({ top }: LazyDocument): JsonObject[] {
  const { '@context': _, '@graph': graph, ...rest } = top;
  const inGraph = graph === undefined ? [] : entitiesAmong([graph]);
  const hasProperties = Object.keys(rest).some((key) => graph === undefined || key !== '@id');
  return hasProperties ? [...inGraph, rest] : inGraph;
}
