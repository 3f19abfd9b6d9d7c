import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../../src/store/open-store.js';
import { rows } from '../../contract/store-kind.js';
import { startOxigraph, type WritableEndpoint } from '../../helpers/oxigraph-endpoint.js';

// What may go wrong with the right to write: slow endpoints, other machines, renewals, refusals.

const CLIENTS = 8;
const TERM = 'urn:crategraph:store#writer';

let pause = 0;
/** Refuses queries of the claims. */
let isRefused = false;
let endpoint: WritableEndpoint;
beforeAll(async () => {
  endpoint = await startOxigraph({
    before: async (_, body) => {
      if (isRefused && /SELECT.*%23writer/.test(body)) throw new Error('no');
      await wait(pause);
    },
  });
});
beforeEach(() => {
  endpoint.clear();
  pause = 0;
  isRefused = false;
});

const open = (lockMs?: number) =>
  openStore(endpoint.address, { mode: 'write', create: true, endpoint: { timeouts: { retryMs: 1, lockMs } } });
const claims = () => endpoint.lines().filter((line) => line.includes(TERM));

async function write(graph: string, lockMs?: number): Promise<void> {
  const store = await open(lockMs);
  const nquads = [`<${graph}> <urn:p> "a" <${graph}> .\n`];
  await store.put([{ graph, mode: 'replace', nquads }]).finally(() => store.close());
}

/** Notes a claim as a writer of another machine does. @param seen how long ago, in seconds */
async function claimOfOther(seen: readonly number[]): Promise<void> {
  const since = new Date().toISOString();
  const writer = JSON.stringify({ pid: 4711, host: 'elsewhere', runs: 'crategraph load', since });
  const texts = seen.map(
    (ago) => `0123456789abcdef-4711-1 ${new Date(Date.now() - ago * 1000).toISOString()} ${writer}`,
  );
  const values = texts.map((text) => JSON.stringify(text)).join(', ');
  const body = `INSERT DATA { GRAPH <urn:crategraph:store> { <urn:crategraph:store:writer:${randomUUID()}> <${TERM}> ${values} } }`;
  const headers = { 'content-type': 'application/sparql-update' };
  expect((await fetch(`${endpoint.address}/update`, { method: 'POST', headers, body })).ok).toBe(true);
}

test(`${CLIENTS} writers at once on a slow endpoint: those that come later hold nobody up, and no claim is left`, async () => {
  pause = 40;
  const graphs = Array.from({ length: CLIENTS }, (_, index) => `http://example.org/${index}/`);
  const done = await Promise.allSettled(graphs.map((graph) => write(graph)));
  const failed = done.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code?: string }).code] : []));
  expect(new Set([...failed, 'ERR_STORE_LOCKED'])).toEqual(new Set(['ERR_STORE_LOCKED']));
  expect(failed.length).toBeLessThan(CLIENTS);
  expect(claims()).toEqual([]);
  const store = await open();
  expect((await rows(store, 'SELECT ?g { GRAPH ?g { ?s ?p ?o } }')).length).toBe(CLIENTS - failed.length);
  await store.close();
}, 60_000);

test('a writer of another machine is named, also in the middle of the renewal of its claim', async () => {
  await claimOfOther([90, 1]);
  await expect(write('http://example.org/1/', 1)).rejects.toMatchObject({
    code: 'ERR_STORE_LOCKED',
    message: expect.stringMatching(/: process 4711 on elsewhere \(crategraph load\) since /),
  });
  expect(claims()).toHaveLength(2);
});

test('a claim of another machine that was not renewed for a minute goes', async () => {
  await claimOfOther([90, 61]);
  await write('http://example.org/1/');
  expect(claims()).toEqual([]);
});

test('no claim is left where others cannot be looked for', async () => {
  const store = await open();
  isRefused = true;
  await expect(store.put([])).rejects.toMatchObject({ code: 'ERR_ENDPOINT' });
  isRefused = false;
  expect(claims()).toEqual([]);
  await store.close();
});
