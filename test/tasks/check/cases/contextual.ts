import type { RuleCase } from '../helpers/rule-case.js';
import type { Draft } from '../helpers/sample-crate.js';

const ref = (id: string) => ({ '@id': id });
const HOLM = 'https://orcid.org/0000-0002-1825-0097';
const SURVEY = 'https://ror.org/04m01e293';
const LICENSE = 'https://creativecommons.org/licenses/by/4.0/';
const PAPER = 'https://doi.org/10.5281/zenodo.1';

const without = (id: string, property: string) => (draft: Draft) => delete draft.entity(id)[property];
const changed = (id: string, extra: object) => (draft: Draft) => void Object.assign(draft.entity(id), extra);

/** A place with coordinates, as the location of the file. */
const placed =
  (coordinates: object, place: object = {}) =>
  (draft: Draft) => {
    draft.entity('levels.csv')['contentLocation'] = ref('https://places.example/1');
    draft.graph.push(
      { '@id': 'https://places.example/1', '@type': 'Place', name: 'Havneby', geo: ref('_:point'), ...place },
      { '@id': '_:point', '@type': 'GeoCoordinates', latitude: '55.1', longitude: '8.6', ...coordinates },
    );
  };
/** The root has a property that the context takes from elsewhere. */
const withKey = (iri: string, key: string) => (draft: Draft) => {
  draft.context = [draft.context as string, { [key]: iri }];
  draft.entity('./')[key] = 'tides';
};
/** A licence of the file. */
const licensed = (license: object) => (draft: Draft) => {
  const one = { '@type': 'CreativeWork', name: 'Terms', description: 'Ask first', ...license };
  draft.graph.push({ '@id': '#terms', ...one });
  draft.entity('levels.csv')['license'] = ref((license as { '@id'?: string })['@id'] ?? '#terms');
};
const nora = { '@id': 'https://orcid.org/0000-0001-5109-3700', '@type': 'Person', name: 'Nora' };

