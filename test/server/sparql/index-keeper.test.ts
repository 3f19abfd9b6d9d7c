import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IndexKeeper } from '../../../src/server/sparql/index-keeper.js';
import { IndexWait } from '../../../src/server/sparql/index-wait.js';
import { QueryThreads } from '../../../src/server/sparql/query-threads.js';
import { Connection } from '../../../src/store/sqlite/connection.js';
import { openStore } from '../../../src/store/open-store.js';
import { verifyFile } from '../../../src/store/sqlite/verify-store.js';
import type { GraphStore } from '../../../src/store/port.js';

const COUNT = { do: 'query', sparql: 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', format: 'csv', base: 'urn:base', dataset: undefined, most: 10 } as const; // prettier-ignore

let folder: string;
let place: string;
let store: GraphStore;
const closing: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-keeper-'));
  place = join(folder, 'store');
  store = await openStore(place, { mode: 'write', create: true });
  await put('urn:g1', 10);
});

afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
  await store.close();
  await rm(folder, { recursive: true });
});

const put = (graph: string, count: number) =>
  store.put([{ graph, mode: 'create', nquads: Array.from({ length: count }, (_, i) => `<urn:s${i}> <urn:p> "${graph} ${i}" <${graph}> .\n`) }]); // prettier-ignore

const opened = <T extends { close(): Promise<void> }>(one: T): T => {
  closing.push(one);
  return one;
};

test('the index is there before a query asks, and after each change', async () => {
  expect(await store.isIndexed()).toBe(false);
  const keeper = opened(new IndexKeeper(store, { place }));
  expect(await keeper.ready()).toBe(true);
  expect(await store.isIndexed()).toBe(true);
  await put('urn:g2', 5);
  expect(await store.isIndexed()).toBe(false);
  expect(await Promise.all([keeper.ready(), keeper.ready()])).toEqual([true, true]);
  expect(await store.isIndexed()).toBe(true);
});

test('a change that no query follows is indexed too', async () => {
  opened(new IndexKeeper(store, { place }));
  await put('urn:g2', 5);
  while (!(await store.isIndexed())) await new Promise((resolve) => setTimeout(resolve, 20));
});

test('a query that searches waits for the full text, which the thread of the index writes and then keeps', async () => {
  const keeper = opened(new IndexKeeper(store, { place }));
  expect(await keeper.ready()).toBe(true);
  const queries = opened(new QueryThreads({ place, seconds: 20, threads: 2, index: keeper }));
  const search = { ...COUNT, sparql: 'SELECT (COUNT(*) AS ?n) { ?s cg:search "urn" }' };
  for (const job of [search, { ...search, dataset: { unnamed: ['urn:g1'], named: [] } }]) {
    const { body } = await queries.run(job);
    expect(await new Response(body).text()).toBe('n\r\n10\r\n');
  }
  expect(await store.isIndexed({ text: true })).toBe(true);
  await put('urn:g2', 5);
  while (!(await store.isIndexed({ text: true }))) await new Promise((resolve) => setTimeout(resolve, 20));
});

test('the full text comes after the index, without anybody asking, and follows each change', async () => {
  const keeper = opened(new IndexKeeper(store, { place }));
  while (!(await store.isIndexed({ text: true }))) await new Promise((resolve) => setTimeout(resolve, 20));
  await put('urn:g2', 5);
  expect(await store.isIndexed({ text: true })).toBe(false);
  expect(await keeper.ready(true)).toBe(true);
  expect(await store.isIndexed({ text: true })).toBe(true);
  const { total, graphs } = await store.search('g2', { listGraphs: true });
  expect([total, graphs]).toEqual([5, ['urn:g2']]);
  expect((await store.search('0', { listGraphs: true })).graphs?.toSorted()).toEqual(['urn:g1', 'urn:g2']);
});

test('another writer changes the index while the full text is made, and both are right', async () => {
  const other = await openStore(place, { mode: 'write' });
  try {
    const work = [store.index({ text: true }), ...['a', 'b', 'c'].map(async (name) => {
      await other.put([{ graph: `urn:${name}`, mode: 'create', nquads: [`<urn:s> <urn:p> "added ${name}" <urn:${name}> .\n`] }]); // prettier-ignore
      await other.index({ text: true });
    })]; // prettier-ignore
    await Promise.all(work);
    await store.index({ text: true });
    expect((await store.search('added', { listGraphs: true })).graphs?.toSorted()).toEqual(['urn:a', 'urn:b', 'urn:c']);
    expect((await verifyFile(place)).problems).toEqual([]);
  } finally {
    await other.close();
  }
});

test('while somebody else writes, queries are answered without the index, and right', async () => {
  const writer = new Connection(place);
  let release = (): void => undefined;
  const written = writer.transaction(() => new Promise<void>((resolve) => (release = resolve)));
  const keeper = opened(new IndexKeeper(store, { place }));
  const queries = opened(new QueryThreads({ place, seconds: 20, threads: 2, index: keeper }));
  try {
    for (const sparql of [COUNT.sparql, 'SELECT (COUNT(*) AS ?n) { ?s cg:search "urn" }']) {
      const { body } = await queries.run({ ...COUNT, sparql });
      expect(await new Response(body).text()).toBe('n\r\n10\r\n');
    }
    expect(await store.isIndexed()).toBe(false);
  } finally {
    release();
    await written;
    writer.close();
  }
});

test('a query waits for the index, and its time begins after that', async () => {
  let done: (isDone: boolean) => void = () => undefined;
  const index = { ready: () => new Promise<boolean>((resolve) => (done = resolve)) };
  const queries = opened(new QueryThreads({ place, seconds: 20, threads: 2, index }));
  const asked = queries.run(COUNT);
  while (queries.state.waiting !== 1 || queries.state.busy !== 0)
    await new Promise((resolve) => setTimeout(resolve, 5));
  const named = await queries.run({ ...COUNT, dataset: { unnamed: ['urn:g1'], named: [] } }); // needs no other graph
  expect(await new Response(named.body).text()).toBe('n\r\n10\r\n');
  expect(queries.state.waiting).toBe(1);
  done(true);
  expect(await new Response((await asked).body).text()).toBe('n\r\n10\r\n');
  expect(queries.state.waiting).toBe(0);
});

test('an index that nobody can make is known to be lacking; the error of a store is left to the query', async () => {
  const lacking = new IndexWait({ ready: async () => false });
  await lacking.wait(false);
  expect(lacking.isLacking).toBe(true);
  const broken = new IndexWait({ ready: async () => Promise.reject(new Error('damaged')) });
  await broken.wait(false);
  expect([broken.isLacking, broken.clients]).toEqual([false, 0]);
});
