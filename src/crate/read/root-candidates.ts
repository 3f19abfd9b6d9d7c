import {
  isObject,
  type JsonObject,
  type JsonValue,
  type LazyDocument,
  entitiesAmong,
  topEntities,
} from '../json/lazy-document.js';
import { isMetadataFileName, METADATA_NAME_END } from '../metadata-names.js';
import { unalias } from './property-keys.js';
import { RootStatements, type JsonCandidate } from './root-statements.js';
import { Walk, type WalkParts } from './lanes.js';
import { Walker } from './flat-lane.js';

const silent = () => undefined;

/**
 * Candidates for the Root Data Entity of a document: those that the saved queries find in its graph, because they are
 * found in the same quads. Of an ordinary crate only the quads of the entities that name a metadata file are made, and
 * the types of what these are about; of any other, all quads.
 * @param parts gives what a walk works with, new each time
 * @throws CrateError ERR_JSON_SYNTAX, ERR_JSONLD_INVALID, ERR_CONTEXT_UNAVAILABLE
 */
export async function findCandidates(document: LazyDocument, parts: () => WalkParts): Promise<JsonCandidate[]> {
  const near = new RootStatements();
  if (await readNear(document, parts(), near)) return near.candidates();
  const all = new RootStatements();
  for await (const _ of new Walk(parts(), all).over(document)); // it keeps little, and gives it at the end
  return all.candidates();
}

/** @returns whether that decides: no other entity can change which root is chosen */
async function readNear(document: LazyDocument, parts: WalkParts, said: RootStatements): Promise<boolean> {
  const { context, ids, lane } = parts;
  const walker = new Walker(context, ids, said);
  const read = async (entity: JsonObject): Promise<void> => {
    if (walker.entity(entity, '').flat) return;
    // What fails here fails in the walk over the whole document too, which tells the place.
    await lane.entity({ entity, place: '' }, said, silent).catch(silent);
  };
  /** Reads the types of what a descriptor is about. */
  const readTypes = async (entities: readonly JsonObject[]): Promise<void> => {
    let untyped = said.untyped();
    for (const entity of untyped.size === 0 ? [] : entities) {
      const { '@id': id, '@type': type } = unalias(entity, context);
      if (typeof id !== 'string' || type === undefined || !untyped.has(ids.resolveId(id, silent))) continue;
      const { '@context': own } = entity;
      await read({ '@id': id, '@type': type, ...(own !== undefined && { '@context': own }) });
      untyped = said.untyped();
    }
  };
  for (const entities of entitiesNear(document)) {
    for (const entity of entities) if (holdsName(entity)) await read(entity);
    await readTypes(entities);
  }
  for (const entities of allEntities(document)) {
    if (said.untyped().size === 0) break;
    await readTypes(entities);
  }
  const found = said.untyped().size === 0 ? said.candidates() : [];
  // Labels of blank nodes depend on all that was read before.
  return (
    found.some(({ descriptor }) => isMetadataFileName(descriptor)) && !found.some(({ root }) => root.startsWith('_:'))
  );
}

/** The entities that may name a metadata file. */
function* entitiesNear(document: LazyDocument): Generator<JsonObject[]> {
  for (const window of document.windows) if (window.descriptor) yield entitiesAmong(document.entities(window));
  yield topEntities(document);
}

/** All entities; of a very large one the part that it begins with. */
function* allEntities(document: LazyDocument): Generator<JsonObject[]> {
  for (const window of document.windows) {
    const [beginning] = document.parts(window, () => true) ?? [];
    yield entitiesAmong(beginning === undefined ? document.entities(window) : [beginning]);
  }
  yield topEntities(document);
}

/** Whether the name of a metadata file stands anywhere in a value. */
function holdsName(value: JsonValue): boolean {
  if (typeof value === 'string') return value.includes(METADATA_NAME_END);
  if (Array.isArray(value)) return value.some(holdsName);
  if (!isObject(value)) return false;
  for (const key in value) if (key.includes(METADATA_NAME_END) || holdsName(value[key] as JsonValue)) return true;
  return false;
}
