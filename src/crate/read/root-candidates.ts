import {
  isObject,
  type JsonObject,
  type JsonValue,
  type LazyDocument,
  entitiesAmong,
  topEntities,
} from '../json/lazy-document.js';
import type { ActiveContext } from '../context/active-context.js';
import { isMetadataFileName, METADATA_NAME_END } from '../metadata-names.js';
import { unalias } from './property-keys.js';
import { RootStatements, type JsonCandidate } from './root-statements.js';
import { DocumentReader, type ReaderTools } from './lanes.js';
import { entityParts } from './entity-parts.js';
import { FlatLane } from './flat-lane.js';

const silent = () => undefined;

/**
 * Finds the candidates for the Root Data Entity of a document: the same as the saved queries, because both use the same
 * quads. An ordinary crate only needs the entities that name a metadata file, and the types of what these are about.
 * Any other crate is read as a whole.
 * @param newTools creates the tools for one reading
 * @throws CrateError ERR_JSON_SYNTAX, ERR_JSONLD_INVALID, ERR_CONTEXT_UNAVAILABLE
 */
export async function findCandidates(document: LazyDocument, newTools: () => ReaderTools): Promise<JsonCandidate[]> {
  const statements = new RootStatements();
  if (await readDescriptors(document, newTools(), statements)) return statements.candidates();
  const all = new RootStatements();
  for await (const _ of new DocumentReader(newTools(), all).read(document)); // `all` only holds statements about roots
  return all.candidates();
}

/** Reads only the entities that name a metadata file. @returns whether that determines the root */
async function readDescriptors(
  document: LazyDocument,
  tools: ReaderTools,
  statements: RootStatements,
): Promise<boolean> {
  const { context, ids, lane } = tools;
  const flatLane = new FlatLane(context, ids, statements);
  const read = async (entity: JsonObject): Promise<void> => {
    if (flatLane.entity(entity, '').flat) return;
    // An error here recurs when the whole document is read, which then reports the place.
    await lane.entity({ entity, pointer: '' }, statements, silent).catch(silent);
  };
  /** Reads the types of the entities that descriptors are about. */
  const readTypes = async (entities: readonly JsonObject[]): Promise<void> => {
    let untyped = statements.untyped();
    for (const entity of untyped.size === 0 ? [] : entities) {
      const { '@id': id, '@type': type } = unalias(entity, context);
      if (typeof id !== 'string' || type === undefined || !untyped.has(ids.resolveId(id, silent))) continue;
      const { '@context': own } = entity;
      await read({ '@id': id, '@type': type, ...(own !== undefined && { '@context': own }) });
      untyped = statements.untyped();
    }
  };
  for (const entities of entitiesNamingMetadata(document, context)) {
    for (const entity of entities) if (namesMetadata(entity)) await read(entity);
    await readTypes(entities);
  }
  for (const entities of allEntities(document, context)) {
    if (statements.untyped().size === 0) break;
    await readTypes(entities);
  }
  const found = statements.untyped().size === 0 ? statements.candidates() : [];
  // The label of a blank node depends on all entities before it, which we have not read.
  return (
    found.some(({ descriptor }) => isMetadataFileName(descriptor)) && !found.some(({ root }) => root.startsWith('_:'))
  );
}

/** The entities that may name a metadata file; a very large one in parts. */
function* entitiesNamingMetadata(document: LazyDocument, context: ActiveContext): Generator<JsonObject[]> {
  for (const window of document.windows) {
    if (!window.descriptor) continue;
    const parts = entityParts(document, window, context);
    if (parts === undefined) yield entitiesAmong(document.entities(window));
    else for (const part of parts) yield [part];
  }
  yield topEntities(document);
}

/** All entities; only the first part of a very large one. */
function* allEntities(document: LazyDocument, context: ActiveContext): Generator<JsonObject[]> {
  for (const window of document.windows) {
    const [beginning] = entityParts(document, window, context) ?? [];
    yield entitiesAmong(beginning === undefined ? document.entities(window) : [beginning]);
  }
  yield topEntities(document);
}

/** Whether a value contains the name of a metadata file. */
function namesMetadata(value: JsonValue): boolean {
  if (typeof value === 'string') return value.includes(METADATA_NAME_END);
  if (Array.isArray(value)) return value.some(namesMetadata);
  if (!isObject(value)) return false;
  for (const key in value) if (key.includes(METADATA_NAME_END) || namesMetadata(value[key] as JsonValue)) return true;
  return false;
}
