import { delimiter } from 'node:path';
import { type Command, Option } from 'commander';
import { CrateError } from '../errors.js';
import type { ContextSource } from '../crate/context/context-source.js';
import type { PackageOptions } from '../package/package-options.js';
import type { GraphStore } from '../store/port.js';
import type { Io } from './io.js';
import { limitsOf } from './limit-option.js';

/** Options that every command has. */
export interface CommonOptions {
  readonly offline?: boolean;
  readonly contexts?: string[];
  readonly allowPrivateContexts?: boolean;
  readonly limit?: string[];
  readonly strict?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** Options of commands that use a store. */
export interface StoreOptions extends CommonOptions {
  readonly store: string;
}

/** An option that may be given several times; one value each time, so that arguments can follow. */
export function repeatable(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, earlier: string[] = []) => [...earlier, value]);
}

/** Adds the options that every command has. */
export function withCommon(command: Command): Command {
  return command
    .addOption(new Option('--offline', 'never go to the network'))
    .addOption(repeatable('--contexts <dir>', 'folder of contexts with an index.json (repeatable)'))
    .addOption(
      new Option(
        '--allow-private-contexts',
        'fetch contexts from private and loopback addresses that a document names',
      ),
    )
    .addOption(
      repeatable(
        '--limit <bound=value>',
        'another bound, such as metadata=2GB, download, unpacked, ratio, entries, redirects, requests, seconds, duration, links (repeatable)',
      ),
    )
    .addOption(new Option('--strict', 'refuse crates that need a repair'))
    .addOption(new Option('--quiet', 'no words on stderr but errors'))
    .addOption(new Option('--json', 'machine-readable results'));
}

/** Adds the options of commands that use a store. */
export function withStore(command: Command): Command {
  return withCommon(command).addOption(
    new Option('--store <place>', 'file of the store, or memory:').env('CRATEGRAPH_STORE').default('./.crategraph'),
  );
}

/** Adds the option of commands that ask the engine. */
export function withTimeout(command: Command): Command {
  return command.option('--timeout <seconds>', 'stop the engine after this time');
}

/**
 * The signal that ends a command's question after its `--timeout`.
 * @throws CrateError ERR_USAGE for what is no number of seconds
 */
export function timeLimit({ timeout }: { readonly timeout?: string }): AbortSignal | undefined {
  if (timeout === undefined) return undefined;
  const seconds = Number(timeout);
  if (!(seconds > 0 && seconds < 2 ** 31 / 1000))
    throw new CrateError('ERR_USAGE', `--timeout ${timeout} is no number of seconds`);
  const limit = new AbortController();
  const stop = () => limit.abort(new CrateError('ERR_TIMEOUT', `stopped after ${timeout} seconds`));
  setTimeout(stop, seconds * 1000).unref();
  return limit.signal;
}

/** The contexts that a command may use. */
export async function contextsOf(options: CommonOptions, { env }: Io): Promise<ContextSource> {
  const { openContexts } = await import('../package/contexts/open-contexts.js');
  const fromEnv = (env['CRATEGRAPH_CONTEXTS'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return openContexts({
    offline: options.offline === true,
    folders: [...(options.contexts ?? []), ...fromEnv],
    http: { env, allowPrivate: options.allowPrivateContexts === true },
  });
}

/** How a command opens packages: with the credentials of its environment, and its standard input. */
export function packagesOf(options: CommonOptions, { env, stdin }: Io): PackageOptions {
  const { limits, http } = limitsOf(options.limit ?? []);
  return { limits, http: { offline: options.offline === true, env, limits: http }, stdin };
}

/** Opens the store of a command, does the work, and closes it whatever happens. */
export async function inStore<T>(
  options: StoreOptions,
  mode: 'read' | 'change' | 'write' | 'scratch',
  work: (store: GraphStore) => Promise<T>,
): Promise<T> {
  const { openStore } = await import('../store/open-store.js');
  const store = await openStore(options.store, { mode: mode === 'change' ? 'write' : mode, create: mode === 'write' });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Adds one verb to the program; a verb that ends neither well nor with an error sets the exit status. */
export type DefineCommand = (program: Command, io: Io, status: { code: number }) => void;
