import { isObject, unpacked, type JsonObject, type JsonValue } from '../json/value.js';
import type { BuiltEntity } from './built-entity.js';

/** The entities of a crate that is being built, by their part in it. */
export interface BuiltEntities {
  readonly root: BuiltEntity;
  readonly data: ReadonlyMap<string, BuiltEntity>;
  readonly contextual: ReadonlyMap<string, BuiltEntity>;
}

/**
 * Describes all entities, the root first. A data entity is a part of the innermost folder that is
 * described, or of the root, unless the `hasPart` of another entity names it. Contextual entities that
 * nothing refers to are mentioned by the root.
 */
export function* describedEntities(entities: BuiltEntities): Generator<JsonObject> {
  const parts = partsOf(entities);
  const json = (entity: BuiltEntity) => withValues(entity.toJSON(), 'hasPart', parts.get(entity.id) ?? []);
  yield withValues(json(entities.root), 'mentions', mentionedOf(entities, parts));
  for (const entity of entities.data.values()) yield json(entity);
  for (const entity of entities.contextual.values()) yield json(entity);
}

/** The parts of folders and root that no `hasPart` names yet. */
function partsOf({ root, data, contextual }: BuiltEntities): Map<string, string[]> {
  const placed = new Set<string>();
  for (const entity of [root, ...data.values(), ...contextual.values()])
    for (const part of referencesIn(entity.values('hasPart'))) placed.add(part);
  const parts = new Map<string, string[]>();
  for (const id of data.keys()) {
    if (placed.has(id)) continue;
    const folder = folderOfPart(id, data) ?? root.id;
    const siblings = parts.get(folder);
    if (siblings === undefined) parts.set(folder, [id]);
    else siblings.push(id);
  }
  return parts;
}

/** The innermost described folder that a path is in. */
function folderOfPart(id: string, data: ReadonlyMap<string, BuiltEntity>): string | undefined {
  for (let end = id.lastIndexOf('/', id.length - 2); end > 0; end = id.lastIndexOf('/', end - 1)) {
    const folder = id.slice(0, end + 1);
    if (data.has(folder)) return folder;
  }
  return undefined;
}

/** The contextual entities that nothing leads to: those that nothing refers to, and one of each circle. */
function mentionedOf({ root, data, contextual }: BuiltEntities, parts: ReadonlyMap<string, string[]>): string[] {
  if (contextual.size === 0) return [];
  const reached = new Set<string>();
  const reach = (start: string) => {
    const rest = [start];
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      const entity = id === root.id ? root : (data.get(id) ?? contextual.get(id));
      for (const one of entity === undefined ? [] : targetsOf(entity)) rest.push(one);
      for (const part of parts.get(id) ?? []) rest.push(part);
    }
  };
  reach(root.id);
  const targets = new Set<string>();
  for (const entity of contextual.values()) for (const id of targetsOf(entity)) if (id !== entity.id) targets.add(id);
  const mentioned: string[] = [];
  for (const isStart of [(id: string) => !targets.has(id), () => true])
    for (const id of contextual.keys())
      if (!reached.has(id) && isStart(id)) {
        mentioned.push(id);
        reach(id);
      }
  return mentioned;
}

function* targetsOf(entity: BuiltEntity): Generator<string> {
  for (const value of Object.values(entity.toJSON())) yield* referencesIn([value].flat());
}

function* referencesIn(values: readonly JsonValue[]): Generator<string> {
  for (const value of values) if (isObject(value) && typeof value['@id'] === 'string') yield value['@id'];
}

/** An entity with references added to a property. */
function withValues(json: JsonObject, property: string, ids: readonly string[]): JsonObject {
  if (ids.length === 0) return json;
  const earlier = json[property] === undefined ? [] : [json[property]].flat();
  return { ...json, [property]: unpacked([...earlier, ...ids.map((id) => ({ '@id': id }))]) };
}
