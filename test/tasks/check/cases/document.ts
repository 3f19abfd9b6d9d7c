import type { JsonValue } from '../../../../src/crate/json/value.js';
import { sampleCrate, documentText, type Draft } from '../helpers/sample-crate.js';
import type { RuleCase } from '../helpers/rule-case.js';

const PERSON = { '@type': 'Person', name: 'Nora' };

/** Adds an entity with a type that the context defines. */
function withGauge(draft: Draft, type: JsonValue): void {
  draft.context = [draft.context as string, { Gauge: 'https://coast.example/terms#Gauge' }];
  draft.add({ '@id': '#x', '@type': type, name: 'The gauge' });
}

export const DOCUMENT_CASES: readonly RuleCase[] = [
  {
    rule: 'document-json',
    name: 'no JSON',
    breaks: (draft) => (draft.text = '<html></html>'),
    keeps: (draft) => (draft.text = `\uFEFF${documentText(sampleCrate()) as string}`),
  },
  {
    rule: 'document-json',
    name: 'an empty file',
    breaks: (draft) => (draft.text = ''),
    keeps: () => undefined,
  },
  {
    rule: 'document-object',
    name: 'a document without entities',
    breaks: (draft) => (draft.text = '{"@context": "https://w3id.org/ro/crate/1.2/context"}'),
    keeps: () => undefined,
  },
  {
    rule: 'document-json-ld',
    name: 'a context that is a number',
    breaks: (draft) => (draft.context = 7),
    keeps: (draft) => (draft.context = [draft.context as string, { '@language': 'en' }]),
  },
  {
    rule: 'document-graph',
    name: 'a graph that is an object',
    breaks: (draft) => {
      const { context } = draft;
      const { author: _, ...root } = draft.entity('./');
      draft.text = JSON.stringify({ '@context': context, '@graph': { ...root, hasPart: [] } });
    },
    also: ['descriptor-exists', 'root-license-described'],
    keeps: () => undefined,
  },
  {
    rule: 'document-keys',
    name: 'a name next to the graph',
    breaks: ({ top }) => (top['name'] = 'Tide gauge'),
    pointer: '/name',
    keeps: () => undefined,
  },
  {
    rule: 'entity-object',
    name: 'a text in the graph',
    breaks: ({ graph }) => graph.push('levels.csv'),
    pointer: '/@graph/9',
    keeps: () => undefined,
  },
  {
    rule: 'entity-flat',
    name: 'an author inside of the root',
    breaks: ({ entity }) => (entity('./')['author'] = { '@id': '#x', ...PERSON }),
    entity: '#x',
    pointer: '/@graph/1/author',
    also: ['entity-reachable'],
    keeps: ({ add }) => void add({ '@id': '#x', ...PERSON }, 'author'),
  },
  {
    rule: 'entity-flat',
    name: 'a reverse property',
    breaks: ({ add }) => void add({ '@id': '#x', ...PERSON, '@reverse': { editor: { '@id': '#y', ...PERSON } } }),
    entity: '#y',
    keeps: ({ add }) => void add({ '@id': '#x', ...PERSON, '@reverse': { editor: { '@id': './' } } }),
  },
  {
    rule: 'entity-unique',
    name: 'a person described twice',
    breaks: ({ add, graph }) => graph.push(add({ '@id': '#x', ...PERSON })),
    entity: '#x',
    pointer: '/@graph/10',
    keeps: ({ add }) => void (add({ '@id': '#x', ...PERSON }), add({ '@id': '#y', ...PERSON })),
  },
  {
    rule: 'entity-id',
    name: 'a person without an identifier',
    breaks: ({ graph }) => graph.push({ ...PERSON }),
    pointer: '/@graph/9',
    keeps: ({ add }) => void add({ '@id': '_:x', '@type': 'Person' }),
  },
  {
    rule: 'entity-type',
    name: 'a person without a type',
    breaks: ({ add }) => void add({ '@id': '#x', name: 'Nora' }),
    entity: '#x',
    keeps: ({ add }) => void add({ '@id': '#x', ...PERSON }),
  },
  {
    rule: 'entity-type',
    name: 'version 1.1, which does not require it',
    breaks: ({ entity, add }) => {
      entity('ro-crate-metadata.json')['conformsTo'] = { '@id': 'https://w3id.org/ro/crate/1.2' };
      add({ '@id': '#x', '@type': [], name: 'Nora' });
    },
    version: '1.1',
    also: ['context-version'],
    keeps: ({ add }) => void add({ '@id': '#x', name: 'Nora' }),
  },
  {
    rule: 'entity-schema-type',
    name: 'a type of our own and nothing else',
    breaks: (draft) => withGauge(draft, 'Gauge'),
    entity: '#x',
    pointer: '/@graph/9/@type',
    also: ['term-described'],
    keeps: (draft) => withGauge(draft, ['Gauge', 'Thing']),
  },
  {
    rule: 'key-compact',
    name: 'a name as IRI',
    breaks: ({ entity }) => {
      entity('./')['https://schema.org/name'] = 'Tide gauge';
      delete entity('./')['name'];
    },
    entity: './',
    pointer: '/@graph/1/https:~1~1schema.org~1name',
    keeps: ({ entity }) => (entity('./')['https://coast.example/terms#name'] = 'HAV-1'),
  },
  {
    rule: 'type-compact',
    name: 'a type as IRI',
    breaks: ({ entity }) => (entity('./')['@type'] = 'https://schema.org/Dataset'),
    entity: './',
    pointer: '/@graph/1/@type',
    keeps: ({ entity }) => (entity('./')['@type'] = ['Dataset', 'https://coast.example/terms#Gauge']),
  },
  {
    rule: 'value-unpacked',
    name: 'an array around one author',
    breaks: ({ entity }) => (entity('./')['author'] = [entity('./')['author'] as object as never]),
    entity: './',
    pointer: '/@graph/1/author',
    keeps: ({ entity }) => (entity('./')['@type'] = ['Dataset']),
  },
];
