import { Buffer } from 'node:buffer';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import fc from 'fast-check';
import { DataFactory } from 'n3';
import { canonicalOf, graphOf } from '../../crate/follow/helpers.js';
import { BUNDLED, crate } from '../../helpers/read.js';
import { crateBase } from '../../../src/crate/base.js';
import { exportChunks, exportCrate } from '../../../src/tasks/export/export-crate.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { termToNQuads } from '../../../src/base/rdf/nquads.js';
import type { GraphStore, StoredRecord } from '../../../src/store/port.js';
import { openStore } from '../../../src/store/open-store.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { tries } from '../../helpers/seed.js';
import { fileOf, partsOf, quadsOf } from '../../helpers/stored.js';

const contexts = BUNDLED;
const BASE = 'http://example.org/crate/';
const NAME = '<http://schema.org/name>';

/** A document with all values that have more than one spelling, and with duplicate triples. */
const DOCUMENT = crate(
  [
    { '@id': '#a', '@type': 'Person', name: 'A "quoted"\\ name\n\twith\u0001 odd characters \u00e9\u{1f600}', email: ['x', 'x'] },
    { '@id': '#b', '@type': ['Person', 'Person'], name: 'B', knows: [{ '@id': '#a' }, { '@id': '#a' }] },
    { '@id': '#c', name: { '@value': 'Gruezi', '@language': 'de-CH' }, alternateName: { '@value': 'x', '@language': 'EN' } },
    { '@id': '#n', '@type': 'Place', latitude: -33.883, longitude: 1, elevation: 1e3, isAccessibleForFree: true },
    { '@id': '#d', datePublished: { '@value': '2020-01-01T00:00:00.500+00:00', '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' }, duration: { '@value': 'P1Y2M', '@type': 'http://www.w3.org/2001/XMLSchema#duration' } },
    { '@id': '#geo', geo: { '@id': '_:geo' }, about: { '@id': '_:geo' } },
    { '@id': '_:geo', '@type': 'GeoCoordinates', name: 'here', address: { '@type': 'PostalAddress', name: 'nested' } },
    { '@id': '#b', name: 'B', description: 'described twice' },
  ],
  undefined,
  { name: 'Crate', author: [{ '@id': '#a' }, { '@id': '#b' }] },
); // prettier-ignore
const TEXT = `${JSON.stringify(DOCUMENT, null, 2)}\n`;

