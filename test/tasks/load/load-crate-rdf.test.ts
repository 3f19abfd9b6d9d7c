import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { loadCrates, type LoadOptions, type LoadResult } from '../../../src/tasks/load/load-crates.js';
import { removeCrates } from '../../../src/tasks/load/remove-crates.js';
import { queryStore } from '../../../src/tasks/query/query-store.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { loadRecords } from '../../../src/tasks/stored/load-records.js';
import { crate } from '../../cli/helpers/crates.js';
import { BUNDLED } from '../../helpers/read.js';
import { scratch, tarOf, zipOf } from '../../package/helpers/crate-forms.js';

const BASE = 'https://data.example/survey/';
const CRATE = 'https://data.example/other/';
const RDF: Readonly<Record<string, string>> = {
  'onto.ttl': '<#rain> a <#Kind> ; <urn:label> "Rain" .',
  'data/a b.nt': `<urn:a> <urn:p> "${'x'.repeat(20)}" .`,
  'graphs.trig': `<#s> <urn:p> <#o> . <#own> { <#s> <urn:p> "own" } <${CRATE}> { <#s> <urn:p> "foreign" }`,
};
const OTHER: Readonly<Record<string, string>> = {
  'not-described.ttl': '<urn:x> <urn:y> <urn:z> .',
  'table.xml': '<table/>',
  'more.jsonld': '{}',
};

/** A crate that describes some files, by path. */
function filesOf(rdf: Readonly<Record<string, string>>, name = 'Survey'): Record<string, string> {
  const described = [...Object.keys(rdf), 'table.xml', 'more.jsonld'];
  const entities = described.map((path) => ({ '@id': encodeURI(path), '@type': 'File' }));
  const metadata = crate({ name, more: { hasPart: entities.map(({ '@id': id }) => ({ '@id': id })) }, entities });
  return { 'ro-crate-metadata.json': JSON.stringify(metadata), ...rdf, ...OTHER };
}

let folder: string;
let path: string;
let store: GraphStore;
beforeEach(async () => {
  folder = await scratch();
  path = join(folder, 'store.db');
  store = await openStore(path, { mode: 'write', create: true });
});
afterEach(() => store.close());

async function write(files: Readonly<Record<string, string>>): Promise<string> {
  const place = join(folder, 'crate');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(place, name, '..'), { recursive: true });
    await writeFile(join(place, name), text);
  }
  return place;
}

const load = (place: string | Uint8Array, options: LoadOptions = {}): Promise<LoadResult[]> =>
  loadCrates(store, place as never, { contexts: BUNDLED, base: BASE, rdf: {}, ...options });
const graphs = async () => (await listCrates(store, { references: true })).map(({ graph, quads }) => [graph, quads]);
const ask = async (sparql: string) => String(await queryStore(store, sparql, { format: 'csv' })).split('\r\n').slice(1, -1); // prettier-ignore
const notes = (result: LoadResult | undefined) => (result?.notes ?? []).filter(({ kind }) => kind.startsWith('rdf-')).map(({ kind, detail }) => `${kind} ${detail}`); // prettier-ignore

const GRAPHS = [
  [`${BASE}data/a%20b.nt`, 1],
  [`${BASE}graphs.trig`, 1],
  [`${BASE}graphs.trig#graph=${encodeURIComponent(CRATE)}`, 1],
  [`${BASE}graphs.trig#own`, 1],
  [`${BASE}onto.ttl`, 2],
];

