import { CrateError } from '../../base/errors.js';

/** The error for a search of what has no full text. */
export function noFullText(what: string): CrateError {
  return new CrateError('ERR_UNSUPPORTED', `${what} has no full text to search`, {
    hint: 'load the crates into a store file and search that; in SPARQL, FILTER CONTAINS compares the text of values',
  });
}
