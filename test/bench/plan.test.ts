import { execFileSync } from 'node:child_process';
import { MEASUREMENTS, OPTIONAL } from './plan.mjs';

/** Prints the subjects that each module of measurements has, as JSON: they import peers and what is built. */
const PROGRAM = `
  const subjectsOf = async (name) => Object.keys((await import('./test/bench/measurements/' + name + '.mjs')).subjects);
  const all = await Promise.all(process.argv.slice(1).map(async (name) => [name, await subjectsOf(name)]));
  console.log(JSON.stringify(Object.fromEntries(all)));
  process.exit();
`;

describe('the plan of the benchmark', () => {
  it('measures subjects that there are, and all of them', () => {
    const planned: Record<string, Set<string>> = {};
    for (const { name, module = name, subjects } of MEASUREMENTS)
      planned[module] = new Set([...(planned[module] ?? []), ...subjects]);
    const args = ['--input-type=module', '-e', PROGRAM, ...Object.keys(planned)];
    const present = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Record<string, string[]>;
    const sorted = Object.entries(planned).map(([name, subjects]) => [name, [...subjects].sort()]);
    expect(Object.fromEntries(sorted)).toEqual(
      Object.fromEntries(Object.entries(present).map(([name, subjects]) => [name, subjects.sort()])),
    );
  });

  it.each(MEASUREMENTS)('compares subjects of $name only', ({ subjects, only = {}, targets = [] }) => {
    const named = [...Object.keys(only), ...targets.flatMap(({ ours, peer }) => [ours ?? [], peer ?? []].flat())];
    expect(named.filter((subject) => !subjects.includes(subject))).toEqual([]);
  });

  it('has a measurement for each peer that may be missing', () => {
    const all = new Set(MEASUREMENTS.flatMap(({ subjects }) => subjects));
    expect(OPTIONAL.filter((peer) => !all.has(peer))).toEqual([]);
  });
});
