import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { QueryEngine } from '@comunica/query-sparql';
import type { RunningServer } from '../../src/server/open-server.js';
import { startServer } from '../helpers/server.js';
import { withRdflib } from './helpers/rdflib.js';

const run = promisify(execFile);
const TOKEN = 'secret';
const GRAPH = 'https://example.org/clients/';
const QUERY = 'SELECT ?n WHERE { ?s <http://schema.org/name> ?n } ORDER BY ?n';

let server: RunningServer;
let endpoint: string;

beforeAll(async () => {
  server = await startServer({ token: TOKEN });
  endpoint = `${server.address}sparql`;
});

test('curl writes a graph and asks for it', async () => {
  const target = `${server.address}graphs?graph=${encodeURIComponent(GRAPH)}`;
  const turtle = '<#a> <http://schema.org/name> "Ada" . <#b> <http://schema.org/name> "Bea"@en .';
  const put = ['-sS', '-w', '%{http_code}', '-T', '-', '-H', 'Content-Type: text/turtle', '-H', `Authorization: Bearer ${TOKEN}`, target]; // prettier-ignore
  const upload = run('curl', put);
  upload.child.stdin?.end(turtle);
  expect((await upload).stdout).toBe('201');
  const csv = await run('curl', ['-sS', '-H', 'Accept: text/csv', '--data-urlencode', `query=${QUERY}`, endpoint]);
  expect(csv.stdout).toBe('n\r\nAda\r\nBea\r\n');
});

test('Comunica finds an endpoint and queries it', async () => {
  const engine = new QueryEngine();
  for (const source of [{ type: 'sparql', value: endpoint } as const, endpoint]) {
    const bindings = await engine.queryBindings(QUERY, { sources: [source] });
    const names = (await bindings.toArray()).map((row) => row.get('n')?.value);
    expect(names).toEqual(['Ada', 'Bea']);
  }
});

/** What rdflib does: it reads with SPARQLStore, and writes and reads again with SPARQLUpdateStore. */
const PYTHON = `
import sys
from rdflib import Graph, Literal, URIRef, Dataset
from rdflib.plugins.stores.sparqlstore import SPARQLStore, SPARQLUpdateStore
endpoint, graph, token = sys.argv[1:4]
name = URIRef("http://schema.org/name")
reader = SPARQLStore(endpoint)
print(sorted(str(row[0]) for row in reader.query("${QUERY}")))
print(len(Graph(reader, identifier=URIRef(graph))))
writer = SPARQLUpdateStore(endpoint, endpoint, context_aware=True, headers={"Authorization": "Bearer " + token})
target = Graph(writer, identifier=URIRef(graph))
target.add((URIRef(graph + "#c"), name, Literal("Cai")))
print(sorted(str(value) for value in target.objects(None, name)))
target.remove((URIRef(graph + "#c"), None, None))
print(len(target))
`;

test('rdflib reads with SPARQLStore and writes with SPARQLUpdateStore', () =>
  withRdflib(async (runRdflib) => {
    const printed = await runRdflib(PYTHON, endpoint, GRAPH, TOKEN);
    expect(printed.split('\n').slice(0, 4)).toEqual(["['Ada', 'Bea']", '2', "['Ada', 'Bea', 'Cai']", '2']);
  }));
