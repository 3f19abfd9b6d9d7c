import type { RuleCase } from '../helpers/rule-case.js';
import { detached } from '../helpers/detached-sample.js';

const DESCRIPTOR = 'ro-crate-metadata.json';
const PROFILE = 'https://w3id.org/workflowhub/workflow-ro-crate/1.0';

export const DESCRIPTOR_CASES: readonly RuleCase[] = [
  {
    rule: 'descriptor-exists',
    name: 'a document without a descriptor',
    breaks: ({ graph }) => graph.shift(),
    pointer: '',
    keeps: () => undefined,
  },
  {
    rule: 'descriptor-id',
    name: 'a descriptor with another file name',
    breaks: ({ entity }) => (entity(DESCRIPTOR)['@id'] = 'havneby-ro-crate-metadata.json'),
    entity: 'havneby-ro-crate-metadata.json',
    pointer: '/@graph/0/@id',
    keeps: ({ entity }) => (entity(DESCRIPTOR)['@id'] = 'ro-crate-metadata.jsonld'),
  },
  {
    rule: 'descriptor-type',
    name: 'a descriptor that is a file',
    breaks: ({ entity }) => (entity(DESCRIPTOR)['@type'] = 'File'),
    entity: DESCRIPTOR,
    pointer: '/@graph/0/@type',
    keeps: ({ entity }) => (entity(DESCRIPTOR)['@type'] = ['File', 'CreativeWork']),
  },
  {
    rule: 'descriptor-about',
    name: 'a descriptor about nothing',
    breaks: ({ entity }) => delete entity(DESCRIPTOR)['about'],
    entity: DESCRIPTOR,
    pointer: '/@graph/0',
    keeps: ({ entity }) => (entity(DESCRIPTOR)['about'] = { '@id': './' }),
  },
  {
    rule: 'descriptor-version',
    name: 'a descriptor that conforms to something else',
    breaks: ({ entity }) => (entity(DESCRIPTOR)['conformsTo'] = { '@id': 'https://schema.org/' }),
    entity: DESCRIPTOR,
    pointer: '/@graph/0/conformsTo',
    keeps: ({ entity }) =>
      (entity(DESCRIPTOR)['conformsTo'] = [{ '@id': 'https://w3id.org/ro/crate/1.2' }, { '@id': PROFILE }]),
  },
  {
    rule: 'descriptor-profiles',
    name: 'a profile of the descriptor',
    breaks: ({ entity }) =>
      (entity(DESCRIPTOR)['conformsTo'] = [{ '@id': 'https://w3id.org/ro/crate/1.2' }, { '@id': PROFILE }]),
    entity: DESCRIPTOR,
    pointer: '/@graph/0/conformsTo/1',
    also: ['main-workflow'],
    keeps: ({ entity }) => (entity('./')['conformsTo'] = { '@id': PROFILE }),
  },
  {
    rule: 'descriptor-content-url',
    name: 'a Detached Package without the address of its document',
    breaks: (draft) => {
      detached(draft);
      delete draft.entity(DESCRIPTOR)['contentUrl'];
    },
    entity: DESCRIPTOR,
    keeps: detached,
  },
  {
    rule: 'document-name',
    name: 'an Attached Package with another file name',
    breaks: (draft) => (draft.facts = { kind: 'attached', files: [], fileName: 'metadata.json' }),
    keeps: (draft) => (draft.facts = { kind: 'attached', files: [], fileName: 'ro-crate-metadata.json' }),
  },
  {
    rule: 'document-prefix',
    name: 'a Detached Package with the file name of an Attached one',
    breaks: (draft) => {
      detached(draft);
      draft.facts = { fileName: 'ro-crate-metadata.json' };
    },
    keeps: (draft) => {
      detached(draft);
      draft.facts = { fileName: 'havneby-ro-crate-metadata.json' };
    },
  },
  {
    rule: 'document-prefix',
    name: 'the same, but it is a snapshot: its root keeps its address as identifier',
    breaks: (draft) => {
      detached(draft);
      draft.graph.push({ '@id': '#id', '@type': 'PropertyValue', name: 'Id', value: 'https://doi.org/10.1/x' });
      draft.entity('https://coast.example/gauge/')['identifier'] = { '@id': '#id' };
      draft.facts = { fileName: 'ro-crate-metadata.json' };
    },
    keeps: (draft) => {
      detached(draft);
      draft.graph.push({ '@id': '#id', '@type': 'PropertyValue', name: 'Id', value: 'https://coast.example/gauge/' });
      draft.entity('https://coast.example/gauge/')['identifier'] = { '@id': '#id' };
      draft.facts = { fileName: 'ro-crate-metadata.json' };
    },
  },
];
