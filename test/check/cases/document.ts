import type { RuleCase } from '../helpers/rule-case.js';

export const DOCUMENT_CASES: readonly RuleCase[] = [
  {
    rule: 'entity-flat',
    name: 'an author inside of the root',
    breaks: ({ entity }) => (entity('./')['author'] = { '@id': '#x', '@type': 'Person', name: 'Nora' }),
    entity: '#x',
    pointer: '/@graph/1/author',
    keeps: ({ add }) => void add({ '@id': '#x', '@type': 'Person', name: 'Nora' }, 'author'),
  },
];
