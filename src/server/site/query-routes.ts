import { Hono } from 'hono';
import type { Context } from 'hono';
import type { PageRequest } from '../../pages/page-request.js';
import type { ServerContext } from '../server-context.js';

/** Routes of what the query page asks for besides answers: names to complete, parameters set, and where IRIs lead. */
export function queryRoutes({ pages }: ServerContext): Hono {
  const app = new Hono();
  const json = async (c: Context, request: PageRequest) => {
    const { status, contentType, body } = await pages.render(request);
    return c.body(body, status, { 'content-type': contentType, 'cache-control': 'no-cache' });
  };
  app.get('/query/terms.json', (c) => json(c, { page: 'query-terms' }));
  app.get('/crates.json', (c) => json(c, { page: 'links', iris: c.req.queries('iri') ?? [] }));
  // A page of results holds more IRIs than an address can.
  app.post('/crates.json', async (c) => json(c, { page: 'links', iris: (await formOf(c)).getAll('iri') }));
  app.post('/query/bound.json', async (c) => {
    const form = await formOf(c);
    const values = [...form].filter(([key]) => key.startsWith('$')).map(([key, value]) => [key.slice(1), value]);
    const parameters = Object.fromEntries(values) as Record<string, string>;
    return json(c, { page: 'bound-query', query: form.get('query') ?? '', parameters });
  });
  return app;
}

async function formOf(c: Context): Promise<URLSearchParams> {
  return new URLSearchParams(await c.req.text());
}
