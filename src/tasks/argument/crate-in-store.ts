import { CrateError } from '../../base/errors.js';
import { quotedName } from '../../base/quoted-name.js';
import { displayAddress } from '../../crate/context/context-address.js';
import { isWebAddress } from '../../package/package-options.js';
import type { GraphSnapshot, GraphStore } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { exactGraph, findGraph, prepareNames } from '../stored/find-graph.js';
import { looksLikeIri } from '../stored/graph-names.js';

/** Opens the store that an argument may name a crate of; only called for an argument that is not a path or `-`. */
export type OpenStore = () => Promise<GraphStore>;

/** What to do with the crate that an argument names. */
export interface CrateJobs<T> {
  /** For a path, a URL or `-`. */
  readonly elsewhere: (crate: string) => Promise<T>;
  /** For a crate of the store. @param graph its IRI @param snapshot the moment in which the name was found */
  readonly stored: (snapshot: GraphSnapshot, graph: string) => Promise<T>;
}

/**
 * Does the job for an argument that is no path: for a crate of the store, or else for an address.
 * @throws as `withNamedCrate`
 */
export async function withCrateInStore<T>(argument: string, open: OpenStore, jobs: CrateJobs<T>): Promise<T> {
  const isAddress = isWebAddress(argument);
  const store = await openIfExists(open);
  if (store instanceof CrateError) {
    if (isAddress) return jobs.elsewhere(argument);
    throw looksLikeIri(argument) ? store : notFound(argument, `and ${store.message}`, store);
  }
  if (!looksLikeIri(argument)) await prepareNames(store);
  const snapshot = store.snapshot();
  try {
    const graph = await (isAddress ? exactGraph(snapshot, argument.trim()) : findGraph(snapshot, argument));
    if (graph !== undefined) return await jobs.stored(snapshot, graph);
  } catch (error) {
    throw error instanceof CrateError && isUnknown(error, argument)
      ? notFound(argument, 'nor does the store have a crate of this name', error)
      : error;
  } finally {
    snapshot.close();
  }
  return jobs.elsewhere(argument).catch(async (error: unknown) => {
    throw await withSnapshot(store, (again) => retrievalError(argument, error, () => findGraph(again, argument)));
  });
}

/** The store; the error if there is none. */
async function openIfExists(open: OpenStore): Promise<GraphStore | CrateError> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof CrateError && error.code === 'ERR_STORE_NOT_FOUND') return error;
    throw error;
  }
}

/** Whether an error says that a name, which may be a misspelled path, is not in the store. */
function isUnknown({ code, details }: CrateError, argument: string): boolean {
  return code === 'ERR_GRAPH_NOT_FOUND' && details['graph'] === argument && !looksLikeIri(argument);
}

/** The error for an argument that is neither a path nor in the store. @param inStore what was found there */
function notFound(argument: string, inStore: string, cause: CrateError): CrateError {
  const isNear = (cause.details['nearest'] as readonly unknown[] | undefined)?.length;
  const hint = isNear
    ? cause.hint
    : cause.code === 'ERR_STORE_NOT_FOUND'
      ? 'check the path'
      : 'check the path; `crategraph list` shows the crates of the store';
  return new CrateError('ERR_NOT_FOUND', `${quotedName(argument)} does not exist as a file or folder, ${inStore}`, {
    hint,
    details: isNear ? { nearest: cause.details['nearest'] } : {},
    cause,
  });
}

/** The error for an address that cannot be retrieved, and whose IRI is not in the store: the user may mean either. */
async function retrievalError(argument: string, error: unknown, find: () => Promise<unknown>): Promise<unknown> {
  if (!(error instanceof CrateError) || error.code !== 'ERR_HTTP') return error;
  const { hint, details } = await find().then(
    (graph) => ({ hint: `did you mean <${String(graph)}>? see \`crategraph list\``, details: {} }),
    (notFoundError: CrateError) => notFoundError,
  );
  const shown = displayAddress(argument);
  return new CrateError('ERR_GRAPH_NOT_FOUND', `the store has no graph <${shown}>, and ${error.message}`, {
    hint: `${hint}; or check the address and the network`,
    details: { ...details, ...error.details, graph: shown },
    cause: error,
  });
}
