import { DCTERMS, SCHEMA, SCHEMA_HTTPS } from '../../rdf/vocabulary.js';
import type { ActiveContext } from '../context/active-context.js';
import { isObject, type JsonObject, type JsonValue, type LazyDocument } from '../json/parse.js';
import { METADATA_NAME_PART, type RootCandidate } from '../root.js';
import { versionOf } from '../version.js';
import type { Identifiers } from './identifiers.js';

/** A descriptor found in a JSON document, with what it says of itself. */
export interface JsonCandidate extends RootCandidate {
  readonly conformsTo: readonly string[];
}

const ABOUT: ReadonlySet<string> = new Set([`${SCHEMA}about`, `${SCHEMA_HTTPS}about`]);
const CONFORMS_TO = `${DCTERMS}conformsTo`;
const DATASET: ReadonlySet<string> = new Set([`${SCHEMA}Dataset`, `${SCHEMA_HTTPS}Dataset`]);

const silent = () => undefined;

/**
 * Candidates for the Root Data Entity in a JSON document: the same that `queries/root.rq` finds in its graph.
 * Only parts of the document in which a metadata file name occurs are parsed, unless that finds nothing.
 */
export function findCandidates(document: LazyDocument, context: ActiveContext, ids: Identifiers): JsonCandidate[] {
  const named = collect(document, context, ids, (descriptor) => descriptor, hasMetadataName);
  const found = named.length > 0 ? named : collect(document, context, ids, () => true, declaresVersion);
  const roots = new Set(found.map(({ root }) => root));
  if (roots.size <= 1) return found;
  const datasets = datasetsAmong(roots, document, context, ids);
  return found.filter(({ root }) => datasets.has(root));
}

/** Whether the value of `@type` says schema.org Dataset, in either scheme. */
function isDataset(type: JsonValue | undefined, context: ActiveContext): boolean {
  return [type].flat().some((name) => {
    if (typeof name !== 'string') return false;
    const expanded = context.expandVocab(name);
    return expanded.kind === 'absolute' && DATASET.has(expanded.iri);
  });
}

type Test = (id: string, conformsTo: readonly string[]) => boolean;
const hasMetadataName: Test = (id) => id.includes(METADATA_NAME_PART);
/** Without any metadata file name: a resource that says itself that it conforms to RO-Crate, whatever its name. */
const declaresVersion: Test = (id, conformsTo) =>
  hasMetadataName(id, []) || conformsTo.some((iri) => versionOf(iri) !== undefined);

function collect(
  document: LazyDocument,
  context: ActiveContext,
  ids: Identifiers,
  wanted: (descriptor: boolean) => boolean,
  test: Test,
): JsonCandidate[] {
  const found: JsonCandidate[] = [];
  for (const entity of objects(document, wanted)) visit(entity, context, ids, test, found);
  return found;
}

/** Looks at an entity and the nodes nested in it; most have no key that means `about` and are done with quickly. */
function visit(node: JsonObject, context: ActiveContext, ids: Identifiers, test: Test, found: JsonCandidate[]): void {
  let isAbout = false;
  for (const key in node) {
    const value = node[key] as JsonValue;
    if (meaningOf(key, context) === 'about') isAbout = true;
    if (Array.isArray(value)) {
      for (const item of value) if (isNested(item)) visit(item, context, ids, test, found);
    } else if (isNested(value)) visit(value, context, ids, test, found);
  }
  const id = isAbout ? idOf(node, context, ids) : undefined;
  if (id === undefined) return;
  const conformsTo = idsOf(node, 'conformsTo', context, ids);
  if (test(id, conformsTo))
    for (const root of idsOf(node, 'about', context, ids)) found.push({ descriptor: id, root, conformsTo });
}

/** Whether a value is a node with more to say than its identifier. */
function isNested(value: JsonValue): value is JsonObject {
  if (!isObject(value)) return false;
  let keys = 0;
  for (const _ in value) if ((keys += 1) > 1) return true;
  return false;
}

type Meaning = 'about' | 'conformsTo' | 'other';

/** What keys mean, by context: looked up for every key of every entity that may be a descriptor. */
const meanings = new WeakMap<ActiveContext, Map<string, Meaning>>();

function meaningOf(key: string, context: ActiveContext): Meaning {
  let known = meanings.get(context);
  if (known === undefined) meanings.set(context, (known = new Map()));
  let meaning = known.get(key);
  if (meaning === undefined) {
    const expanded = context.expandVocab(key);
    const iri = expanded.kind === 'absolute' ? expanded.iri : '';
    meaning = ABOUT.has(iri) ? 'about' : iri === CONFORMS_TO ? 'conformsTo' : 'other';
    known.set(key, meaning);
  }
  return meaning;
}

function datasetsAmong(
  roots: ReadonlySet<string>,
  document: LazyDocument,
  context: ActiveContext,
  ids: Identifiers,
): Set<string> {
  const datasets = new Set<string>();
  const look = (node: JsonObject): void => {
    const id = idOf(node, context, ids);
    if (id !== undefined && roots.has(id) && isDataset(node[alias('@type', node, context)], context)) datasets.add(id);
    for (const value of Object.values(node)) {
      for (const item of [value].flat()) if (isObject(item) && Object.keys(item).length > 1) look(item);
    }
  };
  for (const entity of objects(document, () => true)) look(entity);
  return datasets;
}

function* objects(document: LazyDocument, wanted: (descriptor: boolean) => boolean): Generator<JsonObject> {
  for (const window of document.windows) {
    if (wanted(window.descriptor)) yield* entitiesAmong(document.entities(window));
  }
  yield* topEntities(document);
}

/** The entities among items of `@graph`: JSON-LD opens arrays in it, and passes over what is no object. */
export function entitiesAmong(items: readonly JsonValue[]): JsonObject[] {
  return items.some(Array.isArray) ? items.flat(Infinity as 1).filter(isObject) : items.filter(isObject);
}

/** Entities that stand outside of a plain `@graph` array: a single object as graph, and what is said beside it. */
export function topEntities({ top }: LazyDocument): JsonObject[] {
  const { '@context': _, '@graph': graph, ...rest } = top;
  const inGraph = graph === undefined ? [] : entitiesAmong([graph]);
  const speaks = Object.keys(rest).some((key) => graph === undefined || key !== '@id');
  return speaks ? [...inGraph, rest] : inGraph;
}

function idOf(node: JsonObject, context: ActiveContext, ids: Identifiers): string | undefined {
  const [id] = [node[alias('@id', node, context)]].flat();
  return typeof id === 'string' ? ids.resolveId(id, silent) : undefined;
}

/** Identifiers that the node refers to by any key of this meaning. */
function idsOf(node: JsonObject, meaning: Meaning, context: ActiveContext, ids: Identifiers): string[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (meaningOf(key, context) !== meaning) return [];
    return [value].flat().flatMap((item) => {
      if (isObject(item)) return idOf(item, context, ids) ?? [];
      return typeof item === 'string' && context.term(key)?.type === '@id' ? ids.resolveId(item, silent) : [];
    });
  });
}

function alias(keyword: string, node: JsonObject, context: ActiveContext): string {
  if (keyword in node || context.aliases.size === 0) return keyword;
  return Object.keys(node).find((key) => context.aliases.get(key) === keyword) ?? keyword;
}