export const PEOPLE_CASES: readonly RuleCase[] = [
  {
    rule: 'person-orcid',
    name: 'an ORCID with a wrong check digit',
    breaks: ({ add }) =>
      void add({ ...nora, '@id': 'https://orcid.org/0000-0001-5109-3701', affiliation: ref(SURVEY) }, 'contributor'),
    entity: 'https://orcid.org/0000-0001-5109-3701',
    keeps: ({ add }) => void add({ ...nora, affiliation: ref(SURVEY) }, 'contributor'),
  },
  {
    rule: 'author-affiliation',
    name: 'an author without an affiliation',
    breaks: without(HOLM, 'affiliation'),
    entity: HOLM,
    keeps: ({ add }) => void add(nora, 'contributor'),
  },
  {
    rule: 'affiliation-type',
    name: 'an affiliation as text',
    breaks: changed(HOLM, { affiliation: 'Coastal Survey' }),
    entity: HOLM,
    keeps: changed(SURVEY, { '@type': 'ResearchOrganization' }),
  },
  {
    rule: 'affiliation-described',
    name: 'an organization that is not described',
    breaks: changed(HOLM, { affiliation: ref('https://ror.org/03f0f6041') }),
    entity: HOLM,
    keeps: changed(HOLM, { affiliation: ref(SURVEY) }),
  },
  {
    rule: 'author-entity',
    name: 'an author as text',
    breaks: changed('levels.csv', { author: 'Ingrid Holm' }),
    entity: 'levels.csv',
    keeps: changed('levels.csv', { author: ref(HOLM) }),
  },
  {
    rule: 'author-type',
    name: 'version 1.1, an author as text',
    version: '1.1',
    breaks: changed('levels.csv', { author: 'Ingrid Holm' }),
    entity: 'levels.csv',
    keeps: changed('levels.csv', { author: ref(HOLM) }),
  },
  {
    rule: 'author-type',
    name: 'an author that is a place',
    breaks: ({ add }) => void add({ '@id': '#pier', '@type': 'Place', name: 'Pier' }, 'author'),
    entity: './',
    keeps: changed('./', { author: [ref(HOLM), ref(SURVEY)] }),
  },
  {
    rule: 'organization-ror',
    name: 'an organization without a ROR identifier',
    breaks: ({ add }) =>
      void add(
        { '@id': 'https://a.example/friends', '@type': 'Organization', name: 'Friends', url: 'https://a.example/' },
        'contributor',
      ),
    entity: 'https://a.example/friends',
    keeps: ({ add }) =>
      void add(
        { '@id': 'https://ror.org/03f0f6041', '@type': 'Organization', name: 'UTS', url: 'https://a.example/' },
        'contributor',
      ),
  },
  {
    rule: 'contact-known',
    name: 'no contact',
    breaks: (draft) => {
      for (const id of [SURVEY, HOLM]) without(id, 'contactPoint')(draft);
      draft.entity('./')['mentions'] = ref('mailto:info@coast.example');
    },
    entity: './',
    keeps: without(SURVEY, 'contactPoint'),
  },
  {
    rule: 'contact-type',
    name: 'a contact that is a person',
    breaks: changed(HOLM, { contactPoint: ref(HOLM) }),
    entity: HOLM,
    keeps: changed(HOLM, { contactPoint: ref('mailto:info@coast.example') }),
  },
  {
    rule: 'root-funder',
    name: 'a grant without a funder',
    breaks: ({ add }) => void add({ '@id': '#grant', '@type': 'Grant', name: 'Grant 12' }),
    entity: './',
    keeps: (draft) => {
      draft.add({ '@id': '#grant', '@type': 'Grant', name: 'Grant 12' });
      draft.entity('./')['funder'] = ref(SURVEY);
    },
  },
  {
    rule: 'funder-type',
    name: 'a funder that is a place',
    breaks: ({ add }) => void add({ '@id': '#pier', '@type': 'Place', name: 'Pier' }, 'funder'),
    entity: './',
    keeps: changed('./', { funder: ref(SURVEY) }),
  },
  {
    rule: 'project-funder',
    name: 'a project without a funder',
    breaks: ({ add }) =>
      void add({ '@id': '#tides', '@type': 'Organization', name: 'Tides', url: 'https://a.example/' }, 'funder'),
    entity: '#tides',
    keeps: ({ add }) =>
      void add(
        { '@id': '#tides', '@type': 'Organization', name: 'Tides', url: 'https://a.example/', funder: ref(SURVEY) },
        'funder',
      ),
  },
];

