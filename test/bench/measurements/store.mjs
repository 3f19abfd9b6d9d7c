import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  exportCrate,
  listCrates,
  loadCrates,
  openStore,
  queryStore,
  removeCrates,
} from '../../../dist/library/index.js';
import { BASE, tinyCrate } from '../generate.mjs';
import { contexts } from '../peers/contexts.mjs';

/** The cost of the verbs on a store of many tiny crates. The first subject creates it, and one more crate. */
export async function prepare({ tree, folder, size }) {
  const path = join(folder, `store-${size}`);
  const one = join(folder, `one-${size}`);
  if (!existsSync(path)) {
    mkdirSync(one);
    writeFileSync(join(one, 'ro-crate-metadata.json'), tinyCrate(size + 1));
    await inStore(path, (store) => loadCrates(store, [tree], { contexts }));
  }
  const [{ graph }] = await inStore(path, (store) => loadCrates(store, [one], { contexts, base: `${BASE}one/` }));
  return { path, one, graph };
}

/** Opens the store as each command does. */
async function inStore(path, work) {
  const store = await openStore(path, { mode: 'write', create: true });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const verb = (work) => (input) => ({ run: () => inStore(input.path, (store) => work(store, input)) });
const loadOne = (store, { one }) => loadCrates(store, [one], { contexts, base: `${BASE}one/`, mode: 'replace' });

export const subjects = {
  'load one more': verb(loadOne),
  list: verb(listCrates),
  'export one': verb((store, { graph }) => exportCrate(store, graph, { contexts })),
  'load and remove one': verb(async (store, input) => {
    await loadOne(store, input);
    await removeCrates(store, [input.graph]);
  }),
  'query --crate': verb((store, { graph }) => queryStore(store, 'ASK { ?s ?p ?o }', { graphs: [graph] })),
  'ask all': verb((store) => queryStore(store, 'ASK { ?s ?p "no such value" }')),
  async 'ask all, warm'({ path }) {
    const store = await openStore(path, { mode: 'read' });
    const run = () => queryStore(store, 'ASK { ?s ?p "no such value" }');
    await run();
    return { run };
  },
};
