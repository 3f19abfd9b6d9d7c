import { withBase } from '../../../src/package/open/crate-argument.js';
import { openStore } from '../../../src/store/open-store.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { startOxigraph } from '../../helpers/oxigraph-endpoint.js';
import { BUNDLED } from '../../helpers/read.js';

const crate = (name: string) => {
  const graph = [
    { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } },
    { '@id': './', '@type': 'Dataset', name },
  ];
  const json = JSON.stringify({ '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': graph });
  return withBase(json, `https://example.org/${name}/`);
};

// All of them have the same source: that of a text.
test('crates given as texts are loaded beside one that is there', async () => {
  const { address } = await startOxigraph();
  const store = await openStore(address, { mode: 'write', create: true });
  try {
    await loadCrates(store, [crate('a')], { contexts: BUNDLED });
    await loadCrates(store, [crate('b'), crate('c')], { contexts: BUNDLED });
    expect((await listCrates(store)).map(({ graph }) => graph)).toEqual(
      ['a', 'b', 'c'].map((name) => `https://example.org/${name}/`),
    );
  } finally {
    await store.close();
  }
});
