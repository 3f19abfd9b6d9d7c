import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { startOxigraph, type WritableEndpoint } from '../../helpers/oxigraph-endpoint.js';

const GONE = 'http://example.org/gone/';
const OTHER = 'http://example.org/other/';

/** How many operations are carried out of an update that drops a graph: there are engines that parse as they go. */
let first: number | undefined;
let cuts = 0;
let endpoint: WritableEndpoint;
let store: GraphStore;
beforeAll(async () => {
  endpoint = await startOxigraph({
    before: async (_, body) => {
      const isDrop = body.includes(`DROP SILENT GRAPH <${GONE}>`) || /DELETE \{[^}]*\bgone\b/.test(body);
      if (first === undefined || !isDrop) return;
      const some = body.split(' ;\n').slice(0, first).join(' ;\n');
      first = undefined;
      cuts += 1;
      const headers = { 'content-type': 'application/sparql-update' };
      await fetch(`${endpoint.address}/update`, { method: 'POST', headers, body: some });
      throw new Error('the connection was cut');
    },
  });
  store = await openStore(endpoint.address, { mode: 'write', create: true, endpoint: { timeouts: { retryMs: 1 } } });
});
afterAll(() => store.close());

const write = (graph: string, nquads = [`<${graph}> <http://schema.org/name> "a" <${graph}> .\n`]) =>
  store.put([{ graph, mode: 'replace', nquads, record: { source: graph, sha256: '0'.repeat(64), data: {} } }]);

describe.each([
  ['drop', () => store.drop([GONE])],
  ['an update that empties it', () => store.update(`DELETE WHERE { GRAPH <${GONE}> { ?s ?p ?o } }`)],
  ['new content without quads', () => write(GONE, [])],
])('a graph that is no more after a change that was cut: %s', (_, change) => {
  test.each([1, 2, 3, 4])(
    'after %d operations: the next write removes what the bookkeeping has of it',
    async (some) => {
      endpoint.clear();
      await write(GONE);
      [first, cuts] = [some, 0];
      await expect(change()).rejects.toMatchObject({ code: 'ERR_ENDPOINT' });
      expect(cuts).toBe(1);
      first = undefined;
      const isThere = (await store.graphs()).has(GONE);
      if (isThere) await change();
      await write(OTHER);
      expect([...(await store.graphs()).keys()]).toEqual([OTHER]);
      expect(endpoint.lines().filter((line) => line.includes(GONE) || line.includes('#open>'))).toEqual([]);
    },
  );
});
