import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CrateError } from '../../base/errors.js';
import { isWebAddress } from '../../package/package-options.js';
import type { GraphStore } from '../../store/port.js';
import type { CrateJobs, OpenStore } from './crate-in-store.js';

/**
 * Finds what an argument names, and does the job for it. The first of these counts:
 *
 * 1. `-` is standard input, and a path that exists is that path. The store is not opened.
 * 2. The exact IRI of a graph is that crate of the store, even if it is also an address: the store is nearer.
 * 3. An http or https address is that address.
 * 4. Anything else is a name in the store, as for `findGraph`.
 *
 * A store that does not exist contains no crate.
 * @throws CrateError ERR_NOT_FOUND for what is neither a path nor in the store, ERR_GRAPH_NOT_FOUND for an IRI that is
 * not in the store and for an address that cannot be retrieved either, ERR_GRAPH_AMBIGUOUS, and what the jobs throw
 */
export async function withNamedCrate<T>(argument: string, open: OpenStore, jobs: CrateJobs<T>): Promise<T> {
  if (argument === '-' || (!isWebAddress(argument) && exists(argument))) return jobs.elsewhere(argument);
  const { withCrateInStore } = await import('./crate-in-store.js'); // not for a path: it needs no store
  return withCrateInStore(argument, open, jobs);
}

/** The store that is given, or the one that it opens. @throws CrateError ERR_STORE_NOT_FOUND without either */
export async function givenStore(store: GraphStore | OpenStore | undefined): Promise<GraphStore> {
  if (store === undefined) throw new CrateError('ERR_STORE_NOT_FOUND', 'there is no store');
  return typeof store === 'function' ? store() : store;
}

/** Whether there is something at a path, even if it cannot be read: then the error about that is the better one. */
function exists(path: string): boolean {
  try {
    statSync(resolve(path));
    return true;
  } catch (error) {
    return ['EACCES', 'EPERM', 'EIO', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
