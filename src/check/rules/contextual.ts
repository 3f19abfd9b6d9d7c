import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { precisionOf } from '../crate/date-precision.js';
import { referrersOf } from '../crate/referrers.js';
import { isAmong, RUNS, typeSet } from '../crate/type-sets.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';
import { isRelativeId } from './ids.js';

const CONTEXTUAL = 'RO-Crate 1.1 to 1.3, Contextual Entities';
const GEOSPARQL = 'http://www.opengis.net/ont/geosparql#';
/** Places, and the geometries that crates put in their stead. */
const PLACES = typeSet(
  ...['Place', 'Accommodation', 'AdministrativeArea', 'BodyOfWater', 'City', 'CivicStructure', 'Continent', 'Country'],
  ...[
    'Landform',
    'LandmarksOrHistoricalBuildings',
    'LocalBusiness',
    'Mountain',
    'Residence',
    'SchoolDistrict',
    'State',
  ],
  ...['TouristAttraction', 'VirtualLocation', 'GeoCoordinates', 'GeoShape', 'GeoCircle', `${GEOSPARQL}Geometry`],
  ...[`${GEOSPARQL}Feature`, 'http://purl.org/dc/terms/Location', 'http://www.w3.org/ns/prov#Location'],
);
const GEOMETRIES = typeSet(
  ...['GeoCoordinates', 'GeoShape', 'GeoCircle', `${GEOSPARQL}Geometry`, 'http://www.w3.org/ns/locn#Geometry'],
);
/** What schema.org derives from `CreativeWork`, as far as it is likely as a licence. */
const WORKS = typeSet(
  ...['CreativeWork', 'DigitalDocument', 'WebPage', 'WebSite', 'File', 'DefinedTerm', 'Legislation', 'WebContent'],
  ...['http://purl.org/dc/terms/LicenseDocument', 'http://purl.org/dc/terms/RightsStatement', 'TextDigitalDocument'],
);
const STATUS = /^(?:https?:\/\/schema\.org\/)?(?:Active|Completed|Failed|Potential)ActionStatus$/;
const ACTIONS = new Set([...RUNS, ...typeSet('Action', 'ControlAction', 'OrganizeAction')]);

