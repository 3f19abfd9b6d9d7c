import { table } from '../../src/cli/table.js';

describe('a table', () => {
  it('aligns columns by what a terminal shows', async () => {
    expect(
      await table(
        ['name', 'n'],
        [
          ['中文', 1],
          ['a\n b', undefined],
          ['\u001b[31m', 'last'],
        ],
      ),
    ).toEqual(['name        n', '中文        1', 'a b', '\\u001b[31m  last']);
    expect(await table(['name', 'n'], [])).toEqual(['name  n']);
  });

  it('takes any number of rows', async () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => [index, `row ${index}`]);
    const lines = await table(['n', 'text'], rows);
    expect(lines).toHaveLength(200_001);
    expect(lines.at(-1)).toBe('199999  row 199999');
  });
});
