import { resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { sourceFiles } from './sources.js';

/** What has to run anywhere: no module of Node, no `Buffer`, no `process`. */
const PORTABLE = /^(?:errors\.ts$|rdf\/|crate\/)/;

describe('the core', () => {
  it('uses nothing of Node', async () => {
    const core = (await sourceFiles()).filter(({ path }) => PORTABLE.test(path));
    expect(core.length).toBeGreaterThan(20);
    const modules = core.flatMap(({ path, packages }) =>
      packages.filter((name) => name.startsWith('node:')).map((name) => `${path}: ${name}`),
    );
    const globals = core.flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(/\b(?:Buffer|process|require|__dirname)\b[.(]/g)].map(
        ([word]) => `${path}: ${word}`,
      ),
    );
    expect([...modules, ...globals]).toEqual([]);
  });

  it('is bundled for a browser as it stands, and runs without Node', async () => {
    const { outputFiles, metafile } = await build({
      stdin: { contents: ENTRY, resolveDir: resolve('src/crate'), loader: 'ts' },
      bundle: true,
      platform: 'browser',
      format: 'iife',
      globalName: 'core',
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    expect(
      Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter(({ external }) => external)),
    ).toEqual([]);

    const page = createContext(browserGlobals());
    runInContext(`${outputFiles[0]?.text ?? ''}; globalThis.core = core`, page);
    const { nquads, document } = await (runInContext(`(${job.toString()})(core)`, page) as ReturnType<typeof job>);
    expect(nquads).toContain('<http://example.org/c/> <http://schema.org/name> "N" .\n');
    expect(nquads).toContain('#first> "a" .\n'); // the general lane, with its streams, runs too
    expect(JSON.parse(JSON.stringify(document))).toMatchObject({
      '@graph': [{ '@id': 'ro-crate-metadata.json' }, { '@id': './', name: 'N' }],
    });
  });
});

const ENTRY = `
export { crateBase } from './base.ts';
export { bytesInMemory } from './json/byte-source.ts';
export { openDocument } from './read/crate-document.ts';
export { writeDocument } from './write/write-document.ts';
export { dataFactory } from '../rdf/data-factory.ts';
`;

interface Core {
  crateBase: typeof import('../../src/crate/base.js').crateBase;
  bytesInMemory: typeof import('../../src/crate/json/byte-source.js').bytesInMemory;
  openDocument: typeof import('../../src/crate/read/crate-document.js').openDocument;
  writeDocument: typeof import('../../src/crate/write/write-document.js').writeDocument;
  dataFactory: typeof import('../../src/rdf/data-factory.js').dataFactory;
}

/** What a page does with a crate; its text runs there. */
async function job({ crateBase, bytesInMemory, openDocument, writeDocument, dataFactory }: Core) {
  const schema = 'http://schema.org/';
  const context = { about: `${schema}about`, Dataset: `${schema}Dataset`, name: `${schema}name` };
  const base = crateBase('http://example.org/c/', 'given');
  const contexts = { load: () => Promise.reject(new Error('no context to load')) };
  const graph = [
    { '@id': 'ro-crate-metadata.json', about: { '@id': './' } },
    { '@id': './', '@type': 'Dataset', name: 'N', about: { '@list': ['a', 'b'] } },
  ];
  const text = JSON.stringify({ '@context': context, '@graph': graph });
  const read = await openDocument(bytesInMemory(new TextEncoder().encode(text)), {
    base: { given: base.iri },
    contexts,
  });
  let nquads = '';
  for await (const chunk of read.nquads()) nquads += chunk;
  const document = await writeDocument(read.quads(await dataFactory()), { base, contexts, context, root: read.root });
  return { nquads, document };
}

/** Globals that browsers have, and no others. */
function browserGlobals(): Record<string, unknown> {
  const names = {
    TextDecoder,
    TextEncoder,
    URL,
    crypto,
    btoa,
    atob,
    queueMicrotask,
    setTimeout,
    clearTimeout,
    console,
  };
  const page: Record<string, unknown> = { ...names, AbortController, AbortSignal, EventTarget, Event };
  return Object.assign(page, { self: page });
}

/** Good enough for this code: comments start a line or follow a space, and strings hold none. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
