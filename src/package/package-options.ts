import type { PackageKind } from './crate-package.js';
import { HttpClient, type HttpOptions } from './http/http-client.js';
import { PACKAGE_LIMITS, type PackageLimits } from './limits.js';

/** How to open a package. */
export interface PackageOptions {
  /** Treat it as Attached or Detached, whatever its root says. */
  readonly kind?: PackageKind | undefined;
  readonly limits?: Partial<PackageLimits> | undefined;
  readonly http?: HttpOptions | undefined;
  /** Path of the metadata file in an archive: opens that nested crate. Default: the shallowest one. */
  readonly entry?: string | undefined;
  /**
   * What of a bag is checked before it is used: `all` its payload (default for what is on this machine), or only the
   * `metadata`. Files are checked again when they are read.
   */
  readonly verify?: 'all' | 'metadata' | undefined;
  /** Default: `process.stdin`. */
  readonly stdin?: AsyncIterable<Uint8Array> | undefined;
}

/** {@link PackageOptions} with everything decided. */
export interface PackageSettings extends PackageOptions {
  readonly limits: PackageLimits;
  /** One client for all requests of the package. */
  readonly client: HttpClient;
}

/** Decides what the options leave open. */
export function withDefaults(options: PackageOptions = {}): PackageSettings {
  let client: HttpClient | undefined; // most packages never go to the network
  return {
    ...options,
    limits: { ...PACKAGE_LIMITS, ...options.limits },
    get client() {
      return (client ??= new HttpClient(options.http));
    },
  };
}

/** Whether an argument is an address on the web. */
export function isWebAddress(argument: string): boolean {
  return /^\s*https?:/i.test(argument);
}
