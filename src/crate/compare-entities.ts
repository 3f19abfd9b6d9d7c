import type { DataFactory, Quad } from '@rdfjs/types';
import { valueForm, valueType } from '../base/rdf/literal-value.js';
import { TextSet } from '../base/rdf/text-set.js';
import { isObject, type JsonObject, type JsonValue } from './json/value.js';
import { writeDocument, type WriteOptions } from './write/write-document.js';

/** How far a chain of blank nodes is followed to distinguish them by their descriptions. */
const BLANK_DEPTH = 8;

/** The difference in one property of an entity. */
export interface PropertyDifference {
  readonly property: string;
  readonly removed: readonly JsonValue[];
  readonly added: readonly JsonValue[];
}

/** The difference of two crates, entity by entity; identifiers are relative to the root of each. */
export interface CrateDifference {
  readonly added: readonly JsonObject[];
  readonly removed: readonly JsonObject[];
  readonly changed: readonly { readonly id: string; readonly properties: readonly PropertyDifference[] }[];
}

/** The entities of a crate by `@id`, flat and relative, and the context that they are compacted with. */
export interface CompactedEntities {
  readonly entities: ReadonlyMap<string, JsonObject>;
  /** The given context with the new terms, which mean the same on another side. */
  readonly context: JsonValue;
}

/** Compacts the entities of a crate, to compare them with those of another one. */
export async function compactEntities(
  quads: Iterable<Quad> | AsyncIterable<Quad>,
  factory: DataFactory,
  options: Omit<WriteOptions, 'byValue'>,
): Promise<CompactedEntities> {
  const written = await writeDocument(inValueForm(quads, factory), { ...options, byValue: true });
  const graph = (written['@graph'] as JsonValue[]).filter(isObject);
  return {
    entities: new Map(graph.map((entity) => [entity['@id'] as string, entity])),
    context: written['@context'] ?? null,
  };
}

/** Writes literals in the one form of their value, because the engine of a store may have respelled them. */
async function* inValueForm(quads: Iterable<Quad> | AsyncIterable<Quad>, factory: DataFactory): AsyncGenerator<Quad> {
  for await (const quad of quads) {
    const { subject, predicate, object } = quad;
    if (object.termType !== 'Literal') yield quad;
    else {
      const { value, language, datatype } = object;
      const kind = language === '' ? factory.namedNode(valueType(datatype.value)) : language.toLowerCase();
      yield factory.quad(subject, predicate, factory.literal(valueForm(value, datatype.value), kind));
    }
  }
}

/**
 * Gives blank nodes of the second side the labels of the first where their descriptions are equal. Others keep their
 * label, so that a document and its successor are compared by label.
 */
function withLabelsOf(
  before: ReadonlyMap<string, JsonObject>,
  after: ReadonlyMap<string, JsonObject>,
): Map<string, JsonObject> {
  const free = new Map<number, Set<string>>();
  const descriptions = new TextSet();
  for (const [id, form] of blankForms(before, descriptions)) {
    const ids = free.get(form);
    if (ids === undefined) free.set(form, new Set([id]));
    else ids.add(id);
  }
  const names = new Map<string, string>();
  for (const [id, form] of blankForms(after, descriptions)) {
    const ids = free.get(form);
    const [first] = ids ?? [];
    const name = ids?.has(id) === true ? id : first;
    if (ids === undefined || name === undefined) continue;
    ids.delete(name);
    names.set(id, name);
  }
  const taken = new Set(names.values());
  const used = new Set([...taken, ...before.keys(), ...after.keys()]);
  for (const id of after.keys()) {
    if (names.has(id) || !taken.has(id)) continue;
    let count = 2;
    while (used.has(`${id}-${count}`)) count += 1;
    used.add(`${id}-${count}`);
    names.set(id, `${id}-${count}`);
  }
  const named = [...after.values()].map((entity) => renamed(entity, (id) => names.get(id) ?? id) as JsonObject);
  return new Map(named.map((entity) => [entity['@id'] as string, entity]));
}

/**
 * Numbers the description of each blank node, including the blank nodes that it refers to.
 * @param descriptions the descriptions that have a number so far: equal ones of both sides have one number
 */
function blankForms(entities: ReadonlyMap<string, JsonObject>, descriptions: TextSet): Map<string, number> {
  const blank = [...entities].filter(([id]) => id.startsWith('_:'));
  let forms = new Map<string, number>();
  for (let depth = 0; depth < BLANK_DEPTH; depth += 1) {
    const before = forms;
    // A blank node that is not described here is the same on both sides.
    const formOf = (id: string) => (id.startsWith('_:') && entities.has(id) ? `_:${before.get(id) ?? ''}` : id);
    forms = new Map(
      blank.map(([id, { '@id': _, ...entity }]) => [
        id,
        descriptions.put(JSON.stringify(renamed(entity, formOf, true))),
      ]),
    );
    if (blank.every(([id]) => before.get(id) === forms.get(id))) break;
  }
  return forms;
}

/** Renames the nodes in a value. @param sort sorts arrays, whose order may depend on the names */
function renamed(value: JsonValue, name: (id: string) => string, sort = false): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map((item) => renamed(item, name, sort));
    return sort ? items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    key === '@id' && typeof item === 'string' ? name(item) : renamed(item, name, sort),
  ]);
  return Object.fromEntries(entries) as JsonObject;
}

/** Compares the entities of two crates, which are compacted with the same context. */
export function compareEntities(
  before: ReadonlyMap<string, JsonObject>,
  named: ReadonlyMap<string, JsonObject>,
): CrateDifference {
  const after = withLabelsOf(before, named);
  const changed: { id: string; properties: PropertyDifference[] }[] = [];
  for (const [id, left] of before) {
    const right = after.get(id);
    if (right === undefined) continue;
    const properties = [...new Set([...Object.keys(left), ...Object.keys(right)])]
      .map((property) => compareValues(property, left[property], right[property]))
      .filter(({ removed, added }) => removed.length + added.length > 0);
    if (properties.length > 0) changed.push({ id, properties });
  }
  return {
    added: [...after].filter(([id]) => !before.has(id)).map(([, entity]) => entity),
    removed: [...before].filter(([id]) => !after.has(id)).map(([, entity]) => entity),
    changed,
  };
}

function compareValues(
  property: string,
  left: JsonValue | undefined,
  right: JsonValue | undefined,
): PropertyDifference {
  const [lefts, rights] = [left ?? [], right ?? []].map((value) => [value].flat()) as [JsonValue[], JsonValue[]];
  // One writer wrote both sides, so equal values are equal texts.
  const missing = (values: JsonValue[], others: JsonValue[]) => {
    const texts = new Set(others.map((other) => JSON.stringify(other)));
    return values.filter((value) => !texts.has(JSON.stringify(value)));
  };
  return { property, removed: missing(lefts, rights), added: missing(rights, lefts) };
}
