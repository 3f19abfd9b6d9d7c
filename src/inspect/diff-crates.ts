import { isDeepStrictEqual } from 'node:util';
import type { DataFactory, Quad } from '@rdfjs/types';
import { loadRecords } from '../stored/load-records.js';
import { isAbsoluteIri } from '../rdf/iri.js';
import { isObject, type JsonObject, type JsonValue } from '../crate/json/lazy-document.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import type { Report } from '../crate/read/report.js';
import { writeDocument } from '../crate/write/write-document.js';
import { CrateError } from '../errors.js';
import { exportOf } from '../export/export-crate.js';
import { contextsOfGraph } from '../export/stored-graph.js';
import { placeOrContent, type CrateArgument } from '../open/crate-argument.js';
import { openBytes, openCrate, type OpenCrateOptions } from '../open/open-crate.js';
import { readAll } from '../package/limits.js';
import { isWebAddress } from '../package/package-options.js';
import { dataFactory } from '../rdf/data-factory.js';
import { valueForm, valueType } from '../rdf/literal-value.js';
import { hash53 } from '../rdf/hashes.js';
import { withSnapshot } from '../store/store-snapshots.js';
import type { GraphStore } from '../store/port.js';

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

/** How to read the two crates. */
export interface DiffOptions extends OpenCrateOptions {
  /** The store of the graphs, or a function that opens it; only called if an argument names a graph. */
  readonly store?: GraphStore | (() => Promise<GraphStore>) | undefined;
  /** Receives the repairs and warnings of each side. */
  readonly onReport?: ((side: string, report: Report) => void) | undefined;
}

/**
 * Compares two crates: whatever `openCrate` opens, or graphs of a store by their IRI. Order, spelling and the base of
 * either side do not count; only the statements do.
 * @example
 * const before = await openPackage('data/crates/coastal-atlas');
 * const document = JSON.parse(new TextDecoder().decode(before.metadata.content.bytes));
 * document['@graph'][1].name = 'Atlas of the coast';
 * console.log(await diffCrates('data/crates/coastal-atlas', document));
 * @throws CrateError as `openCrate`, ERR_GRAPH_NOT_FOUND
 */
export async function diffCrates(
  left: CrateArgument,
  right: CrateArgument,
  options: DiffOptions = {},
): Promise<CrateDifference> {
  const context: { value?: JsonValue } = {};
  const before = await compactedEntities(left, options, context);
  const after = await compactedEntities(right, options, context);
  return compareEntities(before, withLabelsOf(before, after));
}

/** The entities of one side by `@id`, flat and relative, compacted with the context of the first side. */
async function compactedEntities(
  argument: CrateArgument,
  options: DiffOptions,
  context: { value?: JsonValue },
): Promise<Map<string, JsonObject>> {
  const document = await openSide(argument, options);
  context.value ??= document.writtenContext ?? null;
  const { base, candidates } = document;
  const factory = await dataFactory();
  const written = await writeDocument(inValueForm(document.quads(factory), factory), {
    base,
    byValue: true,
    context: context.value,
    contexts: document.contexts,
    root: candidates.length === 0 ? undefined : document.root,
  });
  options.onReport?.(sideName(argument), document.report);
  context.value = written['@context'] ?? null; // with the new terms, which mean the same on the other side
  const graph = (written['@graph'] as JsonValue[]).filter(isObject);
  return new Map(graph.map((entity) => [entity['@id'] as string, entity]));
}

/** Writes literals in the one form of their value, because the engine of a store may have respelled them. */
async function* inValueForm(quads: AsyncIterable<Quad>, factory: DataFactory): AsyncGenerator<Quad> {
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

/** The document of a graph; undefined if the graph does not exist and the argument may be the URL of a crate. */
async function openGraph(argument: string, options: DiffOptions): Promise<CrateDocument | undefined> {
  try {
    const store = typeof options.store === 'function' ? await options.store() : (options.store as GraphStore);
    return await withSnapshot(store, async (snapshot) => {
      const contexts = contextsOfGraph(await loadRecords(snapshot, { graph: argument }), options.contexts);
      const bytes = await readAll(exportOf(snapshot, argument, options), Infinity, argument);
      return openBytes(bytes, { ...options, contexts });
    });
  } catch (error) {
    const isMissing =
      error instanceof CrateError && (error.code === 'ERR_GRAPH_NOT_FOUND' || error.code === 'ERR_STORE_NOT_FOUND');
    if (isMissing && isWebAddress(argument)) return undefined;
    throw error;
  }
}

async function openSide(argument: CrateArgument, options: DiffOptions): Promise<CrateDocument> {
  const place = placeOrContent(argument);
  const mayBeGraph = typeof place === 'string' && isAbsoluteIri(place) && !/^[A-Za-z]:[\\/]/.test(place);
  if (!mayBeGraph || options.store === undefined) return openCrate(argument, options);
  return (await openGraph(place, options)) ?? openCrate(argument, options);
}

function sideName(argument: CrateArgument): string {
  const place = placeOrContent(argument);
  return typeof place === 'string' ? place : place.name;
}

/**
 * Gives blank nodes of the second side the labels of the first where their descriptions are equal. Others keep their
 * label, so that a document and its successor are compared by label.
 */
function withLabelsOf(
  before: ReadonlyMap<string, JsonObject>,
  after: ReadonlyMap<string, JsonObject>,
): Map<string, JsonObject> {
  const free = new Map<number, string[]>();
  for (const [id, form] of blankForms(before)) free.set(form, [...(free.get(form) ?? []), id]);
  const names = new Map<string, string>();
  for (const [id, form] of blankForms(after)) {
    const ids = free.get(form) ?? [];
    const [name] = ids.splice(Math.max(0, ids.indexOf(id)), 1);
    if (name !== undefined) names.set(id, name);
  }
  const taken = new Set(names.values());
  for (const id of after.keys()) if (!names.has(id) && taken.has(id)) names.set(id, `${id}-2`);
  const named = [...after.values()].map((entity) => renamed(entity, (id) => names.get(id) ?? id) as JsonObject);
  return new Map(named.map((entity) => [entity['@id'] as string, entity]));
}

/** Hashes the description of each blank node, including the blank nodes that it refers to. */
function blankForms(entities: ReadonlyMap<string, JsonObject>): Map<string, number> {
  const blank = [...entities].filter(([id]) => id.startsWith('_:'));
  let forms = new Map<string, number>();
  for (let depth = 0; depth < BLANK_DEPTH; depth += 1) {
    const before = forms;
    const formOf = (id: string) => (id.startsWith('_:') ? `_:${before.get(id) ?? 0}` : id);
    forms = new Map(
      blank.map(([id, { '@id': _, ...entity }]) => [id, hash53(JSON.stringify(renamed(entity, formOf, true)))]),
    );
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

function compareEntities(before: Map<string, JsonObject>, after: Map<string, JsonObject>): CrateDifference {
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
  const missing = (values: JsonValue[], others: JsonValue[]) =>
    values.filter((value) => !others.some((other) => isDeepStrictEqual(value, other)));
  return { property, removed: missing(lefts, rights), added: missing(rights, lefts) };
}
