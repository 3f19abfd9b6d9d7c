import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, EXAMPLES, SURVEY, writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { BUNDLED, open } from '../../helpers/read.js';
import { canonical, oracle } from '../../helpers/oracle.js';
import { loadRecords } from '../../../src/tasks/stored/load-records.js';
import { crateBase } from '../../../src/crate/base.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';
import type { Note } from '../../../src/crate/read/report.js';
import { exportCrate, type ExportOptions } from '../../../src/tasks/export/export-crate.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { valueForm } from '../../../src/base/rdf/literal-value.js';
import { quadToNQuads } from '../../../src/base/rdf/nquads.js';
import type { GraphStore } from '../../../src/store/port.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { quadsOf } from '../../helpers/stored.js';

const ROOT = 'http://example.com/crate255/';

let store: GraphStore;
beforeEach(async () => {
  store = new MemoryStore();
});
afterEach(() => store.close());

async function load(document: JsonValue | string, base = ROOT): Promise<void> {
  const folder = await writeCrate(await freshFolder('export'), document);
  const [result] = await loadCrates(store, [folder], { contexts: BUNDLED, base });
  if (result?.error !== undefined) throw result.error;
}

async function exported(options: Partial<ExportOptions> = {}, graph = ROOT): Promise<JsonObject> {
  return JSON.parse(await exportCrate(store, graph, { contexts: BUNDLED, ...options })) as JsonObject;
}

const graphOf = (document: JsonObject) => document['@graph'] as JsonObject[];

/** The canonical graph with doubles by value, because stores may change their spelling. */
async function byValue(nquads: string): Promise<string[]> {
  const lines = await canonical(nquads);
  return lines
    .map((line) =>
      line.replace(
        /"([^"]*)"\^\^<(.*#double)>/,
        (_, lexical: string, type: string) => `"${valueForm(lexical, type)}"^^<${type}>`,
      ),
    )
    .sort();
}

async function inStore(graph = ROOT): Promise<string[]> {
  let text = '';
  for (const quad of await quadsOf(store, graph)) text += quadToNQuads(quad);
  return byValue(text);
}

async function inDocument(document: JsonObject, root = ROOT): Promise<string[]> {
  let text = '';
  for await (const chunk of (await open(document, { base: crateBase(root, 'given') })).nquads()) text += chunk;
  return byValue(text);
}

const AUTHORS = ['#zoe', '#adam', 'https://orcid.org/0000-0002-1825-0097', '#mia'];
const RICH = crate({
  more: {
    author: AUTHORS.map((id) => ({ '@id': id })),
    hasPart: [{ '@id': 'data1.txt' }],
    keywords: ['one'],
    alternateName: { '@value': 'chat', '@language': 'fr' },
  },
  entities: [
    { '@id': '#place', '@type': 'Place', latitude: -33.883, longitude: 1.0, geo: { '@id': '_:geo' } },
    { '@id': '_:geo', '@type': 'GeoCoordinates', name: 'g' },
    { '@id': 'data1.txt', '@type': 'File', contentSize: '12', unheard: [1, { deep: true }] },
  ],
});

describe('an unchanged crate', () => {
  it('is exported byte for byte, including everything that RDF cannot hold', async () => {
    const text = `${JSON.stringify(RICH, null, 4)}\n`
      .replace('-33.883', '-33.8830')
      .replace('"latitude"', '\n\n  "latitude"');
    await load(text);
    expect(await exportCrate(store, ROOT, { contexts: BUNDLED })).toBe(text);
  });

  it.each(['rainfall-survey', 'rainfall-model-run', 'herbarium-scans', 'station-history', 'coastal-atlas'])(
    'is exported byte for byte: %s',
    async (name) => {
      const [result] = await loadCrates(store, [join(EXAMPLES, name)], { contexts: BUNDLED });
      const file = JSON.parse(await exportCrate(store, result?.graph ?? '', { contexts: BUNDLED })) as unknown;
      const [record] = await loadRecords(store);
      expect(file).toEqual(JSON.parse(await readFile(record?.source ?? '', 'utf8')));
    },
  );
});

