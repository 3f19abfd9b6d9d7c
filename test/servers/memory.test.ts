import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryUsage } from 'node:process';
import { answerFrom } from '../../src/tasks/query/answer-query.js';
import { openHandler } from '../../src/server/open-handler.js';
import type { OpenedHandler } from '../../src/server/open-routes.js';
import { openStore } from '../../src/store/open-store.js';
import type { GraphStore } from '../../src/store/port.js';
import { withSnapshot } from '../../src/store/store-snapshots.js';
import { collectGarbage } from '../../src/base/threads/collect-garbage.js';

/** Different queries until all caches are full, and after that. */
const [WARM_UP, QUERIES] = [1500, 1500];
/** Characters that each query has of its own: whoever keeps the queries keeps more than that of each. */
const OWN = 2000;
/** Bytes that may be kept for a query: some hundred by the compiler, the engine of JavaScript and the test itself. */
const KEPT = 800;

let folder: string;
let store: GraphStore;
let server: OpenedHandler;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-memory-'));
  const place = join(folder, 'store');
  store = await openStore(place, { mode: 'write', create: true, engineThread: 'calling' });
  const lines = Array.from({ length: 3000 }, (_, i) => `<urn:s${i}> <urn:name> "name ${i}" <urn:g${i % 50}> .\n`);
  await store.put(
    Array.from({ length: 50 }, (_, graph) => ({
      ...{ graph: `urn:g${graph}`, mode: 'create' as const },
      nquads: lines.filter((line) => line.includes(`<urn:g${graph}>`)),
    })),
  );
  await store.index();
  server = await openHandler({ address: 'http://127.0.0.1/', store: place });
});

afterAll(async () => {
  await server.close();
  await store.close();
  await rm(folder, { recursive: true });
});

/** Of many shapes, with other constants each. */
function query(number: number): string {
  const shape = number % 300;
  const own = `${number} ${'x'.repeat(OWN)}`;
  return `SELECT ?name${shape} { GRAPH ?g { <urn:s${number % 3000}> <urn:name> ?name${shape} } FILTER(?name${shape} != "${own}") }`;
}

/** Bytes that are kept for each query of this thread, once all caches are full. */
async function keptBy(ask: (sparql: string) => Promise<string>): Promise<number> {
  const askAll = async (from: number, to: number): Promise<void> => {
    for (let number = from; number < to; number += 1)
      expect(await ask(query(number))).toContain(`name ${number % 3000}"`);
  };
  const used = (): number => {
    collectGarbage();
    return memoryUsage().heapUsed;
  };
  await askAll(0, WARM_UP);
  const before = used();
  await askAll(WARM_UP, WARM_UP + QUERIES);
  return (used() - before) / QUERIES;
}

test('the thread that answers requests keeps nothing of them', async () => {
  const ask = async (sparql: string): Promise<string> => {
    const answer = await server.handler(new Request(`http://127.0.0.1/sparql?query=${encodeURIComponent(sparql)}`));
    return answer.text();
  };
  expect(await keptBy(ask)).toBeLessThan(KEPT);
});

test.each(['json', 'csv'] as const)('what answers queries as %s keeps nothing of them', async (format) => {
  const ask = (sparql: string): Promise<string> =>
    withSnapshot(store, async (snapshot) => {
      const { text = [] } = await answerFrom(snapshot, sparql, { format, base: 'urn:base', most: 100 });
      let all = '';
      for await (const part of text) all += part;
      return format === 'csv' ? `${all.trim()}"` : all;
    });
  expect(await keptBy(ask)).toBeLessThan(KEPT);
});
