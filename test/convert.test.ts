import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, EXAMPLES, writeCrate } from './cli/helpers/crates.js';
import { freshFolder } from './cli/helpers/run.js';
import { BUNDLED, open } from './helpers/read.js';
import { canonical } from './helpers/oracle.js';
import { crateToRdf, isRdfFile, rdfToCrate, readRdf } from '../src/convert.js';
import { crateBase } from '../src/crate/base.js';
import type { JsonObject } from '../src/crate/json/parse.js';
import { openCrate } from '../src/open.js';
import { quadToNQuads } from '../src/rdf/nquads.js';

const BASE = 'https://example.org/crate/';
const CRATES = ['rainfall-survey', 'rainfall-model-run', 'herbarium-scans', 'station-history', 'coastal-atlas'];

async function toFile(crateFolder: string, to: string, ending: string): Promise<string> {
  const document = await openCrate(crateFolder, { contexts: BUNDLED, base: BASE });
  const file = join(await freshFolder('convert'), `crate.${ending}`);
  await writeFile(file, crateToRdf(document, to, BUNDLED));
  return file;
}

async function nquadsOf(document: JsonObject): Promise<string[]> {
  let text = '';
  for await (const chunk of (await open(document, { base: crateBase(BASE, 'given') })).nquads()) text += chunk;
  return canonical(text);
}

const graphOf = async (file: string) => canonical((await readRdf(file)).map(quadToNQuads).join(''));

describe.each(CRATES)('%s', (name) => {
  it('says the same in every syntax, and as a crate again', async () => {
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
    const document = await openCrate(join(EXAMPLES, name), { contexts: BUNDLED, base: BASE });
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

  it('finds its own base, and writes the context of its version', async () => {
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

  it('is the one of the base where there are several', async () => {
    const file = await turtle(crateOf('https://a.example/') + crateOf('https://b.example/'));
    await expect(rdfToCrate(file, { contexts: BUNDLED })).rejects.toMatchObject({ code: 'ERR_ROOT_AMBIGUOUS' });
    const { '@graph': graph } = await rdfToCrate(file, { contexts: BUNDLED, base: 'https://b.example/' });
    expect((graph as JsonObject[]).map((entity) => entity['@id'])).toEqual(
      expect.arrayContaining(['./', 'https://a.example/']),
    );
  });

  it('is the named graph that holds the root', async () => {
    const file = join(await freshFolder('convert'), 'x.nq');
    const line = (s: string, p: string, o: string, g: string) => `<${s}> <${p}> <${o}> <${g}> .\n`;
    const about = line(`${BASE}ro-crate-metadata.json`, 'http://schema.org/about', BASE, BASE);
    const type = line(BASE, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', 'http://schema.org/Dataset', BASE);
    await writeFile(file, about + type + line('urn:other', 'urn:p', 'urn:o', 'urn:g'));
    expect(JSON.stringify(await rdfToCrate(file, { contexts: BUNDLED }))).not.toContain('urn:other');
  });

  it('needs RDF with a root', async () => {
    await expect(rdfToCrate(await turtle('<urn:a> <urn:b> <urn:c> .'), { contexts: BUNDLED })).rejects.toMatchObject({
      code: 'ERR_ROOT_NOT_FOUND',
    });
    await expect(rdfToCrate(await turtle('oops'), { contexts: BUNDLED })).rejects.toMatchObject({
      code: 'ERR_RDF_SYNTAX',
      details: { file: expect.stringMatching(/x\.ttl$/) },
    });
    await expect(rdfToCrate('gone.ttl', { contexts: BUNDLED })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    await expect(readRdf('x.rdf')).rejects.toMatchObject({ code: 'ERR_UNSUPPORTED' });
    expect(['x.nq', 'x.TTL', 'x.json', 'folder', '-'].map(isRdfFile)).toEqual([true, true, false, false, false]);
  });
});

describe('JSON-LD with absolute identifiers', () => {
  it('says the same wherever it is read', async () => {
    const folder = await writeCrate(
      await freshFolder('convert'),
      crate({ entities: [{ '@id': 'a.txt', '@type': ['File', 'Undefined'] }] }),
    );
    const document = await openCrate(folder, { contexts: BUNDLED, base: BASE });
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
