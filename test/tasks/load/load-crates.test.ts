import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crate, writeCrate, type CrateParts } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { BUNDLED } from '../../helpers/read.js';
import { CATALOGUE, loadRecords } from '../../../src/tasks/stored/load-records.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { loadCrates, type LoadOptions, type LoadResult } from '../../../src/tasks/load/load-crates.js';
import type { GraphStore, GraphWrite } from '../../../src/store/port.js';
import { withBase } from '../../../src/package/open/crate-argument.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { quadsOf } from '../../helpers/stored.js';

const BASE = 'http://example.org/crate/';

let store: GraphStore;
let folder: string;
beforeEach(async () => {
  store = new MemoryStore();
  folder = await freshFolder('load');
});
afterEach(() => store.close());

const put = (name: string, parts: CrateParts = {}) => writeCrate(join(folder, name), crate({ name, ...parts }));
const load = (crates: string[], options: Partial<LoadOptions> = {}): Promise<LoadResult[]> =>
  loadCrates(store, crates, { contexts: BUNDLED, ...options });
const statuses = async (crates: string[], options: Partial<LoadOptions> = {}) =>
  (await load(crates, options)).map(({ status }) => status);

/** A store that receives an invalid line for a graph. */
function withInvalidLine(real: GraphStore, graph: string): GraphStore {
  async function* invalidate(writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>): AsyncGenerator<GraphWrite> {
    for await (const write of writes)
      if (write.graph !== graph) yield write;
      else yield { graph, mode: write.mode, nquads: [`<urn:s> <urn:p> "x"@EN_us <${graph}> .\n`] };
  }
  return withPut(real, (writes) => real.put(invalidate(writes)));
}

