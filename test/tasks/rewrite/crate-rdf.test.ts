import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, EXAMPLES, writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { BUNDLED, open } from '../../helpers/read.js';
import { canonical } from '../../helpers/oracle.js';
import { serve } from '../../package/helpers/server.js';
import { crateToRdf } from '../../../src/tasks/rewrite/crate-rdf.js';
import { rdfToCrate } from '../../../src/tasks/rewrite/rdf-to-crate.js';
import { isRdfFile, mayBeRdf, readRdf, type ReadRdfOptions } from '../../../src/package/open/read-rdf.js';
import { crateBase } from '../../../src/crate/base.js';
import type { JsonObject } from '../../../src/crate/json/lazy-document.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { quadToNQuads } from '../../../src/base/rdf/nquads.js';

const BASE = 'https://example.org/crate/';
const CRATES = ['rainfall-survey', 'rainfall-model-run', 'herbarium-scans', 'station-history', 'coastal-atlas'];

async function toFile(crateFolder: string, to: string, ending: string): Promise<string> {
  const document = await openCrateDocument(crateFolder, { contexts: BUNDLED, base: BASE });
  const file = join(await freshFolder('convert'), `crate.${ending}`);
  await writeFile(file, crateToRdf(document, to, BUNDLED));
  return file;
}

async function nquadsOf(document: JsonObject): Promise<string[]> {
  let text = '';
  for await (const chunk of (await open(document, { base: crateBase(BASE, 'given') })).nquads()) text += chunk;
  return canonical(text);
}

const graphOf = async (file: string) =>
  canonical((await readRdf(file, { contexts: BUNDLED })).map(quadToNQuads).join(''));

describe.each(CRATES)('%s', (name) => {
  it('has the same graph in every syntax, and as a crate made from it', async () => {
    const expected = await graphOf(await toFile(join(EXAMPLES, name), 'nquads', 'nq'));
    expect(expected.length).toBeGreaterThan(50);
    for (const [to, ending] of [
      ['ntriples', 'nt'],
      ['turtle', 'ttl'],
      ['trig', 'trig'],
    ] as const) {
      const file = await toFile(join(EXAMPLES, name), to, ending);
      expect(await graphOf(file)).toEqual(expected);
      expect(await nquadsOf(await rdfToCrate(file, { contexts: BUNDLED, base: BASE }))).toEqual(expected);
    }
    const document = await openCrateDocument(join(EXAMPLES, name), { contexts: BUNDLED, base: BASE });
    let text = '';
    for await (const chunk of crateToRdf(document, 'jsonld', BUNDLED)) text += chunk;
    expect(await nquadsOf(JSON.parse(text) as JsonObject)).toEqual(expected);
  });
});

