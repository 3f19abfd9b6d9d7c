import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Parser } from 'n3';
import type { JsonObject } from '../../src/crate/json/lazy-document.js';
import { RDF_SYNTAXES } from '../../src/base/rdf/syntaxes.js';
import { canonical } from '../helpers/oracle.js';
import { serve } from '../package/helpers/server.js';
import { verbsOf } from './helpers/option-table.js';
import { crate, EXAMPLES, SURVEY, writeCrate } from './helpers/crates.js';
import { expectFailure, freshFolder, runCli } from './helpers/run.js';

const BASE = 'https://example.org/crate255/';
const offline = (...args: string[]) => runCli([...args, '--offline']);

describe('convert', () => {
  it.each([
    ['nquads', 'N-Quads'],
    ['ntriples', 'N-Triples'],
    ['turtle', 'Turtle'],
    ['trig', 'TriG'],
    ['ttl', 'Turtle'],
    ['application/n-triples', 'N-Triples'],
  ])('writes %s that a parser reads', async (to, format) => {
    const { status, stdout, stderr } = await offline('convert', SURVEY, '--format', to, '--base', BASE);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const quads = new Parser({ format }).parse(stdout);
    expect(quads).toHaveLength(102);
    expect(quads.filter(({ subject }) => subject.value === BASE).length).toBeGreaterThan(5);
  });

  it('writes JSON-LD with absolute identifiers', async () => {
    const { stdout } = await offline('convert', SURVEY, '--format', 'jsonld', '--base', BASE);
    const { '@graph': graph } = JSON.parse(stdout) as { '@graph': { '@id': string }[] };
    expect(graph.map((entity) => entity['@id']).filter((id) => !/^(?:https?:\/\/|_:)/.test(id))).toEqual([]);
    expect(graph.map((entity) => entity['@id'])).toContain(`${BASE}ro-crate-metadata.json`);
  });

  it('gives identifiers that begin with # the same IRIs by every route that names the metadata file', async () => {
    const folder = await freshFolder('fragments');
    const author = { '@id': '#alice', '@type': 'Person', name: 'Alice' };
    await writeCrate(folder, crate({ more: { author: { '@id': '#alice' } }, entities: [author] }));
    const file = join(folder, 'ro-crate-metadata.json');
    const { url } = await serve((request, response) =>
      request.url === '/c/ro-crate-metadata.json'
        ? void readFile(file).then((bytes) => response.end(bytes))
        : void response.writeHead(404).end(),
    );
    const rdf = async (...args: string[]) => (await runCli(['convert', ...args])).stdout;
    const [root, address] = [`${url}/c/`, `${url}/c/ro-crate-metadata.json`];
    const fromWeb = await rdf(address);
    expect(fromWeb).toContain(`<${address}#alice>`);
    expect(await rdf(root)).toBe(fromWeb);
    expect(await rdf(file, '--base', address)).toBe(fromWeb);
    expect(await rdf(address, '--base', address)).toBe(fromWeb);
    const underRoot = await rdf(file, '--base', root);
    expect(underRoot).toBe(fromWeb.replaceAll(`${address}#alice`, `${root}#alice`));
    expect(await rdf(address, '--base', root)).toBe(underRoot);
  });

  it('turns RDF back into a metadata document', async () => {
    const folder = await freshFolder('rdf');
    const file = join(folder, 'crate.ttl');
    expect(await offline('convert', SURVEY, '--format', 'turtle', '--base', BASE, '-o', file)).toMatchObject({
      status: 0,
      stdout: '',
    });
    const { status, stdout } = await offline('convert', file, '--format', 'crate');
    const { '@graph': graph } = JSON.parse(stdout) as { '@graph': { '@id': string }[] };
    expect({ status, first: graph.slice(0, 2).map((entity) => entity['@id']) }).toEqual({
      status: 0,
      first: ['ro-crate-metadata.json', './'],
    });
  });

  it('reads standard input', async () => {
    const ran = await runCli(['convert', '-', '--base', BASE, '--offline'], {
      stdin: JSON.stringify(crate({ name: 'Mine' })),
    });
    expect(ran).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`<${BASE}> <http://schema.org/name> "Mine" .\n`),
    });
  });

  it.each<[string, string[], 1 | 2, string]>([
    ['a crate that does not exist', ['missing'], 1, 'ERR_NOT_FOUND'],
    ['a folder without crate', [join(SURVEY, 'data')], 1, 'ERR_NOT_A_CRATE'],
    ['a folder of several crates', [EXAMPLES], 2, 'ERR_USAGE'],
    ['an unknown format', [SURVEY, '--format', 'yaml'], 2, 'ERR_USAGE'],
    ['an invalid base', [SURVEY, '--base', 'example.org/x'], 2, 'ERR_BASE_IRI_INVALID'],
    ['RDF that does not exist', ['missing.ttl', '--format', 'crate'], 1, 'ERR_NOT_FOUND'],
  ])('refuses %s', async (_name, args, status, code) => {
    expectFailure(await offline('convert', ...args), status, code);
  });

  it('leaves the output as it was when something goes wrong', async () => {
    const folder = await freshFolder('half');
    await writeFile(join(folder, 'out.nq'), 'as it was');
    const odd = await writeCrate(join(folder, 'odd'), crate({ entities: [{ '@id': 'a b.txt', '@type': 'File' }] }));
    expectFailure(await offline('convert', odd, '--strict', '--force', '-o', join(folder, 'out.nq')), 1, 'ERR_STRICT');
    expect(await readFile(join(folder, 'out.nq'), 'utf8')).toBe('as it was');
    expect((await readdir(folder)).sort()).toEqual(['odd', 'out.nq']);
  });

  const untagged = { '@id': '#x', name: { '@value': 'N', '@language': 'not a tag' } };
  const meaningless = { '@id': '#x', author: { '@id': '#a', '@value': 3, '@list': [] } };

  it.each<[string, string[], JsonObject, string]>([
    ['a repair that is refused', ['convert', '--strict'], untagged, 'ERR_STRICT'],
    ['the same in flatten', ['flatten', '--strict'], untagged, 'ERR_STRICT'],
    ['the same in root', ['root', '--strict'], untagged, 'ERR_STRICT'],
    ['the same in expand', ['expand', '--strict'], { ...untagged, '@type': 7 }, 'ERR_STRICT'],
    ['an entity without meaning in JSON-LD', ['convert'], meaningless, 'ERR_JSONLD_INVALID'],
    ['the same as JSON-LD', ['convert', '--format', 'jsonld'], meaningless, 'ERR_JSONLD_INVALID'],
    ['the same in expand', ['expand'], meaningless, 'ERR_JSONLD_INVALID'],
  ])('names the file that cannot be read: %s', async (_name, args, entity, code) => {
    const folder = await writeCrate(await freshFolder('named'), crate({ entities: [entity] }));
    const ran = await offline(...args, folder);
    expectFailure(ran, 1, code);
    expect(ran.stderr).toContain(`${code}: ${join(folder, 'ro-crate-metadata.json')}: `);
  });

  it('names the line of an RDF syntax error', async () => {
    const file = join(await freshFolder('syntax'), 'x.ttl');
    await writeFile(file, '<urn:a> <urn:b> <urn:c> .\n<urn:a> <urn:b> oops .\n');
    const ran = await offline('convert', file, '--format', 'crate');
    expectFailure(ran, 1, 'ERR_RDF_SYNTAX');
    expect(ran.stderr).toContain(file);
    expect(ran.stderr).toContain('line 2');
  });
});

