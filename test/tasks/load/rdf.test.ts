import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { noteOf } from '../../../src/crate/read/report.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { dumpStore } from '../../../src/tasks/export/dump-store.js';
import { exportRdf } from '../../../src/tasks/export/export-rdf.js';
import { diffCrates } from '../../../src/tasks/inspect/diff-crates.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { loadCrates, type LoadOptions } from '../../../src/tasks/load/load-crates.js';
import { NQUADS, syntaxOf } from '../../../src/base/rdf/syntaxes.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { EXAMPLES, SURVEY } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { canonical } from '../../helpers/oracle.js';
import { BUNDLED } from '../../helpers/read.js';

const BASE = 'https://example.org/c/';
const TYPES = '@prefix s: <http://schema.org/> . @prefix d: <http://purl.org/dc/terms/> .\n';

async function textOf(chunks: AsyncIterable<string | Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  return text;
}

async function load(argument: string, options: Partial<LoadOptions> = {}, store = new MemoryStore()) {
  const results = await loadCrates(store, [argument], { contexts: BUNDLED, ...options });
  return { store, results, statuses: results.map(({ status, error }) => error?.code ?? status) };
}

async function fileWith(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(await freshFolder('load-rdf'), name);
  await writeFile(file, content);
  return file;
}

const dumpOf = (store: MemoryStore) => textOf(dumpStore(store, undefined, NQUADS));

/** The graphs of a store, each in canonical form: blank nodes belong to one graph. */
async function graphsOf(store: MemoryStore): Promise<Record<string, string[]>> {
  const graphs: Record<string, string[]> = {};
  for (const graph of (await store.graphs()).keys())
    graphs[graph] = await canonical(await textOf(dumpStore(store, [graph], NQUADS)));
  return graphs;
}

const crateOf = (root: string, more = '') =>
  `<${root}ro-crate-metadata.json> a s:CreativeWork ; s:about <${root}> ; d:conformsTo <https://w3id.org/ro/crate/1.1> .\n<${root}> a s:Dataset ; s:name "At ${root}" ${more} .\n`;

