import type { RuleCase } from '../helpers/rule-case.js';

export const ROOT_CASES: readonly RuleCase[] = [
  {
    rule: 'root-name',
    name: 'a root without a name',
    breaks: ({ entity }) => delete entity('./')['name'],
    entity: './',
    pointer: '/@graph/1',
    keeps: ({ entity }) => (entity('./')['name'] = { '@value': 'Tidevandsmåler', '@language': 'da' }),
  },
];