describe('RDF in and out', () => {
  it('names all RDF formats that we read', () => {
    const from = verbsOf()
      .find(({ name }) => name === 'convert')
      ?.command.options.find(({ long }) => long === '--from');
    expect(from?.argChoices).toEqual(RDF_SYNTAXES.map(({ name }) => name));
  });

  it('writes a named graph, by the name of the output, and reads it from a pipe', async () => {
    const folder = await freshFolder('named');
    const file = join(folder, 'crate.trig');
    await offline('convert', SURVEY, '--base', BASE, '--graph', 'root', '-o', file);
    const text = await readFile(file, 'utf8');
    expect(new Set(new Parser({ format: 'TriG' }).parse(text).map(({ graph }) => graph.value))).toEqual(
      new Set([BASE]),
    );
    const piped = await runCli(['convert', '-', '--from', 'trig', '--format', 'crate', '--offline'], { stdin: text });
    expect(piped).toMatchObject({ status: 0, stderr: '' });
    expect(await offline('convert', file, '--format', 'crate')).toEqual(piped);
    expectFailure(await offline('convert', file, '--format', 'turtle'), 2, 'ERR_USAGE');
    const { stdout } = await offline('convert', file, '--format', 'turtle', '--root', BASE);
    expect(stdout).toMatch(
      /^@base <https:\/\/example\.org\/crate255\/> \.\n[^]*\n\n<ro-crate-metadata\.json> a schema:CreativeWork ;/,
    );
  });

  it('writes RDF/XML, which is read back as the same graph', async () => {
    const folder = await freshFolder('rdfxml');
    const [xml, lines] = [join(folder, 'crate.rdf'), join(folder, 'crate.nt')];
    for (const file of [xml, lines]) await offline('convert', SURVEY, '--base', BASE, '-o', file);
    const again = await offline('convert', xml, '--format', 'ntriples');
    expect(await canonical(again.stdout)).toEqual(await canonical(await readFile(lines, 'utf8')));
    expect(await readFile(xml, 'utf8')).toMatch(/^<\?xml [^]*<schema:name>/);
  });

  it('uses the prefixes of a query for its graph', async () => {
    const query = 'PREFIX s: <http://schema.org/> CONSTRUCT { ?r s:name ?n } WHERE { ?r a s:Dataset ; s:name ?n }';
    const { stdout } = await offline('query', '--in', SURVEY, query, '--format', 'turtle');
    expect(stdout).toMatch(/^@prefix s: <http:\/\/schema\.org\/> \.\n\n<[^>]+> s:name "/);
    expect(new Parser().parse(stdout).length).toBe(3);
  });
});

describe('root', () => {
  it('obeys --offline and --limit for RDF on the web', async () => {
    const { url, requests } = await serve((_request, response) => void response.end('<urn:a> <urn:b> 1 .'));
    expectFailure(await runCli(['root', '--offline', `${url}/x.ttl`]), 1, 'ERR_ADDRESS_REFUSED');
    expectFailure(await runCli(['root', '--limit', 'metadata=5', `${url}/x.ttl`]), 1, 'ERR_LIMIT');
    expect(requests).toHaveLength(1);
  });

  it('prints the Root Data Entity of a crate and of RDF', async () => {
    const folder = await freshFolder('root');
    const file = join(folder, 'crate.nq');
    await offline('convert', SURVEY, '--base', BASE, '-o', file);
    const [ofCrate, ofRdf, asJson] = await Promise.all([
      offline('root', SURVEY, '--base', BASE),
      offline('root', file),
      offline('root', file, '--json'),
    ]);
    expect(ofCrate).toEqual({ status: 0, signal: null, stdout: `${BASE}\n`, stderr: '' });
    expect(ofRdf).toEqual(ofCrate);
    expect(JSON.parse(asJson.stdout)).toEqual({ root: BASE, descriptor: `${BASE}ro-crate-metadata.json` });
  });

  it('lists all candidates with --all', async () => {
    const nested: JsonObject[] = [
      { '@id': 'inner/ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': 'inner/' } },
      { '@id': 'inner/', '@type': 'Dataset' },
    ];
    const folder = await writeCrate(await freshFolder('nested'), crate({ entities: nested }));
    expect((await offline('root', folder, '--base', BASE)).stdout).toBe(`${BASE}\n`);
    const { stdout } = await offline('root', folder, '--base', BASE, '--all');
    expect(stdout.trim().split('\n').sort()).toEqual([
      `${BASE}\t${BASE}ro-crate-metadata.json`,
      `${BASE}inner/\t${BASE}inner/ro-crate-metadata.json`,
    ]);
  });

  it('refuses an argument without a root', async () => {
    const folder = await freshFolder('rootless');
    const file = join(folder, 'x.nt');
    await writeFile(file, '<urn:a> <urn:b> <urn:c> .\n');
    expectFailure(await offline('root', file), 1, 'ERR_ROOT_NOT_FOUND');
    expectFailure(await offline('root', folder), 1, 'ERR_NOT_A_CRATE');
    expectFailure(await offline('root', EXAMPLES), 2, 'ERR_USAGE');
    expectFailure(await offline('root'), 2, 'ERR_USAGE');
  });
});

