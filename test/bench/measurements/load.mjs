import { readFileSync } from 'node:fs';
import oxigraph from 'oxigraph';
import { loadCrates, openCrate, openStore } from '../../../dist/index.js';
import { BASE } from '../generate.mjs';
import { contexts } from '../peers/contexts.mjs';

/** A file into an empty Oxigraph in memory. */
function load(file, options = {}) {
  return async () => {
    const store = await openStore('memory:', { mode: 'write' });
    const [{ error }] = await loadCrates(store, [file], { contexts, base: BASE, ...options });
    if (error) throw error;
    await store.close();
  };
}

/** Loads with the options that the engine of crategraph uses. */
function loadChunks(chunks, lenient = false) {
  const store = new oxigraph.Store();
  for (const chunk of chunks) store.load(chunk, { format: 'application/n-quads', no_transaction: true, lenient });
  store.free();
}

export const subjects = {
  crategraph: ({ file }) => ({ run: load(file) }),
  'crategraph, no layout': ({ file }) => ({ run: load(file, { layout: false }) }),
  async 'ready-made chunks'({ file }) {
    const document = await openCrate(file, { contexts, base: BASE });
    const chunks = [];
    for await (const chunk of document.nquadsBytes(BASE)) chunks.push(chunk);
    return { run: () => loadChunks(chunks), quads: document.counts.quads };
  },
  'Oxigraph JSON-LD': ({ embedded }) => ({
    run: () => {
      const store = new oxigraph.Store();
      const options = { format: 'application/ld+json', base_iri: BASE, to_graph_name: oxigraph.namedNode(BASE) };
      store.load(readFileSync(embedded), { ...options, no_transaction: true });
      store.free();
    },
  }),
};
