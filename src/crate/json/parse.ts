import { parseTree, visit, type ParseError, printParseErrorCode } from 'jsonc-parser';
import { CrateError } from '../../errors.js';
import { decodeUtf8, type ByteSource } from './bytes.js';
import { repeatedKeys, type OnTextRepair } from './repeated-keys.js';
import { isObject, type JsonObject, type JsonValue } from './value.js';
import { outline, type Cut, type Outline, type OutlineSizes, type Window } from './outline.js';

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
    parts: (window, splits) => partsOf(window, splits, source, onRepair),
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
  if (!isObject(item)) return item;
  const { '@context': _, ...rest } = item;
  return rest;
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
  window: Window,
  splits: (key: string) => boolean,
  source: ByteSource,
  onRepair: OnTextRepair,
): Iterable<JsonObject> | undefined {
  const { cuts } = window;
  const [cut, last] = [cuts[0], cuts.at(-1)];
  if (cut === undefined || last === undefined) return undefined;
  const text = (start: number, end: number) => decode(source, start, end, onRepair);
  const keys = new Map(cuts.map(({ key }) => [key.start, key.end]));
  for (const [start, end] of keys) if (!splits(JSON.parse(text(start, end)) as string)) return undefined;
  const first = parseChecked(source, `${text(window.start, cut.at)}]}`, cut.keys, onRepair);
  if (!isObject(first) || typeof first['@id'] !== 'string' || '@context' in first) return undefined;
  const head = `{"@id":${JSON.stringify(first['@id'])},`;
  /** What comes after a cut; it has two keys that are not in the text. */
  const after = ({ at, key, keys }: Cut, next: Cut | undefined) => {
    const inside = text(at + 1, next?.at ?? window.end);
    const whole = `${head}${text(key.start, key.end)}:[${inside}${next === undefined ? '' : ']}'}`;
    return parseChecked(source, whole, (next?.keys ?? window.keys) - keys + 2, onRepair) as JsonObject;
  };
  // Two arrays were cut: what is between them is in the part that begins in the one and ends in the other.
  const end = after(last, undefined);
  if ('@context' in end || '@type' in end) return undefined; // they mean all of the entity
  return (function* () {
    yield first;
    for (let index = 0; index + 1 < cuts.length; index += 1) yield after(cuts[index] as Cut, cuts[index + 1]);
    yield end;
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
  return start === 0 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
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
