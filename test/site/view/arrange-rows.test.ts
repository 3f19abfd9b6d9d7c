import { arrangeRows, markParts, wordsOfFilter, type RowTexts } from '../../../src/site/view/arrange-rows.js';

interface Row {
  readonly name: string;
  readonly size?: number;
  readonly group?: number;
}

const TEXTS: RowTexts<Row> = {
  text: ({ name }) => name,
  value: ({ name, size }, column) => (column === 'size' ? size : name),
  group: ({ group = 0 }) => group,
};

function names(rows: readonly Row[], words: string, sort?: string, isDescending = false): string[] {
  return arrangeRows(rows, { words, sort, isDescending }, TEXTS).map(({ name }) => name);
}

describe('rows of a list', () => {
  const rows: Row[] = [
    { name: 'run-10', size: 1 },
    { name: 'Run-9' },
    { name: 'run-1', size: 300 },
    { name: 'web', size: 2, group: 1 },
    { name: 'other', size: 20, group: 1 },
  ];

  it('stay in their order, or come in that of a column, group by group', () => {
    expect(names(rows, '')).toEqual(['run-10', 'Run-9', 'run-1', 'web', 'other']);
    expect(names(rows, '', 'name')).toEqual(['run-1', 'Run-9', 'run-10', 'other', 'web']);
    expect(names(rows, '', 'name', true)).toEqual(['run-10', 'Run-9', 'run-1', 'web', 'other']);
    expect(names(rows, '', 'size')).toEqual(['run-10', 'run-1', 'Run-9', 'web', 'other']);
    expect(names(rows, '', 'size', true)).toEqual(['run-1', 'run-10', 'Run-9', 'other', 'web']);
  });

  it('need all words, in any case and form of their accents', () => {
    expect(names(rows, 'RUN 1')).toEqual(['run-10', 'run-1']);
    expect(names(rows, '.*')).toEqual([]);
    expect(names([{ name: 'Mu\u0308nster' }, { name: 'munster' }], 'm\u00FCn')).toEqual(['Mu\u0308nster']);
    expect(wordsOfFilter('a '.repeat(1000))).toHaveLength(20);
  });

  it('show which parts have the words', () => {
    const marked = (text: string, words: string) =>
      markParts(text, wordsOfFilter(words)).map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part)).join(''); // prettier-ignore
    expect(marked('Data/data.csv', 'data csv')).toBe('[Data]/[data].[csv]');
    expect(marked('aaa', 'a aa')).toBe('[aa][a]');
    expect(marked('<b>', 'b')).toBe('<[b]>');
    expect(marked('x', '')).toBe('x');
    expect(marked('', 'x')).toBe('');
    // Its lower case is longer than it is.
    expect(marked('\u0130x', 'x')).toBe('\u0130x');
  });
});