/** Licences, publications, places and identifiers (RO-Crate, Contextual Entities). */
export const CONTEXTUAL_RULES: readonly Rule[] = [
  hasProperty({
    id: 'license-description',
    severity: 'warning',
    on: 'contextual',
    sentence: 'A licence has a `description`.',
    source: 'RO-Crate 1.0 to 1.3, Contextual Entities',
    property: 'description',
    when: (entity, crate) => referrersOf(crate, entity.iri, 'license').length > 0,
  }),
  {
    id: 'license-address',
    severity: 'warning',
    on: 'contextual',
    sentence: 'The `@id` of a licence is its address, and never a path unless it is a file.',
    source: 'RO-Crate 1.2 and 1.3, Contextual Entities',
    check: (entity, crate) =>
      isLocal(entity, crate) && !entity.has('url') && referrersOf(crate, entity.iri, 'license').length > 0
        ? entity.fault('is a licence, but its `@id` is no address', '@id')
        : undefined,
  },
  refersTo({
    id: 'license-type',
    severity: 'warning',
    on: 'entity',
    sentence: 'A licence is an entity of type `CreativeWork`, or a file of the crate.',
    source: 'RO-Crate 1.0 to 1.3, Contextual Entities',
    property: 'license',
    types: WORKS,
    noun: 'a CreativeWork',
    text: true,
  }),
  {
    id: 'data-license',
    severity: 'warning',
    on: 'data',
    sentence: 'The `license` of a file or folder refers to an entity.',
    source: 'RO-Crate 1.2 and 1.3, Contextual Entities',
    check: (entity, crate) =>
      crate.since('1.2') && entity.has('license') && entity.references('license').length === 0
        ? entity.fault('has a license that is only text', 'license')
        : undefined,
  },
  {
    id: 'citation-address',
    severity: 'warning', // schema.org allows text
    on: 'entity',
    sentence: 'The `citation` of a file or folder refers to a publication by its address.',
    source: CONTEXTUAL,
    check: (entity, crate) => {
      if (!entity.has('citation') || !(entity.is('Dataset') || entity.is('File'))) return undefined;
      const references = entity.references('citation');
      if (references.length === 0) return entity.fault('has a citation that is only text', 'citation');
      return references
        .filter(({ id, iri }) => /^(?:doi:)?10\.\d{4,}\//.test(id) && !crate.index.isDescribed(iri))
        .map(({ id, pointer }) => entity.faultAt(`has the citation ${id}, which is no address`, pointer));
    },
  },
  {
    id: 'citation-described',
    severity: 'warning',
    on: 'entity',
    sentence: 'The crate describes the publications that it cites.',
    source: CONTEXTUAL,
    check: (entity, { index }) =>
      entity
        .references('citation')
        .filter(({ id, iri }) => /^https?:/i.test(id) && !index.isDescribed(iri))
        .map(({ id, pointer }) => entity.faultAt(`has the citation ${id}, which is not described`, pointer)),
  },
  refersTo({
    id: 'thumbnail-file',
    severity: 'warning',
    on: 'entity',
    sentence: 'A `thumbnail` is a file.',
    source: 'RO-Crate 1.2 and 1.3, Contextual Entities',
    property: 'thumbnail',
    types: typeSet('File', 'ImageObject'),
    noun: 'a File',
    text: true,
    when: (_, crate) => crate.since('1.2'),
  }),
  ...['contentLocation', 'spatialCoverage'].map((property) =>
    refersTo({
      id: property === 'contentLocation' ? 'location-place' : 'coverage-place',
      severity: 'warning',
      on: 'entity',
      sentence: `A \`${property}\` is a \`Place\`.`,
      source: CONTEXTUAL,
      property,
      types: PLACES,
      noun: 'a Place',
      text: true,
    }),
  ),
  refersTo({
    id: 'place-geometry',
    severity: 'warning',
    on: { type: 'Place' },
    sentence: 'The `geo` of a place is an entity of type `GeoCoordinates`, `GeoShape` or `Geometry`.',
    source: CONTEXTUAL,
    property: 'geo',
    types: GEOMETRIES,
    noun: 'a geometry',
    text: true,
  }),
  {
    id: 'coordinates-complete',
    severity: 'warning',
    on: { type: 'GeoCoordinates' },
    sentence: 'Coordinates with a `latitude` have a `longitude`, and the other way round.',
    source: CONTEXTUAL,
    check: (entity: CheckedEntity) => {
      const missing = ['latitude', 'longitude'].filter((name) => !entity.has(name));
      return missing.length === 1 ? entity.fault(`has no ${missing.join('')}`) : undefined;
    },
  },
  hasProperty({
    id: 'geometry-text',
    severity: 'warning',
    on: { type: `${GEOSPARQL}Geometry` },
    sentence: 'A `Geometry` has its shape as text in `asWKT`.',
    source: 'RO-Crate 1.2 and 1.3, Contextual Entities',
    property: [`${GEOSPARQL}asWKT`, `${GEOSPARQL}asGeoJSON`, `${GEOSPARQL}asGML`, `${GEOSPARQL}hasSerialization`],
  }),
  hasProperty({
    id: 'identifier-value',
    severity: 'warning',
    on: { type: 'PropertyValue' },
    sentence: 'A `PropertyValue` that is an identifier has a `value`.',
    source: 'RO-Crate 1.2 and 1.3, Root Data Entity',
    property: ['value', 'url'],
    when: (entity, crate) => crate.since('1.2') && referrersOf(crate, entity.iri, 'identifier').length > 0,
  }),
  {
    id: 'action-status',
    severity: 'warning',
    on: 'contextual',
    sentence: 'The `actionStatus` of an action is one of those of schema.org, such as `CompletedActionStatus`.',
    source: 'RO-Crate 1.1 to 1.3, Provenance',
    check: (action) => {
      if (!isAmong(action.types, ACTIONS)) return undefined;
      const all = [...action.texts('actionStatus'), ...action.references('actionStatus').map(({ id }) => id)];
      const odd = all.find((status) => !STATUS.test(status.trim()));
      return odd === undefined ? undefined : action.fault(`has the unknown actionStatus ${odd}`, 'actionStatus');
    },
  },
  {
    id: 'action-time',
    severity: 'warning', // the profiles of runs say SHOULD
    on: 'contextual',
    sentence: 'The `startTime` and `endTime` of an action are dates of ISO 8601.',
    source: 'RO-Crate 1.1 to 1.3, Provenance',
    check: (action) =>
      isAmong(action.types, ACTIONS)
        ? ['startTime', 'endTime']
            .filter((name) => action.texts(name).some((text) => precisionOf(text) === undefined))
            .map((name) =>
              action.fault(`has ${name === 'endTime' ? 'an' : 'a'} ${name} that is not a date of ISO 8601`, name),
            )
        : undefined,
  },
];

/** Whether an entity is identified by nothing outside of the crate. Versions before 1.2 do not mind `#`. */
function isLocal({ id = '' }: CheckedEntity, crate: CheckedCrate): boolean {
  if (id.startsWith('#') || id.startsWith('_:')) return crate.since('1.2');
  return id !== '' && isRelativeId(id);
}
