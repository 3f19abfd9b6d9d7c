import { RDF } from '../../rdf/vocabulary.js';
import type { JsonObject, JsonValue } from '../json/parse.js';
import type { Compactor } from './compactor.js';
import { termId, type SubjectNode } from './graph-index.js';
import type { IdWriter } from './names.js';

const TYPE = `${RDF}type`;
const FIRST_KEYS = ['name', 'description'];

/** The JSON object of one subject: keys `@id @type name description`, then by name. */
export function entityOf({ id, properties }: SubjectNode, compactor: Compactor, ids: IdWriter): JsonObject {
  const values: Record<string, JsonValue[]> = {};
  const types: JsonValue[] = [];
  for (const [predicate, objects] of properties) {
    for (const object of objects) {
      if (predicate === TYPE && object.termType !== 'Literal') types.push(compactor.type(termId(object)));
      else {
        const key = compactor.key(predicate);
        (values[key.name] ??= []).push(compactor.value(object, key));
      }
    }
  }
  const written: JsonObject = { '@id': ids.write(id) };
  if (types.length > 0) written['@type'] = unpacked(types);
  const names = Object.keys(values).sort();
  for (const name of [
    ...FIRST_KEYS.filter((first) => first in values),
    ...names.filter((name) => !FIRST_KEYS.includes(name)),
  ]) {
    written[name] = unpacked(values[name] as JsonValue[]);
  }
  return written;
}

/** Names all keys and types of a subject, so that the terms that the context lacks are known before it is written. */
export function nameKeys({ properties }: SubjectNode, compactor: Compactor): void {
  for (const [predicate, objects] of properties) {
    if (predicate !== TYPE) compactor.key(predicate);
    else
      for (const object of objects)
        if (object.termType === 'Literal') compactor.key(predicate);
        else compactor.type(termId(object));
  }
}

/** Format document, Identifier rules, rule 6. */
function unpacked(values: JsonValue[]): JsonValue {
  return values.length === 1 ? (values[0] as JsonValue) : values;
}
