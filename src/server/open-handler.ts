import type { AccessOptions } from './access.js';
import type { Metrics } from './metrics.js';
import type { FolderReading } from './served-store.js';
import type { ServedPackage, ServerLimits } from './server-context.js';

/** What a handler serves, and how. */
export interface OpenHandlerOptions extends AccessOptions, FolderReading {
  /**
   * The address at which clients see the handler, such as `https://data.example.org/`. At one of loopback, websites may
   * only read the files of `folders`; see `origins`.
   */
  readonly address: string;
  /** Crate folders; each is served at `crates/<its name>/`. */
  readonly folders?: readonly string[] | undefined;
  /** Path of a store. Without one the folders are loaded into a temporary store. */
  readonly store?: string | undefined;
  /** Redirects, such as `/w/survey=/crates/survey/`. */
  readonly permalinks?: readonly string[] | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
  /** What `/metrics` shows besides the queries. */
  readonly metrics?: Metrics | undefined;
  /** Called with each error that a client only sees as "Internal Server Error". */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** A handler with what it has opened. */
export interface OpenedHandler {
  /** With `/` at its end. */
  readonly address: string;
  /** Answers requests; it throws nothing. */
  readonly handler: (request: Request) => Promise<Response>;
  readonly packages: readonly ServedPackage[];
  /** What a user should know, such as crates that could not be loaded. */
  readonly notes: readonly string[];
  /** Closes store and threads, and removes the temporary store. */
  close(): Promise<void>;
}

/**
 * Opens what crate folders and stored crates look like over HTTP, as a web-standard function that any HTTP server or
 * framework can call. `openServer` also listens.
 * @example
 * const { handler, close } = await openHandler({ address: 'https://data.example.org/', folders:
 * ['data/crates/rainfall-survey'] }); const answer = await handler(new
 * Request('https://data.example.org/crates/rainfall-survey/ro-crate-metadata.json')); console.log(answer.status,
 * answer.headers.get('access-control-allow-origin')); // 200 * await close();
 * @throws CrateError ERR_NOT_FOUND, ERR_NOT_A_CRATE, ERR_USAGE for folders of one name, an address that is none and
 * permalinks to nowhere, ERR_STORE_NOT_FOUND, ERR_STORE_INVALID, ERR_STRICT
 */
export async function openHandler(options: OpenHandlerOptions): Promise<OpenedHandler> {
  // Routes and pages are large, and most programs never serve.
  const { openRoutes } = await import('./open-routes.js');
  const { standardResponse } = await import('./http/content-response.js');
  const opened = await openRoutes(options);
  return { ...opened, handler: async (request) => standardResponse(await opened.handler(request)) };
}
