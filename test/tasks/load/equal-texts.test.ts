import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/crate/json/lazy-document.js';
import { compareEntities } from '../../../src/crate/compare-entities.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { GraphStatistics } from '../../../src/tasks/inspect/graph-statistics.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { previewUpdate } from '../../../src/tasks/query/preview-update.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { openStore } from '../../../src/store/open-store.js';
import { compareLines, newPieces, pieceOf, restoreSpelling } from '../../../src/store/pieces.js';
import type { GraphStore } from '../../../src/store/port.js';
import { StoreIndexer } from '../../../src/site/view/store-indexer.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { COLLIDING_IN_DOCUMENT, COLLIDING_IN_RDF, COLLIDING_IN_STORE, COLLIDING_ROOT, collidingTexts } from '../../helpers/colliding-texts.js'; // prettier-ignore
import { startOxigraph } from '../../helpers/oxigraph-endpoint.js';
import { BUNDLED } from '../../helpers/read.js';
import { quadsOf } from '../../helpers/stored.js';

// A hash may say that two texts differ. Only equal texts are equal.

const ROOT = COLLIDING_ROOT;
const KEYWORDS = 'http://schema.org/keywords';
const contexts = BUNDLED;

const document = (...more: readonly JsonObject[]): JsonObject => ({
  '@context': 'https://w3id.org/ro/crate/1.1/context',
  '@graph': [
    {
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      about: { '@id': './' },
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
    },
    ...more,
  ],
});

async function keywordsIn(store: GraphStore): Promise<string[]> {
  const found = (await quadsOf(store)).filter(({ predicate }) => predicate.value === KEYWORDS);
  return found.map(({ object }) => object.value).sort();
}

/** Loads a document of one root with these keywords. */
async function withKeywords(store: GraphStore, ...keywords: readonly string[]): Promise<void> {
  const [loaded] = await loadCrates(store, [document({ '@id': './', '@type': 'Dataset', keywords: [...keywords] })], { contexts, base: ROOT }); // prettier-ignore
  expect(loaded?.status).toBe('loaded');
}

const insert = (...keywords: readonly string[]) =>
  `INSERT DATA { GRAPH <${ROOT}> { <${ROOT}> <${KEYWORDS}> ${keywords.map((one) => `"${one}"`).join(', ')} } }`;

describe('two keywords with one hash of 53 bits', () => {
  it('are both loaded from RDF', async () => {
    const file = join(await freshFolder('equal-texts'), 'c.ttl');
    const [one, other] = COLLIDING_IN_RDF;
    await writeFile(
      file,
      `@prefix s: <http://schema.org/> .
       <${ROOT}ro-crate-metadata.json> a s:CreativeWork ; s:about <${ROOT}> ; <http://purl.org/dc/terms/conformsTo> <https://w3id.org/ro/crate/1.1> .
       <${ROOT}> a s:Dataset ; s:name "Two keywords" ; s:keywords "${one}", "${other}" .`,
    );
    const store = new MemoryStore();
    const [loaded] = await loadCrates(store, [file], { contexts });
    expect([loaded?.quads, await keywordsIn(store)]).toEqual([7, [...COLLIDING_IN_RDF].sort()]);
  });

  it('are both loaded from a root that is described twice', async () => {
    const [one, other] = COLLIDING_IN_DOCUMENT;
    const store = new MemoryStore();
    const root = { '@id': './', '@type': 'Dataset' };
    const twice = document({ ...root, keywords: one }, { ...root, keywords: [other, one] });
    const [loaded] = await loadCrates(store, [twice], { contexts, base: ROOT });
    expect([loaded?.quads, await keywordsIn(store)]).toEqual([6, [...COLLIDING_IN_DOCUMENT].sort()]);
  });

  it.each<[string, () => Promise<GraphStore>]>([
    ['a store in memory', async () => new MemoryStore()],
    ['a file', async () => openStore(join(await freshFolder('equal-texts'), 'c.db'), { mode: 'write', create: true })],
    ['an endpoint', async () => openStore((await startOxigraph()).address, { mode: 'write', create: true })],
  ])('are both there after an update that inserts one of them: %s', async (_, open) => {
    const [one, other] = COLLIDING_IN_STORE;
    const store = await open();
    await withKeywords(store, one);
    const [previewed] = await previewUpdate(store, insert(other), { contexts });
    expect(previewed).toMatchObject({ added: 1, removed: 0 });
    expect(await updateStore(store, insert(other), { contexts })).toEqual([{ graph: ROOT, added: 1, removed: 0 }]);
    expect(await keywordsIn(store)).toEqual([...COLLIDING_IN_STORE].sort());
    const exchange = `DELETE DATA { GRAPH <${ROOT}> { <${ROOT}> <${KEYWORDS}> "${one}" } } ; ${insert('third')}`;
    expect(await updateStore(store, exchange, { contexts })).toMatchObject([{ added: 1, removed: 1 }]);
    expect(await keywordsIn(store)).toEqual([other, 'third'].sort());
    await store.close();
  });
});

