import { isObject, type JsonObject, type JsonValue } from '../../crate/json/lazy-document.js';
import { bytesInMemory } from '../../crate/json/byte-source.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { PropertyKeys, unalias, type KeyMeaning } from '../../crate/read/property-keys.js';
import { nextTurn } from '../../crate/read/stop-signal.js';
import { withoutBase } from '../../crate/write/written-context.js';
import { writeDocument } from '../../crate/write/write-document.js';
import { dataFactory } from '../../base/rdf/data-factory.js';
import { windowCount, windowEntities } from './entity-windows.js';

/** A document whose entities can be read straight from their JSON. */
export interface PlainDocument {
  /** Knows the context and resolves identifiers. */
  readonly document: CrateDocument;
  /** Each has an `@id` of its own, and as values only literals, references and lists of them. */
  readonly entities: readonly PlainEntity[];
  /** The JSON of the entities of a window, in order. */
  readonly window: (window: number) => readonly JsonObject[];
  /** What the keys of the entities mean. */
  readonly meaning: (key: string) => KeyMeaning<string>;
}

/** What is known of an entity without parsing it again. */
export interface PlainEntity {
  /** As written. */
  readonly id: string;
  readonly iri: string;
  readonly types: readonly string[];
  /** The window that it is in, and its place there. */
  readonly window: number;
  readonly at: number;
}

/**
 * Reads the entities of a document. A document with anything else than flat entities, such as nested nodes, language
 * maps or two entities with one identifier, is flattened first; what its author wrote keeps its order. Other events
 * happen meanwhile, because a large document takes a second.
 * @throws CrateError ERR_JSON_SYNTAX, ERR_JSONLD_INVALID, ERR_CONTEXT_UNAVAILABLE
 */
export async function plainEntities(document: CrateDocument): Promise<PlainDocument> {
  const meaning = meaningIn(document);
  const entities = document.context.complex ? undefined : await scan(document, meaning);
  if (entities !== undefined)
    return { document, entities, meaning, window: (window) => windowEntities(document, window) };
  const flat = await flattened(document);
  const ordered = inWrittenOrder(entitiesOf(flat), entitiesOf(document), document);
  const types = new SharedTypes();
  const placed = ordered.map((entity, at) => plainEntity(entity, types, { document: flat, window: 0, at }));
  return { document: flat, entities: placed, meaning: meaningIn(flat), window: () => ordered };
}

function entitiesOf(document: CrateDocument): JsonObject[] {
  return Array.from({ length: windowCount(document) }, (_, window) => windowEntities(document, window)).flat();
}

function meaningIn({ context }: CrateDocument): PlainDocument['meaning'] {
  const keys = new PropertyKeys<string>(context, { iri: (iri) => iri });
  return (key) => keys.of(key, () => undefined);
}

/** Reads the entities window by window. @returns undefined if one of them is not plain */
async function scan(
  document: CrateDocument,
  meaning: PlainDocument['meaning'],
): Promise<readonly PlainEntity[] | undefined> {
  const types = new SharedTypes();
  const found: PlainEntity[] = [];
  const seen = new Set<string>();
  for (let window = 0; window < windowCount(document); window += 1) {
    for (const [at, json] of windowEntities(document, window).entries()) {
      if (!isPlain(json, document, meaning)) return undefined;
      const entity = plainEntity(json, types, { document, window, at });
      if (seen.has(entity.iri)) return undefined;
      seen.add(entity.iri);
      found.push(entity);
    }
    if (window % 8 === 7) await nextTurn();
  }
  return found;
}

interface EntityPlace {
  readonly document: CrateDocument;
  readonly window: number;
  readonly at: number;
}

function plainEntity(json: JsonObject, types: SharedTypes, { document, window, at }: EntityPlace): PlainEntity {
  const id = json['@id'] as string;
  return { id, iri: document.resolveId(id), types: types.of(json['@type']), window, at };
}

/** Entities of one type share the list of it. */
class SharedTypes {
  readonly #lists = new Map<string, readonly string[]>();

  of(written: JsonValue | undefined): readonly string[] {
    const key = JSON.stringify(written ?? []);
    let list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, (list = [written ?? []].flat() as string[]));
    return list;
  }
}

function isPlain(entity: JsonObject, document: CrateDocument, meaning: PlainDocument['meaning']): boolean {
  if (typeof entity['@id'] !== 'string') return false;
  for (const key in entity) {
    const value = entity[key] as JsonValue;
    if (key === '@id') continue;
    if (key === '@type' ? !areNames(value) : key === '@reverse' || !isPlainUnder(meaning(key), value, document))
      return false;
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
