import { readFileSync } from 'node:fs';
import { DataFactory } from 'n3';
import oxigraph from 'oxigraph';
import { openCrateDocument } from '../../../dist/library/index.js';
import { BASE } from '../generate.mjs';
import { contexts } from '../peers/contexts.mjs';
import { jsonldToRdf } from '../peers/jsonld.mjs';
import { streamingQuads } from '../peers/streaming.mjs';

/** Reads a file into an array of RDF/JS quads. */
export const subjects = {
  async crategraph({ file }) {
    const run = async () => {
      const document = await openCrateDocument(file, { contexts, base: BASE });
      const quads = [];
      for await (const quad of document.quads(DataFactory)) quads.push(quad);
      return quads;
    };
    return { run, quads: (await run()).length };
  },
  jsonld: ({ file }) => ({ run: () => jsonldToRdf(readFileSync(file)) }),
  'jsonld-streaming-parser': ({ file }) => ({ run: () => streamingQuads(readFileSync(file)) }),
  'Oxigraph JSON-LD': ({ embedded }) => ({
    run: () => void oxigraph.parse(readFileSync(embedded), { format: 'application/ld+json', base_iri: BASE }),
  }),
};