export const CONTEXTUAL_CASES: readonly RuleCase[] = [
  {
    rule: 'license-description',
    name: 'a licence without a description',
    breaks: without(LICENSE, 'description'),
    entity: LICENSE,
    keeps: without(LICENSE, 'url'),
  },
  {
    rule: 'license-address',
    name: 'a licence of this crate',
    breaks: licensed({}),
    entity: '#terms',
    pointer: '/@graph/9/@id',
    keeps: licensed({ url: 'https://coast.example/terms' }),
  },
  {
    rule: 'license-address',
    name: 'version 1.1, a licence with a path',
    version: '1.1',
    breaks: licensed({ '@id': 'licenses/by-4.0' }),
    entity: 'licenses/by-4.0',
    keeps: licensed({}),
  },
  {
    rule: 'license-type',
    name: 'a licence that is a person',
    breaks: changed('levels.csv', { license: ref(HOLM) }),
    entity: 'levels.csv',
    also: ['license-description'],
    keeps: changed('levels.csv', { license: ref(LICENSE) }),
  },
  {
    rule: 'data-license',
    name: 'a licence as text',
    breaks: changed('levels.csv', { license: 'ask first' }),
    entity: 'levels.csv',
    keeps: changed('levels.csv', { license: ref(LICENSE) }),
  },
  {
    rule: 'citation-address',
    name: 'a citation as text',
    breaks: changed('levels.csv', { citation: 'Holm 2025' }),
    entity: 'levels.csv',
    keeps: ({ entity, graph }) => {
      entity('levels.csv')['citation'] = ref(PAPER);
      graph.push({ '@id': PAPER, '@type': 'ScholarlyArticle', name: 'Tides' });
    },
  },
  {
    rule: 'citation-described',
    name: 'a publication that is not described',
    breaks: changed('./', { citation: ref(PAPER) }),
    entity: './',
    keeps: ({ add }) => void add({ '@id': PAPER, '@type': 'ScholarlyArticle', name: 'Tides' }, 'citation'),
  },
  {
    rule: 'thumbnail-file',
    name: 'a thumbnail that is a folder',
    breaks: changed('levels.csv', { thumbnail: ref('photos/') }),
    entity: 'levels.csv',
    keeps: changed('./', { thumbnail: ref('levels.csv') }),
  },
  {
    rule: 'location-place',
    name: 'a location that is a person',
    breaks: changed('levels.csv', { contentLocation: ref(HOLM) }),
    entity: 'levels.csv',
    keeps: placed({}, { '@type': ['Place', 'City'] }),
  },
  {
    rule: 'coverage-place',
    name: 'a coverage that is a person',
    breaks: changed('levels.csv', { spatialCoverage: ref(HOLM) }),
    entity: 'levels.csv',
    keeps: changed('levels.csv', { spatialCoverage: ref('https://places.example/2') }),
  },
  {
    rule: 'place-geometry',
    name: 'a geometry that is a licence',
    breaks: (draft) => {
      placed({}, { geo: ref(LICENSE) })(draft);
      draft.graph.pop();
    },
    entity: 'https://places.example/1',
    keeps: placed({}),
  },
  {
    rule: 'coordinates-complete',
    name: 'a latitude alone',
    breaks: placed({ longitude: null }),
    entity: '_:point',
    keeps: placed({}),
  },
  {
    rule: 'geometry-text',
    name: 'a geometry without a shape',
    breaks: placed({ '@type': 'Geometry', latitude: null, longitude: null }),
    entity: '_:point',
    keeps: placed({ '@type': 'Geometry', asWKT: 'POINT (8.6 55.1)' }),
  },
  {
    rule: 'identifier-value',
    name: 'an identifier without a value',
    breaks: ({ add }) =>
      void add({ '@id': '#id', '@type': 'PropertyValue', name: 'Number', propertyID: 'number' }, 'identifier'),
    entity: '#id',
    keeps: ({ add }) => void add({ '@id': '#id', '@type': 'PropertyValue', name: 'Number', value: '12' }, 'identifier'),
  },
  {
    rule: 'thumbnail-included',
    name: 'a thumbnail that is not described',
    breaks: changed('levels.csv', { thumbnail: ref('https://coast.example/small.png') }),
    entity: 'levels.csv',
    keeps: changed('./', { thumbnail: ref('levels.csv') }),
  },
  {
    rule: 'thumbnail-included',
    name: 'a thumbnail as text',
    breaks: changed('levels.csv', { thumbnail: 'small.png' }),
    entity: 'levels.csv',
    keeps: changed('./', { thumbnail: ref('levels.csv') }),
  },
  {
    rule: 'metadata-publisher',
    name: 'version 1.1, metadata without a publisher',
    version: '1.1',
    breaks: changed('levels.csv', { sdLicense: ref(LICENSE) }),
    entity: 'levels.csv',
    keeps: changed('levels.csv', { sdLicense: ref(LICENSE), sdPublisher: ref(SURVEY) }),
  },
  {
    rule: 'subject-about',
    name: 'a subject of Dublin Core',
    breaks: withKey('http://purl.org/dc/terms/subject', 'subject'),
    entity: './',
    keeps: changed('./', { about: ref(SURVEY) }),
  },
  {
    rule: 'subject-keywords',
    name: 'keywords of DCAT',
    breaks: withKey('http://www.w3.org/ns/dcat#keyword', 'keyword'),
    entity: './',
    keeps: changed('./', { keywords: 'tides, harbour' }),
  },
];
