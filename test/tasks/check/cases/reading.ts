import { documentText, sampleCrate } from '../helpers/sample-crate.js';
import type { RuleCase } from '../helpers/rule-case.js';

/** The sample as text, changed. */
function sampleText(change: (text: string) => string): string {
  return change(documentText(sampleCrate()) as string);
}

const NAME = '"name":"Tide gauge at Havneby"';

export const READING_CASES: readonly RuleCase[] = [
  {
    rule: 'document-encoding',
    name: 'a name in Latin-1',
    breaks: (draft) =>
      (draft.text = Buffer.from(
        sampleText((text) => text.replace('Ingrid', 'Ingr\u00EDd')),
        'latin1',
      )),
    keeps: (draft) => (draft.text = sampleText((text) => text.replace('Ingrid', 'Ingr\u00EDd'))),
  },
  {
    rule: 'document-characters',
    name: 'half of an emoji',
    breaks: (draft) => (draft.text = sampleText((text) => text.replace('Ingrid', '\\ud83d'))),
    keeps: (draft) => (draft.text = sampleText((text) => text.replace('Ingrid', '\\ud83d\\ude00'))),
  },
  {
    rule: 'property-escaped',
    name: 'a key with spaces, of which @vocab makes an IRI',
    breaks: (draft) => {
      draft.context = [draft.context as string, { '@vocab': 'https://coast.example/terms#' }];
      draft.entity('./')['height in m'] = '1';
    },
    entity: './',
    pointer: '/@graph/1/height in m',
    also: ['term-described'],
    keeps: (draft) => {
      draft.context = [draft.context as string, { 'height in m': 'https://coast.example/terms#height' }];
      draft.entity('./')['height in m'] = '1';
    },
  },
  {
    rule: 'key-unique',
    name: 'two names in one entity',
    breaks: (draft) => (draft.text = sampleText((text) => text.replace(NAME, `${NAME},${NAME}`))),
    keeps: ({ entity }) => (entity('./')['alternateName'] = 'Havneby'),
  },
  {
    rule: 'key-keyword',
    name: 'a property that begins with @',
    breaks: ({ entity }) => (entity('./')['@creator'] = 'Nora'),
    entity: './',
    pointer: '/@graph/1/@creator',
    keeps: ({ entity }) => (entity('./')['creator'] = 'Nora'),
  },
  {
    rule: 'property-defined',
    name: 'a property of our own, twice',
    breaks: ({ entity }) => {
      entity('./')['tideGauge'] = 'HAV-1';
      entity('levels.csv')['tideGauge'] = 'HAV-1';
    },
    entity: './',
    pointer: '/@graph/1/tideGauge',
    keeps: (draft) => {
      draft.context = [draft.context as string, { tideGauge: 'https://coast.example/terms#tideGauge' }];
      draft.entity('./')['tideGauge'] = 'HAV-1';
    },
  },
  {
    rule: 'type-defined',
    name: 'a type of our own',
    breaks: ({ entity }) => (entity('levels.csv')['@type'] = ['File', 'TideTable']),
    entity: 'levels.csv',
    pointer: '/@graph/6/@type',
    keeps: ({ entity }) => (entity('levels.csv')['@type'] = ['File', 'https://coast.example/terms#TideTable']),
  },
  {
    rule: 'type-string',
    name: 'a type that is a number',
    breaks: ({ entity }) => (entity('levels.csv')['@type'] = ['File', 7]),
    entity: 'levels.csv',
    keeps: ({ entity }) => (entity('levels.csv')['@type'] = ['File']),
  },
  {
    rule: 'value-object',
    name: 'a number with a language',
    breaks: ({ entity }) => (entity('./')['position'] = { '@value': 7, '@language': 'en' }),
    entity: './',
    keeps: ({ entity }) => (entity('./')['position'] = { '@value': 'seven', '@language': 'en' }),
  },
  {
    rule: 'value-number',
    name: 'a number beyond all',
    breaks: (draft) => (draft.text = sampleText((text) => text.replace(NAME, `${NAME},"position":1e999`))),
    keeps: (draft) => (draft.text = sampleText((text) => text.replace(NAME, `${NAME},"position":1e99`))),
  },
  {
    rule: 'value-language',
    name: 'a language tag with a space',
    breaks: ({ entity }) => (entity('./')['alternateName'] = { '@value': 'Havneby', '@language': 'da DK' }),
    entity: './',
    keeps: ({ entity }) => (entity('./')['alternateName'] = { '@value': 'Havneby', '@language': 'da-DK' }),
  },
  {
    rule: 'entity-statements',
    name: 'an entity of which nothing is said',
    version: '1.1',
    breaks: ({ add }) => void add({ '@id': '#x', name: null }),
    entity: '#x',
    keeps: ({ add }) => void add({ '@id': '#x', name: 'Nora' }),
  },
];
