import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore, GraphWrite } from '../../../src/store/port.js';
import { verifyFile } from '../../../src/store/sqlite/verify-store.js';
import { utf8Text } from '../../../src/store/utf8-text.js';

let folder: string;
let path: string;
const stores: GraphStore[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-readers-'));
  path = join(folder, 'store');
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function opened(): Promise<GraphStore> {
  const store = await openStore(path, { mode: 'write', create: true });
  stores.push(store);
  return store;
}

function write(number: number): GraphWrite {
  const graph = `urn:g${number}`;
  const lines = Array.from({ length: 50 }, (_, at) => `<urn:s${at}> <urn:p> "${number}" <${graph}> .\n`);
  return { graph, mode: 'create', nquads: lines };
}

/** What a reader sees: graphs and values, each by another part of the index, and an entity of the full text. */
async function seen(store: GraphStore): Promise<string> {
  let text = '';
  for (const query of [
    'SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }',
    'SELECT DISTINCT ?o { ?s <urn:p> ?o } ORDER BY ?o',
  ])
    for await (const part of store.query(query, 'text/csv')) text += utf8Text(part);
  return `${text}${(await store.search('3')).total}`;
}

test('an import that fails after many graphs leaves index, full text and readers as they were', async () => {
  const [writer, reader] = [await opened(), await opened()];
  await writer.put([write(1), write(2)]);
  await reader.index({ text: true });
  const before = await seen(reader);
  const during: string[] = [];
  async function* failing(): AsyncGenerator<GraphWrite> {
    for (let number = 3; number < 40; number += 1) {
      yield write(number);
      if (number % 6 === 0) during.push(await seen(reader));
    }
    throw new Error('the source is broken');
  }
  await expect(writer.put(failing())).rejects.toThrow('the source is broken');
  expect([...new Set(during)]).toEqual([before]);
  for (const store of [reader, writer]) expect(await seen(store)).toBe(before);
  expect(await reader.isIndexed({ text: true })).toBe(true);
  expect((await verifyFile(path)).problems).toEqual([]);
});

test('two that load and index at the same time lose nothing, and each sees what it has loaded', async () => {
  const [one, other] = [await opened(), await opened()];
  const work = async (store: GraphStore, first: number): Promise<void> => {
    for (let number = first; number < first + 12; number += 2) {
      await store.put([write(number)]);
      await store.index({ text: number % 4 < 2 });
      expect(await seen(store)).toMatch(new RegExp(`^${number}\\r?$`, 'm'));
    }
  };
  await Promise.all([work(one, 100), work(other, 101)]);
  await one.index({ text: true });
  for (const store of [one, other]) expect(await seen(store)).toContain(`\n${12 * 50}\r`);
  expect((await verifyFile(path)).problems).toEqual([]);
});
