import { isDeepStrictEqual } from 'node:util';
import type { DataFactory, Quad } from '@rdfjs/types';
import { loadRecords } from '../stored/load-records.js';
import { isAbsoluteIri } from '../rdf/iri.js';
import { isObject, type JsonObject, type JsonValue } from '../crate/json/lazy-document.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import type { Report } from '../crate/read/report.js';
import { writeDocument } from '../crate/write/write-document.js';
import { CrateError } from '../errors.js';
import { contextsOfGraph, exportOf, type ExportOptions } from '../export/export-crate.js';
import { openBytes, openCrate, type OpenCrateOptions } from '../open/open-crate.js';
import { isWebAddress } from '../package/package-options.js';
import { dataFactory } from '../rdf/data-factory.js';
import { valueForm, valueType } from '../rdf/literal-value.js';
import { hash53 } from '../rdf/hashes.js';
import { withSnapshot } from '../store/store-snapshots.js';
import type { GraphStore } from '../store/port.js';

/** How many blank nodes in a row are told apart by what is said of the last one. */
const BLANK_DEPTH = 8;

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
export interface DiffOptions extends OpenCrateOptions, Pick<ExportOptions, 'contexts'> {
  /** Opens the store in which graph arguments are looked up; only called when there is one. */
  readonly store: () => Promise<GraphStore>;
  /** Told for each side what had to be repaired, and what should be known of it. */
  readonly onReport?: ((side: string, report: Report) => void) | undefined;
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
  return compare(before, withNamesOf(before, after));
}

/** The entities of one side by `@id`, flat and relative, compacted with the context of the first side. */
async function entitiesOf(
  argument: string,
  options: DiffOptions,
  context: { value?: JsonValue },
): Promise<Map<string, JsonObject>> {
  const document = await open(argument, options);
  context.value ??= document.writtenContext ?? null;
  const { base, candidates } = document;
  const factory = await dataFactory();
  const written = await writeDocument(byValue(document.quads(factory), factory), {
    base,
    byValue: true,
    context: context.value,
    contexts: options.contexts,
    root: candidates.length === 0 ? undefined : document.root,
  });
  options.onReport?.(argument, document.report);
  context.value = written['@context'] ?? null; // with the terms that were added: they mean the same on the other side
  const graph = (written['@graph'] as JsonValue[]).filter(isObject);
  return new Map(graph.map((entity) => [entity['@id'] as string, entity]));
}

/** The same quads, their literals in one form for each value: the engine of a store has spellings of its own. */
async function* byValue(quads: AsyncIterable<Quad>, factory: DataFactory): AsyncGenerator<Quad> {
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

/** The document of a graph; undefined when there is none and the argument may be the address of a crate. */
async function exported(argument: string, options: DiffOptions): Promise<CrateDocument | undefined> {
  try {
    return await withSnapshot(await options.store(), async (snapshot) => {
      const contexts = contextsOfGraph(await loadRecords(snapshot, { graph: argument }), options.contexts);
      const chunks: Uint8Array[] = [];
      for await (const chunk of exportOf(snapshot, argument, options)) chunks.push(chunk);
      return openBytes(Buffer.concat(chunks), { ...options, contexts });
    });
  } catch (error) {
    const unknown =
      error instanceof CrateError && (error.code === 'ERR_GRAPH_NOT_FOUND' || error.code === 'ERR_STORE_NOT_FOUND');
    if (unknown && isWebAddress(argument)) return undefined;
    throw error;
  }
}

async function open(argument: string, options: DiffOptions) {
  if (!isAbsoluteIri(argument) || /^[A-Za-z]:[\\/]/.test(argument)) return openCrate(argument, options);
  return (await exported(argument, options)) ?? openCrate(argument, options);
}

/**
 * The entities of the second side with the blank node labels of the first, where their descriptions are the same;
 * those that differ keep their label, so that a document and its successor are compared by it.
 */
function withNamesOf(
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

/** For each blank node a hash of all that is said of it and, through other blank nodes, further on. */
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

/** A value with other names for its nodes. @param sort arrays, whose order may come from the names */
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
