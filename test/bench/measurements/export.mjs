import { Buffer } from 'node:buffer';
import { exportCrate, loadCrates, openStore } from '../../../dist/library/index.js';
import { BASE, CONTEXT } from '../generate.mjs';
import { contexts } from '../peers/contexts.mjs';
import { jsonldFromRdf } from '../peers/jsonld.mjs';

/** Loads the crate of the file into a memory store. */
export async function prepare({ file }) {
  const store = await openStore('memory:', { mode: 'write' });
  const [result] = await loadCrates(store, [file], { contexts, base: BASE });
  if (result.error) throw result.error;
  return { store, quads: result.quads };
}

/** The N-Triples of the crate. */
async function triples(store) {
  const chunks = [];
  for await (const chunk of store.nquads(BASE)) chunks.push(chunk);
  return Buffer.concat(chunks).toString().replaceAll(` <${BASE}> .\n`, ' .\n');
}

/** From the store to the text of a metadata document. */
export const subjects = {
  crategraph: ({ store, quads }) => ({ run: () => exportCrate(store, BASE, { contexts }), quads }),
  'crategraph, no layout': ({ store, quads }) => ({
    run: () => exportCrate(store, BASE, { contexts, layout: false }),
    quads,
  }),
  'jsonld fromRDF + compact': ({ store, quads }) => ({
    run: async () => {
      const document = await jsonldFromRdf(await triples(store), CONTEXT);
      return JSON.stringify(document, null, 2);
    },
    quads,
  }),
};
