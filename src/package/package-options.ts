import type { PackageKind } from '../crate/package-kind.js';
import { HttpClient, type HttpOptions } from './http/http-client.js';
import type { HttpValidators } from './http/validators.js';
import { PACKAGE_LIMITS, type PackageLimits } from './limits.js';

/** Options for opening a package. */
export interface PackageOptions {
  /** Treat it as Attached or Detached, whatever its root is. */
  readonly kind?: PackageKind | undefined;
  readonly limits?: Partial<PackageLimits> | undefined;
  readonly http?: HttpOptions | undefined;
  /** Path of a metadata file in an archive, to open a nested crate. Default: the one closest to the top. */
  readonly entry?: string | undefined;
  /**
   * How much of a bag is checked when it is opened: its whole payload (`all`) or only the `metadata`; then each file is
   * also checked when it is read. `later`: nothing, the caller asks for `bagFaults`. Default `all` for a local
   * bag, and nothing for a path at or below its `data/`, with a warning.
   */
  readonly verify?: 'all' | 'metadata' | 'later' | undefined;
  /** Default: `process.stdin`. */
  readonly stdin?: AsyncIterable<Uint8Array> | undefined;
  /** Aborts requests and reads, which then throw the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** What our own code says of a package on the web. */
export interface WebPackageOptions extends PackageOptions {
  /** Sends the requests of several packages over the same connections. Default: one of its own, as `http` says. */
  readonly client?: HttpClient | undefined;
  /** Those of an earlier retrieval: a crate that has not changed since is a `NotModified`. */
  readonly validators?: HttpValidators | undefined;
}

/** {@link PackageOptions} with defaults. */
export interface PackageSettings extends WebPackageOptions {
  readonly limits: PackageLimits;
  /** The client for all requests of the package. */
  readonly client: HttpClient;
}

/** Completes options with the defaults. */
export function withDefaults(options: WebPackageOptions = {}): PackageSettings {
  let client: HttpClient | undefined; // created on demand: most packages are local
  return {
    ...options,
    limits: { ...PACKAGE_LIMITS, ...options.limits },
    get client() {
      return (client ??= options.client ?? new HttpClient({ signal: options.signal, ...options.http }));
    },
  };
}

/** The same options without the credentials of the user, for addresses that only a document names. */
export function withoutCredentials(packages: PackageOptions = {}): PackageOptions {
  return { ...packages, http: { ...packages.http, env: {} } };
}

/** Whether an argument is meant as an http or https address, as `new URL` reads it: maybe after spaces or without `//`. */
export function isWebAddress(argument: string): boolean {
  return /^\s*https?:/i.test(argument);
}
