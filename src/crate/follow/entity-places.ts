import { RDF_TYPE, schemaOrg } from '../../base/rdf/vocabulary.js';
import { type JsonObject, type JsonValue, entitiesAmong } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';
import { originalLabel } from '../read/identifiers.js';
import { namesIn } from '../write/written-context.js';
import type { GraphIndex, SubjectNode } from '../write/graph-index.js';
import { isPlain, hasVocabValues, writtenId, type InContext } from './written-keys.js';
import type { Match } from './match-document.js';
import type { ValueMatches } from './match-values.js';
import type { MergedMatch } from './match-merged.js';

/** The types of data entities. */
export const DATA_TYPES: ReadonlySet<string> = new Set([...schemaOrg('Dataset'), ...schemaOrg('MediaObject')]);

/** Where new triples go in a document. Entities are identified by their position in `@graph`. */
export interface EntityPlaces {
  /** The entity that takes the new triples of a subject. A removed entity takes them only if no other can. */
  readonly targets: ReadonlyMap<string, number>;
  /** New triples of nodes that are nested in changed entities. */
  readonly nested: ReadonlyMap<string, SubjectNode>;
  /** The entity that merged documents may add to, for each subject that they describe. */
  readonly mergeTargets: ReadonlyMap<string, number>;
  /** How the document spells the identifiers of its entities and its blank nodes. */
  readonly spellings: ReadonlyMap<string, string>;
  /** All keys and types that the document uses. Empty if there are no new triples. */
  readonly usedNames: ReadonlySet<string>;
  /** Position of the last data entity, -1 if there is none. */
  readonly lastDataEntity: number;
  /** Position of the first entity of each window, and at the end the number of entities. */
  readonly firstPositions: readonly number[];
}

/**
 * Finds the places for new triples: reads the entities of `@graph` one by one.
 * @param mergedSubjects subjects of the merged documents
 */
export function findEntityPlaces(
  document: CrateDocument,
  match: Match,
  added: GraphIndex,
  mergedSubjects: ReadonlySet<string>,
): EntityPlaces {
  const remaining = new Map<string, number>();
  const removed = new Map<string, number>();
  const mergeTargets = new Map<string, number>();
  const spellings = new Map(originalLabels(match.labels));
  const usedNames = new Set<string>();
  const firstPositions = [0];
  let lastDataEntity = -1;
  for (const { position, value } of entitiesWithPositions(document, firstPositions)) {
    const subject = match.subjects[position] as string;
    const id = writtenId(value, document);
    // Its own context may differ.
    if (id !== undefined && document.resolveId(id) === subject) spellings.set(subject, id);
    if (isData(value['@type'], document)) lastDataEntity = position;
    if (added.subjects.size > 0) namesIn(value, usedNames, (key) => hasVocabValues(key, document));
    if (mergedSubjects.has(subject) && !mergeTargets.has(subject) && isPlain(value, document))
      mergeTargets.set(subject, position);
    if (!added.subjects.has(subject) || !canTakeNew(value, position)) continue;
    const targets = match.changed.get(position)?.removed === true ? removed : remaining;
    if (!targets.has(subject)) targets.set(subject, position);
  }
  const targets = new Map([...removed, ...remaining]);
  const nested = new Map<string, SubjectNode>();
  for (const { values } of match.changed.values())
    for (const subject of nestedIn(values ?? new Map())) {
      const node = added.subjects.get(subject);
      if (node !== undefined && !targets.has(subject) && hasNodesAsTypes(subject)) nested.set(subject, node);
    }
  return { targets, nested, mergeTargets, spellings, usedNames, lastDataEntity, firstPositions };

  /** Whether new triples can be written into an entity: it is rewritten as a whole, or its keys have plain meanings. */
  function canTakeNew(value: JsonObject, position: number): boolean {
    const changed = match.changed.get(position);
    if (changed !== undefined && changed.values === undefined) return true;
    return isPlain(value, document) && hasNodesAsTypes(match.subjects[position] as string);
  }

  /** A literal as type has no spelling under `@type`. */
  function hasNodesAsTypes(subject: string): boolean {
    return added.objects(subject, RDF_TYPE).every(({ termType }) => termType !== 'Literal');
  }
}

function* nestedIn(values: ValueMatches): Generator<string> {
  for (const { reference, nested } of [...values.values()].flat())
    if (reference !== undefined && nested !== undefined) {
      yield reference;
      yield* nestedIn(nested.values);
    }
}

/** Finds all names that merged documents use, and those of their spellings that mean the same in the first document. */
export function findMergedSpellings(
  first: CrateDocument,
  mergedMatches: readonly MergedMatch[],
): Pick<EntityPlaces, 'spellings' | 'usedNames'> {
  const spellings = new Map<string, string>();
  const usedNames = new Set<string>();
  for (const { document, subjects } of mergedMatches) {
    for (const { position, value } of entitiesWithPositions(document, [])) {
      const subject = subjects[position] as string;
      const id = writtenId(value, document);
      if (id !== undefined && !spellings.has(subject) && first.resolveId(id) === subject) spellings.set(subject, id);
      namesIn(value, usedNames, (key) => hasVocabValues(key, document));
    }
  }
  return { spellings, usedNames };
}

/** Whether a value of `@type` names the type of a data entity. */
export function isData(type: JsonValue | undefined, { context }: InContext): boolean {
  return context.hasType(type, DATA_TYPES);
}

/** @param firstPositions receives the position after each window */
function* entitiesWithPositions(
  { json }: CrateDocument,
  firstPositions: number[],
): Generator<{ position: number; value: JsonObject }> {
  let position = 0;
  for (const window of json.windows) {
    for (const value of entitiesAmong(json.entities(window))) {
      yield { position, value };
      position += 1;
    }
    firstPositions.push(position);
  }
}

function* originalLabels(labels: Iterable<string>): Generator<[string, string]> {
  for (const label of labels) {
    const original = originalLabel(label);
    if (original?.label !== undefined && label.includes('_')) yield [`_:${label}`, `_:${original.label}`];
  }
}
