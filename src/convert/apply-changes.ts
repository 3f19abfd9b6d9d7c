import type { CrateDocument } from '../crate/read/crate-document.js';
import type { Plan } from './plan.js';

/**
 * Writes the document that a plan describes: the text of the original with the changes of its entities. Changes that
 * retrieve something are made as if it had been retrieved, so the caller leaves out those that failed.
 * @returns the new document in UTF-8, in chunks
 * @throws CrateError ERR_PLAN_INVALID if two changes contradict each other, or an identifier is not in the document
 */
export function applyChanges(_document: CrateDocument, _plan: Plan): Promise<Iterable<Uint8Array>> {
  throw new Error('to be written');
}
