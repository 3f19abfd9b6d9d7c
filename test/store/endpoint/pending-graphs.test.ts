import { queryCrates } from '../../../src/tasks/query/query-crates.js';
import type { ResultTable } from '../../../src/tasks/query/query-store.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { queryTerms } from '../../../src/store/rdf-answers.js';
import { built, rows } from '../../contract/store-kind.js';
import { startOxigraph, type WritableEndpoint } from '../../helpers/oxigraph-endpoint.js';

/** More graphs than are written in one transaction. */
const MANY = 70;
const WHOLE = 'http://example.org/whole/';
const CUT = 'http://example.org/cut/1/';
const NAME = 'http://schema.org/name';

/** Updates that are refused, beside the note of who writes. */
let isDown = false;
let endpoint: WritableEndpoint;
let store: GraphStore;
beforeAll(async () => {
  endpoint = await startOxigraph({
    before: (request, body) => {
      if (isDown && request === 'POST /update' && !body.includes('#writer>')) throw new Error('the endpoint is down');
    },
  });
  store = await openStore(endpoint.address, { mode: 'write', create: true, endpoint: { timeouts: { retryMs: 1 } } });
  await store.put([{ graph: WHOLE, mode: 'create', nquads: [`<${WHOLE}> <${NAME}> "whole" <${WHOLE}> .\n`] }]);
  isDown = true; // when the quads are there, and before the batch is closed
  await expect(store.put(manyWrites())).rejects.toMatchObject({ code: 'ERR_ENDPOINT' });
  isDown = false;
});
afterAll(() => store.close());

function manyWrites() {
  return Array.from({ length: MANY }, (_, index) => {
    const graph = `http://example.org/cut/${index}/`;
    return { graph, mode: 'replace' as const, nquads: [`<${graph}> <${NAME}> "cut" <${graph}> .\n`] };
  });
}

test('the quads of the cut write are at the endpoint, and no crate is listed', async () => {
  expect(endpoint.lines().filter((line) => line.includes('"cut"'))).toHaveLength(MANY);
  expect([...(await store.graphs()).keys()]).toEqual([WHOLE]);
});

test.each([
  ['SELECT ?n { ?s <http://schema.org/name> ?n }', [{ n: 'whole' }]],
  ['SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }', [{ g: WHOLE }]],
  ['SELECT ?g { GRAPH ?g {} }', [{ g: WHOLE }]],
  ['SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', [{ n: '1' }]],
  [`SELECT ?n { GRAPH <${CUT}> { ?s ?p ?n } }`, []],
  [`SELECT ?n FROM <${CUT}> FROM <${WHOLE}> { ?s ?p ?n }`, [{ n: 'whole' }]],
  [`SELECT ?n FROM <${CUT}> { ?s ?p ?n }`, []],
  [`SELECT ?n FROM NAMED <${CUT}> { GRAPH ?g { ?s ?p ?n } }`, []],
  ['SELECT ?s { ?s <http://example.org/p>* ?s }', [{ s: WHOLE }, { s: 'whole' }]],
])('a query does not see it: %s', async (sparql, expected) => {
  const found = await rows(store, sparql);
  expect(found.map((row) => JSON.stringify(row)).sort()).toEqual(expected.map((row) => JSON.stringify(row)).sort());
});

test('no other form of query, no dataset of the options, and no federation sees it', async () => {
  expect(await queryTerms(store, 'ASK { ?s ?p "cut" }')).toEqual({ kind: 'boolean', value: false });
  expect(await built(store, 'CONSTRUCT WHERE { ?s ?p ?o }')).toHaveLength(1);
  expect(await built(store, `DESCRIBE <${CUT}>`)).toHaveLength(0);
  expect(await rows(store, 'SELECT ?n { ?s ?p ?n }', { graphs: [CUT, WHOLE] })).toEqual([{ n: 'whole' }]);
  expect(await rows(store, 'SELECT ?n { GRAPH ?g { ?s ?p ?n } }', { named: [CUT, WHOLE] })).toEqual([{ n: 'whole' }]);
  for (const sparql of ['SELECT ?n { ?s ?p ?n }', `SELECT ?n { GRAPH ?g { ?s ?p ?n } }`]) {
    const table = (await queryCrates([endpoint.address], sparql)) as ResultTable;
    expect(table.rows).toEqual([['whole']]);
  }
  const named = (await queryCrates([endpoint.address], `SELECT ?n { GRAPH <${CUT}> { ?s ?p ?n } }`)) as ResultTable;
  expect(named.rows).toEqual([]);
});

test('the same write again makes it whole; a query costs two small requests more, for cut writes and for triples in no graph', async () => {
  await store.put(manyWrites());
  const before = endpoint.requests.length;
  expect(await rows(store, 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }')).toEqual([{ n: String(MANY + 1) }]);
  expect(endpoint.requests.slice(before)).toEqual(['POST /query', 'POST /query', 'POST /query']);
});
