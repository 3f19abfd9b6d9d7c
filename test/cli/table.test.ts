import { PassThrough } from 'node:stream';
import stringWidth from 'string-width';
import { drawTable, printTable, type Table } from '../../src/cli/table.js';
import { growth, LINEAR } from '../helpers/growth.js';

async function draw(table: Table, width?: number): Promise<string[]> {
  return [...(await drawTable(table, width)).lines];
}

const table = (header: string[], ...rows: (string | number | undefined)[][]): Table => ({ header, rows });

describe('a table as CSV', () => {
  it.each([
    [true, 'a\r\n\\u001b[31m\r\n'],
    [false, 'a\r\n\u001b[31m\r\n'],
  ])(
    // prettier-ignore
    'is unchanged, but where a terminal (%s) would obey what is in it',
    async (isTTY, expected) => {
      const stdout = Object.assign(new PassThrough(), { isTTY });
      const io = { ...process, stdin: process.stdin, stdout, stderr: new PassThrough() };
      await printTable(io, table(['a'], ['\u001b[31m']), { format: 'csv' });
      expect(String(stdout.read())).toBe(expected);
    },
  );
});

describe('a table', () => {
  it('aligns columns by what a terminal shows', async () => {
    expect(await draw(table(['name', 'n'], ['中文', 1], ['a b', undefined], ['\u001b[31m', 'last']))).toEqual(
      ['name        n', '中文        1', 'a b', '\\u001b[31m  last'], // prettier-ignore
    );
    expect(await draw(table(['name', 'n']))).toEqual(['name  n']);
    expect(await draw(table(['a', 'b', 'c'], [undefined, '', 'x']))).toEqual(['a  b  c', '      x']);
  });

  it('shows every value in full without a width, on one line and without tabs', async () => {
    const long = 'long '.repeat(1000).trim();
    expect(await draw(table(['a', 'b'], [long, 1], ['line\nend\ttab', 2]))).toEqual([
      `a${' '.repeat(101)}b`,
      `${long}  1`,
      `line\\nend\\ttab${' '.repeat(88)}2`,
    ]);
  });

  it('fits a terminal: narrow columns keep their width, wide ones share the rest', async () => {
    const row = ['ok', 'a'.repeat(30), 'b'.repeat(300), 7];
    expect(await draw(table(['state', 'one', 'two', 'n'], row), 40)).toEqual([
      'state  one             two             n',
      'ok     aaaaaaa…aaaaaa  bbbbbbb…bbbbbb  7',
    ]);
    expect(await draw(table(['state', 'one', 'two', 'n'], row), 400)).toEqual([
      `state  one${' '.repeat(29)}two${' '.repeat(299)}n`,
      `ok     ${row[1]}  ${row[2]}  7`,
    ]);
  });

  it.each([20, 33, 40, 41, 60, 200])('is never wider than %i columns, whatever the values', async (width) => {
    const evil = ['中文'.repeat(50), '👩‍🔬👨‍👩‍👧‍👦'.repeat(40), 'e\u0301'.repeat(90), 'العربية '.repeat(30), '\u001b[31m\u202e'.repeat(9), 'a\n\n\tb ', '\ud83d'.repeat(40), '']; // prettier-ignore
    const rows = evil.map((text, index) => [text, index, evil[(index + 3) % evil.length], 'x'.repeat(10 * index)]);
    const { lines, hidden } = await drawTable(table(['text', 'n', 'other', 'more'], ...rows), width);
    const drawn = [...lines];
    expect(drawn).toHaveLength(rows.length + 1);
    for (const line of drawn) expect([line, stringWidth(line) <= width, /[\n\t\u001b\u202e]/.test(line)]).toEqual([line, true, false]); // prettier-ignore
    expect(hidden).toEqual({ 20: ['other', 'more'] }[width] ?? []);
  });

  it('keeps both ends of a value that is too wide', async () => {
    const [, line] = await draw(table(['iri'], ['<https://example.org/crates/1/data/rainfall.csv>']), 21);
    expect(line).toBe('<https://e…nfall.csv>');
    const [, wide] = await draw(table(['name'], [`${'中'.repeat(30)}${'文'.repeat(30)}`]), 10);
    expect(wide).toBe('中中…文文');
  });

  it('names the columns for which there is no room', async () => {
    const header = Array.from({ length: 12 }, (_, index) => `column${index}`);
    const { lines, hidden } = await drawTable(table(header, header), 40);
    expect([...lines][0]).toBe('column0  column1  column2  column3');
    expect(hidden).toEqual(header.slice(4));
  });

  const manyRows = (count: number): Table => ({
    header: ['n', 'text'],
    rows: Array.from({ length: count }, (_, index) => [
      index,
      `${index % 97 === 0 ? '中文'.repeat(40) : 'row'} ${index}`,
    ]),
  });

  it('takes any number of rows', async () => {
    const lines = await draw(manyRows(200_000));
    expect(lines).toHaveLength(200_001);
    expect(lines.at(-1)).toBe('199999  row 199999');
  });

  it.each([undefined, 20])('costs time in proportion to its rows: width %p', async (width) => {
    const draws = async (count: number) => {
      for (const line of (await drawTable(manyRows(count), width)).lines) if (line === 'x') throw new Error();
    };
    expect(await growth(1500, draws)).toBeLessThan(LINEAR);
  });

  it('draws a line when it is read, so that a table need not be in memory', async () => {
    let read = 0;
    const rows = { *[Symbol.iterator]() { for (; read < 20; read += 1) yield [read]; } }; // prettier-ignore
    const { lines } = await drawTable({ header: ['n'], rows });
    expect(read).toBe(20); // once for the widths
    read = 0;
    const reading = lines[Symbol.iterator]();
    expect([reading.next().value, reading.next().value, read]).toEqual(['n', '0', 0]);
  });
});
