import { createHash } from 'node:crypto';
import type {
  GraphKeys,
  GraphStore,
  GraphWrite,
  ImportMode,
  KeyChoice,
  NewRecord,
  StoredRecord,
} from '../../src/store/port.js';
import { fileOf, partsOf } from '../helpers/stored.js';
import { G1, G2, named, rejects, testOf, write, type StoreKind } from './store-kind.js';

const shaOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A file of many chunks that does not compress. */
const LARGE = Buffer.concat(
  Array.from({ length: 300_000 }, (_, index) => createHash('sha256').update(`${index}`).digest()),
);

function record(source: string, file: Uint8Array | string, isKept = true): NewRecord {
  const bytes = Buffer.from(file);
  const data = { names: ['é "x"', source], nested: { list: [1, null, { deep: true }] }, size: bytes.length };
  return { source, sha256: shaOf(bytes), data, ...(isKept ? { file: partsOf(bytes) } : {}) };
}

function withRecord(graph: string, mode: ImportMode, kept: NewRecord, text = kept.source): GraphWrite {
  return { ...write(graph, mode, named(text)), record: kept };
}

/** Tests the records and kept files of a graph. */
export function describeRecords(kind: StoreKind): void {
  let store: GraphStore;
  beforeEach(async () => {
    store = await kind.open();
  });
  afterEach(() => store.close());

  const sources = async (choice = {}) => (await store.records(choice)).map(({ source }) => source);

  test('are returned unchanged, in the order of writing, all or a selection', async () => {
    const [b, a, c] = ['/b', '/a', '/c'].map((source) => record(source, source)) as [NewRecord, NewRecord, NewRecord];
    await store.put([withRecord(G2, 'create', b), withRecord(G1, 'create', a), withRecord(G2, 'merge', c)]);
    const { file: _, ...kept } = a;
    expect(await store.records({ graph: G1 })).toEqual([{ ...kept, graph: G1, kept: true, changed: false }]);
    expect(await sources()).toEqual(['/b', '/a', '/c']);
    expect(await sources({ graph: G2 })).toEqual(['/b', '/c']);
    expect(await sources({ source: '/a' })).toEqual(['/a']);
    expect(await sources({ sha256: c.sha256, graph: G2 })).toEqual(['/c']);
    expect(await sources({ sha256: c.sha256, graph: G1 })).toEqual([]);
    expect(await sources({ graph: 'x> } ; DROP ALL' })).toEqual([]);
    await store.put([withRecord(G2, 'merge', record('/b', 'again'))]);
    expect(await sources()).toEqual(['/a', '/c', '/b']);
    const each: StoredRecord[] = [];
    for await (const one of store.eachRecord()) each.push(one);
    expect(each).toEqual(await store.records());
  });

  test('of the same graph and source replace each other', async () => {
    await store.put([withRecord(G1, 'create', record('/x', 'one'))]);
    await store.put([withRecord(G1, 'merge', record('/x', 'two', false))]);
    expect(await store.records()).toMatchObject([{ source: '/x', sha256: shaOf(Buffer.from('two')), kept: false }]);
    expect(await fileOf(store, shaOf(Buffer.from('one')))).toBeUndefined();
  });

  test('lead to their graphs by keys, whole or their beginnings, whatever is written', async () => {
    const keys: GraphKeys = {
      name: 'test 1',
      *of(graph, records) {
        yield `graph ${graph}`;
        for (const { source, data, changed } of records) yield `${changed} ${source} ${JSON.stringify(data['new'])}`;
      },
    };
    const found = async (...choices: KeyChoice[]) =>
      [...(await store.find(keys, choices))].map(([graph, records]) => [graph, ...records.map(({ source }) => source)]);
    const both = () => found({ key: 'graph ', isPrefix: true });
    await store.put([withRecord(G2, 'create', record('/b', 'b')), withRecord(G1, 'create', record('/a', 'a'))]);
    await store.indexKeys(keys);
    expect((await both()).sort()).toEqual([[G1, '/a'], [G2, '/b']].sort()); // prettier-ignore
    expect((await store.find(keys, [{ key: 'graph ', isPrefix: true }], 1)).size).toBe(1);
    expect(await found()).toEqual([]);
    expect(await found({ key: 'graph ' }, { key: 'false /a' })).toEqual([]);
    expect(await found({ key: `graph ${G1}` }, { key: 'false /a', isPrefix: true })).toEqual([[G1, '/a']]);
    await store.put([{ graph: G1, mode: 'merge', pieces: [], record: { source: '/a', sha256: '', data: { new: 'x' }, dataOnly: true } }]); // prettier-ignore
    expect(await found({ key: 'false /a "x"' })).toEqual([[G1, '/a']]);
    expect(await found({ key: 'false /a undefined' })).toEqual([]);
    await store.put([withRecord(G2, 'merge', record('/c', 'c'))]);
    expect(await found({ key: 'true /c', isPrefix: true })).toEqual([[G2, '/b', '/c']]);
    await store.drop([G2]);
    expect(await both()).toEqual([[G1, '/a']]);
  });

  test('get new data, and nothing else of the graph changes', async () => {
    await store.put([withRecord(G1, 'create', record('/x', 'one')), withRecord(G2, 'create', record('/y', 'two'))]);
    const marks = await store.marks();
    const change = (graph: string, source: string): GraphWrite => ({
      graph,
      mode: 'merge',
      pieces: [],
      record: { source, sha256: '', data: { new: true }, dataOnly: true },
    });
    await store.put([change(G1, '/x'), change(G1, '/unknown'), change('urn:unknown', '/x')]);
    const [first, second, ...more] = await store.records();
    expect(first).toMatchObject({ source: '/x', data: { new: true }, kept: true, changed: false });
    expect(first?.sha256).toBe(shaOf(Buffer.from('one')));
    expect([second?.source, more]).toEqual(['/y', []]);
    expect(await fileOf(store, shaOf(Buffer.from('one')))).toEqual(Buffer.from('one'));
    expect([...(await store.marks())]).toEqual([...marks]);
    expect([...(await store.graphs()).keys()].sort()).toEqual([G1, G2].sort());
  });

  test('show whether another source or an update has also written to their graph', async () => {
    const changed = async () => (await store.records()).map(({ source, changed: is }) => [source, is]);
    await store.put([withRecord(G1, 'create', record('/a', 'a')), withRecord(G2, 'create', record('/g', 'g'))]);
    expect(await changed()).toEqual([['/a', false], ['/g', false]]); // prettier-ignore
    await store.put([withRecord(G1, 'merge', record('/b', 'b'))]);
    expect(await changed()).toEqual([['/a', true], ['/g', false], ['/b', true]]); // prettier-ignore
    await store.update(`INSERT DATA { GRAPH <${G2}> { <http://example.org/s> <http://schema.org/name> "/g" } }`);
    expect((await changed())[1]).toEqual(['/g', false]);
    await store.update(`INSERT DATA { GRAPH <${G2}> { <urn:s> <urn:p> "new" } }`);
    expect((await changed())[1]).toEqual(['/g', true]);
  });

  test('are marked as changed after a merge into a graph with other content', async () => {
    await store.put([withRecord(G1, 'create', record('/a', 'a')), write(G2, 'create', named('first'))]);
    await store.put([withRecord(G1, 'merge', record('/a', 'again')), withRecord(G2, 'merge', record('/g', 'g'))]);
    expect((await store.records()).map(({ source, changed }) => [source, changed])).toEqual([['/a', true], ['/g', true]]); // prettier-ignore
  });

  test('are marked as changed from the start if the write says so', async () => {
    const changed = async () => (await store.records()).map((one) => one.changed);
    await store.put([withRecord(G1, 'create', { ...record('/a', 'a'), changed: true })]);
    expect(await changed()).toEqual([true]);
    await store.put([withRecord(G1, 'replace', { ...record('/a', 'a'), changed: true })]);
    expect(await changed()).toEqual([true]);
    await store.put([withRecord(G1, 'replace', { ...record('/a', 'a'), changed: false })]);
    expect(await changed()).toEqual([false]);
  });

  test.each([
    ['drop', () => store.drop([G1])],
    ['an update that empties it', () => store.update(`DELETE WHERE { GRAPH <${G1}> { ?s ?p ?o } }`)],
    ['a replacement without a record', () => store.put([write(G1, 'replace', named('new'))])],
    ['a replacement by nothing', () => store.put([write(G1, 'replace')])],
  ])('are removed with their graph: %s', async (_, remove) => {
    const [own, other] = [record('/a', 'a'), record('/b', 'b')];
    await store.put([withRecord(G1, 'create', own), withRecord(G2, 'create', other)]);
    await remove();
    expect(await sources()).toEqual(['/b']);
    expect(await fileOf(store, own.sha256)).toBeUndefined();
    expect(await fileOf(store, other.sha256)).toEqual(Buffer.from('b'));
    await store.put([write(G1, 'merge', named('back'))]);
    expect(await sources({ graph: G1 })).toEqual([]);
  });

  test('stay with a graph that a merge without a record adds to', async () => {
    await store.put([withRecord(G1, 'create', record('/a', 'a'))]);
    await store.put([write(G1, 'merge', named('more'))]);
    expect(await store.records()).toMatchObject([{ source: '/a', kept: true, changed: true }]);
  });

  test('keep files of any size byte for byte, as long as any record refers to them', async () => {
    const binary = Buffer.from([0xef, 0xbb, 0xbf, 0, 0xff, 13, 10]);
    for (const file of [LARGE, binary, Buffer.alloc(0)]) {
      const sha256 = shaOf(file);
      await store.put([
        withRecord(G1, 'replace', record('/a', file)),
        withRecord(G2, 'replace', record('/b', file)),
        withRecord('urn:not', 'replace', record('/c', file, false)),
      ]);
      const kept = async () => {
        const found = await fileOf(store, sha256);
        return found === undefined ? 'none' : Buffer.compare(file, found);
      };
      expect((await store.records()).map((one) => one.kept)).toEqual([true, true, false]);
      expect(await kept()).toBe(0);
      await store.drop([G1]);
      expect(await kept()).toBe(0);
      await store.drop([G2]);
      expect(await kept()).toBe('none');
    }
    expect(await fileOf(store, 'x> } ; DROP ALL')).toBeUndefined();
  });

  testOf(kind, 'atomic')('belong to the commit of their graph', async () => {
    const [old, young] = [record('/a', 'old'), record('/a', 'young')];
    await store.put([withRecord(G1, 'create', old)]);
    await rejects(
      store.put([
        withRecord(G1, 'replace', young),
        withRecord(G2, 'create', record('/b', 'b')),
        write(G2, 'merge', 'bad'),
      ]),
      'ERR_RDF_SYNTAX',
    );
    expect(await store.records()).toMatchObject([{ source: '/a', sha256: old.sha256 }]);
    expect(await fileOf(store, old.sha256)).toEqual(Buffer.from('old'));
    expect(await fileOf(store, young.sha256)).toBeUndefined();
  });
}
