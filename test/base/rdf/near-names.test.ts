import { didYouMean, nearNames } from '../../../src/base/rdf/near-names.js';

const KNOWN = ['schema', 'schemas', 'dcterms', 'prov', 'crates-by-licence', 'crates-by-author'];

test.each([
  ['shcema', ['schema']],
  ['SCHEMA', ['schema', 'schemas']],
  ['sch', ['schema', 'schemas']],
  ['prow', ['prov']],
  ['crates-by-license', ['crates-by-licence']],
  ['porv', ['prov']],
  ['xyz', []],
  ['', []],
])('the names near %j', (name, near) => expect(nearNames(name, KNOWN)).toEqual(near));

test('two letters that are swapped are the nearest slip', () => {
  expect(nearNames('nmae', ['image', 'map', 'name'])[0]).toBe('name');
  expect(nearNames('👩ab', ['👩ba', '👩xb'])).toEqual(['👩ba', '👩xb']);
});

test('are offered as a question', () => {
  expect(didYouMean([])).toBeUndefined();
  expect(didYouMean(['a'])).toBe('did you mean a?');
  expect(didYouMean(['a', 'b', 'c'])).toBe('did you mean a, b or c?');
});
