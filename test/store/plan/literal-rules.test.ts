import { calculate, rounded } from '../../../src/store/plan/arithmetic.js';
import { areEqual, compareTexts, compareValues } from '../../../src/store/plan/compare-values.js';
import { instantOf } from '../../../src/store/plan/instant.js';
import { RowGroups } from '../../../src/store/plan/row-groups.js';
import { safePattern } from '../../../src/store/plan/safe-pattern.js';
import { readTerm, termText } from '../../../src/store/plan/term-value.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const typed = (text: string, type: string) => readTerm(`"${text}"^^<${XSD}${type}>`);

describe('a term', () => {
  it.each(['<urn:a>', '_:b', '"a"', '"a\\nb \\"c\\" \\\\"', '"a"@en', `"1"^^<${XSD}integer>`, '"x"^^<urn:t>'])(
    'is written as it was read: %s',
    (term) => {
      expect(termText(readTerm(term))).toBe(term);
    },
  );

  it.each([
    ['integer', '9223372036854775807', 'integer'],
    ['integer', '9223372036854775808', 'odd'],
    ['decimal', '0.1234567890123456789', 'odd'],
    ['double', 'abc', 'odd'],
    ['date', '2021-02-29', 'odd'],
    ['anyURI', 'urn:a', 'other'],
    ['time', '10:00:00', 'odd'],
  ])('of the datatype %s that is %s has the kind %s', (type, text, kind) => {
    expect(typed(text, type).kind).toBe(kind);
  });
});

describe('the order of values', () => {
  it('is that of code points', () => {
    expect(compareTexts('\u{1F600}', '\uffff')).toBeGreaterThan(0);
    expect(compareTexts('a', 'ab')).toBeLessThan(0);
  });

  it('is exact for decimals and long integers', () => {
    expect(compareValues(typed('9007199254740993', 'integer'), typed('9007199254740992', 'integer'))).toBeGreaterThan(
      0,
    );
    expect(areEqual(typed('1', 'integer'), typed('1', 'decimal'))).toBe(true);
  });

  it('is an error for terms that have none', () => {
    expect(compareValues(readTerm('<urn:a>'), readTerm('<urn:b>'))).toBeUndefined();
    expect(areEqual(readTerm('"a"'), readTerm('"a"^^<urn:t>'))).toBeUndefined();
  });

  it('is left to the engine for dates with and without a time zone', () => {
    expect(() => compareValues(typed('2020-01-01', 'date'), typed('2020-01-01Z', 'date'))).toThrow('time zone');
  });
});

describe('arithmetic', () => {
  it('is exact', () => {
    expect(calculate('/', typed('1', 'integer'), typed('3', 'integer'))?.lexical).toBe('0.333333333333333333');
    expect(calculate('+', typed('9223372036854775807', 'integer'), typed('1', 'integer'))).toBeUndefined();
    expect(calculate('/', typed('1', 'integer'), typed('0', 'integer'))).toBeUndefined();
    expect(rounded('round', typed('-1.5', 'decimal'))?.lexical).toBe('-1');
  });

  it('leaves digits that do not fit to the engine', () => {
    const tiny = typed('0.0000000001', 'decimal');
    expect(() => calculate('*', tiny, tiny)).toThrow('18 digits');
  });
});

describe('a date', () => {
  it('is a moment', () => {
    expect(instantOf('1970-01-01T01:00:00.50+01:00')).toEqual({ seconds: 0, fraction: '5', zone: '+01:00' });
    expect(instantOf('2021-13-01')).toBeUndefined();
  });

  it.each([
    ['2021-01-01', 'date', 'date'],
    ['2021-01-01T10:00:00Z', 'dateTime', 'dateTime'],
    ['2021-01-01', 'dateTime', 'odd'],
    ['2021-01-01T10:00:00Z', 'date', 'odd'],
  ])('%s is of its datatype xsd:%s', (lexical, datatype, kind) => {
    expect(typed(lexical, datatype).kind).toBe(kind);
  });
});

describe('a regular expression', () => {
  it.each([
    ['^urn:[a-c]+$', 'urn:abc', true],
    ['a.b', 'a\nb', false],
    ['\\d', '٣', true],
  ])('%s', (pattern, text, is) => {
    expect(safePattern(pattern, '', false).test(text)).toBe(is);
  });

  it.each(['(a+)+', '(?:a)', 'a{2}', '\\p{L}', '[a', '(a', 'a)', '\\1', 'a+?'])(
    'is left to the engine: %s',
    (pattern) => {
      expect(() => safePattern(pattern, '', false)).toThrow('regular expression');
    },
  );
});

describe('groups of rows', () => {
  it('number equal rows alike, however many there are', () => {
    const columns = [Int32Array.from({ length: 5000 }, (_, row) => row % 1000), new Int32Array(5000).fill(-7)];
    const groups = new RowGroups(2);
    const numbers = Array.from({ length: 5000 }, (_, row) => groups.add(columns, row));
    expect(groups.size).toBe(1000);
    expect(numbers).toEqual(numbers.map((_, row) => row % 1000));
    expect([groups.find([999, -7]), groups.find([999, 7])]).toEqual([999, -1]);
  });
});
