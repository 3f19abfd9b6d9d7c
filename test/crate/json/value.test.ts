import { readJson, without } from '../../../src/crate/json/value.js';

describe('a JSON document that is not a crate', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('may begin with a byte order mark', () => {
    for (const strict of [true, false])
      expect([readJson(bytes('\ufeff{"a":"é"}'), { strict }), readJson(bytes('[1]'), { strict })]).toEqual([
        { a: 'é' },
        [1],
      ]);
  });

  it('may hold bytes that are not UTF-8, unless they are refused', () => {
    const latin1 = Uint8Array.of(0x22, 0xe9, 0x22);
    expect(readJson(latin1, { strict: false })).toBe('\ufffd');
    expect(() => readJson(latin1, { strict: true })).toThrow(SyntaxError);
  });

  it('is refused when it is not JSON', () => {
    expect(() => readJson(bytes('{'), { strict: false })).toThrow(SyntaxError);
    expect(() => readJson(bytes('\ufeff\ufeff1'), { strict: false })).toThrow(SyntaxError);
  });
});

test('an object without a key is another one, with all other keys', () => {
  const object = JSON.parse('{"a":1,"@base":2,"__proto__":3}') as { [key: string]: number };
  expect(JSON.stringify(without(object, '@base'))).toBe('{"a":1,"__proto__":3}');
  expect(JSON.stringify(without(object, 'b'))).toBe(JSON.stringify(object));
  expect(object).toHaveProperty('@base', 2);
});
