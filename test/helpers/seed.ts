/** The seed of property tests: the same in every run, so that a failure is about the change; `SEED` tries others. */
export const SEED = Number(process.env['SEED'] ?? 20261120);

/** How often a property is tried: a tenth in the quick suites; `RUNS` asks for another share, as the long suites do. */
export const runs = (all: number): number => Math.ceil(all * Number(process.env['RUNS'] ?? 0.1));

/** The parameters of a property test: the one seed, and never fewer than 25 tries. @param all tries in the long suites */
export const tries = (all: number): { seed: number; numRuns: number } => ({
  seed: SEED,
  numRuns: Math.max(25, runs(all)),
});

/** Whether these are the long suites, which try everything in full. */
export const inLongSuites = Number(process.env['RUNS'] ?? 0) >= 1;
