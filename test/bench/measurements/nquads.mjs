import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import oxigraph from 'oxigraph';
import { openCrateDocument } from '../../../dist/library/index.js';
import { BASE } from '../generate.mjs';
import { contexts } from '../peers/contexts.mjs';
import { jsonldToRdf } from '../peers/jsonld.mjs';
import { oxigraphConvert, rdflib, riot } from '../peers/programs.mjs';

/** Converts a file to N-Quads in chunks and discards them. */
export const subjects = {
  async crategraph({ file }) {
    let quads = 0;
    const run = async () => {
      const document = await openCrateDocument(file, { contexts, base: BASE });
      let length = 0;
      for await (const chunk of document.nquadsBytes(BASE)) length += chunk.length;
      quads = document.counts.quads;
      return length;
    };
    await run();
    return { run, quads };
  },
  'JSON.parse': ({ file }) => ({ run: () => void JSON.parse(readFileSync(file, 'utf8')) }),
  jsonld: ({ file }) => ({ run: () => jsonldToRdf(readFileSync(file), 'application/n-quads') }),
  'Oxigraph JSON-LD': ({ embedded }) => ({
    run: () => {
      const store = new oxigraph.Store();
      store.load(readFileSync(embedded), { format: 'application/ld+json', base_iri: BASE, no_transaction: true });
      const text = store.dump({ format: 'application/n-quads' });
      store.free();
      return Buffer.byteLength(text);
    },
  }),
  'Oxigraph (native)': ({ embedded }) => ({ outside: true, run: () => oxigraphConvert(embedded, BASE) }),
  rdflib: ({ embedded }) => ({ outside: true, run: () => rdflib(embedded, BASE) }),
  'Jena riot': ({ embedded }) => ({ outside: true, run: () => riot(embedded, BASE) }),
};
