import { Hono } from 'hono';
import type { PageRequest } from '../../pages/page-request.js';
import type { ServerContext } from '../server-context.js';
import { answerAsset } from './assets.js';
import { answerPage } from './page-response.js';

/** Routes of the website that belong to no crate: the list of crates, statistics, queries, scripts and styles. */
export function siteRoutes(context: ServerContext): Hono {
  const app = new Hono();
  const get = (path: string, page: (url: URL) => PageRequest | undefined) =>
    app.get(path, async ({ req: { raw } }) => {
      const asked = page(new URL(raw.url));
      return asked === undefined
        ? new Response('Which IRI? Write /mentions?iri=...\n', { status: 400, headers: TEXT })
        : answerPage(raw, asked, context);
    });
  get('/', ({ search }) => ({ page: 'crates', search }));
  get('/statistics', () => ({ page: 'statistics' }));
  get('/query', ({ search }) => ({ page: 'query', search }));
  get('/mentions', ({ searchParams }) => {
    const iri = searchParams.get('iri');
    return iri === null || iri === '' ? undefined : { page: 'mentions', iri };
  });
  app.get('/assets/:name', async ({ req }) => (await answerAsset(req.raw, req.param('name'))) ?? notHere());
  return app;
}

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };

function notHere(): Response {
  return new Response('There is no such file.\n', { status: 404, headers: TEXT });
}
