import { jest } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { processName } from '../../../src/base/disk/running-process.js';
import { openEndpoint } from '../../../src/store/endpoint/endpoint-store.js';
import { WriterClaim } from '../../../src/store/endpoint/write/writer-claim.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { contents, G1, G2, named, write } from '../../contract/store-kind.js';
import { startOxigraph, type WritableEndpoint } from '../../helpers/oxigraph-endpoint.js';

const GRAPH = 'urn:crategraph:store';
/** A process that does not run. */
const ENDED = spawnSync(process.execPath, ['-p', 'process.pid']).stdout.toString().trim();
const otherMachine = `${'0'.repeat(16)}-1-1`;

let endpoint: WritableEndpoint;
let store: GraphStore;
beforeEach(async () => {
  endpoint = await startOxigraph();
  store = await open();
});
afterEach(() => store.close());

const open = (lockMs?: number) => openStore(endpoint.address, { mode: 'write', endpoint: { timeouts: { lockMs } } });
const claims = () => endpoint.lines().filter((line) => line.includes('#writer>'));

/** Leaves a claim at the endpoint. @param by name of its process @param seen when it was renewed, by the clock here */
async function leaveClaim(by: string, seen = Date.now(), runs = 'crategraph load'): Promise<void> {
  const text = { pid: 4711, host: 'other-host', runs, since: '2026-01-02T03:04:05.000Z' };
  const claim = `${by} ${new Date(seen).toISOString()} ${JSON.stringify(text)}`;
  const body = `INSERT DATA { GRAPH <${GRAPH}> { <${GRAPH}:writer:x> <${GRAPH}#writer> ${JSON.stringify(claim)} } }`;
  const headers = { 'content-type': 'application/sparql-update' };
  await fetch(`${endpoint.address}/update`, { method: 'POST', headers, body });
}

test('a write leaves no claim, and neither does one that fails', async () => {
  await store.put([write(G1, 'create', named('a'))]);
  await expect(store.put([write(G1, 'create', named('b'))])).rejects.toMatchObject({ code: 'ERR_GRAPH_EXISTS' });
  await store.drop([G1]);
  expect(claims()).toEqual([]);
});

test('of stores that write at once, each does so after the other', async () => {
  const stores = await Promise.all([open(), open(), open()]);
  const graphs = [G1, G2, `${G2}3/`];
  await Promise.all(stores.map((one, at) => one.put([write(graphs[at]!, 'create', named('a'))])));
  expect([...(await store.graphs()).keys()].sort()).toEqual(graphs);
  expect(claims()).toEqual([]);
  for (const one of stores) await one.close();
});

test('a store says who is writing, and changes nothing', async () => {
  await leaveClaim(otherMachine);
  const locked = {
    code: 'ERR_STORE_LOCKED',
    message: 'another process is writing to the endpoint: process 4711 on other-host (crategraph load) since 2026-01-02T03:04:05.000Z', // prettier-ignore
    details: { writer: { pid: 4711, host: 'other-host' } },
  };
  const hasty = await open(1);
  await expect(hasty.put([write(G1, 'create', named('a'))])).rejects.toMatchObject(locked);
  await hasty.close();
  expect(claims()).toHaveLength(1);
  expect(await contents(store)).toEqual([]);
});

test('the text of another writer is not repeated where it is no statement of ours', async () => {
  await leaveClaim(otherMachine, Date.now(), '\u001b[31m evil $(rm)');
  const hasty = await open(1);
  const error = (await hasty.put([write(G1, 'create', named('a'))]).catch((one: unknown) => one)) as Error;
  await hasty.close();
  expect(error.message).not.toMatch(/evil/);
  expect(error.message).toMatch(/process 4711 on other-host since/);
});

test.each([
  ['of a process that has ended', `${processName().split('-')[0]}-${ENDED}-1`, 0],
  ['that a store of this process has left behind', processName(), 0],
  ['of another machine that has not been renewed', otherMachine, -61_000],
  ['without a process', 'someone', -61_000],
])('a claim %s goes with the next write', async (_, by, age) => {
  await leaveClaim(by, Date.now() + age);
  await store.put([write(G1, 'create', named('a'))]);
  expect(claims()).toEqual([]);
  expect(await contents(store)).toHaveLength(1);
});

test('a wait for another writer can be stopped', async () => {
  await leaveClaim(otherMachine);
  const stopped = new Error('stopped');
  const work = store.drop([G1], { signal: AbortSignal.abort(stopped) });
  await expect(work).rejects.toBe(stopped);
  const controller = new AbortController();
  const later = store.drop([G1], { signal: controller.signal });
  setTimeout(() => controller.abort(stopped), 300);
  await expect(later).rejects.toBe(stopped);
  expect(claims()).toHaveLength(1);
});

test('a process that was stopped for too long has lost the right, also when it could renew it again', async () => {
  const found = await openEndpoint(endpoint.address);
  const claim = await WriterClaim.take(found);
  claim.check();
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  expect(() => claim.check()).toThrow(expect.objectContaining({ code: 'ERR_STORE_LOCKED' }));
  now.mockRestore();
  expect(() => claim.check()).toThrow(/has not renewed its right/);
  await claim.release();
  await found.close();
});

test('a claim names this machine and process, and is no data', async () => {
  let seen: readonly string[] = [];
  let shown: unknown;
  const reader = await open();
  await store.put(
    (async function* () {
      seen = claims();
      shown = await reader.graphs();
      yield write(G1, 'create', named('a'));
    })(),
  );
  expect(seen).toHaveLength(1);
  expect(seen[0]).toContain(`\\"pid\\":${process.pid},\\"host\\":\\"${hostname()}\\"`);
  expect(shown).toEqual(new Map());
  await reader.close();
});
