import type { ContextSource } from '../../crate/context/context-source.js';
import type { FetchedFrom } from '../../package/contexts/open-contexts.js';
import { withDefaults, type PackageOptions, type PackageSettings } from '../../package/package-options.js';

/** How to retrieve the files of a crate. */
export interface RetrieveOptions {
  /**
   * Limits, and how to use the network. `http.allowPrivate` defaults to false, or to the origin of the document if that is
   * private: a document must not make this machine request addresses of its own network.
   */
  readonly packages?: PackageOptions | undefined;
  /** How the document was fetched; undefined for a local one. */
  readonly from?: FetchedFrom | undefined;
  /** Where remote contexts come from. Default: as `openCrate`. */
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
  /** @param done bytes if all sizes are known, otherwise files; see `progressUnit` */
  readonly onProgress?: ((done: number, total: number, name: string) => void) | undefined;
  /** Stops the run; the same call continues it. */
  readonly signal?: AbortSignal | undefined;
}

/** Settings for requests to addresses that a document names. */
export function settingsFor({ packages, from }: RetrieveOptions, signal: AbortSignal | undefined): PackageSettings {
  const ownOrigin = from?.fromPrivate === true ? new URL(from.url).origin : false;
  const http = { ...packages?.http, allowPrivate: packages?.http?.allowPrivate ?? ownOrigin, signal };
  return withDefaults({ ...packages, signal, http });
}
