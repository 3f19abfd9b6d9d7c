import { GEOSPARQL } from '../../../base/rdf/vocabulary.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { referrersOf } from '../crate/referrers.js';
import { typeSet } from '../crate/type-sets.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';
import { isRelativeId } from './ids.js';

const CONTEXTUAL = 'RO-Crate 1.1 to 1.3, Contextual Entities';
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

/** Where other vocabularies have what RO-Crate says with a property of schema.org. */
const OTHER_SUBJECTS = {
  about: ['http://purl.org/dc/terms/subject', 'http://purl.org/dc/elements/1.1/subject'],
  keywords: ['http://www.w3.org/ns/dcat#keyword'],
} as const;

/** Licences, publications, places and identifiers (RO-Crate, Contextual Entities). */
export const CONTEXTUAL_RULES: readonly Rule[] = [
  hasProperty({
    id: 'license-description',
    severity: 'warning',
    on: 'contextual',
    sentence: 'A licence should have a `description`.',
    source: 'RO-Crate 1.0 to 1.3, Contextual Entities',
    property: 'description',
    when: (entity, crate) => referrersOf(crate, entity.iri, 'license').length > 0,
  }),
  {
    id: 'license-address',
    severity: 'warning',
    on: 'contextual',
    sentence: 'The `@id` of a licence should be its address, and never a path unless it is a file.',
    source: 'RO-Crate 1.2 and 1.3, Contextual Entities',
    check: (entity, crate) =>
      isLocal(entity, crate) && !entity.has('url') && referrersOf(crate, entity.iri, 'license').length > 0
        ? entity.fault('is a licence, but its `@id` is no address: take that of the licence, or add it as url', '@id')
        : undefined,
  },
  refersTo({
    id: 'license-type',
    severity: 'warning',
    on: 'entity',
    sentence: 'A licence should be an entity of type `CreativeWork`, or a file of the crate.',
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
    sentence: 'The `license` of a file or folder should refer to an entity.',
    source: 'RO-Crate 1.2 and 1.3, Contextual Entities',
    check: (entity, crate) =>
      crate.since('1.2') && entity.has('license') && entity.references('license').length === 0
        ? entity.fault('has a license that is only text: refer to an entity with a name and description', 'license')
        : undefined,
  },
  {
    id: 'citation-address',
    severity: 'error',
    on: 'entity',
    sentence: 'The `citation` of a file or folder must refer to a publication by its address.',
    source: CONTEXTUAL,
    check: (entity, crate) => {
      if (!entity.has('citation') || !(entity.is('Dataset') || entity.is('File'))) return undefined;
      const references = entity.references('citation');
      if (references.length === 0)
        return entity.fault('has a citation that is only text: refer to the publication by its address', 'citation');
      return references
        .filter(({ id, iri }) => /^(?:doi:)?10\.\d{4,}\//.test(id) && !crate.index.isDescribed(iri))
        .map(({ id, pointer }) => entity.faultAt(`has the citation ${id}, which is no address`, pointer));
    },
  },
  {
    id: 'citation-described',
    severity: 'warning',
    on: 'entity',
    sentence: 'The crate should describe the publications that it cites.',
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
    sentence: 'A `thumbnail` should be a file.',
    source: 'RO-Crate 1.2 and 1.3, Contextual Entities',
    property: 'thumbnail',
    types: typeSet('File', 'ImageObject'),
    noun: 'a File',
    text: true,
    when: (_, crate) => crate.since('1.2'),
  }),
  {
    id: 'thumbnail-included',
    severity: 'error',
    on: 'entity',
    sentence: 'A `thumbnail` must be in the crate, as a file that it describes.',
    source: CONTEXTUAL,
    check: (entity, crate) => {
      if (!crate.since('1.1')) return undefined;
      const references = entity.references('thumbnail');
      const texts = references.length === 0 && entity.texts('thumbnail').length > 0;
      return [
        ...(texts
          ? [entity.fault('has a thumbnail that is only text: refer to a file of the crate', 'thumbnail')]
          : []),
        ...references
          .filter(({ iri }) => !crate.index.isDescribed(iri))
          .map(({ id, pointer }) => entity.faultAt(`has the thumbnail ${id}, which is not in the crate`, pointer)),
      ];
    },
  },
  hasProperty({
    id: 'metadata-publisher',
    severity: 'warning',
    on: 'entity',
    sentence: 'An entity with an `sdLicense` should name by `sdPublisher` where its description comes from.',
    source: 'RO-Crate 1.1, Contextual Entities',
    property: 'sdPublisher',
    when: (entity, crate) => crate.since('1.1') && !crate.since('1.2') && entity.has('sdLicense'),
  }),
  ...(['about', 'keywords'] as const).map((name): Rule => ({
    id: name === 'about' ? 'subject-about' : 'subject-keywords',
    severity: 'error',
    on: 'entity',
    sentence: `The ${name === 'about' ? 'subjects' : 'keywords'} of the root, a file or a folder must be in \`${name}\`.`,
    source: CONTEXTUAL,
    check: (entity, crate) => {
      if (!crate.since('1.1') || entity.has(name) || crate.roleOf(entity) === 'contextual') return undefined;
      const other = OTHER_SUBJECTS[name].find((iri) => entity.has(iri));
      return other === undefined
        ? undefined
        : entity.fault(`has its subjects in ${entity.keys(other).join(' and ')}: use ${name}`, other);
    },
  })),
  ...['contentLocation', 'spatialCoverage'].map((property) =>
    refersTo({
      id: property === 'contentLocation' ? 'location-place' : 'coverage-place',
      severity: 'warning',
      on: 'entity',
      sentence: `A \`${property}\` should be a \`Place\`.`,
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
    sentence: 'The `geo` of a place should be an entity of type `GeoCoordinates`, `GeoShape` or `Geometry`.',
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
    sentence: 'Coordinates with a `latitude` should have a `longitude`, and the other way round.',
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
    sentence: 'A `Geometry` should have its shape as text in `asWKT`.',
    source: 'RO-Crate 1.2 and 1.3, Contextual Entities',
    property: [`${GEOSPARQL}asWKT`, `${GEOSPARQL}asGeoJSON`, `${GEOSPARQL}asGML`, `${GEOSPARQL}hasSerialization`],
  }),
  hasProperty({
    id: 'identifier-value',
    severity: 'error',
    on: { type: 'PropertyValue' },
    sentence: 'A `PropertyValue` that is the `identifier` of the root must have a `value`.',
    source: 'RO-Crate 1.2 and 1.3, Root Data Entity',
    property: 'value',
    when: (entity, crate) =>
      crate.since('1.2') && referrersOf(crate, entity.iri, 'identifier').some(({ iri }) => iri === crate.rootIri),
  }),
];

/** Whether an entity is identified by nothing outside of the crate. Versions before 1.2 do not mind `#`. */
function isLocal({ id = '' }: CheckedEntity, crate: CheckedCrate): boolean {
  if (id.startsWith('#') || id.startsWith('_:')) return crate.since('1.2');
  return id !== '' && isRelativeId(id);
}
