import { parse } from 'csv-parse/sync';
import { ROWS_OF_PAGE, TableRows } from '../../../src/site/view/files/table-rows.js';
import fc from 'fast-check';
import { tries } from '../../helpers/seed.js';

/** Finds the rows of a text that is read in pieces. */
async function rowsOf(text: string, piece = 1 << 20): Promise<TableRows> {
  const bytes = Buffer.from(text);
  const rows = new TableRows(',');
  await rows.find(Infinity, (from, length) => Promise.resolve(bytes.subarray(from, from + Math.min(length, piece))));
  return rows;
}

describe('the rows of a table', () => {
  it('are those that a reader of CSV finds, wherever the text is divided', async () => {
    const cell = fc.stringMatching(/^[a ",\n]{0,4}$/).map((text) => `"${text.replaceAll('"', '""')}"`);
    const plain = fc.stringMatching(/^[a1é]{0,3}$/);
    const row = fc.array(fc.oneof(cell, plain), { minLength: 1, maxLength: 3 }).map((cells) => cells.join(','));
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 8 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.nat({ max: 6 }),
        async (lines, end, cut) => {
          const text = lines.join(end);
          const expected = parse(text, { skip_empty_lines: true, relax_column_count: true, record_delimiter: end }) as string[][]; // prettier-ignore
          const rows = await rowsOf(text, cut + 1);
          expect(rows.isWhole).toBe(true);
          expect(rows.rows).toBe(Math.max(0, expected.length - 1));
        },
      ),
      tries(200),
    );
  });

  it('have their places in the file', async () => {
    const lines = Array.from({ length: 2 * ROWS_OF_PAGE + 5 }, (_, at) => `${at},"é\n"`);
    const text = `\uFEFFa,b\n${lines.join('\n')}`;
    const rows = await rowsOf(text, 7);
    const shown = [0, 1, 2, 3, 4].map((page) => {
      const place = rows.bytesOf(page);
      return place && Buffer.from(text).subarray(place[0], place[1]).toString().trim();
    });
    expect(shown.slice(1, 4).join('\n')).toBe(lines.join('\n'));
    expect(shown[3]).toBe(lines.slice(-5).join('\n'));
    expect(shown[0]).toBe('a,b');
    expect(shown[4]).toBeUndefined();
    expect([rows.rows, rows.pages]).toEqual([205, 3]);
  });

  it('are counted once, however many ask at the same time', async () => {
    const bytes = Buffer.from(`a,b\n${'1,2\n'.repeat(2000)}`);
    const rows = new TableRows(',');
    const read = async (from: number, length: number) => {
      await new Promise(setImmediate);
      return bytes.subarray(from, from + Math.min(length, 700));
    };
    await Promise.all([1, 5, Infinity, 2].map((page) => rows.find(page, read)));
    expect([rows.rows, rows.isWhole]).toEqual([2000, true]);
  });

  it('are looked for only as far as a page needs them', async () => {
    const rows = new TableRows(',');
    const asked: number[] = [];
    const line = Buffer.from('1,2\n'.repeat(1000));
    await rows.find(3, (from) => {
      asked.push(from);
      return Promise.resolve(line);
    });
    expect(asked).toEqual([0]);
    expect([rows.isWhole, rows.rows]).toEqual([false, 999]);
    await rows.find(11, (from) => {
      asked.push(from);
      return Promise.resolve(line);
    });
    expect(asked).toEqual([0, 4000]);
  });
});
