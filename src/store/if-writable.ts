import { CrateError } from '../base/errors.js';

/** Another process writes, or the store is read-only. */
const NOT_NOW: ReadonlySet<string> = new Set(['ERR_STORE_LOCKED', 'ERR_OUTPUT']);

/**
 * Waits for work on what a store derives from its graphs, such as its index, and lets it be where the store cannot be
 * written now: readers find the same without it.
 * @throws what the work throws for any other reason
 */
export async function ifWritable(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof CrateError && NOT_NOW.has(error.code))) throw error;
  }
}
