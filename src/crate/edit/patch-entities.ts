import type { Node } from 'jsonc-parser';
import { editedWindows } from '../follow/edited-windows.js';
import {
  indentBefore,
  localStyle,
  nodeText,
  rebuild,
  styleOf,
  treeOf,
  valueText,
  type Item,
  type TextStyle,
} from '../follow/json-text.js';
import { decodeUtf8 } from '../json/byte-source.js';
import { entitiesAmong } from '../json/lazy-document.js';
import type { JsonObject } from '../json/value.js';
import type { CrateDocument } from '../read/crate-document.js';
import { withMore, type Surroundings } from './base-text.js';
import { patchObject } from './patch-value.js';

/** What changes in a document. Everything else keeps its text. */
export interface EntityPatches {
  /** What becomes of objects of `@graph`, by position among all of them; undefined: the object goes away. */
  readonly changed: ReadonlyMap<number, JsonObject | undefined>;
  /** New entities, which go to the end. */
  readonly added: readonly JsonObject[];
  /** New terms of the context. */
  readonly terms: Readonly<JsonObject>;
}

/**
 * Changes entities in the text of a document: of an object only the properties that differ, of these only the values
 * that differ. New entities are written like their neighbours.
 * @param document with an array `@graph` that is not empty
 * @returns the new document in UTF-8, in pieces
 */
export function* patchEntities(
  document: CrateDocument,
  { changed, added, terms }: EntityPatches,
): Generator<Uint8Array> {
  const { json } = document;
  const { source, windows } = json;
  const textOf = (from: number, to: number) => decodeUtf8(source.read(from, to)).text;
  const style = styleOf(textOf(0, Math.min(source.length, 1 << 16)));
  const firsts = [...changed.keys()].sort((a, b) => a - b);
  let position = 0;
  let next = 0; // the next changed position
  const edited = windows.map((window, index): string | undefined => {
    const isLast = index === windows.length - 1;
    const isNeeded = next < firsts.length || (isLast && added.length > 0);
    if (!isNeeded) return undefined;
    const before = entitiesAmong(json.entities(window));
    const first = position;
    position += before.length;
    const isChanged = (firsts[next] ?? Infinity) < position;
    while ((firsts[next] ?? Infinity) < position) next += 1;
    if (!isChanged && !(isLast && added.length > 0)) return undefined;
    const text = `[${textOf(window.start, window.end)}]`;
    const objects = before.map((object, at): PatchedObject => {
      const now = changed.has(first + at) ? changed.get(first + at) : object;
      return { before: object, now };
    });
    return (
      patchedArray(text, treeOf(text), objects.values(), { style, added: isLast ? added : [] })?.slice(1, -1) ?? ''
    );
  });
  const start = windows[0]?.start ?? source.length;
  const end = windows.at(-1)?.end ?? source.length;
  const around: Surroundings = [textOf(0, start), textOf(end, source.length)];
  const isExtended = Object.keys(terms).length > 0;
  yield* editedWindows(json, isExtended ? withMore(around, { contexts: [], terms }, style) : around, edited);
}

/** An object as it was and as it is now; undefined: it goes away. */
interface PatchedObject {
  readonly before: JsonObject;
  readonly now: JsonObject | undefined;
}

/** The text of an array of entities, undefined if nothing is left of it. Keeps items that are not entities. */
function patchedArray(
  text: string,
  array: Node,
  objects: Iterator<PatchedObject>,
  { style, added = [] }: { readonly style: TextStyle; readonly added?: readonly JsonObject[] },
): string | undefined {
  const children = array.children ?? [];
  const items: Item[] = [];
  children.forEach((child, from) => {
    if (child.type === 'array' && child.children?.length !== 0) {
      const inner = patchedArray(text, child, objects, { style });
      if (inner !== undefined) items.push({ text: inner, from });
    } else if (child.type !== 'object') {
      items.push({ text: nodeText(text, child), from });
    } else {
      const { before, now } = objects.next().value as PatchedObject;
      if (now === before) items.push({ text: nodeText(text, child), from });
      else if (now !== undefined) items.push({ text: patchObject({ text, node: child, before, style }, now), from });
    }
  });
  const model = children.findLast(({ type }) => type === 'object');
  const local = localStyle(text, model === undefined ? [] : [model], style);
  const indent = indentBefore(text, model?.offset ?? array.offset);
  for (const entity of added) items.push({ text: valueText(entity, indent, local) });
  return items.length === 0 ? undefined : rebuild(text, array, items, local);
}
