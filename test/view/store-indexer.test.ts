import { loadCrates } from '../../src/load/load-crates.js';
import { MemoryStore } from '../../src/store/memory-store.js';
import { shortHandle } from '../../src/stored/handles.js';
import { openStoreIndex } from '../../src/view/store-indexer.js';
import { BUNDLED, crate } from '../helpers/read.js';

const GRAPHS = ['https://example.org/a/', 'https://example.org/b/'];

it('an index without patience knows all keys, says what is missing, and reads it in the background', async () => {
  const store = new MemoryStore();
  for (const base of GRAPHS)
    await loadCrates(store, crate([], 'https://w3id.org/ro/crate/1.1/context', { name: base }) as never, { base, contexts: BUNDLED }); // prettier-ignore
  const indexer = openStoreIndex(store);
  const early = await indexer.current(0);
  expect(early.pending).toBeGreaterThan(0);
  // What the load records say is there at once.
  expect(early.crates.map(({ name, entities }) => [name, entities])).toEqual(GRAPHS.map((name) => [name, 2]));
  expect(GRAPHS.map((graph) => early.crate(shortHandle(graph))?.graph)).toEqual(GRAPHS);
  const whole = await indexer.current();
  expect(whole.pending).toBe(0);
  expect(whole.crates.map(({ name }) => name)).toEqual(GRAPHS);
  await store.update(`INSERT DATA { GRAPH <${GRAPHS[0]}> { <${GRAPHS[0]}> <http://schema.org/about> <urn:x> } }`);
  expect((await indexer.current(0)).crates).toHaveLength(2); // of a crate that has changed, the state before
  expect((await indexer.current()).cratesWith('urn:x')).toHaveLength(1);
});

it('crates that come, change and go stay sorted, as if the index were new', async () => {
  const store = new MemoryStore();
  const indexer = openStoreIndex(store);
  const names = ['Zebra', 'ant', 'Élan', 'crate 10', 'crate 9', 'Ox', 'bee', 'Ant'];
  for (const [at, name] of names.entries()) {
    const base = `https://example.org/${String(at)}/`;
    await loadCrates(store, crate([], 'https://w3id.org/ro/crate/1.1/context', { name }) as never, { base, contexts: BUNDLED }); // prettier-ignore
    if (at > 2) await store.drop([`https://example.org/${String(at - 2)}/`]);
    if (at === 6) await store.update('INSERT DATA { GRAPH <urn:none> { <urn:none> a <urn:T> } }');
    const [kept, fresh] = [await indexer.current(), await openStoreIndex(store).current()];
    expect(kept.crates).toEqual(fresh.crates);
    expect(kept.crates.map(({ key }) => kept.crate(key)?.graph)).toEqual(kept.crates.map(({ graph }) => graph));
    expect(kept.statistics()).toEqual(fresh.statistics());
  }
});

it('the contexts that crates declare stay the same list until one comes that is new', async () => {
  const store = new MemoryStore();
  const indexer = openStoreIndex(store);
  const load = (base: string, context: unknown) => loadCrates(store, crate([], context as never) as never, { base, contexts: BUNDLED }); // prettier-ignore
  await load('https://example.org/a/', 'https://w3id.org/ro/crate/1.1/context');
  const { declaredContexts } = await indexer.current();
  expect(declaredContexts).toEqual([{ graph: 'https://example.org/a/', base: 'https://example.org/a/', context: 'https://w3id.org/ro/crate/1.1/context' }]); // prettier-ignore
  await load('https://example.org/b/', 'https://w3id.org/ro/crate/1.1/context');
  expect((await indexer.current()).declaredContexts).toBe(declaredContexts);
  await load('https://example.org/c/', ['https://w3id.org/ro/crate/1.1/context', { ex: 'https://example.org/terms#' }]);
  expect((await indexer.current()).declaredContexts).toHaveLength(2);
  await store.drop(['https://example.org/c/']);
  expect((await indexer.current()).declaredContexts).toHaveLength(1);
});
