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
  expect(GRAPHS.map((graph) => early.crate(shortHandle(graph))?.graph)).toEqual(GRAPHS);
  const whole = await indexer.current();
  expect(whole.pending).toBe(0);
  expect(whole.crates.map(({ name }) => name)).toEqual(GRAPHS);
  await store.update(`INSERT DATA { GRAPH <${GRAPHS[0]}> { <${GRAPHS[0]}> <http://schema.org/about> <urn:x> } }`);
  expect((await indexer.current(0)).crates).toHaveLength(2); // of a crate that has changed, the state before
  expect((await indexer.current()).cratesWith('urn:x')).toHaveLength(1);
});
