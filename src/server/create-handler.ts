import { Hono } from 'hono';
import { packageRoutes } from './packages/package-routes.js';
import type { ServerContext } from './server-context.js';
import { siteRoutes } from './site/site-routes.js';
import { sparqlRoutes } from './sparql/sparql-routes.js';
import { storedRoutes } from './stored/stored-routes.js';

/** Makes the handler of a server: a web-standard function that any HTTP server can call. It throws nothing. */
export function createHandler(context: ServerContext): (request: Request) => Promise<Response> {
  const app = new Hono();
  for (const routes of [packageRoutes, storedRoutes, sparqlRoutes, siteRoutes]) app.route('/', routes(context));
  return async (request) => app.fetch(request);
}
