import { schemaOrg } from '../../rdf/vocabulary.js';
import { type JsonObject, type JsonValue, entitiesAmong } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';
import { originalLabel } from '../read/identifiers.js';
import { namesIn } from '../write/written-context.js';
import type { GraphIndex, SubjectNode } from '../write/graph-index.js';
import { isPlain, namesThings, TYPE, writtenId, type InContext } from './written-keys.js';
import type { Match } from './match-document.js';
import type { MatchedValues } from './match-values.js';
import type { LaterMatch } from './match-merged.js';

/** The types of data entities. */
export const DATA_TYPES: ReadonlySet<string> = new Set([...schemaOrg('Dataset'), ...schemaOrg('MediaObject')]);

/** What has to be known of the entities of a document before something new is written into it. */
export interface Survey {
  /** Position of the entity that new triples of a subject go to: one that still says something, or else one that did. */
  readonly home: ReadonlyMap<string, number>;
  /** New triples of nodes that are nested in entities which are written anew: they go there. */
  readonly nested: ReadonlyMap<string, SubjectNode>;
  /** Position of the entity that a later document may add to, for subjects that it describes. */
  readonly joins: ReadonlyMap<string, number>;
  /** How the document spells its entities and its blank nodes. */
  readonly spelled: ReadonlyMap<string, string>;
  /** All keys and types, where there are new triples. */
  readonly names: ReadonlySet<string>;
  /** Position of the last data entity, -1 without one. */
  readonly lastData: number;
  /** Position of the first entity of each window, and after them how many there are. */
  readonly firsts: readonly number[];
}

/**
 * Looks at all entities of `@graph` once more, one after the other.
 * @param later subjects of documents that were merged in later
 */
export function survey(document: CrateDocument, match: Match, added: GraphIndex, later: ReadonlySet<string>): Survey {
  const home = new Map<string, number>();
  const joins = new Map<string, number>();
  const goneHome = new Map<string, number>();
  const spelled = new Map(originalLabels(match.labels));
  const names = new Set<string>();
  const firsts = [0];
  let lastData = -1;
  for (const { index, value } of entities(document, firsts)) {
    const subject = match.subjects[index] as string;
    const id = writtenId(value, document);
    if (id !== undefined && document.resolveId(id) === subject) spelled.set(subject, id); // not under a context of its own
    if (isData(value['@type'], document)) lastData = index;
    if (added.subjects.size > 0) namesIn(value, names, (key) => namesThings(key, document));
    if (later.has(subject) && !joins.has(subject) && isPlain(value, document)) joins.set(subject, index);
    if (!added.subjects.has(subject) || !takesMore(value, index)) continue;
    const homes = match.touched.get(index)?.gone === true ? goneHome : home;
    if (!homes.has(subject)) homes.set(subject, index);
  }
  const homes = new Map([...goneHome, ...home]);
  const nested = new Map<string, SubjectNode>();
  for (const { values } of match.touched.values())
    for (const subject of nestedIn(values ?? new Map())) {
      const node = added.subjects.get(subject);
      if (node !== undefined && !homes.has(subject) && hasPlainTypes(subject)) nested.set(subject, node);
    }
  return { home: homes, nested, joins, spelled, names, lastData, firsts };

  /** Whether new triples can be written into an entity. */
  function takesMore(value: JsonObject, index: number): boolean {
    const touched = match.touched.get(index);
    if (touched !== undefined && touched.values === undefined) return true;
    return isPlain(value, document) && hasPlainTypes(match.subjects[index] as string);
  }

  function hasPlainTypes(subject: string): boolean {
    return added.objects(subject, TYPE).every(({ termType }) => termType !== 'Literal');
  }
}

function* nestedIn(values: MatchedValues): Generator<string> {
  for (const { reference, nested } of [...values.values()].flat())
    if (reference !== undefined && nested !== undefined) {
      yield reference;
      yield* nestedIn(nested.values);
    }
}

/** How later documents spell their entities, where that means the same in the first one, and all of their keys and types. */
export function surveyLater(first: CrateDocument, later: readonly LaterMatch[]): Pick<Survey, 'spelled' | 'names'> {
  const spelled = new Map<string, string>();
  const names = new Set<string>();
  for (const { document, subjects } of later) {
    for (const { index, value } of entities(document, [])) {
      const subject = subjects[index] as string;
      const id = writtenId(value, document);
      if (id !== undefined && !spelled.has(subject) && first.resolveId(id) === subject) spelled.set(subject, id);
      namesIn(value, names, (key) => namesThings(key, document));
    }
  }
  return { spelled, names };
}

/** Whether a value of `@type` is that of a data entity. */
export function isData(type: JsonValue | undefined, { context }: InContext): boolean {
  return context.hasType(type, DATA_TYPES);
}

/** @param firsts gets the position after the entities of each window */
function* entities({ json }: CrateDocument, firsts: number[]): Generator<{ index: number; value: JsonObject }> {
  let index = 0;
  for (const window of json.windows) {
    for (const value of entitiesAmong(json.entities(window))) {
      yield { index, value };
      index += 1;
    }
    firsts.push(index);
  }
}

function* originalLabels(labels: Iterable<string>): Generator<[string, string]> {
  for (const label of labels) {
    const original = originalLabel(label);
    if (original?.label !== undefined && label.includes('_')) yield [`_:${label}`, `_:${original.label}`];
  }
}
