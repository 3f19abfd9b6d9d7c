import fc from 'fast-check';
import { checkNesting, MAX_NESTING, NestingError } from '../../../src/crate/json/nesting.js';
import { parsePlain } from '../../../src/crate/json/value.js';
import { tries } from '../../helpers/seed.js';

const arrays = (levels: number, inside = '') => '['.repeat(levels) + inside + ']'.repeat(levels);

/** How deep a value is nested, found in another way. */
function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}

it('a text may be nested as deep as the limit says, and no deeper', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const levels = levelsOf(value);
      expect(() => checkNesting(text, levels)).not.toThrow();
      if (levels > 0) expect(() => checkNesting(text, levels - 1)).toThrow(NestingError);
    }),
    tries(500),
  );
});

it.each([
  ['brackets in a text', JSON.stringify(['[[{{', '\\', '\\"[[', '"{']), 1],
  ['a text that does not end', '["[[[[', 1],
  ['signs of other scripts', '["\u015b\u5b5b\u017b\ufb5b\u015b", \u015b\u5b5b]', 1],
  ['escapes before the end of a text', `["${'\\\\'.repeat(1000)}", "${'\\"['.repeat(1000)}"]`, 1],
])('%s are no nesting', (_, text, most) => {
  expect(() => checkNesting(text, most)).not.toThrow();
});

it('the first bracket too many is named, and found at once in a text of any depth', () => {
  const deep = arrays(5_000_000);
  expect(() => parsePlain(deep)).toThrow(`nested more than ${MAX_NESTING} levels deep, at line 1, column 501`);
  expect(() => parsePlain('{"a":\n\n [[1]]}', 2)).toThrow('at line 3, column 3');
  expect(parsePlain(arrays(MAX_NESTING))).toBeDefined();
});