describe.each(['memory', 'file'])('a crate in a %s store', (kind) => {
  let folder: string;
  /** One store for all tests, emptied after each: starting the engine takes longer than a test. */
  let store: GraphStore;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crategraph-export-'));
    const location = kind === 'memory' ? 'memory:' : join(folder, 'store');
    store = await openStore(location, { mode: 'write', create: true });
  });
  afterEach(async () => store.drop((await store.graphs()).keys()));
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function load(text: string | Uint8Array): Promise<void> {
    const file = join(folder, 'ro-crate-metadata.json');
    await writeFile(file, text);
    const [result] = await loadCrates(store, [file], { contexts, base: BASE });
    if (result?.error !== undefined) throw result.error;
  }

  async function bytes(): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of exportChunks(store, BASE, { contexts })) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  const quads = () => quadsOf(store, BASE);

  /** Returns the text after an update, and checks that the reverse update restores the text. */
  async function changed(removed: string, added: string, readBack = true): Promise<string> {
    const before = await exportCrate(store, BASE, { contexts });
    const data = (triples: string) => `DATA { GRAPH <${BASE}> { ${triples.replace(/<#/g, `<${BASE}#`)} } }`;
    await updateStore(store, `DELETE ${data(removed)} ; INSERT ${data(added)}`);
    const after = await exportCrate(store, BASE, { contexts });
    expect((await bytes()).toString()).toBe(after);
    const reading = { base: crateBase(BASE, 'given'), contexts };
    if (readBack) expect(await graphOf(after, reading)).toEqual(await canonicalOf(await quads()));
    await updateStore(store, `DELETE ${data(added)} ; INSERT ${data(removed)}`);
    expect(await exportCrate(store, BASE, { contexts })).toBe(before);
    return after;
  }

  it.each([
    ['unmodified', TEXT],
    ['with a byte order mark and CRLF line endings', `\ufeff${TEXT.replaceAll('\n', '\r\n')}`],
    ['on one line', JSON.stringify(DOCUMENT)],
    [
      'with invalid UTF-8',
      Buffer.from(Buffer.from(TEXT).toString('latin1').replace('"Crate"', '"Cr\u00e4te"'), 'latin1'),
    ],
  ])('is exported byte for byte: %s', async (_, text) => {
    await load(text);
    expect(await bytes()).toEqual(Buffer.from(text));
  });

  it.each([
    ['a literal', `<#b> ${NAME} "B"`, `<#b> ${NAME} "Bee"`, '"name": "B"', '"name": "Bee"', 1],
    ['the case of a letter', `<#b> ${NAME} "B"`, `<#b> ${NAME} "b"`, '"name": "B"', '"name": "b"', 1],
    ['a value by its last digit', '<#n> <http://schema.org/longitude> 1', '<#n> <http://schema.org/longitude> 2', '"longitude": 1', '"longitude": 2', 1],
    ['a duplicate value', '<#a> <http://schema.org/email> "x"', '<#a> <http://schema.org/email> "y"', '[\n        "x",\n        "x"\n      ]', '[\n        "y"\n      ]', 1],
  ])('with a change of %s differs only there', async (_, removed, added, from, to) => {
    await load(TEXT);
    const text = await changed(removed, added);
    // An entity that is described twice gets the new value in its first description; the second loses the old one.
    const expected = TEXT.replace(from, to).replace('      "name": "B",\n      "description"', '      "description"');
    expect(text).toBe(removed.includes('"B"') ? expected : TEXT.replace(from, to));
  }); // prettier-ignore

  it('with a triple moved from one subject to another differs in both', async () => {
    await load(TEXT);
    const text = await changed(`<#b> <http://schema.org/knows> <#a>`, `<#a> <http://schema.org/knows> <#a>`);
    const graph = (JSON.parse(text) as { '@graph': Record<string, unknown>[] })['@graph'];
    expect(graph.find((one) => one['@id'] === '#b')).not.toHaveProperty('knows');
    expect(graph.find((one) => one['@id'] === '#a')).toHaveProperty('knows', { '@id': '#a' });
  });

  it('with a change of a blank node differs there', async () => {
    await load(TEXT);
    const update = (from: string, to: string) =>
      updateStore(
        store,
        `DELETE { GRAPH <${BASE}> { ?s ${NAME} "${from}" } } INSERT { GRAPH <${BASE}> { ?s ${NAME} "${to}" } }
         WHERE { GRAPH <${BASE}> { ?s ${NAME} "${from}" FILTER isBlank(?s) } }`,
      );
    for (const name of ['here', 'nested']) {
      await update(name, 'there');
      const text = await exportCrate(store, BASE, { contexts });
      expect(text).toContain('there');
      await update('there', name);
      expect((await bytes()).toString()).toBe(TEXT);
    }
  });

  it('of many windows changes only where the graph changed', async () => {
    const files = Array.from({ length: 1500 }, (_, i) => ({
      '@id': `data/${i}.csv`,
      '@type': 'File',
      name: `File ${i} caf\u00e9`,
      description: 'words '.repeat(20),
    }));
    const text = JSON.stringify(crate(files), null, 2);
    await load(text);
    expect((await bytes()).toString()).toBe(text);
    const written = await changed(`<${BASE}data/700.csv> ${NAME} "File 700 caf\u00e9"`, `<${BASE}data/700.csv> ${NAME} "X"`, false);
    expect(written).toBe(text.replace('File 700 caf\u00e9', 'X'));
    const more = await changed('', `<${BASE}data/700.csv> <http://terms.example/mood> "fine"`, false);
    expect(more).toBe(
      text
        .replace('"https://w3id.org/ro/crate/1.1/context"', '["https://w3id.org/ro/crate/1.1/context", {"mood": "http://terms.example/mood"}]')
        .replace(/("File 700 caf\u00e9",\n\s+"description": "[^"]*")/, '$1,\n      "mood": "fine"'),
    );
  }); // prettier-ignore
});

test('any triples may be removed or moved to other subjects, and putting them back restores the original', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crategraph-export-'));
  const store = await openStore('memory:', { mode: 'write' });
  const path = join(folder, 'ro-crate-metadata.json');
  await writeFile(path, TEXT);
  await loadCrates(store, [path], { contexts, base: BASE });
  const all = await quadsOf(store, BASE);
  const [record] = (await store.records()) as [StoredRecord];
  const file = partsOf((await fileOf(store, record.sha256)) as Buffer);
  const lineOf = ({ subject, predicate, object }: Quad) =>
    `${termToNQuads(subject)} ${termToNQuads(predicate)} ${termToNQuads(object)} <${BASE}> .\n`;
  const put = (quads: readonly Quad[]) =>
    store.put([
      { graph: BASE, mode: 'replace', nquads: quads.map(lineOf), record: { ...record, file } },
      { graph: BASE, mode: 'merge', nquads: quads.slice(0, 1).map(lineOf) }, // marks the graph as changed
    ]);
  const reading = { base: crateBase(BASE, 'given'), contexts };
  const index = fc.nat(all.length - 1);
  await fc.assert(
    fc.asyncProperty(fc.array(index, { maxLength: 3 }), fc.array(fc.tuple(index, index), { maxLength: 2 }), async (out, moves) => {
      const after = all.filter((_, at) => !out.includes(at));
      for (const [what, where] of moves) {
        const { predicate, object } = all[what] as Quad;
        after.push(DataFactory.quad((all[where] as Quad).subject as never, predicate as never, object as never) as Quad);
      }
      if (after.length === 0) return;
      await put(after);
      const text = await exportCrate(store, BASE, { contexts });
      const same = new Set(after.map(lineOf)).size === all.length && after.every((quad) => all.some((one) => lineOf(one) === lineOf(quad)));
      if (same) expect(text).toBe(TEXT);
      else expect(text).not.toBe(TEXT);
      expect(await graphOf(text, reading)).toEqual(await canonicalOf(after));
      await put(all);
      expect(await exportCrate(store, BASE, { contexts })).toBe(TEXT);
    }),
    tries(100),
  );
  await store.close();
  await rm(folder, { recursive: true, force: true });
}); // prettier-ignore
