import type { DocumentEdit } from '../../crate/edit/edit-document.js';
import { editDocument } from '../../crate/edit/edit-document.js';
import { spellingsIn } from '../../crate/edit/mentioned-ids.js';
import { writtenId } from '../../crate/follow/written-keys.js';
import { entitiesAmong, topEntities, type JsonObject } from '../../crate/json/lazy-document.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import type { Note } from '../../crate/read/report.js';
import { CrateError } from '../../base/errors.js';
import type { Change, Plan } from './plan.js';

/**
 * Writes the document that a plan describes: the text of the original with the changes of its entities. Changes that
 * retrieve something are made as if it had been retrieved, so the caller leaves out those that failed.
 * @param onNote receives what RDF cannot represent, if the document has to be written anew
 * @returns the new document in UTF-8, in chunks
 * @throws CrateError ERR_PLAN_INVALID if two changes contradict each other, or an identifier is not in the document
 */
export function applyChanges(
  document: CrateDocument,
  plan: Plan,
  onNote?: (note: Note) => void,
): Promise<Iterable<Uint8Array>> {
  return editDocument(document, editOf(document, plan), onNote);
}

/** One edit for all changes of a plan. @throws CrateError ERR_PLAN_INVALID */
export function editOf(document: CrateDocument, { changes, base }: Pick<Plan, 'changes' | 'base'>): DocumentEdit {
  const spellings = spellingsIn(document);
  const ids = new Map<string, string>();
  const drop = new Map<string, readonly string[] | 'all'>();
  const more: { readonly iri: string; readonly properties: JsonObject; readonly refuse: Refuse }[] = [];
  const created = new Map<string, { readonly entity: JsonObject; readonly refuse: Refuse }>();
  changes.forEach((change, index) => {
    const refuse = refusal(change, index);
    const { action, id, newId, add } = change;
    if (action === 'leave') return;
    if (action === 'add') {
      if (add === undefined) throw refuse('adds an entity without properties');
      if (newId !== undefined && newId !== id) throw refuse('gives a new entity two identifiers');
      if (created.has(id)) throw refuse('adds an entity that another change adds');
      created.set(id, { entity: withId(add, id, refuse), refuse });
      return;
    }
    const iri = document.resolveId(id);
    if (!spellings.has(iri)) throw refuse('is about an identifier that is not in the document');
    if (action === 'rename' && newId === undefined) throw refuse('has no new identifier');
    const other = newId === undefined ? undefined : ids.get(iri);
    if (other !== undefined && other !== newId) throw refuse(`contradicts another change, to ${JSON.stringify(other)}`);
    if (newId !== undefined) ids.set(iri, newId);
    const dropped = drop.get(iri);
    if (action === 'remove') drop.set(iri, 'all');
    else if (change.drop !== undefined && dropped !== 'all') drop.set(iri, [...(dropped ?? []), ...change.drop]);
    if (add !== undefined) more.push({ iri, properties: add, refuse });
  });
  const nameOf = (iri: string) => ids.get(iri) ?? spellings.get(iri)?.text ?? iri;
  const taken = created.size === 0 ? new Set() : new Set([...describedIn(document, drop)].map(nameOf));
  for (const [id, { refuse }] of created)
    if (taken.has(id)) throw refuse('adds an entity with the identifier of another one');
  const changed = more.map(({ iri, properties, refuse }) => {
    if (drop.get(iri) === 'all') throw refuse('adds to an entity that another change removes');
    return withId(properties, nameOf(iri), refuse);
  });
  return { ids, drop, add: [...changed, ...[...created.values()].map(({ entity }) => entity)], base };
}

/** Makes the error for a change. */
type Refuse = (what: string) => CrateError;

function refusal({ step, action, id }: Change, index: number): Refuse {
  return (what) =>
    new CrateError('ERR_PLAN_INVALID', `change ${index + 1} (${step} ${action} ${JSON.stringify(id)}) ${what}`, {
      details: { pointer: `/changes/${index}`, id, step },
    });
}

/** Properties with the identifier of their entity. */
function withId({ '@id': own, ...properties }: JsonObject, id: string, refuse: Refuse): JsonObject {
  if (own !== undefined && own !== id) throw refuse(`adds to another entity, ${JSON.stringify(own)}`);
  return { '@id': id, ...properties };
}

/** The IRIs of the entities that stay. */
function* describedIn(document: CrateDocument, drop: DocumentEdit['drop']): Generator<string> {
  const { json } = document;
  const entities = [...json.windows.flatMap((window) => entitiesAmong(json.entities(window))), ...topEntities(json)];
  for (const entity of entities) {
    const id = Object.keys(entity).length > 1 ? writtenId(entity, document) : undefined;
    const iri = id === undefined ? undefined : document.resolveId(id);
    if (iri !== undefined && drop.get(iri) !== 'all') yield iri;
  }
}
