import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createContext, SourceTextModule } from 'node:vm';
import { build } from 'esbuild';

const [, snippet = ''] = /## In a browser\n.*?```js\n(.*?)```/s.exec(readFileSync('docs/library.md', 'utf8')) ?? [];

/** Bundles `crategraph/core` and `crategraph/contexts` with the export map, as for a page, and runs them without Node. */
describe('in a browser', () => {
  it('runs the program of the documents', async () => {
    const [name, notes, document] = await inPage(snippet);
    expect(name).toBe('Coastal atlas');
    const message = 'an identifier is not a legal IRI and was percent-encoded: "my map.png"';
    expect(notes).toEqual([message, message]);
    const [, text = ''] = /`(\{.*?\})`/s.exec(snippet) ?? [];
    expect(document).toEqual(JSON.parse(text.replaceAll('my map', 'my%20map')));
  });

  it('uses both lanes, requests contexts from other sources, and throws errors with their codes', async () => {
    const [nquads, asked, document, code] = await inPage(`
      import { bytesInMemory, CrateError, dataFactory, openDocument, quadsToNQuads, writeDocument } from 'crategraph/core';
      import { bundledContexts } from 'crategraph/contexts';
      const asked = [];
      const contexts = bundledContexts({
        load: async (address) => (asked.push(address), address === 'http://h/c' ? { part: 'http://h/part' } : undefined),
      });
      const open = (context) => {
        const graph = [
          { '@id': 'ro-crate-metadata.json', about: { '@id': './' } },
          { '@id': './', '@type': 'Dataset', name: 'N', part: { '@list': ['a', 'b'] } },
        ];
        const text = JSON.stringify({ '@context': ['https://w3id.org/ro/crate/1.1/context', context], '@graph': graph });
        return openDocument(bytesInMemory(new TextEncoder().encode(text)), { base: { given: 'http://example.org/c/' }, contexts });
      };
      const crate = await open('http://h/c');
      const quads = await crate.orderedQuads(await dataFactory());
      let nquads = '';
      for await (const chunk of quadsToNQuads(quads)) nquads += chunk;
      console.log(nquads);
      console.log(asked);
      console.log(await writeDocument(quads, { base: crate.base, contexts, context: crate.writtenContext, root: crate.root }));
      console.log(await open('http://h/other').catch((error) => error instanceof CrateError && error.code));
    `);
    expect(nquads).toContain('<http://example.org/c/> <http://schema.org/name> "N" .\n');
    expect(nquads).toContain('#first> "a" .\n');
    expect(asked).toEqual(['http://h/c']);
    expect(document).toMatchObject({ '@graph': [{}, { '@id': './', name: 'N', part: { '@list': ['a', 'b'] } }] });
    expect(code).toBe('ERR_CONTEXT_UNAVAILABLE');
  });
});

/** Bundles a module, runs it with only the globals of browsers, and returns what it logs, as JSON values. */
async function inPage(contents: string): Promise<unknown[]> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: resolve('.') },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  expect(imports.filter(({ external }) => external)).toEqual([]);
  const logged: unknown[] = [];
  const log = (value: unknown) => logged.push(JSON.parse(JSON.stringify(value)));
  const page = new SourceTextModule(outputFiles[0]?.text ?? '', { context: createContext(browserGlobals(log)) });
  await page.link(() => {
    throw new Error('the bundle imports another module');
  });
  await page.evaluate();
  return logged;
}

/** The globals of browsers, without those of Node. */
function browserGlobals(log: (value: unknown) => void): Record<string, unknown> {
  const names = { TextDecoder, TextEncoder, URL, crypto, btoa, atob, queueMicrotask, setTimeout, clearTimeout };
  const page: Record<string, unknown> = { ...names, AbortController, AbortSignal, EventTarget, Event };
  return Object.assign(page, { self: page, console: { log } });
}
