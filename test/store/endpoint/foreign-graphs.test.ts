import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { storeStatistics } from '../../../src/tasks/inspect/crate-statistics.js';
import { removeCrates } from '../../../src/tasks/load/remove-crates.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { chunksOf, G1, G2, named, rows, write } from '../../contract/store-kind.js';
import { startOxigraph, type WritableEndpoint } from '../../helpers/oxigraph-endpoint.js';
import { runHere } from '../../cli/helpers/run-here.js';

// What other programs have written to the endpoint.

const FOREIGN = 'http://example.org/foreign/';

let endpoint: WritableEndpoint;
let store: GraphStore;
beforeEach(async () => {
  endpoint = await startOxigraph();
  store = await openStore(endpoint.address, { mode: 'write' });
});
afterEach(() => store.close());

async function update(body: string): Promise<void> {
  const headers = { 'content-type': 'application/sparql-update' };
  await fetch(`${endpoint.address}/update`, { method: 'POST', headers, body });
}

describe('a graph of another program', () => {
  beforeEach(async () => {
    await store.put([write(G1, 'create', named('ours'))]);
    await update(`INSERT DATA { GRAPH <${FOREIGN}> { <${FOREIGN}> <http://schema.org/name> "theirs" } }`);
  });

  test('is listed, and marked', async () => {
    expect((await listCrates(store)).map(({ graph, loaded }) => [graph, loaded])).toEqual([[G1, undefined], [FOREIGN, undefined]]); // prettier-ignore
    const { stdout } = await runHere(
      'list',
      '--store',
      endpoint.address,
      '--columns',
      'graph,changed',
      '--format',
      'csv',
    );
    expect(stdout.trim().split(/\r?\n/)).toContain(`${FOREIGN},not loaded`);
  });

  test('is not compared, and verify says so', async () => {
    expect(await verifyStore(endpoint.address)).toEqual({ graphs: 1, files: 0, problems: [], derived: [], unrecorded: [FOREIGN] }); // prettier-ignore
    await update(`CLEAR GRAPH <${G1}> ; CLEAR GRAPH <urn:crategraph:store>`);
    const { stdout, stderr, status } = await runHere('verify', '--store', endpoint.address);
    expect([stdout, stderr, status]).toEqual([
      '0 graphs, 0 metadata files: there is nothing to compare\n',
      'warning: not compared: 1 graph that no command of crategraph has written\n',
      0,
    ]);
  });

  test('is removed only on request', async () => {
    const refused = { code: 'ERR_USAGE', message: `another program has written <${FOREIGN}>: no command of crategraph has` }; // prettier-ignore
    await expect(removeCrates(store, [G1, FOREIGN])).rejects.toMatchObject(refused);
    expect([...(await store.graphs()).keys()].sort()).toEqual([G1, FOREIGN]);
    const { status, stderr } = await runHere('remove', FOREIGN, '--store', endpoint.address);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--foreign')]);
    expect((await runHere('remove', FOREIGN, '--foreign', '--store', endpoint.address)).status).toBe(0);
    expect([...(await store.graphs()).keys()]).toEqual([G1]);
  });
});

test('triples outside of all graphs are no part of the default graph of a query', async () => {
  await store.put([write(G1, 'create', named('ours')), write(G2, 'create', named('ours too'))]);
  await update('INSERT DATA { <urn:s> <http://schema.org/name> "loose" }');
  const names = async (sparql: string) => (await rows(store, sparql)).map(({ n }) => n).sort();
  expect(await names('SELECT ?n { ?s <http://schema.org/name> ?n }')).toEqual(['ours', 'ours too']);
  expect(await names('SELECT ?n { ?s <http://schema.org/name>/<urn:p>* ?n }')).toEqual(['ours', 'ours too']);
  expect(await names('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }')).toEqual(['2']);
});

test('blank nodes of other programs stay different from one graph to the next, however graphs are read', async () => {
  const inGraph = (graph: string) => `GRAPH <${graph}> { _:b0 <urn:p> _:b1 . _:b1 <urn:p> "x" }`;
  for (const graph of [FOREIGN, `${FOREIGN}2`]) await update(`INSERT DATA { ${inGraph(graph)} }`);
  await store.put([write(G1, 'create', '_:b0 <urn:p> "ours" @ .'), write(G2, 'create', named('a'))]);
  const quads = (await chunksOf(store)).join('').trim().split('\n');
  const labels = new Map<string, Set<string>>();
  for (const line of quads)
    for (const label of line.match(/_:\S+/g) ?? [])
      labels.set(label, (labels.get(label) ?? new Set()).add(/<([^>]*)> \.$/.exec(line)![1]!));
  expect(quads).toHaveLength(6);
  expect([...labels.values()].every((graphs) => graphs.size === 1)).toBe(true);
  expect(labels.size).toBe(5);
});

test('what is read ahead is what is read one by one, also of graphs that are missing or large', async () => {
  const large = Array.from({ length: 12_000 }, (_, n) => `<urn:s${n}> <urn:p> "${n}" @ .`);
  await store.put([write(G1, 'create', ...large), write(G2, 'create', named('small'), '_:x <urn:p> "b" @ .')]);
  const wanted = [G2, 'http://example.org/none/', G1];
  const snapshot = store.snapshot();
  snapshot.readAhead!(wanted);
  for (const graph of [...wanted, ...wanted]) {
    expect(await snapshot.graphs([graph])).toEqual(await store.graphs([graph]));
    expect(await snapshot.records({ graph })).toEqual(await store.records({ graph }));
    expect((await chunksOf(snapshot, graph)).join('')).toBe((await chunksOf(store, graph)).join(''));
  }
  const { entities } = await storeStatistics(store);
  expect(entities).toBe(12_002);
});