describe('RDF in the store', () => {
  it('keeps graph names with a dollar sign', async () => {
    const root = 'https://example.org/a$&b$$/';
    const { store, statuses } = await load(await fileWith('dollar.ttl', TYPES + crateOf(root)));
    expect(statuses).toEqual(['loaded']);
    const lines = (await dumpOf(store)).trimEnd().split('\n');
    expect(lines.map((line) => line.endsWith(` <${root}> .`))).toEqual(lines.map(() => true));
  });

  it.each(['nquads', 'trig'])('a dump as %s loads as the same graphs, and again as unchanged', async (to) => {
    const { store } = await load(EXAMPLES);
    await store.update('INSERT DATA { GRAPH <urn:loose> { <urn:a> <urn:b> "1", "01" } }');
    const dump = await textOf(dumpStore(store, undefined, syntaxOf(to) ?? NQUADS));
    expect(await textOf(dumpStore(store, [], syntaxOf(to) ?? NQUADS))).toBe(''); // no graph, and not all
    const file = await fileWith(`dump.${to}.gz`, gzipSync(dump));
    const again = await load(file);
    expect(again.statuses).toEqual(again.results.map(() => 'loaded'));
    expect(await graphsOf(again.store)).toEqual(await graphsOf(store));
    expect((await load(file, {}, again.store)).statuses).toEqual(again.results.map(() => 'unchanged'));
    const kinds = again.results.flatMap(({ graph, notes = [] }) => (graph === 'urn:loose' ? notes : []));
    expect(kinds.map(({ kind }) => kind)).toContain('root-missing');
  });

  it.each(['turtle', 'trig', 'nquads', 'ntriples'])(
    'exports a graph as %s, which loads as the same graph',
    async (to) => {
      const { store } = await load(SURVEY, { base: BASE });
      const file = await fileWith(`crate.${to}`, await textOf(exportRdf(store, BASE, to, BUNDLED)));
      const again = await load(file);
      expect(again.statuses).toEqual(['loaded']);
      expect(await graphsOf(again.store)).toEqual(await graphsOf(store));
      expect(await listCrates(again.store)).toMatchObject([{ graph: BASE, version: '1.1' }]);
      const sides = { contexts: BUNDLED, store: () => Promise.resolve(again.store) };
      expect(await diffCrates(file, SURVEY, sides)).toEqual({ added: [], removed: [], changed: [] });
      expect(await diffCrates(BASE, SURVEY, sides)).toEqual({ added: [], removed: [], changed: [] });
      const { '@graph': graph } = JSON.parse(await exportCrate(again.store, BASE, { contexts: BUNDLED })) as {
        '@graph': { '@id': string }[];
      };
      expect(graph.slice(0, 2).map((entity) => entity['@id'])).toEqual(['ro-crate-metadata.json', './']);
    },
  );

  it('keeps the blank nodes of two graphs apart', async () => {
    const roots = ['https://example.org/1/', 'https://example.org/2/'];
    const text = `${TYPES}${roots.map((root) => `<${root}> {\n${crateOf(root, '; s:author _:a')} _:a s:name "Of ${root}" . }\n`).join('')}`;
    const { store, statuses } = await load(await fileWith('two.trig', text));
    expect(statuses).toEqual(['loaded', 'loaded']);
    const labels = new Set((await dumpOf(store)).match(/_:\S+/g));
    expect(labels.size).toBe(2);
  });

  it('keeps nodes apart whose labels become equal without the scope of an earlier store', async () => {
    const text = `${TYPES}${crateOf(BASE, '; s:author _:a, _:c00000000000000000000000000000000_a, _:c11111111111111111111111111111111_a')}_:a s:name "1" . _:c00000000000000000000000000000000_a s:name "2" . _:c11111111111111111111111111111111_a s:name "3" .\n`;
    const { store } = await load(await fileWith('labels.ttl', text));
    expect(new Set((await dumpOf(store)).match(/_:\S+/g)).size).toBe(3);
  });

  it('takes the root from --root: of several, or without a descriptor', async () => {
    const text = `${TYPES}${crateOf('https://example.org/1/')}${crateOf('https://example.org/2/')}<https://example.org/3/> s:name "Bare" .\n`;
    const file = await fileWith('several.ttl', text);
    const [ambiguous] = (await load(file)).results;
    expect(ambiguous?.error).toMatchObject({ code: 'ERR_ROOT_AMBIGUOUS', hint: expect.stringContaining('--root') });
    expect((await load(file, { root: 'https://example.org/2/' })).results).toMatchObject([
      { status: 'loaded', graph: 'https://example.org/2/' },
    ]);
    const bare = await load(file, { root: 'https://example.org/3/' });
    expect(bare.results).toMatchObject([{ status: 'loaded', graph: 'https://example.org/3/' }]);
    expect(bare.results[0]?.counts).toMatchObject({ 'descriptor-added': 1 });
    expect(await dumpOf(bare.store)).toContain(
      '<https://example.org/3/ro-crate-metadata.json> <http://schema.org/about> <https://example.org/3/>',
    );
    const [missing] = (await load(file, { root: 'https://example.org/4/' })).results;
    expect(missing?.error).toMatchObject({ code: 'ERR_ROOT_NOT_FOUND', hint: expect.stringContaining('/1/') });
  });

  it('reports graphs that belong to no crate', async () => {
    const text = `${TYPES}<urn:x> s:name "loose" .\n<${BASE}> { ${crateOf(BASE)} }`;
    const { results } = await load(await fileWith('loose.trig', text));
    expect(results).toHaveLength(1);
    expect(results[0]?.notes).toContainEqual(noteOf({ kind: 'graph-left-out', detail: 'the default graph, 1 quads' }));
  });

  it.each<[string, string, Partial<LoadOptions>, string, RegExp]>([
    ['x.ttl', '<> a <b> .', {}, 'ERR_RDF_SYNTAX', /--base/],
    [
      'x.rdf',
      '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:x></r:RDF>',
      {},
      'ERR_RDF_SYNTAX',
      /correct/,
    ],
    [
      'x.rdf',
      '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Bag r:about="a"/></r:RDF>',
      {},
      'ERR_RDF_SYNTAX',
      /--base/,
    ],
    ['x.nt', '<urn:a> <urn:b> <urn:c> .\n', {}, 'ERR_ROOT_NOT_FOUND', /--root/],
    ['x.nq', '<urn:a> <urn:b> .\n', {}, 'ERR_RDF_SYNTAX', /correct/],
    ['x.nq.gz', 'not gzip', {}, 'ERR_RDF_SYNTAX', /correct/],
    ['x.ttl', TYPES + crateOf(BASE, '; s:url <http://a.example/100%>'), { strict: true }, 'ERR_STRICT', /correct/],
    ['x.ttl', TYPES + crateOf(BASE), { arcp: 'hash' }, 'ERR_USAGE', /./],
  ])('refuses %s: %s', async (name, text, options, code, hint) => {
    const { results, store } = await load(await fileWith(name, text), options);
    expect(results).toMatchObject([{ status: 'failed', error: { code, hint: expect.stringMatching(hint) } }]);
    expect((await store.graphs()).size).toBe(0);
  });

  it('repairs an illegal IRI and reports it', async () => {
    const file = await fileWith('x.ttl', TYPES + crateOf(BASE, '; s:url <http://a.example/100%>'));
    const { results, store } = await load(file);
    expect(results[0]).toMatchObject({ status: 'loaded', repairs: 1 });
    expect(await dumpOf(store)).toContain('<http://a.example/100%25>');
  });

  it('reads RDF/XML', async () => {
    const text = await readFile('test/tasks/load/crate.rdf', 'utf8');
    const { store, statuses } = await load(await fileWith('x.rdf', text));
    expect(statuses).toEqual(['loaded']);
    expect(await dumpOf(store)).toContain(`<${BASE}> <http://schema.org/name> "Set \\"1\\"" <${BASE}> .`);
    expect((await dumpOf(store)).split('\n')).toHaveLength(8);
  });
});
