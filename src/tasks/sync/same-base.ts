import { CrateError } from '../../base/errors.js';
import { parseBase } from '../../crate/base.js';

/** Whether a catalogue gives a crate the base that it has; one that gives none leaves it, and one that is none is an error later. */
export function isSameBase(given: string | undefined, known: string | undefined): boolean {
  if (given === undefined || given === known) return true;
  try {
    return parseBase(given).iri === known;
  } catch (error) {
    if (error instanceof CrateError) return false;
    throw error;
  }
}
