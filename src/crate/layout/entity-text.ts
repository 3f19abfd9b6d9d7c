import type { Node } from 'jsonc-parser';
import type { Term } from '@rdfjs/types';
import { RDF } from '../../rdf/vocabulary.js';
import { repairIri } from '../iri-repair.js';
import type { JsonValue } from '../json/parse.js';
import type { CrateDocument, WalkedEntity } from '../read/document.js';
import type { Compactor } from '../write/compactor.js';
import { termId, type SubjectNode } from '../write/graph-index.js';
import type { IdWriter } from '../write/names.js';
import { indentBefore, rebuild, textOf, valueText, type Item, type TextStyle } from './json-text.js';
import type { MatchedValue } from './match.js';

/** Everything that the text of a changed entity is made from. */
export interface EntityEdit {
  readonly text: string;
  readonly node: Node;
  readonly entity: WalkedEntity;
  /** The fate of the old values; undefined when all stay. */
  readonly values: ReadonlyMap<string, readonly MatchedValue[]> | undefined;
  /** New triples of this subject. */
  readonly added: SubjectNode | undefined;
  readonly compactor: Compactor;
  readonly ids: IdWriter;
  readonly style: TextStyle;
  readonly document: CrateDocument;
}

const TYPE = `${RDF}type`;

/** The text of an entity with the values that are gone taken out and the new ones put in. */
export function editEntity(edit: EntityEdit): string {
  const { text, node, values, added, compactor, style } = edit;
  const open = new Map(added?.properties ?? []);
  const indent = indentBefore(text, node.children?.[0]?.offset ?? node.offset);
  const items: Item[] = [];
  for (const property of node.children ?? []) {
    const [keyNode, valueNode] = property.children ?? [];
    if (keyNode === undefined || valueNode === undefined) continue;
    const key = keyNode.value as string;
    const predicate = predicateOf(key, edit);
    const fresh = predicate === undefined ? [] : (open.get(predicate) ?? []).map((object) => jsonOf(predicate, key, object, edit));
    if (predicate !== undefined) open.delete(predicate);
    const value = valueTextOf(edit, valueNode, values?.get(key), fresh, indent);
    if (value !== undefined) items.push({ text: text.slice(property.offset, valueNode.offset) + value, from: property });
  }
  for (const [predicate, objects] of open) {
    const name = predicate === TYPE ? '@type' : compactor.key(predicate).name;
    const fresh = objects.map((object) => jsonOf(predicate, name, object, edit));
    const value = fresh.length === 1 ? (fresh[0] as JsonValue) : fresh;
    items.push({ text: `${JSON.stringify(name)}:${style.colon}${valueText(value, indent, style)}` });
  }
  return rebuild(text, node, items, style);
}

/** The text of a value, or of an array of values; undefined when none is left. New ones take the place of lost ones. */
function valueTextOf(edit: EntityEdit, node: Node, matched: readonly MatchedValue[] | undefined, fresh: JsonValue[], indent: string): string | undefined {
  const { text, style, ids } = edit;
  const isArray = node.type === 'array';
  const olds = isArray ? (node.children ?? []) : [node];
  if (fresh.length === 0 && (matched === undefined || matched.every(({ kept, reference }) => kept && reference === undefined))) return textOf(text, node);
  const inner = isArray && olds[0] !== undefined ? indentBefore(text, olds[0].offset) : indent;
  const next = [...fresh];
  const items: Item[] = [];
  olds.forEach((old, index) => {
    const fate = matched?.[index] ?? { kept: true, reference: undefined };
    if (fate.reference !== undefined) items.push({ text: valueText({ '@id': ids.write(fate.reference) }, inner, style), from: old });
    else if (fate.kept) items.push({ text: textOf(text, old), from: old });
    else if (next.length > 0) items.push({ text: valueText(next.shift() as JsonValue, inner, style), from: old });
  });
  for (const value of next) items.push({ text: valueText(value, inner, style) });
  if (items.length === 0) return undefined;
  if (isArray) return rebuild(text, node, items, style);
  if (items.length === 1) return items[0]?.text;
  return arrayText(items, indent, style);
}

/** A single value that became several. */
function arrayText(items: readonly Item[], indent: string, { unit, newline }: TextStyle): string {
  if (unit === '') return `[${items.map(({ text }) => text).join(', ')}]`;
  const inner = newline + indent + unit;
  const deeper = (text: string) => text.replace(/\n/g, `\n${unit}`);
  return `[${inner}${items.map(({ text }) => deeper(text)).join(`,${inner}`)}${newline}${indent}]`;
}

function jsonOf(predicate: string, key: string, object: Term, { compactor, document }: EntityEdit): JsonValue {
  if (predicate === TYPE) return compactor.type(termId(object));
  return compactor.value(object, { name: key, definition: document.context.term(key) });
}

/** The predicate that a key of the entity stands for; undefined for what RDF does not hold. */
function predicateOf(key: string, { document }: EntityEdit): string | undefined {
  if (key === '@type') return TYPE;
  if (key.startsWith('@')) return undefined;
  const expanded = document.context.expandVocab(key);
  return expanded.kind === 'absolute' ? repairIri(expanded.iri) : undefined;
}
