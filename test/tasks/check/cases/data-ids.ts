import type { JsonObject } from '../../../../src/crate/json/value.js';
import type { RuleCase } from '../helpers/rule-case.js';
import type { Draft } from '../helpers/sample-crate.js';

const WEB = 'https://coast.example/levels.csv';

/** Gives the file of the sample another `@id`. */
const renamed =
  (id: string) =>
  ({ entity }: Draft): void => {
    entity('levels.csv')['@id'] = id;
    if (id.startsWith('http')) entity(id)['sdDatePublished'] = '2026-03-01';
    entity('./')['hasPart'] = [{ '@id': id }, { '@id': 'photos/' }];
  };

/** Adds a part that is not a file by its type. */
const part =
  (entity: JsonObject) =>
  (draft: Draft): void => {
    draft.files = { 'notes/first.txt': 'of the first visit' };
    draft.add({ name: 'Notes', description: 'Of each visit', ...entity }, 'hasPart');
  };

export const DATA_ID_CASES: readonly RuleCase[] = [
  {
    rule: 'data-uri',
    name: 'a space in a file name',
    breaks: renamed('water levels.csv'),
    entity: 'water levels.csv',
    pointer: '/@graph/6/@id',
    keeps: renamed('water%20levels.csv'),
  },
  {
    rule: 'data-uri',
    name: 'a path of Windows',
    breaks: renamed('data\\levels.csv'),
    entity: 'data\\levels.csv',
    keeps: renamed('data/levels.csv'),
  },
  {
    rule: 'data-in-crate',
    name: 'a file on the computer of the author',
    breaks: renamed('file:///home/ingrid/levels.csv'),
    entity: 'file:///home/ingrid/levels.csv',
    pointer: '/@graph/6/@id',
    keeps: renamed(WEB),
  },
  {
    rule: 'data-in-crate',
    name: 'a path from the root of the file system',
    breaks: renamed('/home/ingrid/levels.csv'),
    entity: '/home/ingrid/levels.csv',
    keeps: renamed('./home/ingrid/levels.csv'),
  },
  {
    rule: 'data-relative',
    name: 'version 1.0, which has no files on the web',
    version: '1.0',
    breaks: renamed(WEB),
    entity: WEB,
    pointer: '/@graph/6/@id',
    keeps: ({ add }) => void add({ '@id': 'https://coast.example/', '@type': 'Dataset', name: 'All' }, 'isBasedOn'),
  },
  {
    rule: 'data-type',
    name: 'a file that is a work',
    breaks: part({ '@id': 'notes/first.txt', '@type': 'CreativeWork' }),
    entity: 'notes/first.txt',
    pointer: '/@graph/9/@id',
    also: ['file-described'],
    keeps: part({
      '@id': 'notes/first.txt',
      '@type': ['File', 'CreativeWork'],
      encodingFormat: 'text/plain',
      contentSize: '18',
    }),
  },
  {
    rule: 'data-type',
    name: 'a folder that is a collection',
    breaks: part({ '@id': 'notes/', '@type': 'Collection' }),
    entity: 'notes/',
    also: ['file-described'],
    keeps: part({ '@id': '#notes', '@type': 'Collection' }),
  },
];
