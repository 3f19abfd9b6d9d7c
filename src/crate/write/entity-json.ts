import { RDF_TYPE, RDFS } from '../../base/rdf/vocabulary.js';
import { unpacked, type JsonObject, type JsonValue } from '../json/value.js';
import type { Compactor } from './compactor.js';
import { termId } from '../../base/rdf/nquads.js';
import type { SubjectNode } from './graph-index.js';
import type { IdWriter } from './id-writer.js';

const MARKER = `${RDFS}Resource`;
const FIRST_KEYS = ['name', 'description'];

/** The JSON object of one subject: keys `@id @type name description`, then by name. */
export function entityOf({ id, properties }: SubjectNode, compactor: Compactor, ids: IdWriter): JsonObject {
  const values = new Map<string, JsonValue[]>();
  const types: JsonValue[] = [];
  for (const [predicate, objects] of properties) {
    for (const object of objects) {
      if (predicate === RDF_TYPE && object.value === MARKER && isMarker(properties)) continue;
      if (predicate === RDF_TYPE && object.termType !== 'Literal') types.push(compactor.type(termId(object)));
      else {
        const key = compactor.key(predicate);
        const earlier = values.get(key.name);
        if (earlier === undefined) values.set(key.name, [compactor.value(object, key)]);
        else earlier.push(compactor.value(object, key));
      }
    }
  }
  const names = [...FIRST_KEYS.filter((first) => values.has(first)), ...[...values.keys()].sort()];
  return Object.fromEntries([
    ['@id', ids.write(id)],
    ...(types.length > 0 ? [['@type', unpacked(types)]] : []),
    ...new Map(names.map((name) => [name, unpacked(values.get(name) as JsonValue[])])),
  ]) as JsonObject;
}

/** Whether `rdfs:Resource` is the only statement. The reader adds it to keep an entity; documents do not show it. */
function isMarker(properties: SubjectNode['properties']): boolean {
  return properties.size === 1 && properties.get(RDF_TYPE)?.length === 1;
}

/** Names everything in the statements of a subject, so that new terms are known before the context is written. */
export function nameKeys({ id, properties }: SubjectNode, compactor: Compactor, ids: IdWriter): void {
  ids.prepare(id);
  for (const [predicate, objects] of properties) {
    for (const object of objects) {
      if (predicate === RDF_TYPE && object.termType !== 'Literal') {
        if (object.value !== MARKER || !isMarker(properties)) compactor.type(termId(object));
      } else {
        compactor.key(predicate);
        compactor.prepare(object);
      }
    }
  }
}
