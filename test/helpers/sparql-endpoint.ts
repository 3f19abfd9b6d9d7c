import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Store } from 'oxigraph';

/** How an endpoint behaves. */
export interface EndpointBehaviour {
  /** N-Quads that it holds. */
  readonly nquads: string;
  /** Its default graph is the union of its named graphs. */
  readonly union?: boolean;
  /** It cuts answers after so many rows, and says nothing. */
  readonly mostRows?: number;
  /** Answers instead of the engine; returns whether it did. */
  readonly instead?: (query: string, response: ServerResponse) => boolean;
}

/** A SPARQL endpoint that runs. */
export interface TestEndpoint {
  readonly address: string;
  /** The queries that it has got. */
  readonly queries: string[];
}

const servers: ReturnType<typeof createServer>[] = [];

/** Starts a SPARQL endpoint on loopback: Oxigraph behind HTTP. It stops at the end of the test file. */
export async function startEndpoint(behaviour: EndpointBehaviour): Promise<TestEndpoint> {
  const store = new Store();
  store.load(behaviour.nquads, { format: 'application/n-quads' });
  const queries: string[] = [];
  const server = createServer((request, response) => {
    void queryOf(request).then((query) => {
      queries.push(query);
      if (behaviour.instead?.(query, response) !== true) answer(store, query, behaviour, response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sparql`, queries };
}

afterAll(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function queryOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const text = request.method === 'POST' ? body : new URL(request.url ?? '/', 'http://x').search;
  return new URLSearchParams(text).get('query') ?? '';
}

function answer(store: Store, query: string, { union = false, mostRows }: EndpointBehaviour, response: ServerResponse) {
  try {
    const json = store.query(query, {
      results_format: 'application/sparql-results+json',
      use_default_graph_as_union: union,
    }) as string;
    const result = JSON.parse(json) as { results?: { bindings: unknown[] } };
    if (mostRows !== undefined) result.results?.bindings.splice(mostRows);
    response.setHeader('content-type', 'application/sparql-results+json').end(JSON.stringify(result));
  } catch (error) {
    response.writeHead(400).end(String(error));
  }
}
