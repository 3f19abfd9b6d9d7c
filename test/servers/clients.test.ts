import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { QueryEngine } from '@comunica/query-sparql';
import type { RunningServer } from '../../src/server/open-server.js';
import { startServer } from '../helpers/server.js';
import { withRdflib } from './helpers/rdflib.js';
import { withPython } from './helpers/python.js';
import { crate, writeCrate } from '../cli/helpers/crates.js';
import { scratch } from '../package/helpers/crate-forms.js';

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

/** What the client of FAIR Signposting finds from the address of a crate, by its header and by both of its link sets. */
const SIGNPOSTING = `
import sys
from signposting import find_signposting_http, find_signposting_linkset
page = sys.argv[1]
header = find_signposting_http(page)
print(len(header.items), sorted(str(link.type) for link in header.linksets))
for link in sorted(header.linksets, key=lambda one: str(one.type)):
    links = find_signposting_linkset(link.target, link.type)
    own = links.for_context(page)
    backlinks = {str(one.context) for one in links.signposts if str(one.rel) == "collection" and str(one.target) == page}
    print(len(own.items), backlinks == {str(one.target) for one in own.items}, own.license.target, own.citeAs.target,
      sorted(str(one.target) for one in own.authors), [str(one.target) for one in own.describedBy if one.profiles] == [page + "ro-crate-metadata.json"])
`;

test('the client of FAIR Signposting reads headers and link sets of a crate with 2,000 files', () =>
  withPython(['signposting'], async (runPython) => {
    const files = Array.from({ length: 2_000 }, (_, at) => ({ '@id': `data/${at} ä.csv` }));
    const described = crate({
      more: {
        hasPart: files,
        license: { '@id': 'https://creativecommons.org/licenses/by/4.0/' },
        author: { '@id': 'https://orcid.org/0000-0002-1825-0097' },
        identifier: 'https://doi.org/10.5555/12345678',
      },
      entities: files.map((file) => ({ ...file, '@type': 'File', encodingFormat: 'text/csv; header="present"' })),
    });
    const served = await startServer({ folders: [await writeCrate(`${await scratch()}/large`, described)] });
    const printed = await runPython(SIGNPOSTING, `${served.address}crates/large/`);
    const [header, ...sets] = printed.trim().split('\n');
    expect(header).toMatch(/^\d\d \['application\/linkset', 'application\/linkset\+json'\]$/);
    const found = `2001 True https://creativecommons.org/licenses/by/4.0/ https://doi.org/10.5555/12345678 ['https://orcid.org/0000-0002-1825-0097'] True`;
    expect(sets).toEqual([found, found]);
  }));
