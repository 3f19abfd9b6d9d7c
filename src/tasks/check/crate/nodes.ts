import { pointerToken, topItems } from '../../../crate/json/top-items.js';
import { isObject, type JsonObject, type JsonValue } from '../../../crate/json/value.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';
import { unalias } from '../../../crate/read/property-keys.js';

/** An object of the document that describes something. */
export interface Node {
  /** Its JSON, with keywords in place of their aliases. */
  readonly json: JsonObject;
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** Whether it is inside of another one. */
  readonly nested: boolean;
}

/** An item of `@graph` that is not an object. */
export interface NoNode {
  readonly value: JsonValue;
  readonly pointer: string;
}

/**
 * Lists the objects that describe something, in the order of the document, each before those nested in it. Windows are
 * parsed one at a time.
 * @param onOther receives what is in `@graph` and no object
 * @param only a window, or -1 for what is outside of the array `@graph`; by default everything
 * @throws CrateError ERR_JSON_SYNTAX
 */
export function* documentNodes(
  document: CrateDocument,
  onOther?: (other: NoNode) => void,
  only?: number,
): Generator<Node> {
  for (const { value, pointer } of topItems(document.json, only)) {
    const namesGraph = pointer === '' && '@graph' in document.json.top;
    if (namesGraph && isObject(value) && isReference(unalias(value, document.context))) continue; // under an alias of `@id`
    yield* nodesAt(value, pointer, { document, onOther });
  }
}

interface Walk {
  readonly document: CrateDocument;
  readonly onOther: ((other: NoNode) => void) | undefined;
}

function* nodesAt(item: JsonValue, pointer: string, walk: Walk): Generator<Node> {
  if (isObject(item))
    yield* withNested({ json: unalias(item, walk.document.context), pointer, nested: false }, walk.document);
  else {
    walk.onOther?.({ value: item, pointer });
    if (Array.isArray(item))
      for (const [index, one] of item.entries()) yield* nodesAt(one, `${pointer}/${index}`, walk);
  }
}

function* withNested(node: Node, document: CrateDocument): Generator<Node> {
  yield node;
  for (const key in node.json) {
    const value = node.json[key];
    if (key === '@reverse' && isObject(value)) {
      // a map of properties, and no entity
      for (const name in value)
        if (typeof value[name] === 'object' && value[name] !== null)
          yield* nestedIn(value[name], `${node.pointer}/@reverse/${pointerToken(name)}`, document);
    } else if (typeof value === 'object' && value !== null && !isLiteralKey(key, document))
      yield* nestedIn(value, `${node.pointer}/${pointerToken(key)}`, document);
  }
}

function* nestedIn(value: JsonValue, pointer: string, document: CrateDocument): Generator<Node> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (typeof item === 'object' && item !== null) yield* nestedIn(item, `${pointer}/${index}`, document);
  } else if (isObject(value)) {
    const json = unalias(value, document.context);
    if ('@list' in json || '@set' in json) {
      for (const key of ['@list', '@set'])
        if (json[key] !== undefined) yield* nestedIn(json[key], `${pointer}/${key}`, document);
    } else if (!isReference(json) && !('@value' in json)) yield* withNested({ json, pointer, nested: true }, document);
  }
}

function isLiteralKey(key: string, document: CrateDocument): boolean {
  return key === '@context' || key === '@id' || key === '@type' || document.context.term(key)?.type === '@json';
}

/** Whether an object only refers to an entity: its only key is `@id`. */
export function isReference(value: JsonObject): boolean {
  for (const key in value) if (key !== '@id') return false;
  return '@id' in value;
}
