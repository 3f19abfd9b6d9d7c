import { entitiesAmong, isObject, topEntities, type JsonObject, type JsonValue } from '../crate/json/lazy-document.js';
import { bytesInMemory } from '../crate/json/byte-source.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import { PropertyKeys, unalias, type KeyMeaning } from '../crate/read/property-keys.js';
import { withoutBase } from '../crate/write/written-context.js';
import { writeDocument } from '../crate/write/write-document.js';
import { dataFactory } from '../rdf/data-factory.js';

/** A document whose entities can be read straight from their JSON. */
export interface PlainDocument {
  /** Knows the context and resolves identifiers. */
  readonly document: CrateDocument;
  /** Each has an `@id` of its own, and as values only literals, references and lists of them. */
  readonly entities: readonly JsonObject[];
  /** What the keys of the entities mean. */
  readonly meaning: (key: string) => KeyMeaning<string>;
}

/**
 * Reads the entities of a document. A document with anything else than flat entities, such as nested nodes, language
 * maps or two entities with one identifier, is flattened first; what its author wrote keeps its order.
 * @throws CrateError ERR_JSON_SYNTAX, ERR_JSONLD_INVALID, ERR_CONTEXT_UNAVAILABLE
 */
export async function plainEntities(document: CrateDocument): Promise<PlainDocument> {
  const entities = entitiesOf(document);
  const meaning = meaningIn(document);
  if (!document.context.complex && arePlain(entities, document, meaning)) return { document, entities, meaning };
  const flat = await flattened(document);
  return { document: flat, entities: inWrittenOrder(entitiesOf(flat), entities, document), meaning: meaningIn(flat) };
}

function entitiesOf(document: CrateDocument): JsonObject[] {
  const { json, context } = document;
  const written = json.windows.flatMap((window) => entitiesAmong(json.entities(window)));
  return [...written, ...topEntities(json)].map((entity) => unalias(entity, context));
}

function meaningIn({ context }: CrateDocument): PlainDocument['meaning'] {
  const keys = new PropertyKeys<string>(context, { iri: (iri) => iri });
  return (key) => keys.of(key, () => undefined);
}

function arePlain(
  entities: readonly JsonObject[],
  document: CrateDocument,
  meaning: PlainDocument['meaning'],
): boolean {
  const seen = new Set<string>();
  for (const entity of entities) {
    const id = entity['@id'];
    if (typeof id !== 'string') return false;
    const iri = document.resolveId(id);
    if (seen.has(iri)) return false;
    seen.add(iri);
    for (const key in entity) {
      const value = entity[key] as JsonValue;
      if (key === '@id') continue;
      if (key === '@type' ? !areNames(value) : key === '@reverse' || !isPlainUnder(meaning(key), value, document))
        return false;
    }
  }
  return true;
}

function areNames(value: JsonValue): boolean {
  return Array.isArray(value) ? value.every((one) => typeof one === 'string') : typeof value === 'string';
}

/** Whether the values of a key can be read one by one. Of a key that no context defines, any JSON is shown as text. */
function isPlainUnder({ kind }: KeyMeaning<string>, value: JsonValue, document: CrateDocument): boolean {
  return kind !== 'complex' && (kind !== 'property' || isPlainValue(value, document));
}

const OF_LITERALS = new Set(['@value', '@type', '@language', '@index', '@direction']);

function isPlainValue(written: JsonValue, document: CrateDocument): boolean {
  if (typeof written !== 'object' || written === null) return true;
  if (Array.isArray(written)) return written.every((one) => isPlainValue(one, document));
  const value = unalias(written, document.context);
  const keys = Object.keys(value);
  if (keys.length === 1 && typeof value['@id'] === 'string') return true;
  if (keys.length === 1 && '@list' in value) return isPlainValue(value['@list'] as JsonValue, document);
  if (!('@value' in value) || !keys.every((key) => OF_LITERALS.has(key))) return false;
  return typeof value['@value'] !== 'object' || value['@value'] === null || value['@type'] === '@json';
}

/** The same crate as a flat document, with the same base. */
async function flattened(document: CrateDocument): Promise<CrateDocument> {
  const { base, contexts, writtenContext } = document;
  const written = await withoutBase(writtenContext ?? null, contexts);
  const context = [written, plainTerms(document)].flat();
  const quads = await document.orderedQuads(await dataFactory());
  const flat = await writeDocument(quads, { base, exact: true, context, contexts });
  const text = new TextEncoder().encode(JSON.stringify(flat));
  const resolved = await document.resolveContext(flat['@context'] ?? null);
  return document.withText(bytesInMemory(text), { context: resolved, base });
}

/** A context that makes plain terms of those with containers, contexts of their own and the like. */
function plainTerms({ context }: CrateDocument): JsonObject {
  const plain: JsonObject = {};
  for (const layer of context.layers)
    for (const name of Object.keys(layer)) {
      const term = name.startsWith('@') ? undefined : context.term(name);
      if (term?.complex !== true) continue;
      const written = context.written(name);
      plain[name] = isObject(written) && '@reverse' in written ? null : { '@id': term.iri };
    }
  return plain;
}

/** Flat entities, and their properties, in the order in which the document has them; undefined properties stay. */
function inWrittenOrder(flat: JsonObject[], written: readonly JsonObject[], document: CrateDocument): JsonObject[] {
  const places = new Map<string, { readonly at: number; readonly entity: JsonObject }>();
  const meaning = meaningIn(document);
  for (const [at, entity] of written.entries()) {
    const iri = typeof entity['@id'] === 'string' ? document.resolveId(entity['@id']) : undefined;
    if (iri !== undefined && !places.has(iri)) places.set(iri, { at, entity });
  }
  const placed = flat.map((entity) => ({ entity, place: places.get(document.resolveId(String(entity['@id']))) }));
  placed.sort((a, b) => (a.place?.at ?? Infinity) - (b.place?.at ?? Infinity) || 0);
  return placed.map(({ entity, place }) => {
    if (place === undefined) return entity;
    const ordered: JsonObject = {};
    for (const [key, value] of Object.entries(place.entity)) {
      if (Object.hasOwn(entity, key)) ordered[key] = entity[key] as JsonValue;
      else if (meaning(key).kind === 'undefined' && !isObject(value)) ordered[key] = value;
    }
    return { ...ordered, ...entity, ...ordered };
  });
}
