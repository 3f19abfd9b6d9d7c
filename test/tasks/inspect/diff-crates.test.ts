import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jsonld from 'jsonld';
import { diffCrates, type CrateDifference } from '../../../src/tasks/inspect/diff-crates.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import type { GraphStore } from '../../../src/store/port.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { crateToRdf } from '../../../src/tasks/rewrite/crate-rdf.js';
import { openStore } from '../../../src/store/open-store.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { BUNDLED, crate } from '../../helpers/read.js';

const contexts = BUNDLED;
const NONE: CrateDifference = { added: [], removed: [], changed: [] };
const ALICE = { '@id': '#alice', '@type': 'Person', name: 'Alice', size: 1.5 };
const V11 = 'https://w3id.org/ro/crate/1.1/context';

let folder: string;
let count = 0;
let store: GraphStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-diff-'));
  store = await openStore('memory:', { mode: 'write' });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function file(document: object | string): Promise<string> {
  const path = join(folder, `${(count += 1)}-ro-crate-metadata.json`);
  await writeFile(path, typeof document === 'string' ? document : JSON.stringify(document));
  return path;
}

/** The difference of two documents; checks that the reverse difference is the opposite. */
async function diff(left: object | string, right: object | string): Promise<CrateDifference> {
  const [a, b] = [await file(left), await file(right)];
  const options = { contexts, store: async () => store };
  const there = await diffCrates(a, b, options);
  const back = await diffCrates(b, a, options);
  expect(back.added.length).toBe(there.removed.length);
  expect(back.changed.map(({ id }) => id).sort()).toEqual(there.changed.map(({ id }) => id).sort());
  return there;
}