describe.each([
  ['flatten', 'crate', []],
  ['expand', 'expanded', []],
  ['relativize', 'relative', ['--base', BASE]],
])('%s', (verb, format, options) => {
  const job = (...args: string[]) => offline(verb, ...args, ...options);

  it('is a format of convert, of a crate anywhere or in the store', async () => {
    const store = ['--store', join(await freshFolder(`${verb}-store`), 'store.db')];
    await runCli(['load', SURVEY, '--base', BASE, ...store]);
    const done = await job(SURVEY);
    expect(await offline('convert', SURVEY, '--format', format, ...options)).toEqual(done);
    for (const stored of [
      await offline('convert', BASE, '--format', format, ...options, ...store),
      await job(BASE, ...store),
    ])
      expect(JSON.parse(stored.stdout)).toEqual(JSON.parse(done.stdout));
  });

  it('as a format takes no options of RDF', async () => {
    for (const wrong of [
      ['--graph', 'root'],
      ['--root', BASE],
      ['--arcp', 'hash'],
    ])
      expectFailure(await offline('convert', SURVEY, '--format', format, ...wrong), 2, 'ERR_USAGE');
    expectFailure(await offline('convert', SURVEY, '--format', format, '-o', 'x.ttl', ...options), 2, 'ERR_USAGE');
  });

  it('writes JSON to stdout, the same from a file, a folder and standard input, and into a file', async () => {
    const out = join(await freshFolder(verb), 'out.json');
    const text = await readFile(join(SURVEY, 'ro-crate-metadata.json'), 'utf8');
    const [folder, file, stdin, written] = await Promise.all([
      job(SURVEY),
      job(join(SURVEY, 'ro-crate-metadata.json')),
      runCli([verb, '-', '--offline', ...options], { stdin: text }),
      job(SURVEY, '-o', out),
    ]);
    expect(folder).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.stringify(JSON.parse(folder.stdout))).toContain('"@id":"./"');
    for (const same of [file, stdin]) expect(same).toEqual(folder);
    expect(written).toMatchObject({ status: 0, stdout: '' });
    expect(await readFile(out, 'utf8')).toBe(folder.stdout);
  });

  it('refuses a file that is not a metadata document', async () => {
    const folder = await freshFolder(verb);
    await writeFile(join(folder, 'broken.json'), '{"@graph": [{"@id": "./",}]}');
    const broken = await job(join(folder, 'broken.json'), '-o', join(folder, 'out.json'));
    expectFailure(broken, 1, 'ERR_JSON_SYNTAX');
    expect(broken.stderr).toContain('broken.json');
    expectFailure(await job(join(folder, 'missing.json')), 1, 'ERR_NOT_FOUND');
    expectFailure(await job(EXAMPLES), 2, 'ERR_USAGE');
    expectFailure(await job(SURVEY, '-o', join(folder, 'no', 'out.json')), 1, 'ERR_OUTPUT');
    expect(await readdir(folder)).toEqual(['broken.json']);
  });
});

describe('relativize', () => {
  it('needs a valid base', async () => {
    expectFailure(await offline('relativize', SURVEY), 2, 'ERR_USAGE');
    expectFailure(await offline('convert', SURVEY, '--format', 'relative'), 2, 'ERR_USAGE');
    expectFailure(await offline('relativize', SURVEY, '--base', 'x'), 2, 'ERR_BASE_IRI_INVALID');
  });
});
