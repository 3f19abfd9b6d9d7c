import { parseTree, visit, type ParseError, printParseErrorCode } from 'jsonc-parser';
import { CrateError } from '../../errors.js';
import { decodeUtf8, withoutByteOrderMark, type ByteSource } from './byte-source.js';
import { repeatedKeys, type OnTextRepair } from './repeated-keys.js';
import { isObject, without, type JsonObject, type JsonValue } from './value.js';
import { outline, type Outline, type OutlineSizes, type Window } from './outline.js';

export type { JsonObject, JsonValue } from './value.js';
export { isObject } from './value.js';

/** A metadata document whose entities are parsed when they are asked for. */
export interface LazyDocument {
  readonly source: ByteSource;
  /** All top-level keys but the entities of `@graph`; `@graph` itself is there as an empty array if it was one. */
  readonly top: JsonObject;
  readonly windows: readonly Window[];
  /** The document is an array whose objects share a context; it stands in `top`, and no more in them. */
  readonly sharesContext: boolean;
  /** Parses the entities of one window. @throws CrateError ERR_JSON_SYNTAX */
  entities(window: Window): JsonValue[];
  /**
   * The one entity of a window with cuts in parts: each has its `@id`, and together they have all of its values. Parsed
   * one at a time, for an entity may have a million values.
   * @param splits whether the values of a key may be parted
   * @returns undefined when it has to be read whole: without `@id`, with a context of its own
   * @throws CrateError ERR_JSON_SYNTAX
   */
  parts(window: Window, splits: (key: string) => boolean): Iterable<JsonObject> | undefined;
}

/**
 * Reads everything of a document but its entities.
 * @throws CrateError ERR_JSON_SYNTAX with line and column, ERR_GRAPH_MISSING for a document that is no object
 */
export function openJson(source: ByteSource, onRepair: OnTextRepair, sizes?: OutlineSizes): LazyDocument {
  const found = outline(source, sizes);
  const top = parseTop(source, found, onRepair);
  const { windows } = found;
  const seen = new Set<Window>();
  let only: JsonValue[] | undefined; // a small document is parsed once, although it is walked more often
  const parse = (window: Window): JsonValue[] => {
    const report = seen.has(window) ? () => undefined : onRepair;
    seen.add(window);
    return parseWindow(source, window, windows.length === 1, report);
  };
  const told = new Set<number>(); // a walk may come by a part twice
  const reportOf = (at: number) => (told.has(at) ? () => undefined : (told.add(at), onRepair));
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
    parts: (window, splits) => partsOf(window, splits, source, reportOf),
  };
}

/**
 * Parses JSON text; a property that is written twice keeps all of its values, see {@link repeatedKeys}.
 * @throws CrateError ERR_JSON_SYNTAX with line and column
 */
export function parseJson(text: string, onRepair: OnTextRepair = () => undefined): JsonValue {
  checkJson(text);
  const tree = parseTree(text);
  return tree === undefined ? null : repeatedKeys(tree, onRepair);
}

/** @throws CrateError ERR_JSON_SYNTAX with line and column for what is not JSON */
export function checkJson(text: string): void {
  try {
    JSON.parse(text);
  } catch (cause) {
    throw syntaxError(text, cause);
  }
}

/** The context of a document that is an array: that of its objects, if they all have the same. */
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

/** Number of keys in a short text, counted as the outline does it. */
function countKeys(text: string): number {
  let keys = 0;
  visit(text, { onObjectProperty: () => void (keys += 1) });
  return keys;
}

function parseWindow(source: ByteSource, window: Window, alone: boolean, onRepair: OnTextRepair): JsonValue[] {
  const text = `[${decode(source, window.start, window.end, onRepair)}]`;
  const entities = parseChecked(source, text, window.keys, onRepair) as JsonValue[];
  // "[]" and "[{}, ]" look alike from the outside: an empty window is legal only if the whole graph is empty.
  if (entities.length === 0 && !alone) throw syntaxErrorOf(source, undefined);
  return entities;
}

function partsOf(
  { start, end, cuts, keys }: Window,
  splits: (key: string) => boolean,
  source: ByteSource,
  reportOf: (at: number) => OnTextRepair,
): Iterable<JsonObject> | undefined {
  if (cuts.length === 0) return undefined;
  let head = '';
  /** A part, the first one or what comes after a cut; this has two keys that are not in the text. */
  const part = (index: number, onRepair: OnTextRepair): JsonValue => {
    const text = (from: number, to: number) => decode(source, from, to, onRepair);
    const [before, next] = [cuts[index - 1], cuts[index]];
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
    if (key.start === cuts[index + 1]?.key.start) continue; // nothing but values of one key
    const name = JSON.parse(decode(source, key.start, key.end, silent)) as string;
    const value = part(index + 1, silent) as JsonObject;
    const more = Object.keys(value).filter((one) => one !== name && one !== '@id');
    // Keywords such as a context and a type mean all of the entity; a key that is there twice is to be told of.
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
    throw syntaxErrorOf(source, cause);
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
  const { text, repaired } = decodeUtf8(source.read(start, end));
  if (repaired) onRepair('invalid-utf8', `bytes ${start} to ${end} are not UTF-8`);
  return start === 0 ? withoutByteOrderMark(text) : text;
}

/** The place of the first syntax error, if the document is small enough to be looked at whole. */
function syntaxErrorOf(source: ByteSource, cause: unknown): CrateError {
  if (source.length > 1 << 28) return new CrateError('ERR_JSON_SYNTAX', 'the document is not JSON', { cause });
  return syntaxError(decodeUtf8(source.read(0, source.length)).text, cause);
}

function syntaxError(text: string, cause: unknown): CrateError {
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

/** The entities among items of `@graph`: JSON-LD opens arrays in it, and passes over what is no object. */
export function entitiesAmong(items: readonly JsonValue[]): JsonObject[] {
  return items.some(Array.isArray) ? items.flat(Infinity as 1).filter(isObject) : items.filter(isObject);
}

/** Entities that stand outside of a plain `@graph` array: a single object as graph, and what is said beside it. */
export function topEntities({ top }: LazyDocument): JsonObject[] {
  const { '@context': _, '@graph': graph, ...rest } = top;
  const inGraph = graph === undefined ? [] : entitiesAmong([graph]);
  const speaks = Object.keys(rest).some((key) => graph === undefined || key !== '@id');
  return speaks ? [...inGraph, rest] : inGraph;
}
