import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareTrees, tableOfTrees } from './compare-trees.mjs';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'trees-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A tree whose command is this program. */
function tree(name: string, program: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'package.json'), JSON.stringify({ bin: { crategraph: 'bin.js' } }));
  writeFileSync(join(path, 'bin.js'), program);
  return path;
}

describe('the comparison of two trees', () => {
  it('measures both in turns, and sees outputs that differ', async () => {
    const note = `const verb = process.argv[2]; require('fs').appendFileSync('../turns', process.cwd().at(-1));`;
    const old = tree('old', `${note} console.log(verb);`);
    const work = 'for (let at = 0; at < 3e8; at += 1);';
    const now = tree('now', `${note} console.log(verb === 'load' ? 'other' : verb); ${work}`);
    const results = await compareTrees([old, now], folder, { rounds: 2, quick: true });
    expect(results.map(({ equal }) => equal)).toEqual([true, true, true, true, false, true]);
    for (const { cpu } of results) {
      expect(cpu.map(({ length }) => length)).toEqual([2, 2]);
      expect(Math.min(...cpu[1])).toBeGreaterThan(Math.max(...cpu[0]));
    }
    expect(results[3]?.of.length).toBe(2);
    expect(readFileSync(join(folder, 'turns'), 'utf8')).toBe('01'.repeat(6) + '10'.repeat(6));
  });

  it('says what a command wrote that fails', async () => {
    const broken = tree('broken', `console.error('it is broken'); process.exit(1);`);
    await expect(compareTrees([broken, broken], folder, { rounds: 1, quick: true })).rejects.toThrow(
      /failed: it is broken\n/,
    );
  });

  it('is a table of medians and ratios', () => {
    const cpu: [number[], number[]] = [
      [30, 10, 20],
      [5, 10, 20],
    ];
    const table = tableOfTrees(
      ['abc', 'this tree'],
      [{ title: '`convert`', peer: '`JSON.parse` of it', cpu, peak: [5e7, 6e7], of: [4, 5, 6], equal: false }],
    );
    expect(table.split('\n').slice(2)).toEqual([
      '| `convert` | 20 ms (10 ms to 30 ms) | 10 ms (5.00 ms to 20 ms) | 0.50 x | 50 MB, 60 MB | **differ** |',
      '| over `JSON.parse` of it, 5.00 ms | 4.00 x | 2.00 x |  |  |  |',
    ]);
  });
});
