import { detached } from '../helpers/detached-sample.js';
import type { RuleCase } from '../helpers/rule-case.js';
import type { Draft } from '../helpers/sample-crate.js';

const ref = (id: string) => ({ '@id': id });

/** A file with everything that a file on the web should have. */
const remote = (extra: object = {}) => ({
  '@id': 'https://coast.example/2025.csv',
  '@type': 'File',
  name: 'Levels of 2025',
  description: 'The year before',
  encodingFormat: 'text/csv',
  contentSize: '99',
  sdDatePublished: '2026-03-01',
  ...extra,
});
const DETACHED = 'https://coast.example/gauge/';
const OTHER = 'https://coast.example/other/';
const otherCrate = (extra: object = {}) => ({
  '@id': OTHER,
  '@type': 'Dataset',
  name: 'Another gauge',
  description: 'At the next pier',
  conformsTo: ref('https://w3id.org/ro/crate'),
  subjectOf: ref('#other-metadata'),
  sdDatePublished: '2026-03-01',
  ...extra,
});
const otherMetadata = (extra: object = {}) => ({
  '@id': '#other-metadata',
  '@type': 'CreativeWork',
  name: 'Metadata of another gauge',
  encodingFormat: 'application/ld+json',
  ...extra,
});

/** Adds a crate with its metadata document. */
const withOther =
  (crate: object = {}, metadata: object = {}) =>
  ({ add, graph }: Draft) => {
    add(otherCrate(crate), 'hasPart');
    graph.push(otherMetadata(metadata));
  };

/** A change of the file of the sample. */
const file = (extra: object) => (draft: Draft) => void Object.assign(draft.entity('levels.csv'), extra);
const without = (id: string, property: string) => (draft: Draft) => delete draft.entity(id)[property];

export const DATA_CASES: readonly RuleCase[] = [
  {
    rule: 'file-id',
    name: 'a file that is a blank node',
    breaks: ({ add }) => void add(remote({ '@id': '_:b0' }), 'hasPart'),
    entity: '_:b0',
    keeps: ({ add }) => void add(remote(), 'hasPart'),
  },
  {
    rule: 'file-id',
    name: 'a folder that is a blank node',
    breaks: ({ add }) => void add({ '@id': '_:b0', '@type': 'Dataset' }, 'hasPart'),
    entity: '_:b0',
    keeps: ({ add }) => void add({ '@id': '_:b0', '@type': 'Dataset' }, 'isBasedOn'),
  },
  {
    rule: 'folder-slash',
    name: 'a folder without a slash',
    breaks: ({ add }) =>
      void add({ '@id': 'maps', '@type': 'Dataset', name: 'Maps', description: 'The coast' }, 'hasPart'),
    entity: 'maps',
    pointer: '/@graph/9/@id',
    keeps: ({ add }) =>
      void add({ '@id': '#series', '@type': 'Dataset', name: 'A series', description: 'All levels' }, 'mentions'),
  },
  {
    rule: 'data-absolute',
    name: 'a path in a Detached Package',
    breaks: (draft) => {
      detached(draft);
      draft.graph.push(remote({ '@id': '2025.csv' }));
      draft.entity(DETACHED)['hasPart'] = [
        ref('2025.csv'),
        ...['levels.csv', 'photos/'].map((id) => ref(DETACHED + id)),
      ];
    },
    entity: '2025.csv',
    keeps: detached,
  },
  {
    rule: 'data-absolute',
    name: 'version 1.1, which has no Detached Packages',
    breaks: (draft) => {
      draft.facts = { kind: 'detached' };
      draft.entity('ro-crate-metadata.json')['contentUrl'] = DETACHED;
    },
    entity: 'levels.csv',
    also: ['root-id-kind'],
    keeps: (draft) => {
      draft.facts = { kind: 'detached' };
      draft.entity('ro-crate-metadata.json')['conformsTo'] = ref('https://w3id.org/ro/crate/1.1');
    },
  },
  {
    rule: 'data-name',
    name: 'a file without a name',
    breaks: without('levels.csv', 'name'),
    entity: 'levels.csv',
    keeps: file({ name: 'L' }),
  },
  {
    rule: 'data-description',
    name: 'a folder without a description',
    breaks: without('photos/', 'description'),
    entity: 'photos/',
    keeps: file({ description: 'L' }),
  },
  {
    rule: 'file-format',
    name: 'a file without a format',
    breaks: (draft) => {
      without('levels.csv', 'encodingFormat')(draft);
      draft.entity('./')['mentions'] = ref('https://www.nationalarchives.gov.uk/PRONOM/x-fmt/18');
    },
    entity: 'levels.csv',
    keeps: file({}),
  },
  {
    rule: 'format-media-type',
    name: 'a format in words',
    breaks: file({ encodingFormat: ['CSV', ref('https://www.nationalarchives.gov.uk/PRONOM/x-fmt/18')] }),
    entity: 'levels.csv',
    keeps: file({
      encodingFormat: ['text/csv; header=present', ref('https://www.nationalarchives.gov.uk/PRONOM/x-fmt/18')],
    }),
  },
  {
    rule: 'format-type',
    name: 'a format that is a person',
    breaks: (draft) => (draft.entity('https://www.nationalarchives.gov.uk/PRONOM/x-fmt/18')['@type'] = 'Place'),
    entity: 'levels.csv',
    pointer: '/@graph/6/encodingFormat/1',
    keeps: (draft) => (draft.entity('https://www.nationalarchives.gov.uk/PRONOM/x-fmt/18')['@type'] = 'WebSite'),
  },
  {
    rule: 'file-size',
    name: 'a file without a size',
    breaks: without('levels.csv', 'contentSize'),
    entity: 'levels.csv',
    keeps: file({}),
  },
  {
    rule: 'file-size',
    name: 'version 1.1, only on the web',
    version: '1.1',
    breaks: ({ add }) => delete add(remote(), 'hasPart')['contentSize'],
    entity: 'https://coast.example/2025.csv',
    keeps: without('levels.csv', 'contentSize'),
  },
  {
    rule: 'size-in-bytes',
    name: 'a size in kilobytes',
    breaks: file({ contentSize: '5 kB' }),
    entity: 'levels.csv',
    keeps: file({ contentSize: 5120 }),
  },
  {
    rule: 'file-accessed',
    name: 'a file on the web without a time of access',
    breaks: ({ add }) => delete add(remote(), 'hasPart')['sdDatePublished'],
    entity: 'https://coast.example/2025.csv',
    keeps: ({ add }) => void add(remote(), 'hasPart'),
  },
  {
    rule: 'accessed-date',
    name: 'a time of access in words',
    breaks: ({ add }) => void add(remote({ sdDatePublished: 'last Monday' }), 'hasPart'),
    entity: 'https://coast.example/2025.csv',
    keeps: ({ add }) => void add(remote({ sdDatePublished: '2026-03-01T10:00:00+01:00' }), 'hasPart'),
  },
  {
    rule: 'content-url-absolute',
    name: 'an address that is a path',
    breaks: file({ contentUrl: 'files/levels.csv' }),
    entity: 'levels.csv',
    keeps: file({ contentUrl: 'https://coast.example/levels.csv' }),
  },
  {
    rule: 'file-local-path',
    name: 'a file that is left out',
    breaks: ({ add }) => void add({ '@id': '#2024.csv', '@type': 'File', name: 'Levels of 2024' }),
    entity: '#2024.csv',
    keeps: ({ add }) => void add(remote({ '@id': '#2024.csv', localPath: '2024.csv' }), 'mentions'),
  },
  {
    rule: 'local-path-relative',
    name: 'a path outside of the crate',
    breaks: file({ localPath: '../levels.csv' }),
    entity: 'levels.csv',
    keeps: file({ localPath: 'data/levels..csv' }),
  },
  {
    rule: 'web-folder-content',
    name: 'a folder on the web without content',
    breaks: ({ add }) =>
      void add(
        { '@id': 'https://coast.example/2025/', '@type': 'Dataset', name: '2025', description: 'A year' },
        'hasPart',
      ),
    entity: 'https://coast.example/2025/',
    keeps: ({ add }) =>
      void add(
        {
          '@id': 'https://coast.example/2025/',
          '@type': 'Dataset',
          name: '2025',
          description: 'A year',
          distribution: ref('https://coast.example/2025.zip'),
        },
        'hasPart',
      ),
  },
];

