import { csvPage, type DataRow } from '../../../src/site/pages/csv-page.js';

describe('rows as CSV', () => {
  it('have several values in one cell, nothing for what they lack, and only their columns', async () => {
    const parts = [[{ a: ['x', 'y, "z"'], b: 1, c: 'never' }], [{ b: 0 }, { a: [], b: 'two\nlines' }]];
    const { body, contentType, fileName } = await csvPage({ columns: ['a', 'b'], parts }, 'rows.csv');
    expect(body).toBe('a,b\r\n"x; y, ""z""",1\r\n,0\r\n,"two\nlines"\r\n');
    expect([contentType, fileName]).toEqual(['text/csv; charset=utf-8', 'rows.csv']);
  });

  it('end where the memory of the server would', async () => {
    const text = 'x'.repeat(1_000_000);
    let asked = 0;
    const endless = function* (): Generator<DataRow[]> {
      for (; asked < 1000; asked += 1) yield [{ a: text }];
    };
    await expect(csvPage({ columns: ['a'], parts: endless() }, 'rows.csv')).rejects.toMatchObject({
      code: 'ERR_LIMIT',
    });
    expect(asked).toBeLessThan(200);
  });
});
