import type { ContextSource } from '../../../crate/context/context-source.js';
import type { CratePackage } from '../../../package/crate-package.js';
import type { OnPartProgress } from './part-progress.js';
import type { CredentialChoice } from './credential-hosts.js';
import { withDefaults, type PackageOptions, type PackageSettings } from '../../../package/package-options.js';

/** How to retrieve the files of a crate. */
export interface RetrieveOptions extends CredentialChoice {
  /**
   * Limits, and how to use the network. `http.allowPrivate`: a document must not make this machine request addresses of
   * its own network. By default, one from the web may only name its own host there; one that the user has on disk may
   * name any, but redirects may not lead to others.
   */
  readonly packages?: PackageOptions | undefined;
  /** Where remote contexts come from. Default: as `openCrateDocument`. */
  readonly contexts?: ContextSource | undefined;
  /** Files at once. Default: 8. */
  readonly parallel?: number | undefined;
  /** Files at once from one host. Default: 6, as browsers do. */
  readonly perHost?: number | undefined;
  /** Bytes of one file or archive. A larger one fails. Default: no limit of its own. */
  readonly maxSize?: number | undefined;
  /** Bytes of all files and archives together. The run stops there. Default: the limit of unpacked bytes. */
  readonly maxTotal?: number | undefined;
  /** Replace files and a metadata document that are not of an earlier run. Default: false. */
  readonly force?: boolean | undefined;
  /** Checks the package of a distribution before anything of it is written. */
  readonly checkDownload?: ((download: CratePackage, address: string) => Promise<void>) | undefined;
  readonly onProgress?: OnPartProgress | undefined;
  /** Stops the run; the same call continues it. */
  readonly signal?: AbortSignal | undefined;
}

/** Settings for requests to addresses that a document names. */
export function settingsFor(
  { packages, from }: RetrieveOptions,
  addresses: readonly string[],
  signal: AbortSignal | undefined,
): PackageSettings {
  const named = from === undefined ? addresses : from.fromPrivate ? [from.url] : [];
  const hosts = new Set(named.flatMap((address) => (URL.canParse(address) ? [new URL(address).hostname] : [])));
  const http = { ...packages?.http, allowPrivate: packages?.http?.allowPrivate ?? hosts, signal };
  return withDefaults({ ...packages, signal, http });
}
