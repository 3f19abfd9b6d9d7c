import type { JsonValue } from '../../../../src/crate/json/value.js';
import type { Draft } from '../helpers/sample-crate.js';
import type { RuleCase } from '../helpers/rule-case.js';

/** Adds an object to the context. */
function extended(draft: Draft, terms: JsonValue): void {
  draft.context = [draft.context as string, terms];
}

export const CONTEXT_CASES: readonly RuleCase[] = [
  {
    rule: 'context-available',
    name: 'a context that is not available',
    breaks: (draft) => (draft.context = ['https://w3id.org/ro/crate/1.2/context', 'https://coast.example/no-context']),
    keeps: (draft) => (draft.context = ['https://w3id.org/ro/crate/1.2/context']),
  },
  {
    rule: 'context-crate',
    name: 'no context',
    breaks: (draft) => (draft.context = undefined),
    pointer: '',
    keeps: (draft) => (draft.context = 'http://w3id.org/ro/crate/1.2/context/'),
  },
  {
    rule: 'context-crate',
    name: 'a context of schema.org terms without conformsTo',
    breaks: (draft) => {
      draft.context = { '@vocab': 'http://schema.org/', File: 'http://schema.org/MediaObject' };
      delete draft.entity('ro-crate-metadata.json')['conformsTo'];
      for (const id of ['https://www.nationalarchives.gov.uk/PRONOM/x-fmt/18']) draft.entity(id)['@type'] = 'WebPage';
    },
    pointer: '/@context',
    also: ['descriptor-version'],
    keeps: (draft) => {
      draft.context = {
        '@vocab': 'http://schema.org/',
        File: 'http://schema.org/MediaObject',
        conformsTo: 'http://purl.org/dc/terms/conformsTo',
      };
    },
  },
  {
    rule: 'context-version',
    name: 'the context of another version',
    breaks: (draft) => (draft.context = 'https://w3id.org/ro/crate/1.3/context'),
    pointer: '/@context',
    keeps: (draft) => extended(draft, { tideGauge: 'https://coast.example/terms#tideGauge' }),
  },
  {
    rule: 'context-version',
    name: 'the context of a version before',
    breaks: (draft) => {
      draft.context = 'https://w3id.org/ro/crate/1.1/context';
      draft.entity('https://www.nationalarchives.gov.uk/PRONOM/x-fmt/18')['@type'] = 'WebPage';
    },
    pointer: '/@context',
    keeps: (draft) => (draft.context = ['https://w3id.org/ro/crate/1.1/context', draft.context as string]),
  },
  {
    rule: 'context-terms',
    name: 'a term that maps to a host without a scheme',
    breaks: (draft) => extended(draft, { tideGauge: 'www.coast.example/tideGauge' }),
    pointer: '/@context',
    keeps: (draft) => extended(draft, { tideGauge: 'https://coast.example/tideGauge' }),
  },
  {
    rule: 'context-base',
    name: 'a base that is left over',
    breaks: (draft) => extended(draft, { '@base': null }),
    pointer: '/@context',
    keeps: (draft) => extended(draft, { '@language': 'en' }),
  },
  {
    rule: 'base-usable',
    name: 'a URN as base',
    breaks: (draft) => extended(draft, { '@base': 'urn:isbn:0' }),
    pointer: '/@context',
    keeps: (draft) => extended(draft, { '@base': 'https://coast.example/crate/' }),
  },
];
