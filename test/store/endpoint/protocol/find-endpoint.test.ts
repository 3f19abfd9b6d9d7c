import type { IncomingMessage, ServerResponse } from 'node:http';
import { ENGINES, UNKNOWN_ENGINE } from '../../../../src/store/endpoint/protocol/engines.js';
import { findEndpoint, graphUrl, PROBE } from '../../../../src/store/endpoint/protocol/find-endpoint.js';
import { SparqlClient } from '../../../../src/store/endpoint/protocol/sparql-client.js';
import { serve } from '../../../package/helpers/server.js';

const client = new SparqlClient({ env: {}, timeouts: { retryMs: 1 } });

afterAll(() => client.close());

const JSON_TYPE = 'application/sparql-results+json';
const RIGHT = '{"head":{"vars":["probe"]},"results":{"bindings":[{"probe":{"type":"typed-literal","value":"7919"}}]}}';

/** An endpoint that answers queries at one path, and everything else with 404. */
async function endpoint(path: string, headers: Record<string, string> = {}, body = RIGHT) {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const isQuery = request.url === path && request.method === 'POST';
    if (!isQuery) return response.writeHead(404, headers).end('nothing here');
    return response.writeHead(200, { 'content-type': JSON_TYPE, ...headers }).end(body);
  };
  return serve((request, response) => void request.resume().on('end', () => answer(request, response)));
}

const FUSEKI = { 'fuseki-request-id': '7' };
const OXIGRAPH = { server: 'Oxigraph/0.5.13' };
const VIRTUOSO = { server: 'Virtuoso/07.20.3229 (Linux)' };

it.each([
  ['/ds', FUSEKI, '/ds', ['Apache Jena Fuseki', '/ds', '/ds/update', '/ds/data', '/ds/data']],
  ['/ds/', FUSEKI, '/ds/', ['Apache Jena Fuseki', '/ds/', '/ds/update', '/ds/data', '/ds/data']],
  ['/ds/sparql', FUSEKI, '/ds/sparql', ['Apache Jena Fuseki', '/ds/sparql', '/ds/update', '/ds/data', '/ds/data']],
  ['', OXIGRAPH, '/query', ['Oxigraph', '/query', '/update', '/store', '/store']],
  ['/query', OXIGRAPH, '/query', ['Oxigraph', '/query', '/update', '/store', '/store']],
  ['/proxied/store', OXIGRAPH, '/proxied/query', ['Oxigraph', '/proxied/query', '/proxied/update', '/proxied/store', '/proxied/store']], // prettier-ignore
  ['', VIRTUOSO, '/sparql', ['Virtuoso', '/sparql', '/sparql-auth', '/sparql-graph-crud-auth', undefined]],
  ['/sparql', VIRTUOSO, '/sparql', ['Virtuoso', '/sparql', '/sparql-auth', '/sparql-graph-crud-auth', undefined]],
  ['/sparql-auth', VIRTUOSO, '/sparql-auth', ['Virtuoso', '/sparql-auth', '/sparql-auth', '/sparql-graph-crud-auth', undefined]], // prettier-ignore
])('%s with %j is an endpoint, by one request or two', async (location, headers, path, expected) => {
  const { url, requests } = await endpoint(path, headers as Record<string, string>);
  const { facts, query, update, graphStore, data } = await findEndpoint(client, url + location);
  const shown = [query, update, graphStore, data].map((one) => one?.href.slice(url.length));
  expect([facts.name, ...shown]).toEqual(expected);
  expect(requests.length).toBeLessThanOrEqual(2);
});

// What real engines answer behind a proxy that hides their names is in test/servers/engines/behind-proxy.test.ts.
it.each(['', '/bigdata'])(
  'an unknown one at %j answers whatever it is asked, and is no engine that we know',
  async (place) => {
    const { url, requests } = await endpoint(`${place}/sparql`);
    const { facts, query, update, graphStore, data } = await findEndpoint(client, url + place);
    expect([facts.name, query.pathname]).toEqual(['a SPARQL endpoint', `${place}/sparql`]);
    expect([update, graphStore, data]).toEqual([undefined, undefined, undefined]);
    expect(requests).toHaveLength(2 + ENGINES.length);
  },
);

test('one that answers a query only, and cuts the connection over anything else, is an unknown engine', async () => {
  const { url, requests } = await serve((request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        if (new URLSearchParams(Buffer.concat(parts).toString()).get('query') !== PROBE)
          return request.socket.destroy();
        return response.writeHead(200, { 'content-type': JSON_TYPE }).end(RIGHT);
      });
  });
  expect((await findEndpoint(client, url)).facts).toBe(UNKNOWN_ENGINE.facts);
  expect(requests).toHaveLength(1 + ENGINES.length);
});

