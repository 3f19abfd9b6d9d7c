import type { RuleCase } from '../helpers/rule-case.js';

export const DESCRIPTOR_CASES: readonly RuleCase[] = [
  {
    rule: 'descriptor-version',
    name: 'a descriptor that conforms to something else',
    breaks: ({ entity }) => (entity('ro-crate-metadata.json')['conformsTo'] = { '@id': 'https://schema.org/' }),
    entity: 'ro-crate-metadata.json',
    pointer: '/@graph/0/conformsTo',
    keeps: ({ entity }) =>
      (entity('ro-crate-metadata.json')['conformsTo'] = [
        { '@id': 'https://w3id.org/ro/crate/1.2' },
        { '@id': 'https://w3id.org/workflowhub/workflow-ro-crate/1.0' },
      ]),
  },
];
