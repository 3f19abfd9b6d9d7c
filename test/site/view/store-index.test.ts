import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphSnapshot, GraphStore } from '../../../src/store/port.js';
import { shortHandle } from '../../../src/tasks/stored/handles.js';
import { crateKeys } from '../../../src/tasks/stored/crate-keys.js';
import type { StoreIndex } from '../../../src/site/view/store-index.js';
import { StoreIndexer } from '../../../src/site/view/store-indexer.js';
import { crate } from '../../cli/helpers/crates.js';
import { BUNDLED } from '../../helpers/read.js';

const A = 'https://example.org/a/';
const B = 'https://example.org/b/';
const ALICE = 'https://orcid.org/0000-0002-1825-0097';
const PROFILE = 'https://w3id.org/ro/wfrun/process/0.5';

let store: GraphStore;
let indexer: StoreIndexer;

beforeEach(async () => {
  store = await openStore('memory:');
  const first = crate({
    name: 'Ärchive of the coast',
    more: {
      description: 'Waves "and"\nwind',
      keywords: 'coast, waves',
      datePublished: '2024-05-01',
      license: { '@id': 'https://spdx.org/licenses/CC0-1.0' },
      author: [{ '@id': ALICE }, { '@id': '#bob' }, 'Carol'],
      conformsTo: { '@id': PROFILE },
      hasPart: [{ '@id': 'a.csv' }, { '@id': 'b.csv' }],
    },
    entities: [
      { '@id': 'a.csv', '@type': 'File', name: 'A', contentSize: '1200', encodingFormat: 'text/csv' },
      { '@id': 'b.csv', '@type': 'File', name: 'B' },
      { '@id': ALICE, '@type': 'Person', name: 'Alice' },
      { '@id': '#bob', '@type': 'Person', name: 'Bob' },
      { '@id': PROFILE, '@type': 'CreativeWork', name: 'Process Run Crate' },
    ],
  });
  const second = crate({ name: 'Birds', more: { author: { '@id': ALICE } } });
  await loadCrates(store, first, { base: A, contexts: BUNDLED });
  await loadCrates(store, second, { base: B, contexts: BUNDLED });
  indexer = new StoreIndexer();
});

const current = (): Promise<StoreIndex> => indexer.of(store.snapshot());

describe('the index of a store', () => {
  it('summarises each crate, sorted by name', async () => {
    const index = await current();
    expect(index.crates.map((crate) => ({ ...crate, ...index.details(crate) }))).toEqual([
      {
        key: shortHandle(A),
        graph: A,
        name: 'Ärchive of the coast',
        title: 'Ärchive of the coast',
        description: 'Waves "and"\nwind',
        facets: {
          type: ['CreativeWork', 'File', 'Person', 'Dataset'],
          profile: [PROFILE],
          licence: ['CC0-1.0'],
          keyword: ['coast', 'waves'],
          author: expect.arrayContaining([ALICE, 'Bob', 'Carol']) as string[],
          publisher: [],
          place: [],
          year: ['2024'],
          version: ['1.1'],
        },
        licences: [{ iri: 'https://spdx.org/licenses/CC0-1.0', name: 'CC0 1.0' }],
        authors: expect.arrayContaining(['Alice', 'Bob', 'Carol']) as string[],
        datePublished: '2024-05-01',
        works: ['https://example.org/a'],
        entities: 7,
        files: 2,
        bytes: 1200,
      },
      expect.objectContaining({ graph: B, name: 'Birds', authors: [ALICE] }),
    ]);
  });

  it('knows which crates mention something outside of them, and what it is called', async () => {
    const index = await current();
    expect(index.cratesWith(ALICE).map(({ graph }) => graph)).toEqual([A, B]);
    expect(index.cratesWith(PROFILE).map(({ graph }) => graph)).toEqual([A]);
    expect(index.cratesWith(B).map(({ graph }) => graph)).toEqual([B]);
    expect(index.cratesWith(`${A}a.csv`)).toEqual([]);
    expect(index.cratesWith('http://schema.org/Person')).toEqual([]);
    expect([ALICE, PROFILE, A, 'urn:none'].map((iri) => index.nameOf(iri))).toEqual(['Alice', 'Process Run Crate', 'Ärchive of the coast', undefined]); // prettier-ignore
  });

  it('counts classes and properties over all crates', async () => {
    const { classes, properties } = await (await current()).usedTerms();
    expect(classes[0]).toEqual({ iri: 'http://schema.org/CreativeWork', uses: 3 });
    expect(properties[0]).toEqual({ iri: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', uses: 9 });
  });

  it('stays the same object until something changes, and then reads only that', async () => {
    const before = await current();
    expect((await current()).moment).toBe(before.moment);
    await store.update(`INSERT DATA { GRAPH <${B}> { <${B}> <http://schema.org/about> <urn:x> } }`);
    const after = await current();
    expect(after.crateOf(A)).toBe(before.crateOf(A));
    expect(after.crateOf(B)).not.toBe(before.crateOf(B));
    expect(after.cratesWith('urn:x').map(({ graph }) => graph)).toEqual([B]);
    expect(before.cratesWith('urn:x')).toEqual([]);
  });

  it('forgets crates that are gone, and takes up new ones', async () => {
    await current();
    await store.drop([B]);
    await store.update('INSERT DATA { GRAPH <urn:made> { <urn:made> a <urn:T> } }');
    const index = await current();
    expect(index.crates.map(({ graph }) => graph)).toEqual([A, 'urn:made']);
    expect(index.crate(shortHandle(B))).toBeUndefined();
    expect(index.crate(shortHandle('urn:made'))).toMatchObject({
      name: undefined,
      facets: { type: ['T'] },
      entities: 1,
    });
    expect(index.cratesWith(ALICE).map(({ graph }) => graph)).toEqual([A]);
  });

  it('gives calls at the same time one answer', async () => {
    const [one, two] = await Promise.all([current(), current()]);
    expect(one.moment).toBe(two.moment);
  });

  it('tries again after an error', async () => {
    const broken = Object.assign(Object.create(store.snapshot()) as GraphSnapshot, {
      quads: () => {
        throw new Error('busy');
      },
    });
    await expect(indexer.of(broken)).rejects.toThrow('busy');
    expect((await current()).crates).toHaveLength(2);
  });
});

describe('the key of a crate', () => {
  it('is the name of its served folder, or else its handle', () => {
    const folders = [
      { name: 'coast', graph: A },
      { name: 'gone', graph: 'urn:gone' },
      { name: 'files', graph: undefined },
    ];
    expect([...crateKeys([A, B], [], folders)]).toEqual([[A, 'coast'], [B, shortHandle(B)]]); // prettier-ignore
  });

  it('gets another digit where a folder has the name of a handle', () => {
    const keys = crateKeys([A, B], [], [{ name: shortHandle(B), graph: A }]);
    expect(keys.get(A)).toBe(shortHandle(B));
    expect(keys.get(B)).toMatch(new RegExp(`^${shortHandle(B)}[0-9a-f]$`));
  });
});
