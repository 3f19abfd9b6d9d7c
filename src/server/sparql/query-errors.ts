import { CrateError } from '../../base/errors.js';

/** There is no room for a query. */
export function serverBusy(): CrateError {
  return new CrateError('ERR_TIMEOUT', 'the server is busy with other queries', {
    hint: 'ask again in a moment',
    details: { busy: true },
  });
}

/** A query has waited long enough for the index. */
export function serverIndexes(): CrateError {
  return new CrateError('ERR_TIMEOUT', 'the server is putting the crates into its index', {
    hint: 'ask again in a moment: the work goes on meanwhile',
    details: { busy: true },
  });
}

/** The server takes no more queries. */
export function serverStops(): CrateError {
  return new CrateError('ERR_INTERRUPTED', 'the server is shutting down');
}

/** The error of a query or update that reached the time limit. */
export function tooSlow(what: string, seconds: number): CrateError {
  return new CrateError('ERR_TIMEOUT', `the ${what} took longer than ${seconds} s, the limit here`, {
    hint: 'ask for less: name the crate, the entities or the types that you want',
    details: { seconds },
  });
}
