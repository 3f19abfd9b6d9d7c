import { faultIn, type CheckedEntity, type Fault } from '../crate/checked-entity.js';
import type { EntityIndex } from '../crate/entity-index.js';
import { pointerToken } from '../../../crate/json/top-items.js';
import type { Rule } from '../rule.js';
import { isPreview, isRelativeId } from './ids.js';

/** Properties whose values are entities, never text, apart from licences, which may be text. */
const OF_ENTITIES = [
  'about',
  'affiliation',
  'agent',
  'author',
  'conformsTo',
  'contributor',
  'creator',
  'funder',
  'hasPart',
  'instrument',
  'mainEntity',
  'mentions',
  'object',
  'publisher',
  'result',
];
const DEFINITIONS = ['rdf:Property', 'rdfs:Class', 'DefinedTerm'];
const ENTITIES = 'RO-Crate 1.0 to 1.3, Contextual Entities';

/** References between entities (format document, section 2, identifier rule 4; RO-Crate, Structure). */
export const REFERENCE_RULES: readonly Rule[] = [
  {
    id: 'reference-described',
    severity: 'warning',
    on: 'crate',
    sentence: 'The crate should describe what its references name, unless that is on the web.',
    source: ENTITIES,
    check: ({ index, root }) => {
      const faults: Fault[] = [];
      for (const { id, iri, entity, pointer, references } of index.identifiers()) {
        if (references === 0 || index.isDescribed(iri) || !(isRelativeId(id) || id.startsWith('_:'))) continue;
        if (root === undefined && pointer.endsWith('/about')) continue; // another rule
        const places = references === 1 ? '' : ` (${references} references)`;
        faults.push(faultIn(entity, `refers to ${id}, which is not described${places}`, pointer));
      }
      return faults;
    },
  },
  {
    id: 'reference-form',
    severity: 'error',
    mustSince: '1.2',
    on: 'entity',
    sentence: 'A reference to an entity of the crate must be an object with its `@id`, and not a text.',
    source: 'format 2, identifier rule 4; RO-Crate 1.2 and 1.3, Metadata',
    check: (entity, { index }) =>
      textsForEntities(entity)
        .filter(({ text }) => namesEntity(text, entity, index))
        .map(({ text, name, pointer }) =>
          entity.faultAt(`has the text ${text} as ${name}: write {"@id": ${JSON.stringify(text)}}`, pointer),
        ),
  },
  {
    id: 'reference-address',
    severity: 'warning',
    on: 'entity',
    sentence: 'The address of an entity that the crate does not describe should be a reference too, and not a text.',
    source: 'format 2, identifier rule 4',
    fix: 'writes the version in `conformsTo` of the descriptor as a reference',
    check: (entity, { index }) =>
      textsForEntities(entity)
        .filter(({ text }) => /^https?:\/\/[^\s]+$/.test(text) && !namesEntity(text, entity, index))
        .map(({ text, name, pointer }) =>
          entity.faultAt(`has the text ${text} as ${name}, where it should refer to an entity`, pointer),
        ),
  },
  {
    id: 'entity-reachable',
    severity: 'warning',
    on: 'contextual',
    sentence: 'References should lead from the root to each contextual entity.',
    source: ENTITIES,
    check: (entity, { index, root }) => {
      const { iri, nested, id, types } = entity;
      if (root === undefined || iri === '' || nested || types.length === 0 || isPreview(id)) return undefined;
      if (index.isReachable(iri) || DEFINITIONS.some((type) => entity.is(type))) return undefined;
      return entity.fault('cannot be reached from the root by references');
    },
  },
];

/** The texts where entities are expected. */
function textsForEntities(entity: CheckedEntity) {
  return OF_ENTITIES.flatMap((name) => plainTexts(entity, name).map((found) => ({ ...found, name })));
}

/** Whether a text is the identifier of an entity that the crate describes. */
function namesEntity(text: string, { names }: CheckedEntity, index: EntityIndex): boolean {
  return index.isIdentifier(text) && index.isDescribed(names.resolveId(text));
}

/** The values of a property that are plain text and no references by the definition of the term. */
function plainTexts(entity: CheckedEntity, name: string): { readonly text: string; readonly pointer: string }[] {
  const { context } = entity.names.document;
  return entity.keys(name).flatMap((key) => {
    if (context.term(key)?.type !== undefined) return [];
    const value = entity.json[key];
    const pointer = `${entity.pointer}/${pointerToken(key)}`;
    return [value]
      .flat()
      .flatMap((text, place) =>
        typeof text === 'string' ? [{ text, pointer: Array.isArray(value) ? `${pointer}/${place}` : pointer }] : [],
      );
  });
}
