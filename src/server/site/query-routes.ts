import { Hono } from 'hono';
import type { PageRequest } from '../../site/door.js';
import { HTTPException } from 'hono/http-exception';
import { preflight } from '../http/cors.js';
import { plainAnswer } from '../http/plain-answer.js';
import type { ServerContext } from '../server-context.js';
import { formOf } from '../sparql/request-parameters.js';
import { answerPage } from './page-response.js';

/** Routes of what the query page asks for besides answers: names to complete, parameters set, and where IRIs lead. */
export function queryRoutes(context: ServerContext): Hono {
  const app = new Hono();
  const answer = (request: Request, page: PageRequest) => answerPage(request, page, context);
  app.get('/query/terms.json', ({ req: { raw } }) => answer(raw, { page: 'query-terms' }));
  app.get('/crates.json', ({ req }) => answer(req.raw, { page: 'links', iris: fewIris(req.queries('iri') ?? []) }));
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