describe('a crate with RDF files', () => {
  it.each([
    ['a folder', write],
    ['a ZIP', async (files: Record<string, string>) => at('crate.zip', zipOf(files))],
    ['a tar', async (files: Record<string, string>) => at('crate.tar', await tarOf(files))],
    ['bytes', async (files: Record<string, string>) => zipOf(files)],
  ])('that is %s gives a graph for each that it describes', async (_, make) => {
    const place = await make(filesOf(RDF));
    const results = await load(place);
    expect(results.map(({ status }) => status)).toEqual(Array(6).fill('loaded'));
    expect(results.flatMap(notes)).toEqual([]);
    expect((await listCrates(store, { references: true })).map(({ partOf }) => partOf)).toEqual(Array(5).fill(BASE));
    expect(results.slice(1).map(({ partOf }) => partOf)).toEqual(Array(5).fill(BASE));
    expect(await graphs()).toEqual(GRAPHS);
    expect(await listCrates(store)).toHaveLength(1);
    expect(await ask(`SELECT ?k { <${BASE}onto.ttl#rain> a ?k }`)).toEqual([`${BASE}onto.ttl#Kind`]);
    const parts = 'SELECT ?g { GRAPH <urn:crategraph:catalogue> { ?g <http://purl.org/dc/terms/isPartOf> ?crate } } ORDER BY ?g'; // prettier-ignore
    expect(await ask(parts)).toEqual(GRAPHS.map(([graph]) => graph));
    if (typeof place === 'string') expect((await load(place)).map(({ status }) => status)).toEqual(Array(6).fill('unchanged')); // prettier-ignore
    expect((await verifyStore(path)).problems).toEqual([]);
  });

  async function at(name: string, bytes: Uint8Array): Promise<string> {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  }

  it('is loaded without them by default', async () => {
    expect(await load(await write(filesOf(RDF)), { rdf: undefined })).toHaveLength(1);
    expect(await graphs()).toEqual([]);
  });

  it('takes its graphs with it when it is removed', async () => {
    await load(await write(filesOf(RDF)));
    const own = join(folder, 'mine.ttl');
    await writeFile(own, `<${BASE}> <urn:p> "mine" .`);
    await loadCrates(store, own, { reference: { name: 'urn:mine' } });
    const removed = await removeCrates(store, [BASE]);
    expect(removed.map(({ graph }) => graph).sort()).toEqual([BASE, ...GRAPHS.map(([graph]) => graph)].sort());
    expect(await graphs()).toEqual([['urn:mine', 1]]);
  });

  it('leaves a graph that was also loaded by itself, whichever came first', async () => {
    await load(await write(filesOf({ 'onto.ttl': RDF['onto.ttl'] as string })));
    const own = join(folder, 'own.ttl');
    await writeFile(own, '<urn:a> <urn:p> "own" .');
    const [merged] = await loadCrates(store, own, { mode: 'merge', reference: { name: `${BASE}onto.ttl` } });
    expect(merged?.status).toBe('merged');
    expect((await listCrates(store, { references: true })).map(({ partOf }) => partOf)).toEqual([undefined]);
    expect((await removeCrates(store, [BASE])).map(({ graph }) => graph)).toEqual([BASE]);
    expect(await graphs()).toEqual([[`${BASE}onto.ttl`, 3]]);
  });

  it('is loaded again: what changed is replaced, what is gone is removed', async () => {
    const place = await write(filesOf(RDF));
    await load(place);
    const { 'data/a b.nt': gone, ...rest } = RDF;
    await rm(join(place, 'data/a b.nt'));
    await write(filesOf({ ...rest, 'onto.ttl': '<#rain> a <#Other> .' }));
    expect(gone).toBeDefined();
    const [first, ...files] = await load(place);
    expect(notes(first)).toEqual([`rdf-removed ${BASE}data/a%20b.nt`]);
    expect(files.map(({ graph, status }) => [graph, status])).toEqual([
      [`${BASE}graphs.trig`, 'unchanged'],
      [`${BASE}graphs.trig#own`, 'unchanged'],
      [`${BASE}graphs.trig#graph=${encodeURIComponent(CRATE)}`, 'unchanged'],
      [`${BASE}onto.ttl`, 'replaced'],
    ]);
    expect(await ask(`SELECT ?k { <${BASE}onto.ttl#rain> a ?k }`)).toEqual([`${BASE}onto.ttl#Other`]);
    // Only the file changes, not the metadata document.
    await write({ 'onto.ttl': '<#rain> a <#Third> .' });
    expect((await load(place)).map(({ status }) => status)).toContain('replaced');
    expect((await graphs()).map(([graph]) => graph)).not.toContain(`${BASE}data/a%20b.nt`);
  });

  it('warns of a file that fails, keeps what it was before, and fails only if strict', async () => {
    const place = await write(filesOf(RDF));
    await load(place);
    await write({ 'onto.ttl': '<#rain> a' });
    await rm(join(place, 'graphs.trig'));
    const [first, ...files] = await load(place);
    expect(first?.status).toBe('unchanged');
    expect(notes(first).sort()).toEqual([
      expect.stringMatching(/^rdf-failed graphs.trig: it is not in the package$/),
      expect.stringMatching(/^rdf-failed onto.ttl: /),
      ...GRAPHS.slice(1, 4).map(([graph]) => `rdf-removed ${graph}`),
    ]);
    expect(first?.counts).toMatchObject({ 'rdf-failed': 2, 'rdf-removed': 3 });
    expect(files.map(({ status }) => status)).toEqual(['unchanged']);
    expect((await graphs()).map(([graph]) => graph)).toEqual([`${BASE}data/a%20b.nt`, `${BASE}onto.ttl`]);
    const strict = await load(place, { strict: true });
    expect(strict.filter(({ status }) => status === 'failed').map(({ error }) => error?.code).sort()).toEqual(['ERR_NOT_FOUND', 'ERR_RDF_SYNTAX']); // prettier-ignore
    expect(await listCrates(store)).toHaveLength(1);
  });

  it('does not overwrite a graph of others', async () => {
    const file = join(folder, 'mine.ttl');
    await writeFile(file, '<urn:a> <urn:b> "mine" .');
    await loadCrates(store, file, { reference: { name: `${BASE}onto.ttl` } });
    const [first] = await load(await write(filesOf(RDF)));
    expect(first?.status).toBe('loaded');
    expect(notes(first)).toEqual([expect.stringMatching(/^rdf-failed .*onto\.ttl: the graph <.*> already exists/)]);
    expect(await ask('SELECT ?o { ?s <urn:b> ?o }')).toEqual(['mine']);
    await removeCrates(store, [BASE]);
    expect(await graphs()).toEqual([[`${BASE}onto.ttl`, 1]]);
  });

  it('may have them apart', async () => {
    const place = await write(filesOf(RDF));
    await load(place, { rdf: { apart: true } });
    expect(await ask('SELECT ?l { ?s <urn:label> ?l }')).toEqual([]);
    expect(await ask(`SELECT ?l { GRAPH <${BASE}onto.ttl> { ?s <urn:label> ?l } }`)).toEqual(['Rain']);
    await load(place);
    expect(await ask('SELECT ?l { ?s <urn:label> ?l }')).toEqual(['Rain']);
    expect((await loadRecords(store, { graph: `${BASE}onto.ttl` }))[0]).toMatchObject({ kind: 'reference', partOf: BASE }); // prettier-ignore
  });

  it('whose document alone is at hand gives a note for each', async () => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/ld+json').end(filesOf(RDF)['ro-crate-metadata.json']);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ro-crate-metadata.json`;
    try {
      const [first, ...more] = await load(address, { base: undefined });
      expect([first?.status, more]).toEqual(['loaded', []]);
      expect(notes(first)).toHaveLength(3);
      expect(notes(first)[0]).toMatch(/only the metadata document is at hand/);
    } finally {
      server.close();
    }
  });

  it('is read in threads as in this one', async () => {
    const places = await Promise.all(
      Array.from({ length: 64 }, async (_, at) => {
        const place = join(folder, 'many', String(at));
        await mkdir(place, { recursive: true });
        const { 'onto.ttl': onto = '' } = RDF;
        for (const [name, text] of Object.entries(filesOf({ 'onto.ttl': onto }, `Crate ${at}`))) await writeFile(join(place, name), text); // prettier-ignore
        return place;
      }),
    );
    const results = await loadCrates(store, places, { rdf: {}, jobs: 2 });
    expect(results.filter(({ partOf }) => partOf !== undefined).map(({ status }) => status)).toEqual(Array(64).fill('loaded')); // prettier-ignore
    expect(await graphs()).toHaveLength(64);
  });
});
