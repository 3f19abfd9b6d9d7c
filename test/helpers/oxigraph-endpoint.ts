import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { namedNode, Store, type NamedNode } from 'oxigraph';

/** A SPARQL endpoint that can be written, for stores with `--store http://...`. */
export interface WritableEndpoint {
  /** What a user gives to `--store`. */
  readonly address: string;
  /** Each request, as `POST /update`. */
  readonly requests: string[];
  /** What it holds, as sorted lines of N-Quads. */
  readonly lines: () => string[];
  /** Removes everything. */
  readonly clear: () => void;
}

/** How an endpoint treats requests. */
export interface WritableBehaviour {
  /** Refuses what would change it, as a server that is read-only. */
  readonly readOnly?: boolean;
  /** Called before each request, with its body; what it returns is waited for. */
  readonly before?: (request: string, body: string) => unknown;
}

const JSON_RESULTS = 'application/sparql-results+json';

const servers: ReturnType<typeof createServer>[] = [];

/** Starts a server on loopback that answers as that of Oxigraph does; its engine is the same. It stops with the test file. */
export async function startOxigraph({ readOnly = false, before }: WritableBehaviour = {}): Promise<WritableEndpoint> {
  const requests: string[] = [];
  let store = new Store();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://oxigraph');
    const what = `${request.method} ${url.pathname}`;
    requests.push(what);
    response.setHeader('server', 'Oxigraph/0.5');
    const respond = async () => {
      const body = await bodyOf(request);
      await before?.(what, body.toString());
      const isWrite = url.pathname === '/update' || (url.pathname === '/store' && request.method !== 'GET');
      if (readOnly && isWrite) return response.writeHead(403).end('The server is read-only');
      const route = ROUTES[url.pathname];
      if (route === undefined) return response.writeHead(404).end(`${what} is not supported by this server`);
      return route({ store, url, body, method: request.method ?? '', type: typeOf(request) }, response);
    };
    respond().catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lines: () => store.dump({ format: 'application/n-quads' }).split('\n').slice(0, -1).sort(),
    clear: () => {
      store = new Store();
    },
  };
}

afterAll(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

interface Asked {
  readonly store: Store;
  readonly url: URL;
  readonly body: string;
  readonly method: string;
  readonly type: string;
}

/** The addresses of the server of Oxigraph. */
const ROUTES: Readonly<Record<string, (asked: Asked, response: ServerResponse) => unknown>> = {
  '/query': ({ store, url, body, type }, response) => {
    const form = new URLSearchParams(type === 'application/x-www-form-urlencoded' ? body : url.search);
    const graphs = (name: string) => form.getAll(name).map((iri) => namedNode(iri));
    const isChosen = form.has('default-graph-uri') || form.has('named-graph-uri');
    const json = store.query(form.get('query') ?? '', {
      results_format: JSON_RESULTS,
      use_default_graph_as_union: form.get('union-default-graph') === 'true',
      ...(isChosen && { default_graph: graphs('default-graph-uri'), named_graphs: graphs('named-graph-uri') }),
    }) as string;
    response.writeHead(200, { 'content-type': JSON_RESULTS }).end(json);
  },
  '/update': ({ store, body }, response) => {
    store.update(body);
    response.writeHead(204).end();
  },
  '/store': (asked, response) => {
    const graph = asked.url.searchParams.get('graph');
    if (graph !== null) return answerGraph(asked, namedNode(graph), response);
    asked.store.load(asked.body, { format: asked.type });
    return response.writeHead(204).end();
  },
};

/** SPARQL 1.1 Graph Store HTTP Protocol, section 5. */
function answerGraph({ store, method, body, type }: Asked, graph: NamedNode, response: ServerResponse): unknown {
  const exists = store.match(null, null, null, graph).length > 0;
  if ((method === 'GET' || method === 'DELETE') && !exists) return response.writeHead(404).end('not found');
  if (method === 'GET') {
    const triples = store.dump({ format: 'application/n-triples', from_graph_name: graph });
    return response.writeHead(200, { 'content-type': 'application/n-triples' }).end(triples);
  }
  if (method !== 'POST') store.update(`DROP SILENT GRAPH <${graph.value}>`);
  if (method !== 'DELETE') store.load(body, { format: type, to_graph_name: graph });
  return response.writeHead(exists ? 204 : 201).end();
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function typeOf({ headers }: IncomingMessage): string {
  return headers['content-type']?.replace(/;.*$/s, '').trim() ?? '';
}
