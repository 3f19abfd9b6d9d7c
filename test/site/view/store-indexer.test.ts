import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { withSnapshot } from '../../../src/store/store-snapshots.js';
import { shortHandle } from '../../../src/tasks/stored/handles.js';
import type { StoreIndex } from '../../../src/site/view/store-index.js';
import { StoreIndexer } from '../../../src/site/view/store-indexer.js';
import { StoreStatistics } from '../../../src/site/view/store-statistics.js';
import { BUNDLED, crate } from '../../helpers/read.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';
const GRAPHS = ['https://example.org/a/', 'https://example.org/b/'];

const load = (store: GraphStore, base: string, name: string, context: unknown = CONTEXT) =>
  loadCrates(store, crate([], context as never, { name }) as never, { base, contexts: BUNDLED, mode: 'replace' });

it('what the store has not indexed yet comes from its load records, and is counted', async () => {
  const folder = await scratch();
  const store = await openStore(join(folder, 'store'), { mode: 'write', create: true });
  const indexer = new StoreIndexer();
  const at = <T>(part: 'indexed' | 'all', work: (index: StoreIndex) => T) =>
    withSnapshot(store, async (snapshot) => work(await indexer.of(snapshot, part)));
  try {
    for (const base of GRAPHS) await load(store, base, base);
    await at('indexed', (early) => {
      expect(early.pending).toBe(2);
      expect(early.crates.map(({ name, entities, facets }) => [name, entities, facets.type])).toEqual(GRAPHS.map((name) => [name, 2, []])); // prettier-ignore
      expect(GRAPHS.map((graph) => early.crate(shortHandle(graph))?.graph)).toEqual(GRAPHS);
    });
    await store.index();
    const types = (index: StoreIndex) => index.crates.map((one) => one.facets.type);
    const whole = await at('indexed', (index) => [index.pending, types(index)]);
    expect(whole).toEqual([0, GRAPHS.map(() => ['CreativeWork', 'Dataset'])]);
    await store.update(`INSERT DATA { GRAPH <${GRAPHS[0]}> { <${GRAPHS[0]}> <http://schema.org/about> <urn:x> } }`);
    expect(await at('indexed', (index) => [index.pending, index.cratesWith('urn:x').length])).toEqual([1, 0]);
    // As for a store that nobody can write: the rest is read into memory.
    expect(await at('all', (index) => [index.pending, index.cratesWith('urn:x').length])).toEqual([0, 1]);
    await store.index();
    expect(await at('indexed', (index) => [index.pending, index.cratesWith('urn:x').length])).toEqual([0, 1]);
  } finally {
    await store.close();
    await rm(folder, { recursive: true });
  }
});

it('crates that come, change and go stay sorted, as if the index were new', async () => {
  const folder = await scratch();
  const file = await openStore(join(folder, 'store'), { mode: 'write', create: true });
  for (const store of [new MemoryStore(), file]) {
    const indexer = new StoreIndexer();
    const statistics = new StoreStatistics(store);
    const names = ['Zebra', 'ant', 'Élan', 'crate 10', 'crate 9', 'Ox', 'bee', 'Ant'];
    for (const [at, name] of names.entries()) {
      await load(store, `https://example.org/${String(at)}/`, name);
      if (at > 2) await store.drop([`https://example.org/${String(at - 2)}/`]);
      if (at === 6) await store.update('INSERT DATA { GRAPH <urn:none> { <urn:none> a <urn:T> } }');
      if (at % 2 === 0) await store.index();
      await withSnapshot(store, async (snapshot) => {
        const [kept, fresh] = [await indexer.of(snapshot), await new StoreIndexer().of(snapshot)];
        expect(kept.crates).toEqual(fresh.crates);
        expect(kept.crates.map((one) => kept.details(one))).toEqual(fresh.crates.map((one) => fresh.details(one)));
        expect(kept.crates.map(({ key }) => kept.crate(key)?.graph)).toEqual(kept.crates.map(({ graph }) => graph));
        expect(await kept.usedTerms()).toEqual(await fresh.usedTerms());
        const sum = await statistics.sum();
        expect(sum).toEqual(await new StoreStatistics(store).sum());
        expect(sum.statistics.entities).toBe(kept.crates.reduce((all, { entities }) => all + entities, 0));
        expect((await kept.usedTerms()).classes).toEqual(sum.statistics.types.map(({ type, entities }) => ({ iri: type, uses: entities }))); // prettier-ignore
      });
    }
    await store.close();
  }
  await rm(folder, { recursive: true });
});

it('thousands of crates that mention one person are found, and its name, whatever else comes and goes', async () => {
  const store = new MemoryStore();
  const person = 'https://orcid.org/0000-0002-1825-0097';
  const graph = (at: number) => `https://example.org/${at}/`;
  const lines = (at: number) => [
    `<${graph(at)}> <http://schema.org/name> "Crate ${at}" <${graph(at)}> .\n`,
    `<${graph(at)}> <http://schema.org/author> <${person}> <${graph(at)}> .\n`,
    `<${person}> <http://schema.org/name> "Ada" <${graph(at)}> .\n`,
    `<${graph(at)}> <http://schema.org/hasPart> <${graph(at)}f.csv> <${graph(at)}> .\n`,
  ];
  const put = (from: number, to: number) =>
    store.put(Array.from({ length: to - from }, (_, at) => ({ graph: graph(from + at), mode: 'create' as const, nquads: lines(from + at) }))); // prettier-ignore
  const indexer = new StoreIndexer();
  const now = () => indexer.of(store.snapshot());
  await put(0, 3000);
  expect((await now()).cratesWith(person).map(({ name }) => name)).toEqual(Array.from({ length: 3000 }, (_, at) => `Crate ${at}`)); // prettier-ignore
  await store.drop(Array.from({ length: 2990 }, (_, at) => graph(at)));
  await put(3000, 3001);
  const index = await now();
  expect(index.cratesWith(person).map(({ name }) => name)).toEqual(Array.from({ length: 11 }, (_, at) => `Crate ${2990 + at}`)); // prettier-ignore
  expect(index.nameOf(person)).toBe('Ada');
  expect(index.cratesWith(`${graph(2995)}f.csv`)).toEqual([]);
  await store.drop([...index.crates.map((one) => one.graph)]);
  const empty = await now();
  expect([empty.cratesWith(person), empty.nameOf(person), empty.crates]).toEqual([[], undefined, []]);
});

it('the contexts that crates declare stay the same list until one comes that is new', async () => {
  const store = new MemoryStore();
  const indexer = new StoreIndexer();
  const contexts = async () => (await indexer.of(store.snapshot())).declaredContexts;
  await load(store, 'https://example.org/a/', 'A');
  const declared = await contexts();
  expect(declared).toEqual([{ graph: 'https://example.org/a/', base: 'https://example.org/a/', context: CONTEXT }]);
  await load(store, 'https://example.org/b/', 'B');
  expect(await contexts()).toBe(declared);
  await load(store, 'https://example.org/c/', 'C', [CONTEXT, { ex: 'https://example.org/terms#' }]);
  expect(await contexts()).toHaveLength(2);
  await store.drop(['https://example.org/c/']);
  expect(await contexts()).toHaveLength(1);
});