/** A store with another method `put`. */
function withPut(real: GraphStore, put: GraphStore['put']): GraphStore {
  return new Proxy(real, {
    get: (target, key) => {
      if (key === 'put') return put;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

describe('another writer that was faster', () => {
  it.each([2, 70])('conflicts with one of %d crates: the load reads the store under its lock', async (count) => {
    for (let index = 0; index < count; index += 1) await put(`${index}`);
    const first = join(folder, '0');
    const [{ graph = '' } = {}] = await load([first]);
    await store.drop([graph]);
    const nquads = [`<urn:s> <urn:p> "theirs" <${graph}> .\n`];
    const late = withPut(store, async (writes) => {
      await store.put([{ graph, mode: 'create', nquads }]);
      return store.put(writes);
    });
    const results = await loadCrates(late, [folder], { contexts: BUNDLED });
    expect(results.filter(({ status }) => status === 'loaded')).toHaveLength(count - 1);
    expect(results.find(({ status }) => status === 'failed')?.error).toMatchObject({ code: 'ERR_GRAPH_EXISTS' });
    expect((await store.graphs([graph])).get(graph)).toBe(1);
  });
});

describe('rule 5: the base', () => {
  it('is the given IRI, of the root or of the metadata file', async () => {
    const one = await put('one', {
      entities: [
        { '@id': 'data1.txt', '@type': 'File' },
        { '@id': '#alice', '@type': 'Person' },
      ],
    });
    for (const [base, alice] of [
      [BASE, `${BASE}#alice`],
      ['http://h.example/c/ro-crate-metadata.json', 'http://h.example/c/ro-crate-metadata.json#alice'],
    ] as const) {
      const [{ graph = '' } = {}] = await load([one], { base });
      expect(graph).toBe(base.replace(/[^/]*$/, ''));
      const subjects = new Set<string>();
      for (const { subject } of await quadsOf(store, graph)) subjects.add(subject.value);
      expect(subjects).toEqual(new Set([`${graph}ro-crate-metadata.json`, graph, `${graph}data1.txt`, alice]));
    }
  });

  it('is the @base of the document by default', async () => {
    const context = ['https://w3id.org/ro/crate/1.1/context', { '@base': 'http://own.example/x/' }];
    const one = await put('one', { context });
    expect(await load([one])).toMatchObject([{ graph: 'http://own.example/x/' }]);
    expect(await load([one], { base: BASE })).toMatchObject([{ graph: BASE }]);
  });

  it('makes several crates one crate if they share it', async () => {
    expect(await statuses([await put('one'), await put('two')], { base: BASE, mode: 'merge' })).toEqual([
      'loaded',
      'merged',
    ]);
    expect(await listCrates(store)).toHaveLength(1);
  });
});

describe('rule 7: crates without an address', () => {
  it('are named by their bytes, not by their path', async () => {
    const [{ graph: here = '' } = {}] = await load([await put('one', { name: 'same' })]);
    const [{ graph: there } = {}] = await load([await put('two', { name: 'same' })]);
    expect(here).toMatch(/^arcp:\/\/ni,sha-256;[\w-]{43}\/$/);
    expect(there).toBe(here);
    for (const { subject, object } of await quadsOf(store, here)) {
      expect(`${subject.value} ${object.value}`).not.toContain(folder);
    }
  });

  it('are named by a UUID with --arcp', async () => {
    const one = await put('one');
    const uuid = '2f5f6a4e-0000-4000-8000-000000000000';
    expect(await load([one], { arcp: `urn:uuid:${uuid}` })).toMatchObject([{ graph: `arcp://uuid,${uuid}/` }]);
    const [{ graph: a } = {}] = await load([one], { arcp: 'uuid' });
    const [{ graph: b } = {}] = await load([one], { arcp: 'uuid' });
    expect(a).not.toBe(b);
    await expect(load([one], { arcp: 'md5' })).rejects.toMatchObject({ code: 'ERR_ARCP_INVALID' });
  });
});

describe('a crate', () => {
  it('is loaded, unchanged, replaced or merged', async () => {
    const one = await put('one');
    expect(await statuses([one])).toEqual(['loaded']);
    expect(await statuses([one])).toEqual(['unchanged']);
    await put('one', { more: { description: 'edited' } });
    expect(await statuses([one])).toEqual(['replaced']);
    expect(await statuses([one, one])).toEqual(['unchanged', 'unchanged']);
    expect(await loadRecords(store)).toHaveLength(1);
  });

  it('is replaced if the base of its source changes, and keeps its base beside the same bytes elsewhere', async () => {
    const more = { author: { '@id': '#alice' } };
    const [one, two] = [await put('one', { name: 'same', more }), await put('two', { name: 'same', more })];
    const [root, file] = [BASE, `${BASE}ro-crate-metadata.json`];
    const authors = async () =>
      (await quadsOf(store, BASE)).filter(({ object }) => object.value.includes('#')).map(({ object }) => object.value);
    expect(await statuses([one], { base: root })).toEqual(['loaded']);
    expect(await load([two], { base: file })).toMatchObject([
      { status: 'unchanged', notes: [{ kind: 'other-base', detail: root }], counts: { 'other-base': 1 } },
    ]);
    expect(await authors()).toEqual([`${root}#alice`]);
    expect(await statuses([one], { base: file })).toEqual(['replaced']);
    expect(await authors()).toEqual([`${file}#alice`]);
    expect(await load([one], { base: file })).toMatchObject([{ status: 'unchanged' }]);
    expect(await load([one])).toMatchObject([{ status: 'unchanged' }]);
  });

  it('fails with --strict if it needs a repair, even if it is unchanged', async () => {
    const [valid, invalid] = [
      await put('valid'),
      await put('invalid', { entities: [{ '@id': 'my file.txt', '@type': 'File' }] }),
    ];
    await load([valid, invalid]);
    expect(await load([valid, invalid], { strict: true })).toMatchObject([
      { status: 'unchanged', dropped: 0 },
      { status: 'failed', error: { code: 'ERR_STRICT', details: { pointer: '/@graph/2' } } },
    ]);
    expect(await listCrates(store)).toHaveLength(2);
  });

  it('fails if its graph has another source, and the other crates are loaded', async () => {
    const [one, two, three] = [
      await put('one'),
      await put('two'),
      await put('three', { root: 'http://three.example/' }),
    ];
    const results = await loadCrates(store, [withBase(one, BASE), withBase(two, BASE), three], { contexts: BUNDLED });
    expect(results.map(({ status }) => status)).toEqual(['loaded', 'failed', 'loaded']);
    expect(results[1]?.error).toMatchObject({ code: 'ERR_GRAPH_EXISTS', details: { graph: BASE } });
    expect((await listCrates(store)).map(({ name }) => name)).toEqual(['one', 'three']);
  });

  it('fails alone if another crate of the same load replaces its graph', async () => {
    const [one, two] = [await put('one'), await put('two')];
    await load([one], { base: BASE });
    const listed = [one, one, two].map((place) => withBase(place, BASE));
    const results = await loadCrates(store, listed, { contexts: BUNDLED, mode: 'replace' });
    expect(results.map(({ status }) => status)).toEqual(['replaced', 'unchanged', 'failed']);
    expect((await listCrates(store)).map(({ name }) => name)).toEqual(['one']);
  });

  it('fails alone if it has no place and another crate of the same load has its graph', async () => {
    const [one, two] = [crate({ name: 'one' }), crate({ name: 'two' })];
    for (const mode of ['create', 'replace'] as const) {
      const listed = [one, two, one].map((document) => withBase(document, BASE));
      const results = await loadCrates(store, listed, { contexts: BUNDLED, mode });
      expect(results.map(({ status }) => status).slice(1)).toEqual(['failed', 'unchanged']);
      const message = expect.stringContaining('from a stream or from memory') as string;
      expect(results[1]?.error).toMatchObject({ code: 'ERR_GRAPH_EXISTS', message, details: { graph: BASE } });
      expect((await listCrates(store)).map(({ name }) => name)).toEqual(['one']);
    }
  });

  it('is merged with a note if that drops the record of another crate without a place', async () => {
    const documents = [crate({ name: 'one' }), crate({ name: 'two' })];
    const results = await loadCrates(store, documents, { contexts: BUNDLED, base: BASE, mode: 'merge' });
    const kinds = results.map(({ notes = [] }) => notes.map(({ kind }) => kind));
    expect(kinds).toEqual([[], ['record-replaced', 'several-names']]);
    expect(results[1]?.counts).toMatchObject({ 'record-replaced': 1, 'several-names': 1 });
  });

  it('fails without --mode replace if its graph has no load record', async () => {
    await store.put([{ graph: BASE, mode: 'create', nquads: [`<urn:s> <urn:p> "o" <${BASE}> .\n`] }]);
    const one = await put('one');
    expect(await load([one], { base: BASE })).toMatchObject([
      { status: 'failed', error: { code: 'ERR_GRAPH_EXISTS' } },
    ]);
    const [result] = await load([one], { base: BASE, mode: 'replace' });
    expect(result?.status).not.toBe('failed');
    for (const { subject } of await quadsOf(store, BASE)) expect(subject.value).not.toBe('urn:s');
  });

  it('is replaced if the root of its source has another IRI, and its old graph is removed', async () => {
    const one = await put('one', { root: 'https://old.example/crate/' });
    expect(await load([one])).toMatchObject([{ status: 'loaded', graph: 'https://old.example/crate/' }]);
    await put('one', { root: 'https://new.example/crate/' });
    expect(await load([one])).toMatchObject([{ status: 'replaced', graph: 'https://new.example/crate/' }]);
    expect((await listCrates(store)).map(({ graph }) => graph)).toEqual(['https://new.example/crate/']);
    expect(await loadRecords(store)).toHaveLength(1);
  });

  it('cannot have the name of the catalogue', async () => {
    const [result] = await load([await put('one', { root: CATALOGUE })]);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'ERR_ROOT_NOT_FOUND' } });
    expect(await loadRecords(store)).toEqual([]);
  });

  it('fails if its descriptor is not about a Dataset', async () => {
    const one = await writeCrate(join(folder, 'x'), {
      ...crate(),
      '@graph': [
        { '@id': 'ro-crate-metadata.json', about: { '@id': './' } },
        { '@id': './', '@type': 'Person' },
      ],
    });
    expect(await load([one])).toMatchObject([{ status: 'failed', error: { code: 'ERR_ROOT_NOT_FOUND' } }]);
  });

  it('is merged with a note if the root then has several names or profiles', async () => {
    const profile = (name: string) => ({ conformsTo: { '@id': `https://example.org/${name}` } });
    const crates = [await put('one', { more: profile('a') }), await put('same', { name: 'one', more: { ...profile('a'), description: 'x' } }), await put('two', { more: profile('b') })]; // prettier-ignore
    const results = await load(crates, { base: BASE, mode: 'merge' });
    expect(results.map(({ status }) => status)).toEqual(['loaded', 'merged', 'merged']);
    expect(results.map(({ notes = [] }) => notes.map(({ kind, detail }) => `${kind}: ${detail}`))).toEqual([
      [],
      [],
      ['several-names: one, two', `several-profiles: https://example.org/a, https://example.org/b`],
    ]);
    expect(results[2]?.counts).toMatchObject({ 'several-names': 1, 'several-profiles': 1 });
    const other = await writeCrate(join(folder, 'v12'), JSON.parse(JSON.stringify(crate({ name: 'one' })).replaceAll('crate/1.1', 'crate/1.2')) as never); // prettier-ignore
    const [again] = await load([other], { base: BASE, mode: 'merge' });
    const kinds = again?.notes?.map(({ kind }) => kind) ?? [];
    expect(kinds.filter((kind) => kind === 'several-profiles')).toHaveLength(2);
    expect(again?.counts).toMatchObject({ 'several-names': 1, 'several-profiles': 2 });
  });

  it('from standard input is read once, even if another argument fails', async () => {
    const stdin = Readable.from([Buffer.from(JSON.stringify(crate({ name: 'in', root: 'http://in.example/' })))]);
    expect(await statuses(['-', join(folder, 'nowhere')], { packages: { stdin } })).toEqual(['loaded', 'failed']);
  });

  it.each(['create', 'merge', 'replace'] as const)(
    'is not stored, and no other crate is, if the store refuses its lines (--mode %s)',
    async (mode) => {
      await load([await put('a', { root: 'http://a.example/' })]);
      const crates = await Promise.all(['a', 'b', 'c'].map((name) => put(name, { root: `http://${name}.example/`, more: { description: 'new' } }))); // prettier-ignore
      const before = await quadsOf(store);
      const loading = loadCrates(withInvalidLine(store, 'http://b.example/'), crates, { contexts: BUNDLED, mode });
      await expect(loading).rejects.toMatchObject({ code: 'ERR_RDF_SYNTAX' });
      expect(await quadsOf(store)).toEqual(before);
      expect(await loadRecords(store)).toHaveLength(1);
    },
  );

  it('is reported to onProgress after it is read', async () => {
    const seen: string[] = [];
    await load([await put('one'), await put('two')], {
      onProgress: (done, total, name) => void seen.push(`${done} of ${total} ${name}`),
    });
    expect(seen).toEqual([
      `1 of 2 ${join(folder, 'one', 'ro-crate-metadata.json')}`,
      `2 of 2 ${join(folder, 'two', 'ro-crate-metadata.json')}`,
    ]);
  });
});

describe('a store that does not exist yet', () => {
  it('is opened only when a crate has been read', async () => {
    await writeCrate(join(folder, 'bad'), 'not JSON');
    await put('good');
    let opened = 0;
    const open = () => Promise.resolve(((opened += 1), store));
    const loadNew = (...crates: string[]) =>
      loadCrates(open, crates, { contexts: BUNDLED, newStore: true, base: undefined });
    expect(await loadNew(join(folder, 'bad'))).toMatchObject([
      { status: 'failed', error: { code: 'ERR_JSON_SYNTAX' } },
    ]);
    expect(opened).toBe(0);
    const results = await loadNew(join(folder, 'bad'), join(folder, 'good'), join(folder, 'bad'));
    expect(results.map(({ status }) => status)).toEqual(['failed', 'loaded', 'failed']);
    expect(opened).toBe(1);
  });

  it('may exist when it is opened: another process was faster', async () => {
    await put('good');
    await put('other');
    await load([join(folder, 'good')]);
    const crates = ['good', 'other'].map((name) => join(folder, name));
    const results = await loadCrates(() => Promise.resolve(store), crates, { contexts: BUNDLED, newStore: true });
    expect(results.map(({ status }) => status)).toEqual(['unchanged', 'loaded']);
    expect(await listCrates(store)).toHaveLength(2);
  });
});

it('lets the process handle events during the load', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await put(name);
  let handled = false;
  const seen: boolean[] = [];
  const onProgress = (done: number) => {
    if (done === 1) setImmediate(() => (handled = true));
    seen.push(handled);
    for (const end = performance.now() + 60; performance.now() < end;); // longer than the process may be kept busy
  };
  await load([folder], { onProgress });
  expect(seen).toEqual([false, true, true, true]);
});

it('tells when the crates are in the store', async () => {
  await put('a');
  const committed: Promise<number>[] = [];
  await load([folder], { onCommitted: () => committed.push(listCrates(store).then((crates) => crates.length)) });
  expect(await Promise.all(committed)).toEqual([1]);
});
