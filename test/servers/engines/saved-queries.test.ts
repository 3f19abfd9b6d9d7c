import { BUNDLED } from '../../helpers/read.js';
import {
  askSources,
  askStore,
  differentAnswers,
  HALVES,
  NOT_AT_ENDPOINTS,
} from '../../tasks/query/helpers/saved-answers.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { describeEngines } from '../helpers/describe-engines.js';

const [FIRST = [], SECOND = []] = HALVES;

/** The example crates in memory: what every store must answer as. */
async function inMemory(): Promise<GraphStore> {
  const store = new MemoryStore();
  await loadCrates(store, HALVES.flat(), { contexts: BUNDLED });
  return store;
}

describeEngines(['Oxigraph', 'Fuseki', 'Virtuoso'], (endpoint) => {
  let store: GraphStore;
  beforeAll(async () => {
    const { url, env } = endpoint().engine;
    Object.assign(process.env, env);
    store = await openStore(url, { mode: 'write', create: true });
    await loadCrates(store, FIRST, { contexts: BUNDLED });
  }, 120_000);
  afterAll(async () => {
    await store.close();
  });

  it('answers saved queries together with crates as one store in memory', async () => {
    const here = await inMemory();
    const ask = askSources(endpoint().engine.url, ...SECOND);
    expect(await differentAnswers(askStore(here), ask, NOT_AT_ENDPOINTS)).toEqual([]);
    await here.close();
  });

  it('answers saved queries as a store in memory does', async () => {
    await loadCrates(store, SECOND, { contexts: BUNDLED });
    const here = await inMemory();
    expect(await differentAnswers(askStore(here), askStore(store), NOT_AT_ENDPOINTS)).toEqual([]);
    await here.close();
  });
});
