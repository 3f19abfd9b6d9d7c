import { patchEntities } from '../edit/patch-entities.js';
import type { JsonObject, JsonValue } from '../json/value.js';
import { documentText } from '../write/write-document.js';
import type { EntityRegister, CrateParts } from './entity-register.js';
import { DocumentEntities } from './document-entities.js';
import type { EntityRecord } from './entity-record.js';
import type { PlacedEntities } from './part-tree.js';

/** The metadata document of a crate in UTF-8: the text of the opened document with its changes, or a new text. */
export function* writeEntities(parts: CrateParts, entities: EntityRegister): Generator<Uint8Array> {
  const { origin, terms } = parts;
  const places = entities.places();
  const now = (record: EntityRecord) => withPlaces(record, places, parts, entities);
  if (origin instanceof DocumentEntities) {
    const changed = new Map<number, JsonObject | undefined>([...entities.gone].map((at) => [at, undefined]));
    for (const record of entities.touched()) {
      const objects = now(record);
      for (const [at, position] of origin.positionsOf(record.iri).entries())
        if (objects[at] !== record.before[at]) changed.set(position, objects[at]);
    }
    const added = [...entities.added()].flatMap(now);
    return yield* patchEntities(origin.document, { changed, added, terms: terms.added });
  }
  const context = [...origin, ...(Object.keys(terms.added).length === 0 ? [] : [{ ...terms.added }])];
  const described = {
    *[Symbol.iterator]() {
      for (const record of [...entities.touched(), ...entities.added()]) yield* now(record);
    },
  };
  const encoder = new TextEncoder();
  const written = context.length === 1 ? (context[0] as JsonValue) : context;
  for (const text of documentText({ context: written, entities: described })) yield encoder.encode(text);
}

/** The objects of an entity, with the references that give others a place. */
function withPlaces(
  record: EntityRecord,
  { parts, mentioned }: PlacedEntities,
  { root, resolve }: CrateParts,
  entities: EntityRegister,
): readonly JsonObject[] {
  const ofFolder = parts.get(record.iri) ?? [];
  const ofRoot = record.iri === resolve(root) ? mentioned : [];
  if (ofFolder.length + ofRoot.length === 0) return record.objects;
  const copy = record.copy();
  const entity = entities.draft(record.id, copy);
  const refer = (ids: readonly string[]) => ids.map((id) => ({ '@id': id }));
  if (ofFolder.length > 0) entity.add('hasPart', refer(ofFolder));
  if (ofRoot.length > 0) entity.add('mentions', refer(ofRoot));
  return copy.objects;
}