describe('without the original', () => {
  it('a document is relative, flat and compact, and states the same', async () => {
    await load(RICH);
    const document = await exported({ layout: false });
    expect(graphOf(document).map((entity) => entity['@id'])).toEqual([
      'ro-crate-metadata.json',
      './',
      'data1.txt',
      '#place',
      expect.stringMatching(/^_:geo$/),
    ]);
    const root = graphOf(document)[1] as JsonObject;
    expect(root['keywords']).toBe('one');
    expect(root['hasPart']).toEqual({ '@id': 'data1.txt' });
    expect(new Set((root['author'] as { '@id': string }[]).map((author) => author['@id']))).toEqual(new Set(AUTHORS));
    expect(graphOf(document)[3]).toMatchObject({ latitude: -33.883, longitude: 1 });
    expect(await inDocument(document)).toEqual(await inStore());
  });

  const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
  const line = (s: string, p: string, o: string) => `<${s}> <${p}> ${o} <${ROOT}> .\n`;
  const about = line(`${ROOT}ro-crate-metadata.json`, 'http://schema.org/about', `<${ROOT}>`);
  const dataset = line(ROOT, TYPE, '<http://schema.org/Dataset>');
  const put = (...nquads: string[]) => store.put([{ graph: ROOT, mode: 'create', nquads }]);
  async function notesOf(options: Partial<ExportOptions> = {}): Promise<string[]> {
    const notes: string[] = [];
    await exported({ ...options, onNote: ({ kind, detail }) => void notes.push(`${kind} ${detail}`) });
    return notes;
  }

  it('a document is written for a graph that was not loaded from a crate', async () => {
    const more =
      line(ROOT, 'http://terms.example/wet', '"yes"') +
      line(`${ROOT}ro-crate-metadata.json#al`, TYPE, '<http://schema.org/Person>') +
      line('http://example.com/crate25/x', TYPE, '<http://schema.org/MediaObject>');
    await put(about, dataset, more);
    expect(await exported()).toEqual({
      '@context': ['https://w3id.org/ro/crate/1.2/context', { wet: 'http://terms.example/wet' }],
      '@graph': [
        { '@id': 'ro-crate-metadata.json', about: { '@id': './' } },
        { '@id': './', '@type': 'Dataset', wet: 'yes' },
        { '@id': '#al', '@type': 'Person' },
        { '@id': 'http://example.com/crate25/x', '@type': 'File' },
      ],
    });
    expect(await notesOf()).toEqual([`version-unknown ${ROOT}ro-crate-metadata.json`]);
  });

  it.each(['1.0', '1.1', '1.2', '1.3'])(
    'a graph without load record gets the context of the version that it conforms to: %s',
    async (version) => {
      const conforms = (to: string) =>
        line(`${ROOT}ro-crate-metadata.json`, 'http://purl.org/dc/terms/conformsTo', `<${to}>`);
      await put(
        about,
        dataset,
        conforms('https://example.org/profile'),
        conforms(`https://w3id.org/ro/crate/${version}`),
      );
      expect(await exported()).toMatchObject({ '@context': `https://w3id.org/ro/crate/${version}/context` });
      expect(await notesOf()).toEqual([]);
    },
  );

  it('a document without descriptor or root is written with a note', async () => {
    await put(line(`${ROOT}#al`, TYPE, '<http://schema.org/Person>'));
    expect(await notesOf()).toEqual([`root-missing ${ROOT}`]);
    expect(graphOf(await exported())).toEqual([{ '@id': '#al', '@type': 'Person' }]);
  });

  it.each([true, false])('warns if an update removed the descriptor or root (layout: %s)', async (layout) => {
    await load(RICH);
    expect(await notesOf({ layout })).toEqual([]);
    await store.update(`DELETE WHERE { GRAPH <${ROOT}> { <${ROOT}ro-crate-metadata.json> ?p ?o } }`);
    expect(await notesOf({ layout })).toEqual([`root-missing ${ROOT}`]);
    await load(RICH, 'http://other.example/');
    await store.update('DELETE WHERE { GRAPH <http://other.example/> { ?root a <http://schema.org/Dataset> } }');
    const notes: Note[] = [];
    await exported({ layout, onNote: (note) => void notes.push(note) }, 'http://other.example/');
    expect(notes).toMatchObject([{ kind: 'root-missing' }]);
  });
});

describe.each([true, false])('the context forms (layout: %s)', (layout) => {
  it('embed states the same without a remote context', async () => {
    await load(RICH);
    const document = await exported({ layout, contextForm: 'embed' });
    expect(JSON.stringify(document['@context'])).not.toContain('w3id.org/ro/crate');
    expect(await inDocument(document)).toEqual(await inStore());
  });

  it('keep-base gives the same graph wherever the file is read', async () => {
    await load(RICH);
    const document = await exported({ layout, keepBase: true });
    expect(document['@context']).toEqual([{ '@base': ROOT }, 'https://w3id.org/ro/crate/1.1/context']);
    let text = '';
    for await (const chunk of (await open(document, { base: crateBase('http://elsewhere.example/', 'url') })).nquads())
      text += chunk;
    expect(await byValue(text)).toEqual(await inStore());
  });
});

