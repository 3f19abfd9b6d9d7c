import { columnType, numberOf, sortedRows } from '../../../src/site/browser/query/column-types.js';
import type { ResultTerm } from '../../../src/site/browser/query/run-query.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const typed = (value: string, datatype = 'integer'): ResultTerm => ({
  type: 'literal',
  value,
  datatype: XSD + datatype,
});
const text = (value: string): ResultTerm => ({ type: 'literal', value });
const table = (...terms: (ResultTerm | undefined)[]) => ({
  kind: 'table' as const,
  columns: ['x'],
  rows: terms.map((x): Record<string, ResultTerm> => (x === undefined ? {} : { x })),
});
const sorted = (isDescending: boolean, ...terms: (ResultTerm | undefined)[]) =>
  sortedRows(table(...terms), 'x', isDescending).map((row) => row['x']?.value);

describe('numberOf', () => {
  it.each([
    [typed('007'), 7],
    [typed('+5'), 5],
    [typed('-.5', 'decimal'), -0.5],
    [typed('1.5E3', 'double'), 1500],
    [typed('-INF', 'double'), -Infinity],
    [typed(' 3 '), 3],
  ])('reads %j', (term, number) => expect(numberOf(term)).toBe(number));

  it.each([
    undefined,
    text('7'),
    typed(''),
    typed('0x10'),
    typed('many'),
    typed('NaN', 'double'),
    typed('7', 'string'),
  ])('finds none in %j', (term) => expect(numberOf(term)).toBeUndefined());
});

describe('columnType', () => {
  it.each([
    ['empty', []],
    ['empty', [undefined]],
    ['number', [typed('1'), undefined, typed('INF', 'double')]],
    ['date', [typed('2023', 'gYear'), typed('2023-04-18T09:12:00Z', 'dateTime')]],
    ['text', [typed('1'), typed('2023', 'gYear')]],
    ['text', [typed('1'), typed('many')]],
    ['IRI', [{ type: 'uri', value: 'https://example.org/' }]],
    ['text', [{ type: 'uri', value: 'https://example.org/' }, text('a')]],
    ['text', [{ type: 'bnode', value: 'b0' }]],
  ] as const)('is %s for %j', (type, terms) => expect(columnType(table(...terms), 'x')).toBe(type));
});

describe('sortedRows', () => {
  it('sorts numbers by size, and keeps rows without a value last', () => {
    const terms = [typed('10'), undefined, typed('9'), typed('1e1', 'double'), typed('-INF', 'double')];
    expect(sorted(false, ...terms)).toEqual(['-INF', '9', '10', '1e1', undefined]);
    expect(sorted(true, ...terms)).toEqual(['10', '1e1', '9', '-INF', undefined]);
  });

  it('tells huge integers apart', () => {
    expect(sorted(false, typed('9007199254740993'), typed('+9007199254740992'))).toEqual(['+9007199254740992', '9007199254740993']); // prettier-ignore
    expect(sorted(true, typed('-123456789012345678901'), typed('-123456789012345678900'))).toEqual(['-123456789012345678900', '-123456789012345678901']); // prettier-ignore
  });

  it('sorts times of several time zones by when they are', () => {
    const [first, second] = ['2023-04-18T09:00:00+05:00', '2023-04-18T08:00:00Z'];
    expect(sorted(false, typed(second, 'dateTime'), typed(first, 'dateTime'))).toEqual([first, second]);
  });

  it('sorts texts as people count', () => {
    expect(sorted(false, text('part 10'), text('part 9'), text('Part 1'))).toEqual(['Part 1', 'part 9', 'part 10']);
  });
});
