import { MEASUREMENTS, OPTIONAL } from './plan.mjs';

interface Module {
  readonly subjects: Readonly<Record<string, unknown>>;
}

it.each(MEASUREMENTS.map((measurement) => [measurement.name, measurement] as const))(
  'the benchmark has a program for each subject of %s',
  async (_, { name, module = name, subjects, targets = [] }) => {
    const { subjects: known } = (await import(`./measurements/${module}.mjs`)) as Module;
    expect(subjects.filter((subject) => !Object.hasOwn(known, subject))).toEqual([]);
    const peers = targets.flatMap(({ ours = 'crategraph', peer = ours }) => [ours, peer]);
    expect(peers.filter((peer) => !subjects.includes(peer))).toEqual([]);
  },
);

it('peers that may be missing take part in a measurement', () => {
  const all = new Set(MEASUREMENTS.flatMap(({ subjects }) => subjects));
  expect(OPTIONAL.filter((peer) => !all.has(peer))).toEqual([]);
});
