/** The seed of property tests: the same in every run, so that a failure is about the change; `SEED` tries others. */
export const SEED = Number(process.env['SEED'] ?? 20261120);

/** How often a property is tried: a tenth in the quick suites; `RUNS` asks for another share, as the long suites do. */
export const runs = (all: number): number => Math.ceil(all * Number(process.env['RUNS'] ?? 0.1));

/** Whether these are the long suites, which try everything in full. */
export const inLongSuites = Number(process.env['RUNS'] ?? 0) >= 1;
