import { delimiter } from 'node:path';
import { CrateError } from '../base/errors.js';
import type { ContextSource } from '../crate/context/context-source.js';
import type { PackageOptions } from '../package/package-options.js';
import type { EndpointOptions } from '../store/endpoint/endpoint-store.js';
import type { GraphStore } from '../store/port.js';
import { timeLimitSignal } from '../base/threads/time-limit.js';
import { onInterruption } from './interruption.js';
import type { Io } from './io.js';
import { limitsOf } from './limit-option.js';
import type { ContextChoice, ReadingChoice, StoreOption } from './options.js';

/**
 * Opens the contexts that a command may use: the folders of `--contexts` and `CRATEGRAPH_CONTEXTS`, the bundle, the
 * disk cache, and the network unless `--offline`.
 * @throws CrateError ERR_NOT_FOUND, ERR_CONTEXT_UNAVAILABLE for a folder of `--contexts` without a valid index.json
 */
export async function contextsOf(options: ContextChoice, { env }: Io): Promise<ContextSource> {
  const { openContexts } = await import('../package/contexts/open-contexts.js');
  const { checkContextFolder } = await import('../package/contexts/context-folder.js');
  for (const folder of options.contexts ?? []) await checkContextFolder(folder);
  const fromEnv = (env['CRATEGRAPH_CONTEXTS'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return openContexts({
    offline: options.offline === true,
    folders: [...(options.contexts ?? []), ...fromEnv],
    http: { env, allowPrivate: options.allowPrivateContexts === true },
  });
}

/** How a command opens packages: with its limits, the credentials of its environment, and its standard input. */
export function packagesOf(
  options: Pick<ReadingChoice, 'offline' | 'limit' | 'kind'>,
  { env, stdin }: Io,
): PackageOptions {
  const { limits, http } = limitsOf(options.limit ?? []);
  return { limits, kind: options.kind, http: { offline: options.offline === true, env, limits: http }, stdin };
}

/** What a command needs to read crates. @throws CrateError as {@link contextsOf} */
export async function readingOf(
  options: ReadingChoice,
  io: Io,
): Promise<{ contexts: ContextSource; packages: PackageOptions; strict: boolean | undefined }> {
  return { contexts: await contextsOf(options, io), packages: packagesOf(options, io), strict: options.strict };
}

/** How a command opens its store; `change` is `write` for a store that exists. */
export type StoreMode = 'read' | 'change' | 'write' | 'scratch';

/** Opens the store of a command, does the work, and always closes the store. */
export async function inStore<T>(
  options: StoreOption,
  mode: StoreMode,
  work: (store: GraphStore) => Promise<T>,
): Promise<T> {
  return withStore(options, mode, async (open) => work(await open()));
}

/** What a command line says about the endpoint that is its store. */
export function endpointOf({
  queryUrl: query,
  updateUrl: update,
  graphUrl: graph,
  engine,
}: StoreOption): EndpointOptions {
  return { query, update, graph, engine };
}

/** Finds the graph that a command line names. @throws CrateError as `findGraph` */
export async function graphIn(store: GraphStore, name: string): Promise<string> {
  const { findGraph } = await import('../tasks/stored/find-graph.js');
  return findGraph(store, name);
}

/** Does work that opens the store of a command only if it needs it, and then always closes the store. */
export async function withStore<T>(
  options: StoreOption,
  mode: StoreMode,
  work: (open: () => Promise<GraphStore>) => Promise<T>,
): Promise<T> {
  let store: GraphStore | undefined;
  const open = async () => {
    const { openStore } = await import('../store/open-store.js');
    const how = { mode: mode === 'change' ? 'write' : mode, create: mode === 'write' } as const;
    store ??= await openStore(options.store, { ...how, endpoint: endpointOf(options) });
    // An endpoint gets many crates at a time.
    if (how.mode === 'write' && !store.capabilities.atomic)
      onInterruption('some crates may be changed, and others hidden until the same command runs again');
    return store;
  };
  try {
    return await work(open);
  } finally {
    await store?.close();
  }
}

/**
 * The signal that stops the engine after `--timeout`; undefined without the option.
 * @throws CrateError ERR_USAGE for an invalid number of seconds
 */
export function timeLimit({ timeout }: { readonly timeout?: string }): AbortSignal | undefined {
  if (timeout === undefined) return undefined;
  const stopped = () => new CrateError('ERR_TIMEOUT', `stopped after ${timeout} seconds`);
  return timeLimitSignal(secondsOf(timeout), stopped);
}

/** Reads the value of `--timeout`. @throws CrateError ERR_USAGE */
export function secondsOf(timeout: string): number {
  const seconds = Number(timeout);
  if (seconds > 0 && seconds < 2 ** 31 / 1000) return seconds;
  throw new CrateError('ERR_USAGE', `invalid --timeout ${timeout}`, {
    hint: 'give a number of seconds greater than 0, at most 24 days',
  });
}
