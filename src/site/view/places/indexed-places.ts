import { GEOSPARQL, schemaOrg } from '../../../base/rdf/vocabulary.js';
import type { QuadIndex } from '../../../store/index/quad-index.js';
import { textOfTerm } from '../../../tasks/inspect/each-triple.js';
import type { ViewEntity, ViewValue } from '../crate-view.js';
import { entityName, entityValues } from '../entity-texts.js';
import { placeOf, type CratePlace } from './places.js';

/** The properties of the root of a crate that say where it is about. */
export const COVERAGES: readonly string[] = ['spatialCoverage', 'contentLocation'];

/** What says where a place is, by its local name. */
const LOCATIONS = [
  ...['geo', 'latitude', 'longitude', 'box', 'circle', 'line', 'polygon', 'geoMidpoint', 'geoRadius'],
  ...['hasGeometry', 'asWKT'],
].map((key) => ({ key, iris: [...schemaOrg(key), GEOSPARQL + key] }));

/** Places that a list looks at of one crate, and values of one property. */
const MOST = 20;

/** The places that a crate is about, as the index of its store says. @param number of the only graph that counts */
export function placesInIndex(index: QuadIndex, root: number, number: number): CratePlace[] {
  const idOf = (id: string) => index.idOf(id.startsWith('_:') ? id : `<${id}>`);
  const values = (id: number, iris: readonly string[]): ViewValue[] =>
    [...entityValues(index, id, iris, number)].slice(0, MOST).map((value) => {
      const term = index.term(value);
      const text = textOfTerm(term);
      return term.startsWith('"') ? { text } : { reference: text, iri: text };
    });
  const entity = (iri: string): ViewEntity => ({
    ...{ id: iri, iri, types: [], name: entityName(index, idOf(iri), number) },
    properties: LOCATIONS.map(({ key, iris }) => ({ key, iri: undefined, values: values(idOf(iri), iris) })),
  });
  return values(root, COVERAGES.flatMap(schemaOrg))
    .flatMap((value) => ('reference' in value ? [entity(value.iri)] : []))
    .flatMap((place) => placeOf(place, { entity }) ?? []);
}