/** Pairs with one hash in the tables of this process. */
const pairs = collidingTexts((index) => `"word ${index}"`);
const words = pairs.map((pair) => pair.map((one) => one.slice(1, -1)) as [string, string]);
const lineOf = (keyword: string) => `<${ROOT}> <${KEYWORDS}> ${keyword} <${ROOT}> .\n`;
const bytesOf = (...keywords: readonly string[]) => Buffer.from(keywords.map(lineOf).join(''));
const ones = bytesOf(...pairs.map(([one]) => one));
const others = bytesOf(...pairs.map(([, other]) => other));

async function* chunks(...bytes: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* bytes;
}

describe('texts with one hash of today', () => {
  it('are two graphs', async () => {
    expect(await compareLines(chunks(ones), chunks(others))).toBe('different');
    expect(await compareLines(chunks(ones, others), chunks(others))).toBe('contained');
    expect(await compareLines(chunks(ones, others), chunks(others, ones))).toBe('same');
  });

  it('are two lines of a merge and of an update', async () => {
    const write = { graph: ROOT, mode: 'merge', pieces: [pieceOf(others), pieceOf(ones)] } as const;
    let added = 0;
    for await (const { quads } of newPieces(write, chunks(ones))) added += quads;
    expect(added).toBe(pairs.length);
    expect(restoreSpelling([ones], [others])).toMatchObject({ added: pairs.length, removed: pairs.length });
    expect(restoreSpelling([ones], [ones, others])).toMatchObject({ added: pairs.length, removed: 0 });
  });

  it('are two values of a document, also in a long list, and of what is exported after an update', async () => {
    const store = new MemoryStore();
    const all = [...words.flat(), ...Array.from({ length: 20 }, (_, index) => `filler ${index}`)];
    await withKeywords(store, ...all);
    expect(await keywordsIn(store)).toEqual([...all].sort());
    for (const [one, other] of words.slice(0, 2)) {
      const exchange = `DELETE DATA { GRAPH <${ROOT}> { <${ROOT}> <${KEYWORDS}> "${one}" } }`;
      await updateStore(store, exchange, { contexts });
      const exported = JSON.stringify(await exportCrate(store, ROOT, { contexts })).replaceAll('\\"', '"');
      expect([exported.includes(`"${one}"`), exported.includes(`"${other}"`)]).toEqual([false, true]);
    }
  });

  it('are two entities of the statistics, and two names of the index', async () => {
    const [[one, other] = ['', '']] = collidingTexts((index) => `<${ROOT}#p${index}>`);
    const lines = [
      `<${ROOT}> <http://schema.org/author> ${one} <${ROOT}> .\n`,
      `<${ROOT}> <http://schema.org/author> ${other} <${ROOT}> .\n`,
      `${one} <http://schema.org/name> "One" <${ROOT}> .\n`,
      `${other} <http://schema.org/name> "Other" <${ROOT}> .\n`,
    ];
    const store = new MemoryStore();
    await store.put([{ graph: ROOT, mode: 'create', nquads: lines }]);
    const index = await new StoreIndexer().of(store.snapshot());
    expect(index.crates.flatMap((crate) => index.details(crate).authors)).toEqual(['One', 'Other']);
    const statistics = new GraphStatistics(ROOT);
    statistics.add(`<${ROOT}>`, '<http://schema.org/author>', one);
    statistics.add(other, '<http://schema.org/name>', '"Other"');
    const { entities, completeness } = statistics.result();
    expect([entities, completeness.missingInside]).toEqual([2, 1]);
  });

  it('are two blank nodes of a comparison', () => {
    // `JSON.stringify` of a description without its identifier
    const [[one, other] = ['', '']] = collidingTexts((index) => `{"name":"word ${index}"}`);
    const side = (text: string) => new Map([['_:b', { '@id': '_:b', ...(JSON.parse(text) as { name: string }) }]]);
    expect(compareEntities(side(one), side(other)).changed).toHaveLength(1);
    expect(compareEntities(side(one), side(one)).changed).toEqual([]);
  });
});
