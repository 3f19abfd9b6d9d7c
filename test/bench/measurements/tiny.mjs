import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import oxigraph from 'oxigraph';
import { openBytes } from '../../../dist/package/open/open-crate.js';
import { BASE, tinyCrate, withTerms } from '../generate.mjs';
import { contexts } from '../peers/contexts.mjs';
import { jsonldToRdf } from '../peers/jsonld.mjs';
import { rdflib } from '../peers/programs.mjs';
import { streamingQuads } from '../peers/streaming.mjs';

/** Converts many tiny crates in memory to N-Quads in one process; the size is their number. */
export function prepare({ size }) {
  return { texts: Array.from({ length: size }, (_, index) => tinyCrate(index)) };
}

/** Converts all of them once. */
function each(texts, convert) {
  const all = texts.map((text) => Buffer.from(text));
  return {
    run: async () => {
      for (const bytes of all) await convert(bytes);
    },
  };
}

export const subjects = {
  crategraph: ({ texts }) =>
    each(texts, async (bytes) => {
      const document = await openBytes(bytes, { contexts });
      for await (const chunk of document.nquadsBytes(document.root.root))
        if (chunk.length === 0) throw new Error('empty chunk');
    }),
  'JSON.parse': ({ texts }) => each(texts, (bytes) => void JSON.parse(bytes.toString())),
  jsonld: ({ texts }) => each(texts, (bytes) => jsonldToRdf(bytes, 'application/n-quads')),
  'jsonld-streaming-parser': ({ texts }) => each(texts, streamingQuads),
  'Oxigraph JSON-LD': ({ texts }) =>
    each(texts.map(withTerms), (bytes) => {
      const store = new oxigraph.Store();
      store.load(bytes, { format: 'application/ld+json', base_iri: BASE, no_transaction: true });
      store.dump({ format: 'application/n-quads' });
      store.free();
    }),
  rdflib({ texts, folder }) {
    const lines = join(folder, `tiny-${texts.length}.jsonl`);
    writeFileSync(lines, texts.map((text) => `${withTerms(text)}\n`).join(''));
    return { outside: true, run: () => rdflib(lines, BASE) };
  },
};
