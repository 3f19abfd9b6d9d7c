import type { Node } from 'jsonc-parser';
import type { Term } from '@rdfjs/types';
import { RDF_TYPE } from '../../base/rdf/vocabulary.js';
import type { JsonValue } from '../json/lazy-document.js';
import type { Compactor } from '../write/compactor.js';
import { termId } from '../../base/rdf/nquads.js';
import type { SubjectNode } from '../write/graph-index.js';
import type { IdWriter } from '../write/id-writer.js';
import {
  commaOf,
  indentBefore,
  lineText,
  rebuild,
  localStyle,
  nodeText,
  valueText,
  type Item,
  type TextStyle,
} from './json-text.js';
import { predicateOf, type InContext } from './written-keys.js';
import type { ValueMatch } from './match-values.js';

/** What the text of a changed entity is written from. */
export interface EntityEdit {
  readonly text: string;
  readonly node: Node;
  /** The matches of the written values; undefined if all of them stay. */
  readonly values: ReadonlyMap<string, readonly ValueMatch[]> | undefined;
  /** New triples of this subject. */
  readonly added: SubjectNode | undefined;
  /** Returns the new triples of a nested node, the first time that it is called for it. */
  readonly addedWithin?: ((subject: string) => SubjectNode | undefined) | undefined;
  readonly compactor: Compactor;
  readonly ids: IdWriter;
  readonly style: TextStyle;
  /** The document whose context defines the keys of the entity. */
  readonly document: InContext;
}

const UNCHANGED: ValueMatch = { matched: true };

/** Edits the text of an entity: drops unmatched values and inserts new ones. */
export function editEntity(edit: EntityEdit): string {
  const { text, node, values, added, compactor, document } = edit;
  const style = localStyle(text, [node], edit.style);
  const unwritten = new Map(added?.properties ?? []);
  const matchesByKey = new Map([...(values ?? [])].map(([key, matches]) => [key, matches.values()] as const));
  const indent = indentBefore(text, node.children?.[0]?.offset ?? node.offset);
  const items: Item[] = [];
  node.children?.forEach((property, from) => {
    const [{ value: key }, value] = property.children as [Node & { value: string }, Node];
    const predicate = predicateOf(key, document);
    const ofKey = values?.get(key) ?? [];
    const isList = value.type === 'array' && (predicate !== undefined || ofKey.length > 1);
    const written = isList ? (value.children ?? []) : [value];
    // The matches of a duplicate key follow each other, so each occurrence takes the next ones.
    const next = () => matchesByKey.get(key)?.next().value ?? UNCHANGED;
    const matches = predicate === undefined && !isList ? ofKey : written.map(next);
    const objects = predicate === undefined ? [] : (unwritten.get(predicate) ?? []);
    const newValues = objects.map((object) => jsonOf(predicate as string, key, object, edit));
    if (predicate !== undefined) unwritten.delete(predicate);
    const edited = editValues({ edit, style, value, isList, written, matches, newValues, indent });
    if (edited !== undefined) items.push({ text: text.slice(property.offset, value.offset) + edited, from });
  });
  for (const [predicate, objects] of unwritten) {
    const name = predicate === RDF_TYPE ? '@type' : compactor.key(predicate).name;
    const newValues = objects.map((object) => jsonOf(predicate, name, object, edit));
    const value = newValues.length === 1 ? (newValues[0] as JsonValue) : newValues;
    items.push({ text: `${lineText(name, style)}:${style.colon}${valueText(value, indent, style)}` });
  }
  return rebuild(text, node, items, style);
}

/** The values of one key. */
interface ValuesEdit {
  readonly edit: EntityEdit;
  readonly style: TextStyle;
  readonly value: Node;
  /** The value is an array of values. */
  readonly isList: boolean;
  readonly written: readonly Node[];
  /** The match of each written value. */
  readonly matches: readonly ValueMatch[];
  readonly newValues: readonly JsonValue[];
  readonly indent: string;
}

/** Edits the values of a key. New values take the places of dropped ones. @returns undefined if no value is left */
function editValues(values: ValuesEdit): string | undefined {
  const { edit, style, value, isList, written, matches, newValues, indent } = values;
  const { text, ids } = edit;
  const isUnchanged = ({ matched, reference, byKey }: ValueMatch) => matched && (reference ?? byKey) === undefined;
  if (newValues.length === 0 && matches.every(isUnchanged)) return nodeText(text, value);
  const local = localStyle(text, [value, ...written], style);
  const inner = isList && written[0] !== undefined ? indentBefore(text, written[0].offset) : indent;
  const unwritten = [...newValues];
  const items: Item[] = [];
  written.forEach((old, from) => {
    const { matched, reference, nested, byKey } = matches[from] as ValueMatch;
    const within = nested && reference !== undefined ? edit.addedWithin?.(reference) : undefined;
    if (matched && byKey !== undefined) items.push({ text: editMap(old, byKey, { edit, style }), from });
    else if (nested !== undefined && (!nested.removed || within !== undefined))
      items.push({ text: editEntity({ ...edit, node: old, values: nested.values, added: within }), from });
    else if (reference !== undefined)
      items.push({ text: valueText({ '@id': ids.write(reference) }, inner, local), from });
    else if (matched) items.push({ text: nodeText(text, old), from });
    else if (unwritten.length > 0) items.push({ text: valueText(unwritten.shift() as JsonValue, inner, local), from });
  });
  if (items.length + unwritten.length === 0) return undefined;
  if (isList) {
    const appended = unwritten.map((item) => ({ text: valueText(item, inner, local) }));
    return rebuild(text, value, [...items, ...appended], local);
  }
  if (items.length + unwritten.length === 1) return items[0]?.text;
  // A single value that becomes several stays on its line: the brackets and the new values join it there.
  return `[${[...items.map((item) => item.text), ...unwritten.map((item) => lineText(item, style))].join(commaOf(style))}]`;
}

/** Edits a map, such as a language map. */
function editMap(
  map: Node,
  byKey: ReadonlyMap<string, readonly ValueMatch[]>,
  { edit, style }: Pick<ValuesEdit, 'edit' | 'style'>,
): string {
  const { text } = edit;
  const items: Item[] = [];
  map.children?.forEach((property, from) => {
    const [{ value: key }, value] = property.children as [Node & { value: string }, Node];
    const isList = value.type === 'array';
    const written = isList ? (value.children ?? []) : [value];
    const indent = indentBefore(text, property.offset);
    const matches = byKey.get(key) ?? [];
    const edited = editValues({ edit, style, value, isList, written, matches, newValues: [], indent });
    if (edited !== undefined) items.push({ text: text.slice(property.offset, value.offset) + edited, from });
  });
  return rebuild(text, map, items, localStyle(text, [map], style));
}

function jsonOf(predicate: string, key: string, object: Term, { compactor, document }: EntityEdit): JsonValue {
  if (predicate === RDF_TYPE) return compactor.type(termId(object));
  return compactor.value(object, { name: key, definition: document.context.term(key) });
}
