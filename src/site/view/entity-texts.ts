import { detached, textOfTerm } from '../../tasks/inspect/each-triple.js';
import { schemaOrg } from '../../base/rdf/vocabulary.js';
import type { QuadIndex } from '../../store/index/quad-index.js';

/** Characters of one text that are kept: a list shows less, and a search finds the rest. */
const MOST_CHARACTERS = 4000;

/** The text of an N-Quads term, or its beginning. */
export function shortText(term: string): string {
  return keptText(textOfTerm(term));
}

/** A text as lists keep it: its beginning. */
export function keptText(text: string): string {
  return detached(text.slice(0, MOST_CHARACTERS));
}

/**
 * The values of an entity in the order of the index.
 * @param properties IRIs
 * @param graph number of the only graph that counts. Default: all of the store
 */
export function* entityValues(
  index: QuadIndex,
  entity: number,
  properties: readonly string[],
  graph?: number,
): Generator<number> {
  if (entity === 0) return;
  for (const property of properties.map((iri) => index.idOf(`<${iri}>`)))
    if (property > 0)
      for (const { columns, from, to } of index.rows('spog', [entity, property]))
        for (let row = from; row < to; row += 1) {
          const number = columns[3]?.[row] as number;
          if (graph === undefined ? !index.isGone(number) : number === graph) yield columns[2]?.[row] as number;
        }
}

/** A name of an entity. @param graph number of the only graph that counts. Default: all of the store */
export function entityName(index: QuadIndex, entity: number, graph?: number): string | undefined {
  for (const name of entityValues(index, entity, schemaOrg('name'), graph)) return shortText(index.term(name));
  return undefined;
}
