/** The seed of property tests. It is the same in every run, so that a failure is due to a change; `SEED` sets another. */
export const SEED = Number(process.env['SEED'] ?? 20261120);

/** The share of the tries of a property: a twentieth in the quick suites; `RUNS` sets another, as the long suites do. */
export const runs = (all: number): number => Math.ceil(all * Number(process.env['RUNS'] ?? 0.05));

/** Returns the parameters of a property test: the seed, and at least 25 tries. @param all tries in the long suites */
export const tries = (all: number): { seed: number; numRuns: number } => ({
  seed: SEED,
  numRuns: Math.max(25, runs(all)),
});

/** Whether the long suites are running, with all tries. */
export const inLongSuites = Number(process.env['RUNS'] ?? 0) >= 1;
