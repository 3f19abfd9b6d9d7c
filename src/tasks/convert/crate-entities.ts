import {
  isObject,
  type JsonObject,
  type JsonValue,
  entitiesAmong,
  topEntities,
} from '../../crate/json/lazy-document.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { propertyIris } from '../../crate/edit/property-iris.js';
import { keywordOf, writtenId } from '../../crate/follow/written-keys.js';
import { schemaOrg } from '../../base/rdf/vocabulary.js';

/** What an entity is in the crate. */
export type EntityKind = 'descriptor' | 'root' | 'file' | 'folder' | 'contextual';

/** An entity of the document, also one nested in another. Several descriptions of one entity are several of these. */
export interface CrateEntity {
  /** `@id` as written. */
  readonly id: string;
  /** IRI or `_:label`. */
  readonly iri: string;
  readonly kind: EntityKind;
  readonly value: JsonObject;
}

const FILE: ReadonlySet<string> = new Set(schemaOrg('MediaObject'));
const DATASET: ReadonlySet<string> = new Set(schemaOrg('Dataset'));

/**
 * Lists the entities of a document in order, each before those nested in it, which have an `@id` and more.
 * @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS
 */
export function* crateEntities(document: CrateDocument): Generator<CrateEntity> {
  const { json, root, context } = document;
  const kindOf = (iri: string, value: JsonObject): EntityKind => {
    if (iri === root.descriptor) return 'descriptor';
    if (iri === root.root) return 'root';
    const types = propertyOf(value, '@type', document);
    if (context.hasType(types, FILE)) return 'file';
    return context.hasType(types, DATASET) ? 'folder' : 'contextual';
  };
  const entities = function* () {
    for (const window of json.windows) yield* entitiesAmong(json.entities(window));
    yield* topEntities(json);
  };
  for (const entity of entities())
    for (const value of [entity, ...nestedIn(entity, document)]) {
      const id = writtenId(value, document);
      if (id === undefined) continue;
      const iri = document.resolveId(id);
      yield { id, iri, kind: kindOf(iri, value), value };
    }
}

/** The objects inside of an entity that have an `@id` and more. */
function* nestedIn(entity: JsonObject, document: CrateDocument): Generator<JsonObject> {
  const rest: JsonValue[] = valuesInside(entity, document).reverse();
  for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
    if (Array.isArray(one)) for (const item of one.toReversed()) rest.push(item);
    if (!isObject(one)) continue;
    if (Object.keys(one).length > 1 && writtenId(one, document) !== undefined) yield one;
    for (const value of valuesInside(one, document).reverse()) rest.push(value);
  }
}

/** The values of an object that may contain entities: not contexts and literals. */
function valuesInside(value: JsonObject, document: CrateDocument): JsonValue[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const keyword = keywordOf(key, document);
    const isLiteral =
      ['@context', '@value', '@id', '@type'].includes(keyword) || document.context.term(key)?.type === '@json';
    return isLiteral || typeof inner !== 'object' || inner === null ? [] : [inner];
  });
}

/** The values of a property, under any key that means it. @param name a property of RO-Crate, or `@type` */
export function valuesOf(value: JsonObject, name: string, document: CrateDocument): JsonValue[] {
  return [propertyOf(value, name, document) ?? []].flat();
}

/** The IRIs that the values of a property refer to. @param name as for {@link valuesOf} */
export function referencesOf(value: JsonObject, name: string, document: CrateDocument): string[] {
  return keysOf(value, name, document).flatMap((key) => {
    const isCoerced = document.context.term(key)?.type === '@id';
    return [value[key] as JsonValue].flat().flatMap((one) => {
      const id = isObject(one) ? writtenId(one, document) : isCoerced && typeof one === 'string' ? one : undefined;
      return id === undefined ? [] : [document.resolveId(id)];
    });
  });
}

/** The first value of a property that is text or a number, as text. @param name as for {@link valuesOf} */
export function firstText(value: JsonObject, name: string, document: CrateDocument): string | undefined {
  for (const one of valuesOf(value, name, document)) {
    const text = isObject(one) ? one['@value'] : one;
    if (typeof text === 'string' || typeof text === 'number') return String(text);
  }
  return undefined;
}

/** The keys of an entity that mean a property. @param name as for {@link valuesOf} */
export function keysOf(value: JsonObject, name: string, document: CrateDocument): string[] {
  const iris = propertyIris(name);
  return Object.keys(value).filter((key) => {
    if (name.startsWith('@')) return keywordOf(key, document) === name;
    const expanded = document.context.expandVocab(key);
    return expanded.kind === 'absolute' && iris.includes(expanded.iri);
  });
}

function propertyOf(value: JsonObject, name: string, document: CrateDocument): JsonValue | undefined {
  const values = keysOf(value, name, document).map((key) => value[key] as JsonValue);
  return values.length <= 1 ? values[0] : values.flat();
}
