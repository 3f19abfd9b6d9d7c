import type { OpenedHandler, OpenHandlerOptions } from './open-routes.js';

/**
 * Opens what crate folders and stored crates look like over HTTP, as a web-standard function that any HTTP server or
 * framework can call. `openServer` also listens.
 * @example
 * const address = 'https://data.example.org/';
 * const { handler, close } = await openHandler({ address, folders: ['data/crates/rainfall-survey'] });
 * const answer = await handler(new Request(`${address}crates/rainfall-survey/ro-crate-metadata.json`));
 * console.log(answer.status, answer.headers.get('access-control-allow-origin')); // 200 *
 * await close();
 * @throws CrateError ERR_NOT_FOUND, ERR_NOT_A_CRATE, ERR_USAGE for folders of one name, an invalid address and
 * permalinks to nowhere, ERR_STORE_NOT_FOUND, ERR_STORE_INVALID, ERR_STRICT
 */
export async function openHandler(options: OpenHandlerOptions): Promise<OpenedHandler> {
  // Routes and pages are large, and most programs never serve.
  const { openRoutes } = await import('./open-routes.js');
  const { standardResponse } = await import('./http/content-response.js');
  const opened = await openRoutes(options);
  return { ...opened, handler: async (request) => standardResponse(await opened.handler(request)) };
}
