/** The seed of property tests: the same in every run, so that a failure is about the change; `SEED` tries others. */
export const SEED = Number(process.env['SEED'] ?? 20261120);
