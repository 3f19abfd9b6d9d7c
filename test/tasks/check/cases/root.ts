import type { RuleCase } from '../helpers/rule-case.js';
import { detached } from '../helpers/detached-sample.js';
import type { Draft } from '../helpers/sample-crate.js';

const GAUGE = 'https://coast.example/gauge/';
const ORGANIZATION = 'https://ror.org/04m01e293';

/** Gives the root another `@id`. */
function named(draft: Draft, id: string): void {
  draft.entity('./')['@id'] = id;
  draft.entity('ro-crate-metadata.json')['about'] = { '@id': id };
}

export const ROOT_CASES: readonly RuleCase[] = [
  {
    rule: 'root-exists',
    name: 'a descriptor about what is not there',
    breaks: ({ entity }) => (entity('ro-crate-metadata.json')['about'] = { '@id': 'gauge/' }),
    entity: 'ro-crate-metadata.json',
    pointer: '/@graph/0/about',
    keeps: () => undefined,
  },
  {
    rule: 'root-unambiguous',
    name: 'two roots of one descriptor',
    breaks: ({ entity }) => (entity('ro-crate-metadata.json')['about'] = [{ '@id': './' }, { '@id': 'photos/' }]),
    also: ['descriptor-about'],
    keeps: ({ entity }) => (entity('ro-crate-metadata.json')['about'] = { '@id': './' }),
  },
  {
    rule: 'root-only',
    name: 'the root of a crate inside of this one',
    breaks: ({ add }) => {
      const crate = { '@id': 'photos/ro-crate-metadata.json', '@type': 'CreativeWork', name: 'Metadata' };
      add({ ...crate, about: { '@id': 'photos/' } });
    },
    entity: 'photos/',
    keeps: () => undefined,
  },
  {
    rule: 'root-type',
    name: 'a root that is a work',
    breaks: ({ entity }) => (entity('./')['@type'] = 'CreativeWork'),
    entity: './',
    pointer: '/@graph/1/@type',
    keeps: ({ entity }) => (entity('./')['@type'] = ['CreativeWork', 'Dataset']),
  },
  {
    rule: 'root-id',
    name: 'a root with a name for an identifier',
    breaks: (draft) => named(draft, 'gauge'),
    entity: 'gauge',
    pointer: '/@graph/1/@id',
    keeps: (draft) => named(draft, GAUGE),
  },
  {
    rule: 'root-id',
    name: 'a root of version 1.1 without a slash',
    version: '1.1',
    breaks: (draft) => named(draft, 'gauge'),
    entity: 'gauge',
    keeps: (draft) => named(draft, 'gauge/'),
  },
  {
    rule: 'root-id',
    name: 'a root of version 1.0 that is on the web',
    version: '1.0',
    breaks: (draft) => {
      named(draft, GAUGE);
      draft.facts = { kind: 'attached' };
    },
    entity: GAUGE,
    keeps: () => undefined,
  },
  {
    rule: 'root-id-kind',
    name: 'a root of version 1.1 that is on the web',
    version: '1.1',
    breaks: (draft) => {
      named(draft, GAUGE);
      draft.facts = { kind: 'attached' };
    },
    entity: GAUGE,
    keeps: () => undefined,
  },
  {
    rule: 'root-id-kind',
    name: 'a relative root of a Detached Package',
    breaks: (draft) => {
      draft.facts = { kind: 'detached' };
      draft.entity('ro-crate-metadata.json')['contentUrl'] = `${GAUGE}ro-crate-metadata.json`;
    },
    entity: './',
    also: ['data-absolute'],
    keeps: detached,
  },
  {
    rule: 'root-name',
    name: 'a root without a name',
    breaks: ({ entity }) => delete entity('./')['name'],
    entity: './',
    pointer: '/@graph/1',
    keeps: ({ entity }) => (entity('./')['name'] = { '@value': 'Tidevandsmåler', '@language': 'da' }),
  },
  {
    rule: 'root-description',
    name: 'a description that is a number',
    breaks: ({ entity }) => (entity('./')['description'] = 7),
    entity: './',
    pointer: '/@graph/1/description',
    keeps: ({ entity }) => (entity('./')['description'] = ['Water levels', 'Vandstand']),
  },
  {
    rule: 'root-date',
    name: 'a root without a date',
    breaks: ({ entity }) => delete entity('./')['datePublished'],
    entity: './',
    keeps: ({ entity }) => (entity('./')['datePublished'] = '2026-03-01T12:00:00.5+01:00'),
  },
  {
    rule: 'root-date-format',
    name: 'a date in words',
    breaks: ({ entity }) => (entity('./')['datePublished'] = '1 March 2026'),
    entity: './',
    pointer: '/@graph/1/datePublished',
    keeps: ({ entity }) => (entity('./')['datePublished'] = { '@value': '20260301', '@type': 'Date' }),
  },
  {
    rule: 'root-date-format',
    name: 'two dates',
    breaks: ({ entity }) => (entity('./')['datePublished'] = ['2026-03-01', '2026-03-02']),
    entity: './',
    keeps: ({ entity }) => (entity('./')['datePublished'] = '2026-W09-7'),
  },
  {
    rule: 'root-date-day',
    name: 'a date without a day',
    breaks: ({ entity }) => (entity('./')['datePublished'] = '2026-03'),
    entity: './',
    keeps: ({ entity }) => (entity('./')['datePublished'] = '2026-060'),
  },
  {
    rule: 'root-license',
    name: 'a root without a license',
    breaks: ({ entity, add }) => {
      entity('./')['mentions'] = entity('./')['license'] as never;
      delete entity('./')['license'];
      void add;
    },
    entity: './',
    keeps: ({ entity }) => (entity('./')['license'] = 'Ask us.'),
  },
  {
    rule: 'root-license-described',
    name: 'a license that the crate does not describe',
    breaks: ({ entity }) => {
      entity('./')['mentions'] = entity('./')['license'] as never;
      entity('./')['license'] = { '@id': 'https://spdx.org/licenses/MIT' };
    },
    entity: './',
    pointer: '/@graph/1/license',
    keeps: () => undefined,
  },
  {
    rule: 'root-publisher',
    name: 'a root without a publisher',
    breaks: ({ entity }) => delete entity('./')['publisher'],
    entity: './',
    keeps: ({ entity }) => (entity('./')['publisher'] = { '@id': 'https://ror.org/02catss52' }),
  },
  {
    rule: 'root-publisher-type',
    name: 'a publisher that is a website',
    breaks: ({ entity, add }) => {
      const site = add({ '@id': 'https://coast.example/', '@type': 'WebSite', name: 'Coast' });
      entity('./')['publisher'] = { '@id': site['@id'] as string };
    },
    entity: './',
    keeps: ({ entity }) => (entity('./')['publisher'] = entity('./')['author'] as never),
  },
  {
    rule: 'root-identifier',
    name: 'an identifier that is text',
    breaks: ({ entity }) => (entity('./')['identifier'] = '10.5555/12345678'),
    entity: './',
    pointer: '/@graph/1/identifier',
    keeps: ({ add }) => {
      const identifier = { '@id': 'https://doi.org/10.5555/12345678', '@type': 'PropertyValue', name: 'DOI' };
      const url = 'https://doi.org/10.5555/12345678';
      add({ ...identifier, propertyID: 'doi', value: 'doi:10.5555/12345678', url }, 'identifier');
    },
  },
  {
    rule: 'root-cite-as',
    name: 'a citation in place of an address',
    breaks: ({ entity }) => (entity('./')['cite-as'] = 'Holm (2026), Tide gauge'),
    entity: './',
    pointer: '/@graph/1/cite-as',
    keeps: ({ entity }) => (entity('./')['cite-as'] = 'https://doi.org/10.5555/12345678'),
  },
  {
    rule: 'root-has-part',
    name: 'a file that is only mentioned',
    breaks: ({ add }) => void add(FILE),
    entity: 'notes.txt',
    pointer: '/@graph/9',
    keeps: ({ add, entity }) => {
      add(FILE);
      entity('photos/')['hasPart'] = { '@id': 'notes.txt' };
    },
  },
  {
    rule: 'root-has-part',
    name: 'a file that is expected, and not there',
    breaks: ({ add }) => void add({ ...FILE, '@type': ['File', 'SoftwareSourceCode'] }),
    entity: 'notes.txt',
    also: ['script-language'],
    keeps: ({ add }) => void add({ ...FILE, '@id': '#notes', localPath: 'notes.txt' }),
  },
  {
    rule: 'root-has-web-part',
    name: 'a file on the web that is only mentioned',
    breaks: ({ add }) => void add({ ...FILE, '@id': `${GAUGE}notes.txt` }),
    entity: `${GAUGE}notes.txt`,
    keeps: ({ add }) => void add({ ...FILE, '@id': `${GAUGE}notes.txt` }, 'hasPart'),
  },
  {
    rule: 'root-has-web-folder',
    name: 'a dataset on the web that is only mentioned',
    breaks: ({ add }) => void add({ ...FOLDER, '@id': GAUGE }),
    entity: GAUGE,
    keeps: ({ add }) => void add({ ...FOLDER, '@id': GAUGE }, 'hasPart'),
  },
  {
    rule: 'root-has-web-folder',
    name: 'a dataset that the crate is based on',
    breaks: ({ add }) => void add({ ...FOLDER, '@id': GAUGE }, 'about'),
    entity: GAUGE,
    keeps: ({ add }) => void add({ ...FOLDER, '@id': GAUGE }, 'isBasedOn'),
  },
  {
    rule: 'root-has-web-folder',
    name: 'version 1.1, which does not ask for it',
    breaks: ({ add }) => void add({ ...FOLDER, '@id': `${GAUGE}2025/` }, 'about'),
    entity: `${GAUGE}2025/`,
    keeps: (draft) => {
      draft.entity('ro-crate-metadata.json')['conformsTo'] = { '@id': 'https://w3id.org/ro/crate/1.1' };
      draft.add({ ...FOLDER, '@id': `${GAUGE}2025/` }, 'about');
    },
  },
  {
    rule: 'preview-no-part',
    name: 'the website as a part',
    breaks: ({ entity }) =>
      (entity('./')['hasPart'] = ['levels.csv', 'photos/', 'ro-crate-preview.html'].map((id) => ({ '@id': id }))),
    entity: './',
    pointer: '/@graph/1/hasPart/2',
    also: ['reference-described'],
    keeps: ({ graph }) =>
      graph.push({ '@id': 'ro-crate-preview.html', '@type': 'CreativeWork', about: { '@id': './' } }),
  },
  {
    rule: 'reference-form',
    name: 'a publisher as text',
    breaks: ({ entity }) => (entity('./')['publisher'] = ORGANIZATION),
    entity: './',
    pointer: '/@graph/1/publisher',
    keeps: ({ entity }) => (entity('./')['publisher'] = 'Coastal Survey'),
  },
  {
    rule: 'reference-address',
    name: 'a publisher as an address that the crate does not describe',
    breaks: ({ entity }) => (entity('./')['publisher'] = 'https://coast.example/'),
    entity: './',
    pointer: '/@graph/1/publisher',
    keeps: ({ entity }) => (entity('./')['publisher'] = { '@id': 'https://coast.example/' }),
  },
];

const FOLDER = {
  '@type': 'Dataset',
  name: 'Levels of other years',
  description: 'Those before',
  distribution: { '@id': `${GAUGE}2025.zip` },
};

const FILE = {
  '@id': 'notes.txt',
  '@type': 'File',
  name: 'Notes',
  description: 'Of each visit',
  encodingFormat: 'text/plain',
  contentSize: '70',
  sdDatePublished: '2026-03-01',
};
