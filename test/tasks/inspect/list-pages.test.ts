import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { LIST_ORDERS } from '../../../src/tasks/inspect/list-orders.js';
import type { GraphSnapshot, GraphStore } from '../../../src/store/port.js';
import { openStore } from '../../../src/store/open-store.js';
import { namedStore, recordData, sha256Of } from '../../helpers/named-store.js';

const COUNT = 300; // enough for a store file to make its lookup
const graphOf = (at: number) => `http://example.org/crate/${String(at).padStart(4, '0')}/`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-pages-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Crates of which every third has no name, and the first refers to the second and the last. */
async function filled(place: string): Promise<GraphStore> {
  const store = await openStore(place, { mode: 'write', create: true });
  await namedStore(
    Array.from({ length: COUNT }, (_, at) => ({
      graph: graphOf(at),
      source: `/crates/${COUNT - at}`,
      names: at % 3 === 0 ? [] : [`Survey Ä ${(at * 7) % 50}`],
    })),
    store,
  );
  const nquads = Array.from({ length: 5 }, (_, at) => `<urn:s> <urn:p> "${at}" <${graphOf(7)}> .\n`);
  const references = [graphOf(1), graphOf(COUNT - 1)].map((graph) => ({ id: graph, graph }));
  await store.put([
    { graph: graphOf(7), mode: 'merge', nquads },
    {
      graph: graphOf(0),
      mode: 'merge',
      nquads: [],
      record: { source: '/other', sha256: sha256Of('other'), data: recordData({ base: graphOf(0), references }) },
    },
  ]);
  return store;
}

describe.each(['memory:', 'a file'])('a page of the list of %s', (kind) => {
  let store: GraphStore;
  beforeEach(async () => {
    store = await filled(kind === 'memory:' ? kind : join(folder, 'store'));
  });
  afterEach(() => store.close());

  it.each(LIST_ORDERS)('is the beginning of the whole list, by %s', async (sort) => {
    const all = await listCrates(store, { sort });
    expect(all).toHaveLength(COUNT);
    expect(await listCrates(store, { sort, rows: 20 })).toEqual(all.slice(0, 20));
    expect(await listCrates(store, { sort, rows: 1000 })).toEqual(all);
    const byGraph = [...all].sort((a, b) => (a.graph < b.graph ? -1 : 1));
    expect(byGraph).toEqual(await listCrates(store));
  });

  it('is sorted as it says', async () => {
    expect((await listCrates(store, { sort: 'quads', rows: 1 }))[0]?.graph).toBe(graphOf(7));
    const sources = (await listCrates(store, { sort: 'source' })).map(({ source = '' }) => source);
    expect(sources).toEqual([...sources].sort());
    const names = (await listCrates(store, { sort: 'name' })).map(({ name }) => name);
    expect(names[0]).toBe('Survey Ä 0');
    expect(names.at(-1)).toBeUndefined();
  });

  it('has the parents of its crates, wherever these are', async () => {
    const [, second] = await listCrates(store, { rows: 2 });
    expect(second).toMatchObject({ graph: graphOf(1), parents: [graphOf(0)] });
  });

  it('has only crates with a text in their names, in any case and normalization', async () => {
    const chosen = await listCrates(store, { name: 'a\u0308 7' });
    expect(chosen.length).toBeGreaterThan(3);
    for (const { name } of chosen) expect(name).toMatch(/^Survey Ä 7/);
    expect(await listCrates(store, { name: 'nowhere' })).toEqual([]);
    expect(await listCrates(store, { name: 'survey', rows: 3 })).toHaveLength(3);
  });
});

it('a page of a file reads no more records than it needs', async () => {
  const store = await filled(join(folder, 'store'));
  await listCrates(store, { rows: 1 }); // makes the lookup
  const calls: string[] = [];
  const noting = new Proxy(store, {
    get: (target, name) =>
      name === 'snapshot' ? () => noted(target.snapshot(), calls) : Reflect.get(target, name, target).bind?.(target),
  });
  const [crate] = await listCrates(noting, { rows: 1 });
  expect(crate?.graph).toBe(graphOf(0));
  expect(calls.filter((name) => name === 'records')).toEqual([]);
  await store.close();
});

function noted(snapshot: GraphSnapshot, calls: string[]): GraphSnapshot {
  return new Proxy(snapshot, {
    get(target, name) {
      calls.push(String(name));
      return (Reflect.get(target, name, target) as (() => unknown) | undefined)?.bind(target);
    },
  });
}
