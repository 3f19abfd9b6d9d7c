import type { Node } from 'jsonc-parser';
import type { Term } from '@rdfjs/types';
import type { JsonValue } from '../json/lazy-document.js';
import type { Compactor } from '../write/compactor.js';
import { termId } from '../../rdf/nquads.js';
import type { SubjectNode } from '../write/graph-index.js';
import type { IdWriter } from '../write/id-writer.js';
import {
  commaOf,
  indentBefore,
  lineText,
  rebuild,
  styleBeside,
  textOf,
  valueText,
  type Item,
  type TextStyle,
} from './json-text.js';
import { predicateOf, TYPE, type InContext } from './written-keys.js';
import type { MatchedValue } from './match-values.js';

/** Everything that the text of a changed entity is made from. */
export interface EntityEdit {
  readonly text: string;
  readonly node: Node;
  /** The fate of the old values; undefined when all stay. */
  readonly values: ReadonlyMap<string, readonly MatchedValue[]> | undefined;
  /** New triples of this subject. */
  readonly added: SubjectNode | undefined;
  /** New triples of a node that is nested in the entity, given out once. */
  readonly addedWithin?: ((subject: string) => SubjectNode | undefined) | undefined;
  readonly compactor: Compactor;
  readonly ids: IdWriter;
  readonly style: TextStyle;
  /** Where the keys of the entity have their meaning. */
  readonly document: InContext;
}

const KEPT: MatchedValue = { kept: true };

/** The text of an entity with the values that are gone taken out and the new ones put in. */
export function editEntity(edit: EntityEdit): string {
  const { text, node, values, added, compactor, document } = edit;
  const style = styleBeside(text, [node], edit.style);
  const open = new Map(added?.properties ?? []);
  const fates = new Map([...(values ?? [])].map(([key, matched]) => [key, matched.values()] as const));
  const indent = indentBefore(text, node.children?.[0]?.offset ?? node.offset);
  const items: Item[] = [];
  node.children?.forEach((property, from) => {
    const [{ value: key }, value] = property.children as [Node & { value: string }, Node];
    const predicate = predicateOf(key, document);
    const all = values?.get(key) ?? [];
    const isList = value.type === 'array' && (predicate !== undefined || all.length > 1);
    const olds = isList ? (value.children ?? []) : [value];
    // A key that is written twice has its values in one row.
    const matched = predicate === undefined && !isList ? all : olds.map(() => fates.get(key)?.next().value ?? KEPT);
    const fresh =
      predicate === undefined ? [] : (open.get(predicate) ?? []).map((object) => jsonOf(predicate, key, object, edit));
    if (predicate !== undefined) open.delete(predicate);
    const written = writeValues({ edit, style, value, isList, olds, matched, fresh, indent });
    if (written !== undefined) items.push({ text: text.slice(property.offset, value.offset) + written, from });
  });
  for (const [predicate, objects] of open) {
    const name = predicate === TYPE ? '@type' : compactor.key(predicate).name;
    const fresh = objects.map((object) => jsonOf(predicate, name, object, edit));
    const value = fresh.length === 1 ? (fresh[0] as JsonValue) : fresh;
    items.push({ text: `${lineText(name, style)}:${style.colon}${valueText(value, indent, style)}` });
  }
  return rebuild(text, node, items, style);
}

/** The values of one key: as they stand, what became of each, and new ones. */
interface Values {
  readonly edit: EntityEdit;
  readonly style: TextStyle;
  readonly value: Node;
  /** The value is an array of values. */
  readonly isList: boolean;
  readonly olds: readonly Node[];
  readonly matched: readonly MatchedValue[];
  readonly fresh: readonly JsonValue[];
  readonly indent: string;
}

/** The text of the values of a key; undefined when none is left. New ones take the place of lost ones. */
function writeValues({ edit, style, value, isList, olds, matched, fresh, indent }: Values): string | undefined {
  const { text, ids } = edit;
  if (fresh.length === 0 && matched.every(({ kept, reference, parts }) => kept && (reference ?? parts) === undefined))
    return textOf(text, value);
  const beside = styleBeside(text, [value, ...olds], style);
  const inner = isList && olds[0] !== undefined ? indentBefore(text, olds[0].offset) : indent;
  const next = [...fresh];
  const items: Item[] = [];
  olds.forEach((old, from) => {
    const { kept, reference, nested, parts } = matched[from] as MatchedValue;
    const within = nested && reference !== undefined ? edit.addedWithin?.(reference) : undefined;
    if (kept && parts !== undefined) items.push({ text: writeParts(old, parts, { edit, style }), from });
    else if (nested !== undefined && (!nested.gone || within !== undefined))
      items.push({ text: editEntity({ ...edit, node: old, values: nested.values, added: within }), from });
    else if (reference !== undefined)
      items.push({ text: valueText({ '@id': ids.write(reference) }, inner, beside), from });
    else if (kept) items.push({ text: textOf(text, old), from });
    else if (next.length > 0) items.push({ text: valueText(next.shift() as JsonValue, inner, beside), from });
  });
  if (items.length + next.length === 0) return undefined;
  if (isList)
    return rebuild(text, value, [...items, ...next.map((item) => ({ text: valueText(item, inner, beside) }))], beside);
  if (items.length + next.length === 1) return items[0]?.text;
  // A single value that becomes several keeps its lines: brackets and the new ones go beside it.
  return `[${[...items.map((item) => item.text), ...next.map((item) => lineText(item, style))].join(commaOf(style))}]`;
}

/** The text of a map with the values that are left. */
function writeParts(
  map: Node,
  parts: ReadonlyMap<string, readonly MatchedValue[]>,
  { edit, style }: Pick<Values, 'edit' | 'style'>,
): string {
  const { text } = edit;
  const items: Item[] = [];
  map.children?.forEach((property, from) => {
    const [{ value: key }, value] = property.children as [Node & { value: string }, Node];
    const isList = value.type === 'array';
    const olds = isList ? (value.children ?? []) : [value];
    const indent = indentBefore(text, property.offset);
    const matched = parts.get(key) ?? [];
    const written = writeValues({ edit, style, value, isList, olds, matched, fresh: [], indent });
    if (written !== undefined) items.push({ text: text.slice(property.offset, value.offset) + written, from });
  });
  return rebuild(text, map, items, styleBeside(text, [map], style));
}

function jsonOf(predicate: string, key: string, object: Term, { compactor, document }: EntityEdit): JsonValue {
  if (predicate === TYPE) return compactor.type(termId(object));
  return compactor.value(object, { name: key, definition: document.context.term(key) });
}
