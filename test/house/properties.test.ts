import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runs, SEED, tries } from '../helpers/seed.js';

/** Parameters of `fc.assert` without `tries` that state a seed and a number of tries. */
const STATED = /\{ (?:seed: SEED, numRuns: \w+|numRuns: \w+, seed: SEED),? \}/;

/** Counts the calls of `fc.assert` without such parameters. */
function withoutParameters(text: string): number {
  const calls = text.split('fc.assert(').length - 1;
  return (
    calls -
    (text.match(/(?<!\.\.\.)\btries\([\d_]+\)/g) ?? []).length -
    (text.match(new RegExp(STATED, 'g')) ?? []).length
  );
}

describe('a property', () => {
  it('states its number of tries and uses the common seed', async () => {
    const files = (await readdir('test', { recursive: true })).filter((name) => name.endsWith('.test.ts'));
    const counts = await Promise.all(
      files.map(async (name) => ({ name, missing: withoutParameters(await readFile(join('test', name), 'utf8')) })),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(counts.filter(({ name, missing }) => missing > 0 && !name.endsWith('properties.test.ts'))).toEqual([]);
  });

  it('is tried at least 25 times, and in full in the long suites', () => {
    expect(tries(30)).toEqual({ seed: SEED, numRuns: Math.max(25, runs(30)) });
    expect(tries(10_000).numRuns).toBe(runs(10_000));
  });

  it('without parameters is detected', () => {
    expect(withoutParameters('fc.assert(fc.property(x), tries(100));')).toBe(0);
    expect(withoutParameters('fc.assert(fc.property(x), { seed: SEED, numRuns: 50 });')).toBe(0);
    expect(withoutParameters('fc.assert(fc.property(x)); fc.assert(fc.property(y), { numRuns: 5 });')).toBe(2);
  });
});
