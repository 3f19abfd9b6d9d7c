import { rowFilter } from '../../../src/site/browser/query/filter-rows.js';

const rows = [
  { who: { type: 'uri', value: 'http://schema.org/Person' }, name: { type: 'literal', value: 'Zoë Rain' } },
  { who: { type: 'bnode', value: 'b1' }, name: { type: 'literal', value: 'River' } },
  { name: { type: 'literal', value: 'rain gauge' } },
] as const;
const find = rowFilter(rows, { schema: 'http://schema.org/' });

test.each([
  ['', [0, 1, 2]],
  ['  ', [0, 1, 2]],
  ['RAIN', [0, 2]],
  ['rain schema:person', [0]],
  ['schema.org', [0]],
  ['zoe\u0308', [0]],
  ['rain river', []],
  ['b1', [1]],
  ['.*', []],
])('%j leaves the rows %j', (text, left) => expect(find(text)).toEqual(left.map((at) => rows[at])));
