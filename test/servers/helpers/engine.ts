import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** A graph store of others that the tests can start. */
export interface TestedEngine {
  readonly name: string;
  /** Why it cannot be started here; undefined if it can. */
  readonly missing: string | undefined;
  start(): Promise<RunningEngine>;
}

/** A graph store that runs on loopback, for this test file. */
export interface RunningEngine {
  /** For `--store`. */
  readonly url: string;
  /** Variables with its credentials. */
  readonly env: Readonly<Record<string, string>>;
  readonly addresses: EngineAddresses;
  /** User and password for changes, by Digest. */
  readonly login?: { readonly user: string; readonly password: string };
  /** Kills it in the middle of its work; its data stay. */
  crash(): Promise<void>;
  /** Starts it again after {@link crash}, at the same addresses with what its data folder has. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** For an engine whose store may be damaged by {@link crash}: how it says so, and what makes its store anew. */
  readonly damage?: { readonly says: RegExp; renew(): Promise<void> };
}

/** Where an engine takes requests of the SPARQL Protocol, of the Graph Store Protocol, and N-Quads of any graphs. */
export interface EngineAddresses {
  readonly query: string;
  readonly update: string;
  readonly graphs: string;
  readonly data?: string;
}

/** The folder of `test/servers/get-engines.sh`. */
export function engineFile(name: string): string {
  return resolve(process.env['CRATEGRAPH_ENGINES'] ?? 'node_modules/.cache/engines', name);
}

/** Says what is missing of programs and files of the cache folder; undefined if nothing is. */
export function missingOf(program: string, isThere: boolean, ...files: readonly string[]): string | undefined {
  if (!isThere) return `${program} not found`;
  const file = files.find((one) => !existsSync(engineFile(one)));
  return file === undefined ? undefined : `${file} not found: run test/servers/get-engines.sh`;
}
