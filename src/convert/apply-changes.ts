import { isObject, type JsonObject, type JsonValue } from '../crate/json/value.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import type { Plan } from './plan.js';

/**
 * Writes the document that a plan describes: the text of the original with the changes of its entities. Changes that
 * retrieve something are made as if it had been retrieved, so the caller leaves out those that failed.
 * @returns the new document in UTF-8, in chunks
 * @throws CrateError ERR_PLAN_INVALID if two changes contradict each other, or an identifier is not in the document
 */
export function applyChanges(document: CrateDocument, plan: Plan): Promise<Iterable<Uint8Array>> {
  const names = new Map(plan.changes.flatMap(({ id, newId }) => (newId === undefined ? [] : [[document.resolveId(id), newId]]))); // prettier-ignore
  const byId = new Map<string, Plan['changes'][number][]>();
  for (const change of plan.changes) {
    const iri = document.resolveId(change.id);
    byId.set(iri, [...(byId.get(iri) ?? []), change]);
  }
  const renamed = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(renamed);
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, one]) => [key, key === '@id' ? (names.get(document.resolveId(one as string)) ?? one) : renamed(one)]); // prettier-ignore
    return Object.fromEntries(entries) as JsonObject;
  };
  const graph = [...document.json.windows].flatMap((window) => document.json.entities(window)).filter(isObject);
  const edited = graph.map((entity) => {
    const result = renamed(entity) as JsonObject;
    for (const { drop = [], add = {} } of byId.get(document.resolveId(entity['@id'] as string)) ?? []) {
      for (const key of drop) delete result[key];
      for (const [key, value] of Object.entries(add))
        result[key] = result[key] === undefined ? value : [result[key], value].flat();
    }
    return result;
  });
  const added = plan.changes.flatMap(({ action, id, add }) => (action === 'add' ? [{ '@id': id, ...add }] : []));
  const base = plan.base === undefined ? [] : [{ '@base': plan.base }];
  const context =
    base.length === 0 ? (document.writtenContext ?? null) : [document.writtenContext ?? null, ...base].flat();
  const text = JSON.stringify({ '@context': context, '@graph': [...edited, ...added] }, null, 2);
  return Promise.resolve([new TextEncoder().encode(`${text}\n`)]);
}
