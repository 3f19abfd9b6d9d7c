import type { RuleCase } from '../helpers/rule-case.js';
import type { Draft } from '../helpers/sample-crate.js';

const PERSON = { '@type': 'Person', name: 'Nora', affiliation: { '@id': 'https://ror.org/04m01e293' } };
const TERM = { '@type': 'DefinedTerm', name: 'high water', description: 'The highest level of a tide' };

/** Gives the file of the sample another `@id`. */
function renamed({ entity }: Draft, id: string): void {
  entity('levels.csv')['@id'] = id;
  entity('./')['hasPart'] = [{ '@id': id }, { '@id': 'photos/' }];
}

export const IDENTIFIER_CASES: readonly RuleCase[] = [
  {
    rule: 'id-string',
    name: 'an identifier that is a number',
    breaks: ({ graph }) => graph.push({ '@id': 7, ...TERM }),
    keeps: ({ add }) => void add({ '@id': '#7', ...TERM }),
  },
  {
    rule: 'id-empty',
    name: 'an empty identifier',
    breaks: ({ add }) => void add({ '@id': '', ...TERM }),
    keeps: ({ add }) => void add({ '@id': '#x', ...TERM }),
  },
  {
    rule: 'id-escaped',
    name: 'a space in a file name of version 1.1',
    version: '1.1',
    breaks: (draft) => renamed(draft, 'water levels.csv'),
    entity: 'water levels.csv',
    pointer: '/@graph/6/@id',
    keeps: (draft) => renamed(draft, 'water%20levels.csv'),
  },
  {
    rule: 'id-escaped',
    name: 'a percent sign in a reference',
    breaks: ({ entity }) => (entity('./')['url'] = { '@id': 'https://coast.example/50%' }),
    entity: './',
    pointer: '/@graph/1/url',
    keeps: ({ entity }) => (entity('./')['url'] = { '@id': 'https://coast.example/50%25' }),
  },
  {
    rule: 'id-separator',
    name: 'a path of Windows',
    version: '1.1',
    breaks: (draft) => renamed(draft, 'data\\levels.csv'),
    entity: 'data\\levels.csv',
    keeps: (draft) => renamed(draft, 'data/levels.csv'),
  },
  {
    rule: 'id-native-characters',
    name: 'an encoded å',
    breaks: (draft) => renamed(draft, 'vandm%C3%A5ler.csv'),
    entity: 'vandm%C3%A5ler.csv',
    keeps: (draft) => renamed(draft, 'vandmåler%20%E5.csv'),
  },
  {
    rule: 'id-inside-root',
    name: 'a file above the root',
    breaks: (draft) => renamed(draft, 'data/../../levels.csv'),
    entity: 'data/../../levels.csv',
    keeps: (draft) => renamed(draft, 'data/../levels.csv'),
  },
  {
    rule: 'id-inside-root',
    name: 'a path from the root of the file system',
    version: '1.1',
    breaks: (draft) => renamed(draft, '/home/ingrid/levels.csv'),
    entity: '/home/ingrid/levels.csv',
    keeps: (draft) => renamed(draft, './home/ingrid/levels.csv'),
  },
  {
    rule: 'id-file-uri',
    name: 'a page on the computer of the author',
    breaks: ({ entity }) => (entity('./')['url'] = { '@id': 'file:///home/ingrid/index.html' }),
    entity: './',
    pointer: '/@graph/1/url',
    keeps: ({ entity }) => (entity('./')['url'] = { '@id': 'https://coast.example/index.html' }),
  },
  {
    rule: 'id-file-uri',
    name: 'a file of version 1.1 on the computer of the author',
    version: '1.1',
    breaks: (draft) => renamed(draft, 'file:///home/ingrid/levels.csv'),
    entity: 'file:///home/ingrid/levels.csv',
    keeps: (draft) => renamed(draft, 'home/ingrid/levels.csv'),
  },
  {
    rule: 'id-local',
    name: 'a term with a word for an identifier',
    breaks: ({ add }) => void add({ '@id': 'high-water', ...TERM }),
    entity: 'high-water',
    keeps: ({ add }) => void add({ '@id': '#high-water', ...TERM }),
  },
  {
    rule: 'id-local',
    name: 'a blank node with a name',
    breaks: ({ add }) => void add({ '@id': '_:x', ...TERM }),
    entity: '_:x',
    keeps: ({ add }) => void add({ '@id': '_:x', '@type': 'GeoCoordinates', latitude: 55, longitude: 8 }),
  },
  {
    rule: 'entity-name',
    name: 'an un-named place on the web',
    breaks: ({ add }) =>
      void add({ '@id': 'https://coast.example/terms#high', '@type': 'DefinedTerm', description: 'D' }),
    entity: 'https://coast.example/terms#high',
    keeps: ({ add }) => void add({ '@id': 'https://coast.example/terms#high', ...TERM }),
  },
  {
    rule: 'entity-name',
    name: 'version 1.1, where only local entities need a name',
    version: '1.1',
    breaks: ({ add }) => void add({ '@id': '#high', '@type': 'DefinedTerm', description: 'D' }),
    entity: '#high',
    keeps: ({ add }) => void add({ '@id': 'https://coast.example/terms#high', '@type': 'DefinedTerm' }),
  },
  {
    rule: 'id-blank-label',
    name: 'a label with colons',
    breaks: ({ add }) => void add({ '@id': '_:local:place:1', '@type': 'GeoCoordinates', latitude: 55, longitude: 8 }),
    keeps: ({ add }) => void add({ '@id': '_:place-1', '@type': 'GeoCoordinates', latitude: 55, longitude: 8 }),
  },
  {
    rule: 'id-reserved',
    name: 'an identifier like one that we make',
    breaks: ({ add }) => void add({ '@id': './#@id=x', ...TERM }),
    keeps: ({ add }) => void add({ '@id': '#id=x', ...TERM }),
  },
  {
    rule: 'reference-described',
    name: 'a person who is not described',
    breaks: ({ entity }) => (entity('./')['contributor'] = [{ '@id': '#nora' }, { '@id': 'https://orcid.org/0' }]),
    entity: './',
    pointer: '/@graph/1/contributor/0',
    keeps: ({ add }) => void add({ '@id': '#nora', ...PERSON }, 'contributor'),
  },
  {
    rule: 'entity-reachable',
    name: 'a person whom nothing refers to',
    breaks: ({ graph }) => graph.push({ '@id': '#nora', ...PERSON }),
    entity: '#nora',
    keeps: ({ graph }) => graph.push({ '@id': '#high-water', ...TERM }),
  },
];
