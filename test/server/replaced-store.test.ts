import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.js';
import { verifyStore } from '../../src/tasks/stored/check-store.js';
import { startServer } from '../helpers/server.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-replaced-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = (graph: string, value: string) => ({
  graph,
  mode: 'replace' as const,
  nquads: Array.from({ length: 50 }, (_, line) => `<urn:s${line}> <urn:p> "${value}" <${graph}> .\n`),
});

async function make(name: string, ...graphs: readonly string[]): Promise<string> {
  const path = join(folder, name);
  const store = await openStore(path, { mode: 'write', create: true });
  await store.put(graphs.map((graph) => write(graph, name)));
  await store.close();
  return path;
}

const QUERY = 'SELECT DISTINCT ?g ?o { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g';

test('a store that another one replaces by a rename while a server has it open is read whole, before and after', async () => {
  const place = await make('served', 'urn:a', 'urn:b');
  const { address } = await startServer({ store: place });
  const rows = async (): Promise<string> => {
    const answer = await fetch(`${address}sparql?query=${encodeURIComponent(QUERY)}`, {
      headers: { accept: 'text/csv' },
    });
    expect(answer.status).toBe(200);
    return (await answer.text()).replaceAll('\r\n', ' ');
  };
  const page = async (): Promise<string> => (await fetch(address, { headers: { accept: 'text/html' } })).text();
  expect(await rows()).toBe('g,o urn:a,served urn:b,served ');
  expect(await page()).toContain('urn:a');

  // Commits of another process are in the log of the old file when it goes.
  const writer = await openStore(place, { mode: 'write' });
  await writer.put([write('urn:a', 'later')]);
  expect(await rows()).toBe('g,o urn:a,later urn:b,served ');
  await rename(await make('other', 'urn:c'), place);
  await writer.put([write('urn:d', 'new')]);
  await writer.close();

  expect(await rows()).toBe('g,o urn:c,other urn:d,new ');
  const after = await page();
  expect(after).toContain('urn:c');
  expect(after).not.toContain('urn:b');
  expect(await verifyStore(place)).toEqual({ graphs: 2, files: 0, problems: [], derived: [], unrecorded: [] });
});

test('a write during which another store comes to its place fails, and that store is as it was', async () => {
  const place = await make('written', 'urn:a');
  const store = await openStore(place, { mode: 'write' });
  const writes = async function* () {
    yield write('urn:b', 'lost');
    await rename(await make('another', 'urn:c'), place);
    yield write('urn:d', 'lost');
  };
  await expect(store.put(writes())).rejects.toMatchObject({ code: 'ERR_STORE_LOCKED', details: { store: place } });
  await store.put([write('urn:d', 'new')]);
  await store.close();
  expect(await verifyStore(place)).toEqual({ graphs: 2, files: 0, problems: [], derived: [], unrecorded: [] });
  const found = await openStore(place);
  expect([...(await found.graphs()).keys()].sort()).toEqual(['urn:c', 'urn:d']);
  await found.close();
});