describe('an engine that is named', () => {
  it.each(['oxigraph', 'Oxigraph', 'OXIGRAPH'])(
    'as %s is that one, whatever the headers say, and nothing is probed',
    async (engine) => {
      const { url, requests } = await endpoint('/rdf/query', FUSEKI);
      const { facts, query, update, graphStore } = await findEndpoint(client, `${url}/rdf/`, { engine });
      const shown = [query, update, graphStore].map((one) => one?.pathname);
      expect([facts.name, ...shown]).toEqual(['Oxigraph', '/rdf/query', '/rdf/update', '/rdf/store']);
      expect(requests).toHaveLength(2);
    },
  );

  it('has the addresses that are given', async () => {
    const { url } = await endpoint('/q');
    const given = { query: `${url}/q`, update: `${url}/u`, engine: 'virtuoso' };
    const { facts, query, update, graphStore } = await findEndpoint(client, url, given);
    const shown = [query, update, graphStore].map((one) => one?.pathname);
    expect([facts.name, ...shown]).toEqual(['Virtuoso', '/q', '/u', '/q/sparql-graph-crud-auth']);
  });

  it('is one that we know, or nothing is asked', async () => {
    const { url, requests } = await endpoint('/');
    await expect(findEndpoint(client, url, { engine: 'oxygraph' })).rejects.toMatchObject({
      code: 'ERR_USAGE',
      message: 'there is no engine oxygraph',
      hint: 'the engines are fuseki, oxigraph, virtuoso, rdf4j; leave the name out for any other',
    });
    expect(requests).toEqual([]);
  });
});

test('addresses that are given come before those that are found', async () => {
  const { url } = await endpoint('/q?key=1', FUSEKI);
  const given = { query: `${url}/q?key=1`, update: `${url}/u`, graph: `${url}/g` };
  const found = await findEndpoint(client, `${url}/nothing`, given);
  expect([found.query, found.update, found.graphStore, found.data].map(String)).toEqual([
    ...[given.query, given.update, given.graph],
    given.graph,
  ]);
  expect(graphUrl(new URL(`${url}/g?key=1`), 'urn:a&b').search).toBe('?key=1&graph=urn%3Aa%26b');
});

it.each([
  ['a website', '<!DOCTYPE html><h1>Welcome</h1>', { 'content-type': 'text/html' }, /not a SPARQL endpoint: it answers a query with text\/html/], // prettier-ignore
  ['another API', '{"boolean": true}', { 'content-type': 'application/json' }, /not a SPARQL endpoint/],
  ['the wrong number', RIGHT.replace('7919', '1'), {}, /not a SPARQL endpoint/],
  ['half of an answer', RIGHT.slice(0, -2), {}, /not a SPARQL endpoint/],
])('%s is none', async (_, body, headers, message) => {
  const { url } = await endpoint('/', headers, body);
  const error = { code: 'ERR_ENDPOINT', message: expect.stringMatching(message) };
  await expect(findEndpoint(client, `${url}/`)).rejects.toMatchObject(error);
});

test('a wrong dataset, no answer, credentials that are missing', async () => {
  const { url } = await endpoint('/ds', FUSEKI);
  await expect(findEndpoint(client, `${url}/nods`)).rejects.toMatchObject({
    message: `${url}/nods: it answered 404: nothing here`,
    hint: expect.stringContaining('name of its dataset'),
  });
  await expect(findEndpoint(client, 'http://127.0.0.1:1/ds')).rejects.toThrow('nothing answers there');
  const locked = await serve((_, response) => void response.writeHead(401).end());
  await expect(findEndpoint(client, locked.url)).rejects.toMatchObject({
    hint: expect.stringContaining('set the environment variable CRATEGRAPH_LOGIN_127_0_0_1_'),
  });
  expect(locked.requests).toHaveLength(1);
});

it.each([
  ['ftp://example.org/', 'is not an http or https address'],
  ['http://', 'is not an http or https address'],
  ['http://me:pw@example.org/ds?key=1', 'http://example.org/ds: the address contains a user or password'],
])('%s is refused', async (address, message) => {
  const error = {
    code: 'ERR_USAGE',
    message: expect.stringContaining(message),
    hint: expect.not.stringContaining('pw'),
  };
  await expect(findEndpoint(client, address)).rejects.toMatchObject(error);
  await expect(findEndpoint(client, 'http://127.0.0.1:1/', { query: address })).rejects.toMatchObject(error);
});
