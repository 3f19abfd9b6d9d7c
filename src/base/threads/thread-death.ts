import { CrateError } from '../errors.js';

/** How a thread came to its end. */
export type ThreadDeath =
  /** Its owner has ended it. */
  | { readonly by: 'end' }
  /** No caller waited for what it was doing. */
  | { readonly by: 'abort' }
  /** It took too long. */
  | { readonly by: 'time'; readonly seconds: number }
  | { readonly by: 'memory' }
  /** An error that was not caught. */
  | { readonly by: 'crash'; readonly cause: Error }
  /** It ended by itself. */
  | { readonly by: 'exit'; readonly status: number }
  /** It could not start. */
  | { readonly by: 'start'; readonly error: CrateError };

/** How a thread died that has thrown an error. */
export function deathBy(error: Error & { readonly code?: string }): ThreadDeath {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { by: 'memory' } : { by: 'crash', cause: error };
}

/**
 * The error for what a thread was doing when it died. There is no other table of these.
 * @param doing the subject of the sentence, as in `the query`
 */
export function deathError(death: ThreadDeath, doing: string): CrateError {
  switch (death.by) {
    case 'end':
    case 'abort':
      return new CrateError('ERR_INTERRUPTED', `${doing} was ended`);
    case 'time':
      return new CrateError('ERR_TIMEOUT', `${doing} took longer than ${death.seconds} s, the limit here`, {
        hint: 'ask for less, or allow more time',
        details: { seconds: death.seconds },
      });
    case 'memory':
      return new CrateError('ERR_LIMIT', `${doing} needs more memory than it may take`, { hint: 'ask for less' });
    case 'crash':
      return new CrateError('ERR_INTERNAL', `${doing} failed: ${death.cause.message}`, { cause: death.cause });
    case 'exit':
      return new CrateError('ERR_INTERNAL', `${doing} failed: its thread ended by itself, with status ${death.status}`);
    case 'start':
      return death.error;
  }
}

/** The error of a request whose thread died of another one: it can be asked again. */
export class Bystander extends CrateError {
  constructor(doing: string) {
    super('ERR_INTERRUPTED', `${doing} was ended, because its thread died of something else`);
  }
}