describe('diff', () => {
  it('ignores values that the engine of a store respells', async () => {
    const typed = (name: string, value: string) => ({
      '@value': value,
      '@type': `http://www.w3.org/2001/XMLSchema#${name}`,
    });
    const values = [
      typed('integer', '01'),
      typed('decimal', '1.50'),
      typed('long', '05'),
      typed('dateTimeStamp', '2020-01-01T00:00:00.50Z'),
      typed('double', '1.5E0'),
      typed('boolean', '1'),
      typed('dateTime', '2019-12-31T24:00:00.0+00:00'),
      typed('time', '12:00:00.10'),
      typed('date', '2020-01-01+00:00'),
      typed('duration', 'P14M'),
      { '@value': 'x', '@language': 'EN-gb' },
    ];
    const before = await file(crate([{ '@id': '#x', value: values }]));
    const base = 'http://respelled.example/';
    await loadCrates(store, [before], { contexts, base, layout: false });
    expect(await diffCrates(before, base, { contexts, store: async () => store })).toEqual(NONE);
    const after = await file(crate([{ '@id': '#x', value: [typed('integer', '2'), ...values.slice(1)] }]));
    const { changed } = await diffCrates(base, after, { contexts, store: async () => store });
    expect(changed).toEqual([{ id: '#x', properties: [{ property: 'value', removed: [1], added: [2] }] }]);
  });

  it('lists what was added, removed and changed', async () => {
    const before = crate([ALICE, { '@id': '#old', name: 'Old' }], V11, { keywords: ['a', 'b'] });
    const after = crate(
      [
        { ...ALICE, name: 'Alicia' },
        { '@id': '#new', name: 'New' },
      ],
      V11,
      { keywords: ['b', 'c'] },
    );
    expect(await diff(before, after)).toEqual({
      added: [{ '@id': '#new', name: 'New' }],
      removed: [{ '@id': '#old', name: 'Old' }],
      changed: expect.arrayContaining([
        { id: '#alice', properties: [{ property: 'name', removed: ['Alice'], added: ['Alicia'] }] },
        { id: './', properties: [{ property: 'keywords', removed: ['a'], added: ['c'] }] },
      ]) as never,
    });
  });

  it.each<[string, object | string, object | string]>([
    [
      'order',
      crate([ALICE, { '@id': '#b', keywords: ['x', 'y'] }]),
      crate([{ keywords: ['y', 'x'], '@id': '#b' }, ALICE]),
    ],
    ['the spelling of ids', crate([{ ...ALICE, '@id': 'a.txt' }]), crate([{ ...ALICE, '@id': './a.txt' }])],
    ['the spelling of numbers', JSON.stringify(crate([ALICE])), JSON.stringify(crate([ALICE])).replace('1.5', '15e-1')],
    ['one-element arrays', crate([{ ...ALICE, name: ['Alice'] }]), crate([ALICE])],
    ['the context', crate([ALICE], V11), crate([ALICE], 'https://w3id.org/ro/crate/1.2/context')],
    [
      'nested entities',
      crate([{ '@id': '#x', author: { '@id': '#a', name: 'A' } }]),
      crate([
        { '@id': '#x', author: { '@id': '#a' } },
        { '@id': '#a', name: 'A' },
      ]),
    ],
    [
      'labels of blank nodes',
      crate([
        { '@id': '_:a', name: 'A', knows: { '@id': '_:b' } },
        { '@id': '_:b', name: 'B' },
      ]),
      crate([
        { '@id': '_:b', name: 'A', knows: { '@id': '_:a' } },
        { '@id': '_:a', name: 'B' },
      ]),
    ],
    [
      'blank nodes without label',
      crate([{ '@id': '#x', author: [{ name: 'A' }, { name: 'B' }] }]),
      crate([
        { '@id': '#x', author: [{ '@id': '_:z' }, { name: 'A' }] },
        { '@id': '_:z', name: 'B' },
      ]),
    ],
    [
      'a ring of blank nodes',
      crate([
        { '@id': '_:a', knows: { '@id': '_:b' } },
        { '@id': '_:b', knows: { '@id': '_:a' } },
      ]),
      crate([
        { '@id': '_:c', knows: { '@id': '_:d' } },
        { '@id': '_:d', knows: { '@id': '_:c' } },
      ]),
    ],
  ])('ignores %s', async (_, left, right) => {
    expect(await diff(left, right)).toEqual(NONE);
  });

  it('matches a changed blank node by its label', async () => {
    const before = crate([
      { '@id': '_:a', name: 'A' },
      { '@id': '_:b', name: 'B' },
    ]);
    const after = crate([
      { '@id': '_:a', name: 'A' },
      { '@id': '_:b', name: 'C' },
    ]);
    expect(await diff(before, after)).toEqual({
      ...NONE,
      changed: [{ id: '_:b', properties: [{ property: 'name', removed: ['B'], added: ['C'] }] }],
    });
  });

  it('distinguishes terms with one name and two IRIs', async () => {
    const before = crate([{ '@id': '#x', name: 'X', 'http://one.example/mood': 'fine' }]);
    const after = crate([{ '@id': '#x', name: 'X', 'http://two.example/mood': 'fine' }]);
    expect((await diff(before, after)).changed).toHaveLength(1);
  });

  it('compares a graph of the store with its file, before and after an update', async () => {
    const path = await file(
      JSON.stringify(crate([ALICE, { '@id': '_:a', name: 'A' }, { '@id': '#n', author: { name: 'nested' } }])),
    );
    const graph = 'http://example.org/diff/';
    await loadCrates(store, [path], { contexts, base: graph });
    const options = { contexts, store: async () => store };
    expect(await diffCrates(graph, path, options)).toEqual(NONE);
    expect(await diffCrates(path, graph, options)).toEqual(NONE);
    await updateStore(store, `INSERT DATA { GRAPH <${graph}> { <${graph}#alice> <http://schema.org/name> "Ali" } }`);
    expect(await diffCrates(path, graph, options)).toEqual({
      ...NONE,
      changed: [{ id: '#alice', properties: [{ property: 'name', removed: [], added: ['Ali'] }] }],
    });
    await expect(diffCrates(path, 'urn:example:no', options)).rejects.toMatchObject({ code: 'ERR_GRAPH_NOT_FOUND' });
  });

  it('ignores that all identifiers of one side are absolute, as in the output of RDF tools', async () => {
    const relative = await file(JSON.stringify(crate([ALICE])));
    const document = await openCrateDocument(relative, { contexts, base: 'https://example.org/c/' });
    let absolute = '';
    for await (const text of crateToRdf(document, 'jsonld')) absolute += String(text);
    const documentLoader = async (url: string) => ({
      document: { '@context': await contexts.load(url) },
      documentUrl: url,
    });
    const expanded = await jsonld.expand(JSON.parse(absolute) as object, { documentLoader: documentLoader as never });
    expect(await diffCrates(relative, await file(absolute), { contexts })).toEqual(NONE);
    expect(await diffCrates(await file(expanded), relative, { contexts })).toEqual(NONE);
  });

  it('ignores different bases', async () => {
    const path = await file(JSON.stringify(crate([ALICE])));
    await loadCrates(store, [path], { contexts, base: 'http://one.example/c/' });
    const copy = await file(JSON.stringify(crate([ALICE])));
    await loadCrates(store, [copy], { contexts, base: 'http://two.example/d/ro-crate-metadata.json' });
    expect(
      await diffCrates('http://one.example/c/', 'http://two.example/d/', { contexts, store: async () => store }),
    ).toEqual(NONE);
  });
});
