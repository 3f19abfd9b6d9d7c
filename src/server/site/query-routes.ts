import { Hono } from 'hono';
import type { PageRequest } from '../../pages/page-request.js';
import type { ServerContext } from '../server-context.js';
import { answerPage } from './page-response.js';

/** Routes of what the query page asks for besides answers: names to complete, parameters set, and where IRIs lead. */
export function queryRoutes(context: ServerContext): Hono {
  const app = new Hono();
  const answer = (request: Request, page: PageRequest) => answerPage(request, page, context);
  app.get('/query/terms.json', ({ req: { raw } }) => answer(raw, { page: 'query-terms' }));
  app.get('/crates.json', ({ req }) => answer(req.raw, { page: 'links', iris: req.queries('iri') ?? [] }));
  // A page of results holds more IRIs than an address can.
  app.post('/crates.json', async ({ req: { raw } }) =>
    answer(raw, { page: 'links', iris: (await formOf(raw)).getAll('iri') }),
  );
  app.post('/query/bound.json', async ({ req: { raw } }) => {
    const form = await formOf(raw);
    const values = [...form].filter(([key]) => key.startsWith('$')).map(([key, value]) => [key.slice(1), value]);
    const parameters = Object.fromEntries(values) as Record<string, string>;
    return answer(raw, { page: 'bound-query', query: form.get('query') ?? '', parameters });
  });
  return app;
}

async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await request.text());
}