export const REFERENCED_CRATE_CASES: readonly RuleCase[] = [
  {
    rule: 'crate-profile',
    name: 'another crate that only names a version',
    breaks: withOther({ conformsTo: ref('https://w3id.org/ro/crate/1.2') }),
    entity: OTHER,
    keeps: withOther({ conformsTo: [ref('https://w3id.org/ro/crate/1.2'), ref('https://w3id.org/ro/crate')] }),
  },
  {
    rule: 'crate-profile-root',
    name: 'a root that conforms to RO-Crate without a version',
    breaks: ({ entity }) => (entity('./')['conformsTo'] = ref('https://w3id.org/ro/crate')),
    entity: './',
    keeps: withOther(),
  },
  {
    rule: 'crate-metadata',
    name: 'another crate that is nowhere',
    breaks: ({ add }) => delete add(otherCrate({ '@id': 'arcp://uuid,1/' }), 'hasPart')['subjectOf'],
    entity: 'arcp://uuid,1/',
    keeps: ({ add }) => delete add(otherCrate(), 'hasPart')['subjectOf'],
  },
  {
    rule: 'crate-metadata',
    name: 'another crate with a number that leads nowhere',
    breaks: ({ add }) => delete add(otherCrate({ '@id': 'urn:uuid:1' }), 'hasPart')['subjectOf'],
    entity: 'urn:uuid:1',
    keeps: withOther({ '@id': 'urn:uuid:1' }),
  },
  {
    rule: 'crate-accessed',
    name: 'another crate without a time of access',
    breaks: (draft) => {
      withOther()(draft);
      delete draft.entity(OTHER)['sdDatePublished'];
    },
    entity: OTHER,
    keeps: ({ add }) =>
      delete add(otherCrate({ '@id': 'https://doi.org/10.5281/zenodo.1' }), 'hasPart')['sdDatePublished'],
  },
  {
    rule: 'crate-metadata-format',
    name: 'metadata in Turtle',
    breaks: withOther({}, { encodingFormat: 'text/turtle' }),
    entity: '#other-metadata',
    keeps: withOther(),
  },
  {
    rule: 'crate-metadata-plain',
    name: 'metadata that look like the descriptor',
    breaks: withOther({}, { about: ref(OTHER) }),
    entity: '#other-metadata',
    keeps: withOther(),
  },
];
