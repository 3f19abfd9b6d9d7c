import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { nextTurn } from '../crate/read/stop-signal.js';
import { CrateError } from '../base/errors.js';
import { allowOrigin, preflight, READING_METHODS } from './http/cors.js';
import { encodeResponse } from './http/encode-response.js';
import { limitBody } from './http/limit-body.js';
import { catalogueRoutes } from './discovery/catalogue-routes.js';
import { robotRoutes } from './discovery/robot-routes.js';
import { selfDescriptionRoutes } from './discovery/self-description-routes.js';
import { linkSetRoutes } from './discovery/link-set-routes.js';
import { oaiRoutes } from './oai/oai-routes.js';
import { isFileOf, packageRootListing, packageRoutes } from './packages/package-routes.js';
import { pathSegments } from './path-segments.js';
import { permalinkOf, permalinkRoutes, type Permalink } from './permalinks.js';
import { plainAnswer } from './http/plain-answer.js';
import type { ServerContext } from './server-context.js';
import { orErrorPage } from './site/error-page.js';
import { siteRoutes } from './site/site-routes.js';
import { sparqlRoutes } from './sparql/sparql-routes.js';
import { storedRoutes } from './stored/stored-routes.js';

/** What a handler gets besides what it serves. */
export interface HandlerOptions {
  readonly permalinks?: readonly Permalink[] | undefined;
  /** Called with each error that a client only sees as "Internal Server Error". */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** Paths that a private server shows to everybody: whether it runs, that robots stay out, and its scripts and styles. */
const OPEN_PATHS = /^\/(?:health$|robots\.txt$|assets\/)/;

/** Makes the handler of a server: a web-standard function that any HTTP server can call. It throws nothing. */
export function createHandler(
  context: ServerContext,
  { permalinks = [], onFault }: HandlerOptions = {},
): (request: Request) => Promise<Response> {
  const { access, limits, metrics } = context;
  const app = new Hono();
  app.use(async (c, next) => {
    const { raw: request, path, method } = c.req;
    if (method !== 'OPTIONS' && !OPEN_PATHS.test(path) && !access.mayRead(request)) return unauthorised();
    c.req.raw = limitBody(request, limits.bodyBytes);
    return next();
  });
  app.get('/health', async () =>
    (await context.pages.isAnswering())
      ? plainAnswer(200, 'ok', { 'cache-control': 'no-store' })
      : plainAnswer(503, 'A page keeps the others waiting.', { 'cache-control': 'no-store', 'retry-after': '1' }),
  );
  app.get('/metrics', (c) => {
    c.header('cache-control', 'no-store');
    return c.body(metrics.text(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
  app.route('/', permalinkRoutes(permalinks));
  for (const routes of [
    robotRoutes,
    packageRoutes,
    linkSetRoutes,
    storedRoutes,
    sparqlRoutes,
    catalogueRoutes,
    selfDescriptionRoutes,
    oaiRoutes,
    siteRoutes,
    packageRootListing,
  ])
    app.route('/', routes(context));
  app.notFound(({ req: { method } }) => {
    if (method === 'GET' || method === 'HEAD') return plainAnswer(404, 'Not Found');
    if (method === 'OPTIONS') return preflight(READING_METHODS);
    return plainAnswer(405, 'This can only be read; /graphs and /sparql can be written.', {
      allow: READING_METHODS,
    });
  });
  app.onError(async (error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (error instanceof CrateError && error.code === 'ERR_STORE_LOCKED')
      return plainAnswer(503, 'The store is busy: another process is writing to it.', { 'retry-after': '1' });
    return fault(error, c.req.raw);
  });
  const fault = async (error: unknown, { signal }: Request): Promise<Response> => {
    await nextTurn(); // the end of a connection may reach the reader of a body before it reaches the signal
    if (signal.aborted) return new Response(null, { status: 499 }); // as nginx logs it; the client has gone
    onFault?.(error);
    return plainAnswer(500, 'Internal Server Error');
  };
  const folders = new Set(context.packages.map(({ name }) => name));
  // A redirect is followed across websites only if it may be read itself.
  const isShared = (pathname: string): boolean => {
    const path = pathSegments(pathname) ?? [];
    return isFileOf(folders, path) || permalinkOf(path, permalinks) !== undefined;
  };
  return async (request) => {
    // hono hands on what is thrown and no Error, such as the reason of an aborted request.
    const plain = await Promise.resolve(app.fetch(request)).catch((error: unknown) => fault(error, request));
    const answer = await encodeResponse(request, await orErrorPage(request, plain, context));
    const { headers } = answer;
    headers.set('x-content-type-options', 'nosniff');
    if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'same-origin');
    allowOrigin(headers, access.allowedOrigin(request, isShared(new URL(request.url).pathname)));
    return answer;
  };
}

function unauthorised(): Response {
  return plainAnswer(
    401,
    'This server is private: send its token, as in "Authorization: Bearer TOKEN", or as the password of any name.',
    // Chromium looks at the first scheme only.
    { 'www-authenticate': 'Basic realm="crategraph", charset="UTF-8", Bearer realm="crategraph"' },
  );
}
