import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import jsonld from 'jsonld';
import { openContexts, openCrateDocument } from '../../../dist/library/index.js';
import { BASE } from '../generate.mjs';

/** Converts all real crates to N-Quads, with the contexts that they need. The size is only a label. */
export function prepare({ shared }) {
  const real = join(shared, 'corpus', 'real');
  const files = readdirSync(real, { recursive: true })
    .filter((name) => /\.json(?:ld)?$/.test(name))
    .map((name) => join(real, name));
  const contexts = openContexts({ offline: true, folders: [join(shared, 'corpus', 'contexts')] });
  return { files, contexts };
}

/** Converts all files once and counts the failures. */
function each(files, convert) {
  const facts = { failed: 0 };
  const run = async () => {
    facts.failed = 0;
    for (const file of files) await Promise.resolve(convert(file)).catch(() => (facts.failed += 1));
  };
  return { facts, run };
}

async function counted({ facts, run }) {
  await run();
  return { run, failed: facts.failed };
}

export const subjects = {
  crategraph: ({ files, contexts }) =>
    counted(
      each(files, async (file) => {
        const document = await openCrateDocument(file, { contexts });
        for await (const chunk of document.nquadsBytes(BASE)) if (chunk.length === 0) throw new Error('empty chunk');
      }),
    ),
  'JSON.parse': ({ files }) => counted(each(files, async (file) => void JSON.parse(readFileSync(file, 'utf8')))),
  jsonld({ files, contexts }) {
    const documentLoader = async (url) => ({ documentUrl: url, document: { '@context': await contexts.load(url) } });
    const options = { base: BASE, documentLoader, format: 'application/n-quads' };
    return counted(
      each(files, async (file) =>
        Buffer.byteLength(await jsonld.toRDF(JSON.parse(readFileSync(file, 'utf8')), options)),
      ),
    );
  },
};
