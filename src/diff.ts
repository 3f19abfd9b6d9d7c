import { isDeepStrictEqual } from 'node:util';
import { isAbsoluteIri } from './crate/iri.js';
import { isObject, type JsonObject, type JsonValue } from './crate/json/parse.js';
import { writeDocument } from './crate/write/document.js';
import { exportCrate, type ExportOptions } from './export.js';
import { openBytes, openCrate, type OpenOptions } from './open.js';
import { dataFactory } from './rdf/environment.js';
import type { GraphStore } from './store/graph-store.js';

/** What became of one property of an entity. */
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

/** How to read the two sides. */
export interface DiffOptions extends OpenOptions, Pick<ExportOptions, 'contexts'> {
  /** Opens the store in which graph arguments are looked up; only called when there is one. */
  readonly store: () => Promise<GraphStore>;
}

/**
 * Compares two crates: folders, metadata files, `-`, or graphs of a store by their IRI. Order, spelling and the base
 * of either side do not count; what counts is what they say.
 * @throws CrateError as `openCrate`, ERR_GRAPH_NOT_FOUND
 */
export async function diffCrates(left: string, right: string, options: DiffOptions): Promise<CrateDifference> {
  const context: { value?: JsonValue } = {};
  const before = await entitiesOf(left, options, context);
  const after = await entitiesOf(right, options, context);
  return compare(before, after);
}

/** The entities of one side by `@id`, flat and relative, compacted with the context of the first side. */
async function entitiesOf(argument: string, options: DiffOptions, context: { value?: JsonValue }): Promise<Map<string, JsonObject>> {
  const document = await open(argument, options);
  context.value ??= document.writtenContext ?? null;
  const { base, candidates } = document;
  const written = await writeDocument(document.quads(await dataFactory()), {
    base,
    context: context.value,
    contexts: options.contexts,
    root: candidates.length === 0 ? undefined : document.root,
  });
  const graph = (written['@graph'] as JsonValue[]).filter(isObject);
  return new Map(graph.map((entity) => [entity['@id'] as string, entity]));
}

async function open(argument: string, options: DiffOptions) {
  if (!isAbsoluteIri(argument) || /^[A-Za-z]:[\\/]/.test(argument)) return openCrate(argument, options);
  const store = await options.store();
  const text = await exportCrate(store, argument, options);
  return openBytes(new TextEncoder().encode(text), new Uint8Array(32), options);
}

function compare(before: Map<string, JsonObject>, after: Map<string, JsonObject>): CrateDifference {
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

function compareValues(property: string, left: JsonValue | undefined, right: JsonValue | undefined): PropertyDifference {
  const [lefts, rights] = [left ?? [], right ?? []].map((value) => [value].flat()) as [JsonValue[], JsonValue[]];
  const missing = (values: JsonValue[], others: JsonValue[]) => values.filter((value) => !others.some((other) => isDeepStrictEqual(value, other)));
  return { property, removed: missing(lefts, rights), added: missing(rights, lefts) };
}
