import { SURVEY } from '../cli/helpers/crates.js';
import { startServer } from '../helpers/server.js';

let handler: (request: Request) => Promise<Response>;
beforeAll(async () => {
  ({ handler } = await startServer({ folders: [SURVEY], permalinks: ['/w/survey=/crates/rainfall-survey/'] }));
});

const READ = ['GET', 'HEAD'];

it.each([
  ['/', READ],
  ['/statistics', READ],
  ['/references', READ],
  ['/query', READ],
  ['/query?query=ASK%20%7B%7D', READ],
  ['/query/terms.json', READ],
  ['/query/bound.json', ['POST']],
  ['/crates.json', ['GET', 'HEAD', 'POST']],
  ['/mentions?iri=http://example.org/', READ],
  ['/health', READ],
  ['/metrics', READ],
  ['/assets/site.css', READ],
  ['/crates/', READ],
  ['/crates/rainfall-survey/', READ],
  ['/crates/rainfall-survey/?view=graph', READ],
  ['/crates/rainfall-survey/ro-crate-metadata.json', READ],
  ['/crates/rainfall-survey.ttl', READ],
  ['/catalogue.ttl', READ],
  ['/.well-known/void', READ],
  ['/oai', ['GET', 'HEAD', 'POST']],
  ['/w/survey', READ],
  ['/sparql', ['GET', 'HEAD', 'POST']],
  ['/graphs?default', READ],
  ['/graphs?graph=http://example.org/', ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH']],
  ['/graphs/some/', ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH']],
])('%s takes %j, and says so', async (path, methods) => {
  const ask = (method: string) => {
    const body = method === 'POST' ? 'iri=a:b' : null;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Bearer t' };
    return handler(new Request(`http://localhost${path}`, { method, headers, body }));
  };
  const listed = (answer: Response) => answer.headers.get('allow')?.split(', ').sort();
  const allowed = [...methods, 'OPTIONS'].sort();
  const options = await ask('OPTIONS');
  expect([options.status, listed(options)]).toEqual([204, allowed]);
  const offered = options.headers.get('access-control-allow-methods')?.split(', ');
  expect(offered).toEqual(expect.arrayContaining(methods));
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']) {
    const answer = await ask(method);
    await answer.body?.cancel();
    const seen = { method, isRefused: answer.status === 405, allow: listed(answer) };
    expect(seen).toEqual({ method, isRefused: !methods.includes(method), allow: methods.includes(method) ? undefined : allowed }); // prettier-ignore
  }
});