describe('a base in the context of a crate', () => {
  const V11 = 'https://w3id.org/ro/crate/1.1/context';
  const entities = [
    { '@id': 'a.txt', '@type': 'File', name: 'A' },
    { '@id': '#x', '@type': 'Thing', name: 'X' },
  ];

  it.each<[string, JsonValue]>([
    ['absolute', [V11, { '@base': 'http://abs.example/k/' }]],
    ['relative', [V11, { '@base': 'sub/' }]],
    ['several', [{ '@base': 'http://abs.example/' }, V11, { '@base': 'k/', wet: 'http://terms.example/wet' }]],
    ['with a vocabulary below it', [V11, { '@base': 'http://abs.example/k/', '@vocab': 'terms#' }]],
  ])('is not written without the original: %s', async (_, context) => {
    await load(crate({ context, more: { hasPart: [{ '@id': 'a.txt' }], wet: 'yes' }, entities }));
    for (const options of [{}, { contextForm: 'embed' as const }]) {
      const document = await exported({ layout: false, ...options });
      expect(JSON.stringify(document['@context'])).not.toContain('@base');
      expect(await byValue(await oracle(document, ROOT, BUNDLED))).toEqual(await inStore());
    }
  });

  it.each([true, false])('is replaced by that of keep-base (layout: %s)', async (layout) => {
    await load(crate({ context: [V11, { '@base': 'http://abs.example/k/' }], entities }));
    const document = await exported({ layout, keepBase: true });
    expect(document['@context']).toEqual([{ '@base': ROOT }, V11]);
    expect(await byValue(await oracle(document, 'http://elsewhere.example/', BUNDLED))).toEqual(await inStore());
  });
});

describe('two crates with the same base', () => {
  it('are exported as one document with the statements of both', async () => {
    const folder = await freshFolder('merge');
    const one = await writeCrate(
      join(folder, 'one'),
      crate({ name: 'One', entities: [{ '@id': '_:b', '@type': 'Thing', name: '1' }] }),
    );
    const own = ['https://w3id.org/ro/crate/1.1/context', { wet: 'http://terms.example/wet' }];
    const two = await writeCrate(
      join(folder, 'two'),
      crate({
        name: 'Two',
        context: own,
        more: { wet: 'yes' },
        entities: [{ '@id': '_:b', '@type': 'Thing', name: '2' }],
      }),
    );
    await loadCrates(store, [one, two], { contexts: BUNDLED, base: ROOT, mode: 'merge' });
    for (const layout of [true, false]) {
      const document = await exported({ layout });
      expect(await inDocument(document)).toEqual(await inStore());
      const root = graphOf(document).find((entity) => entity['@id'] === './');
      expect(root).toMatchObject({ wet: 'yes', name: expect.arrayContaining(['One', 'Two']) });
      expect(
        graphOf(document)
          .filter((entity) => entity['@type'] === 'Thing')
          .map((entity) => entity['name'])
          .sort(),
      ).toEqual(['1', '2']);
    }
  });
});

describe('a graph that cannot be exported', () => {
  it('is missing or is the catalogue', async () => {
    await loadCrates(store, [SURVEY], { contexts: BUNDLED, base: ROOT });
    await expect(exportCrate(store, 'http://nowhere.example/', { contexts: BUNDLED })).rejects.toMatchObject({
      code: 'ERR_GRAPH_NOT_FOUND',
      details: { graph: 'http://nowhere.example/' },
    });
    await expect(exportCrate(store, 'x> } ; DROP ALL', { contexts: BUNDLED })).rejects.toMatchObject({
      code: 'ERR_GRAPH_NOT_FOUND',
    });
    await expect(exportCrate(store, 'urn:crategraph:catalogue', { contexts: BUNDLED })).rejects.toMatchObject({
      code: 'ERR_GRAPH_NOT_FOUND',
    });
  });
});

it('a graph named by a URN keeps absolute identifiers', async () => {
  const triples = `<urn:uuid:d> a <http://schema.org/CreativeWork> ; <http://purl.org/dc/terms/conformsTo> <https://w3id.org/ro/crate/1.1> ; <http://schema.org/about> <urn:uuid:1> .
    <urn:uuid:1> a <http://schema.org/Dataset> ; <http://schema.org/name> "N" ; <http://schema.org/license> <urn:isbn:22> .`;
  const own = new MemoryStore();
  await own.update(`INSERT DATA { GRAPH <urn:uuid:1> { ${triples} } }`);
  const document = JSON.parse(await exportCrate(own, 'urn:uuid:1', { contexts: BUNDLED })) as JsonObject;
  expect(graphOf(document).map((entity) => entity['@id'])).toEqual(['urn:uuid:d', 'urn:uuid:1']);
  expect(graphOf(document)[1]).toMatchObject({ name: 'N', license: { '@id': 'urn:isbn:22' } });
  await own.close();
});