describe('a crate from RDF', () => {
  const turtle = async (text: string) => {
    const file = join(await freshFolder('convert'), 'x.ttl');
    await writeFile(file, text);
    return file;
  };
  const crateOf = (base: string, more = '') =>
    `<${base}ro-crate-metadata.json> <http://schema.org/about> <${base}> . <${base}> a <http://schema.org/Dataset> . ${more}`;

  it('has the base of its descriptor and the context of its version', async () => {
    const more =
      '<https://a.example/c/ro-crate-metadata.json> <http://purl.org/dc/terms/conformsTo> <https://w3id.org/ro/crate/1.1> .';
    expect(await rdfToCrate(await turtle(crateOf('https://a.example/c/', more)), { contexts: BUNDLED })).toEqual({
      '@context': 'https://w3id.org/ro/crate/1.1/context',
      '@graph': [
        {
          '@id': 'ro-crate-metadata.json',
          about: { '@id': './' },
          conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
        },
        { '@id': './', '@type': 'Dataset' },
      ],
    });
  });

  it('is chosen by the base if there are several', async () => {
    const file = await turtle(crateOf('https://a.example/') + crateOf('https://b.example/'));
    await expect(rdfToCrate(file, { contexts: BUNDLED })).rejects.toMatchObject({ code: 'ERR_ROOT_AMBIGUOUS' });
    const { '@graph': graph } = await rdfToCrate(file, { contexts: BUNDLED, base: 'https://b.example/' });
    expect((graph as JsonObject[]).map((entity) => entity['@id'])).toEqual(
      expect.arrayContaining(['./', 'https://a.example/']),
    );
  });

  it('is only the named graph that contains the root', async () => {
    const file = join(await freshFolder('convert'), 'x.nq');
    const line = (s: string, p: string, o: string, g: string) => `<${s}> <${p}> <${o}> <${g}> .\n`;
    const about = line(`${BASE}ro-crate-metadata.json`, 'http://schema.org/about', BASE, BASE);
    const type = line(BASE, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', 'http://schema.org/Dataset', BASE);
    await writeFile(file, about + type + line('urn:other', 'urn:p', 'urn:o', 'urn:g'));
    expect(JSON.stringify(await rdfToCrate(file, { contexts: BUNDLED }))).not.toContain('urn:other');
  });

  it('requires valid RDF with a root', async () => {
    await expect(rdfToCrate(await turtle('<urn:a> <urn:b> <urn:c> .'), { contexts: BUNDLED })).rejects.toMatchObject({
      code: 'ERR_ROOT_NOT_FOUND',
    });
    await expect(rdfToCrate(await turtle('oops'), { contexts: BUNDLED })).rejects.toMatchObject({
      code: 'ERR_RDF_SYNTAX',
      details: { file: expect.stringMatching(/x\.ttl$/) },
    });
    await expect(rdfToCrate('missing.ttl', { contexts: BUNDLED })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    await expect(readRdf('x.doc', { contexts: BUNDLED })).rejects.toMatchObject({ code: 'ERR_UNSUPPORTED' });
    expect(['x.nq', 'x.TTL', 'x.json', 'folder', '-'].map((name) => isRdfFile(name))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('JSON-LD that is not a metadata document', () => {
  const NESTED = {
    '@context': 'https://w3id.org/ro/crate/1.1/context',
    '@id': 'ro-crate-metadata.json',
    about: {
      '@id': './',
      '@type': 'Dataset',
      author: [
        { '@id': '#zoe', name: 'Zoe' },
        { '@id': '#adam', name: 'Adam' },
      ],
    },
  };
  const bytes = (text: string) => new TextEncoder().encode(text);
  /** One chunk for each byte. */
  async function* chunks(text: string): AsyncGenerator<Uint8Array> {
    for (const byte of bytes(text)) yield Uint8Array.of(byte);
  }
  const fromPipe = (text: string, more: Partial<ReadRdfOptions> = {}) =>
    rdfToCrate('-', { contexts: BUNDLED, packages: { stdin: chunks(text) }, ...more });

  it('becomes a crate, from a pipe or a file, with its authors in order', async () => {
    const document = await fromPipe(JSON.stringify(NESTED));
    const authors = { author: [{ '@id': '#zoe' }, { '@id': '#adam' }] };
    expect(document['@graph']).toContainEqual(expect.objectContaining({ '@id': './', ...authors }));
    expect(await fromPipe(`\ufeff${' '.repeat(300)}${JSON.stringify(NESTED)}`)).toEqual(document);
    const file = join(await freshFolder('convert'), 'data.jsonld');
    await writeFile(file, JSON.stringify(NESTED));
    expect(await rdfToCrate(file, { contexts: BUNDLED })).toEqual(document);
    expect(['data.jsonld', 'x/ro-crate-metadata.jsonld', 'x.json', '-', 'http://127.0.0.1/x'].map(mayBeRdf)).toEqual([
      true, false, false, true, true,
    ]); // prettier-ignore
  });

  it('may be expanded and absolute, as rdflib writes it', async () => {
    const iri = (name: string) => `https://a.example/c/${name}`;
    const text = JSON.stringify([
      { '@id': iri('ro-crate-metadata.json'), 'http://schema.org/about': [{ '@id': iri('') }] },
      { '@id': iri(''), '@type': ['http://schema.org/Dataset'], 'http://schema.org/name': [{ '@value': 'N' }] },
    ]);
    expect((await fromPipe(text))['@graph']).toEqual([
      { '@id': 'ro-crate-metadata.json', about: { '@id': './' } },
      { '@id': './', '@type': 'Dataset', name: 'N' },
    ]);
  });

  it('is not assumed if a pipe does not start as JSON', async () => {
    const turtle = '@prefix s: <http://schema.org/> . <ro-crate-metadata.json> s:about <./> . <./> a s:Dataset .';
    expect((await fromPipe(turtle, { base: BASE }))['@graph']).toHaveLength(2);
  });

  it('is recognised on the web by its media type; its base is the final address', async () => {
    const server = await serve((request, answer) => {
      if (request.url === '/old') return void answer.writeHead(302, { location: '/c/data' }).end();
      answer.writeHead(200, { 'content-type': 'application/ld+json; profile="x"' }).end(JSON.stringify(NESTED));
    });
    const quads = await readRdf(`${server.url}/old`, { contexts: BUNDLED });
    expect(quads.map(({ subject }) => subject.value)).toContain(`${server.url}/c/ro-crate-metadata.json`);
  });

  it('has errors without the query of its address, which may contain a secret', async () => {
    const { url } = await serve((_request, answer) => void answer.writeHead(200).end('<html>'));
    for (const limits of [{}, { metadataBytes: 1 }]) {
      const error = await readRdf(`${url}/x?key=secret`, { contexts: BUNDLED, packages: { limits } }).catch(
        JSON.stringify,
      );
      expect(error).toContain(`${url}/x`);
      expect(error).not.toContain('secret');
    }
  });

  it.each([
    ['invalid JSON', '{"@id" "urn:a"}', 'ERR_JSON_SYNTAX'],
    ['a key without value', '{"@id": , "http://p.example/": 1}', 'ERR_JSON_SYNTAX'],
    ['text after the end', '{"@id": "urn:a"} x', 'ERR_JSON_SYNTAX'],
    ['a truncated document', '{"@id": "urn:a", "http://p.example/": [1', 'ERR_JSON_SYNTAX'],
    ['a value that JSON-LD forbids', '{"@id": 1, "http://p.example/": 1}', 'ERR_RDF_SYNTAX'],
    ['a context that is not available', '{"@context": "https://nowhere.invalid/", "a": 1}', 'ERR_CONTEXT_UNAVAILABLE'],
  ])('%s is an error, never an incomplete graph', async (_, text, code) => {
    await expect(fromPipe(text)).rejects.toMatchObject({ code, details: { file: 'standard input' } });
  });
});

describe('JSON-LD with absolute identifiers', () => {
  it('has the same graph with any base', async () => {
    const folder = await writeCrate(
      await freshFolder('convert'),
      crate({ entities: [{ '@id': 'a.txt', '@type': ['File', 'Undefined'] }] }),
    );
    const document = await openCrateDocument(folder, { contexts: BUNDLED, base: BASE });
    let text = '';
    for await (const chunk of crateToRdf(document, 'jsonld', BUNDLED)) text += chunk;
    let elsewhere = '';
    for await (const chunk of (await open(text, { base: crateBase('http://elsewhere.example/', 'url') })).nquads())
      elsewhere += chunk;
    let here = '';
    for await (const chunk of document.nquads()) here += chunk;
    expect(await canonical(elsewhere)).toEqual(await canonical(here));
  });
});
