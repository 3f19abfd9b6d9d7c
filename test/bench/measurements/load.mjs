import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import oxigraph from 'oxigraph';
import { loadCrates, openCrateDocument, openStore } from '../../../dist/library/index.js';
import { BASE } from '../generate.mjs';
import { contexts } from '../peers/contexts.mjs';

/** Loads a file into an empty durable store. */
function load({ file, folder }, options = {}) {
  let run = 0;
  return async () => {
    const path = join(folder, `load-${process.pid}-${(run += 1)}`);
    const store = await openStore(path, { mode: 'write', create: true });
    const [{ error }] = await loadCrates(store, [file], { contexts, base: BASE, ...options });
    if (error) throw error;
    await store.close();
    rmSync(path);
  };
}

/** Loads with the options that the engine of crategraph uses. */
function loadChunks(chunks, lenient = false) {
  const store = new oxigraph.Store();
  for (const chunk of chunks) store.load(chunk, { format: 'application/n-quads', no_transaction: true, lenient });
  store.free();
}

export const subjects = {
  crategraph: (input) => ({ run: load(input) }),
  'crategraph, no layout': (input) => ({ run: load(input, { layout: false }) }),
  async 'ready-made chunks'({ file }) {
    const document = await openCrateDocument(file, { contexts, base: BASE });
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
