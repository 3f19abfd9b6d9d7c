import { Hono } from 'hono';
import type { AskedForm, Branding, PageRequest } from '../../site/door.js';
import type { ServerContext } from '../server-context.js';
import { askedForm } from './asked-form.js';
import { answerPage } from './page-response.js';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ContentResponse } from '../http/content-response.js';
import { fileTypeOf, typeWithCharset } from '../http/media-types.js';
import { unmetConditions } from '../http/unmet-conditions.js';
import { ownFile } from '../../base/own-files.js';
import { HTTPException } from 'hono/http-exception';
import { preflight } from '../http/cors.js';
import { plainAnswer } from '../http/plain-answer.js';
import { formOf } from '../sparql/request-parameters.js';

/** Routes of the website that belong to no crate: the list of crates, statistics, queries, scripts and styles. */
export function siteRoutes(context: ServerContext): Hono {
  const app = new Hono();
  const get = (path: string, page: (url: URL, form: AskedForm) => PageRequest | undefined) =>
    app.get(path, async ({ req: { raw } }) => {
      const asked = page(new URL(raw.url), askedForm(raw));
      return asked === undefined
        ? new Response('Which IRI? Write /mentions?iri=...\n', { status: 400, headers: TEXT })
        : answerPage(raw, asked, context);
    });
  app.get('/', ({ req: { raw } }) => answerPage(raw, listRequest(raw, askedForm(raw)), context));
  app.get('/crates.csv', ({ req: { raw } }) => answerPage(raw, listRequest(raw, { named: 'csv' }), context));
  get('/statistics', (_url, form) => ({ page: 'statistics', form }));
  get('/references', ({ search }, form) => ({ page: 'references', search, form }));
  get('/imprint', () => ({ page: 'imprint' }));
  get('/query', ({ search }) => ({ page: 'query', search }));
  get('/mentions', ({ search, searchParams }, form) => {
    const iri = searchParams.get('iri');
    return iri === null || iri === '' ? undefined : { page: 'mentions', iri, search, form };
  });
  app.route('/', queryRoutes(context));
  app.get(
    '/assets/:name',
    async ({ req }) => (await answerAsset(req.raw, req.param('name'), context.branding)) ?? notHere(),
  );
  return app;
}

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };

function notHere(): Response {
  return new Response('There is no such file.\n', { status: 404, headers: TEXT });
}

/** Our build writes them there; a path from the sources leads there too. */
const FOLDER = ownFile('dist/assets/');

interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

const assets = new Map<string, Promise<Asset | undefined>>();

/** Answers a request for a script or style of the website; undefined if there is none of this name. */
async function answerAsset(request: Request, name: string, branding: Branding): Promise<Response | undefined> {
  const own = branding.assets.get(name);
  if (own !== undefined) return assetResponse(request, assetOf(own.bytes), own.mediaType);
  // The names of our build; nothing else is looked for.
  if (!/^[\w-]+(?:\.[\w-]+)*\.(?:js|css|json|svg|wasm|txt)$/.test(name)) return undefined;
  let reading = assets.get(name);
  if (reading === undefined) reading = readAsset(name);
  const asset = await reading;
  if (asset === undefined) return undefined;
  assets.set(name, reading);
  return assetResponse(request, asset, fileTypeOf(name));
}

function assetResponse(request: Request, { bytes, etag }: Asset, type: string): Response {
  const headers = new Headers({
    'Content-Type': typeWithCharset(type, bytes),
    'X-Content-Type-Options': 'nosniff',
    // The name of a file stays when its content changes, so clients ask each time, and mostly get 304.
    'Cache-Control': 'no-cache',
    ETag: etag,
  });
  return unmetConditions(request, headers) ?? new ContentResponse(bytes, { headers });
}

async function readAsset(name: string): Promise<Asset | undefined> {
  const bytes = await readFile(new URL(name, FOLDER)).catch(() => undefined);
  if (bytes === undefined) return undefined;
  return assetOf(new Uint8Array(bytes));
}

function assetOf(bytes: Asset['bytes']): Asset {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` };
}

/** Routes of what the query page asks for besides answers: names to complete, parameters set, and where IRIs lead. */
function queryRoutes(context: ServerContext): Hono {
  const app = new Hono();
  const answer = (request: Request, page: PageRequest) => answerPage(request, page, context);
  app.get('/query/terms.json', ({ req: { raw } }) => answer(raw, { page: 'query-terms' }));
  app.get('/crates.json', ({ req }) => {
    const iris = req.queries('iri');
    return answer(
      req.raw,
      iris === undefined ? listRequest(req.raw, { named: 'json' }) : { page: 'links', iris: fewIris(iris) },
    );
  });
  // A page of results holds more IRIs than an address can.
  app.post('/crates.json', async ({ req: { raw } }) =>
    answer(raw, { page: 'links', iris: fewIris((await formOf(raw)).getAll('iri')) }),
  );
  app.post('/query/bound.json', async ({ req: { raw } }) => {
    const form = await formOf(raw);
    const values = [...form].filter(([key]) => key.startsWith('$')).map(([key, value]) => [key.slice(1), value]);
    const parameters = Object.fromEntries(values) as Record<string, string>;
    return answer(raw, { page: 'bound-query', query: form.get('query') ?? '', parameters });
  });
  allowOnly(app, '/crates.json', 'GET, HEAD, POST, OPTIONS');
  allowOnly(app, '/query/bound.json', 'POST, OPTIONS');
  return app;
}

/** The list of crates that an address asks for. */
function listRequest({ url }: Request, form: AskedForm): PageRequest {
  return { page: 'crates', search: new URL(url).search, form };
}

/** Answers the other methods of an address. */
function allowOnly(app: Hono, path: string, methods: string): void {
  app.all(path, ({ req: { method } }) =>
    method === 'OPTIONS' ? preflight(methods) : plainAnswer(405, `${path} takes ${methods}.`, { allow: methods }),
  );
}

/** IRIs that are looked up at once; a page of results has a hundred rows. */
const MOST_IRIS = 10_000;

/** Each of the IRIs once. @throws HTTPException 413 for more than a page of results has */
function fewIris(iris: readonly string[]): string[] {
  const different = [...new Set(iris)];
  if (different.length <= MOST_IRIS) return different;
  const text = `A request may ask for ${MOST_IRIS} IRIs, not ${different.length}: ask for them in several.`;
  throw new HTTPException(413, { res: plainAnswer(413, text) });
}
