import { createHash } from 'node:crypto';
import { DataFactory } from 'n3';
import type { GraphReader, GraphStore, GraphWrite } from '../../src/store/port.js';
import { withSnapshot } from '../../src/store/store-snapshots.js';
import { match } from '../../src/store/rdf-answers.js';
import { fileOf, partsOf, quadsOf, sizeOf } from '../helpers/stored.js';
import {
  contents,
  G1,
  G2,
  named,
  chunksOf,
  rejects,
  rows,
  testOf,
  write,
  writePieces,
  type StoreKind,
} from './store-kind.js';
import { describeApart } from './apart.contract.js';
import { describeRecords } from './records.contract.js';
import { describeShapes } from './shapes.contract.js';
import { describeSearch } from './search.contract.js';
import { describeSparql } from './sparql.contract.js';

const { namedNode, blankNode, literal } = DataFactory;

/** Tests the behaviour of every graph store (`src/store/port.ts`) and of its declared capabilities. */
export function describeGraphStore(kind: StoreKind): void {
  describe(`${kind.name}: the graphs of a store`, () => describeGraphs(kind));
  describe(`${kind.name}: the records of a store`, () => describeRecords(kind));
  describe(`${kind.name}: SPARQL over a store`, () => describeSparql(kind));
  describe(`${kind.name}: graphs apart`, () => describeApart(kind));
  describe(`${kind.name}: words in the full text of a store`, () => describeSearch(kind));
  describe(`${kind.name}: queries of many shapes`, () => describeShapes(kind));
}

function describeGraphs(kind: StoreKind): void {
  let store: GraphStore;
  beforeEach(async () => {
    store = await kind.open();
  });
  afterEach(() => store.close());

  test('it declares the tested capabilities', () => expect(store.capabilities).toEqual(kind.capabilities));

  test('put returns the size before and after; graphs and match see the quads', async () => {
    const changes = await store.put([write(G1, 'create', named('a'), named('b')), write(G2, 'create', named('c'))]);
    expect(changes).toEqual([
      { graph: G1, before: 0, after: 2 },
      { graph: G2, before: 0, after: 1 },
    ]);
    expect(await store.graphs()).toEqual(new Map([[G1, 2], [G2, 1]])); // prettier-ignore
    expect(await store.graphs([G2, 'http://example.org/none', G2])).toEqual(new Map([[G2, 1]]));
    expect(await store.graphs([])).toEqual(new Map());
    const name = namedNode('http://schema.org/name');
    const found = [];
    for await (const quad of match(store, null, name, literal('a'))) found.push(quad);
    expect(found).toHaveLength(1);
    expect(found[0]!.equals(DataFactory.quad(namedNode('http://example.org/s'), name, literal('a'), namedNode(G1)))).toBe(true); // prettier-ignore
  });

  test('a graph is read in chunks of whole lines, alone or with others, without any other graph', async () => {
    const many = Array.from({ length: 9000 }, (_, i) => named(`a text that takes some room, number ${i}`));
    const lines = ['<http://example.org/s> <http://schema.org/name> "hallo"@de @ .', ...many];
    await store.put([write(G1, 'create', ...lines), write(G2, 'create', named('elsewhere'))]);
    const chunks = await chunksOf(store, G1);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.filter((chunk) => !chunk.endsWith('\n'))).toEqual([]);
    const sorted = (some: readonly string[]) => some.join('').split('\n').slice(0, -1).sort();
    expect(sorted(chunks)).toEqual(sorted(lines.map((line) => line.replace('@ .', `<${G1}> .\n`))));
    expect(sorted(await chunksOf(store, G1, 'http://example.org/none', G2))).toHaveLength(lines.length + 1);
    expect(sorted(await chunksOf(store))).toHaveLength(lines.length + 1);
    for (const none of ['http://example.org/none', 'x> } ; DROP ALL', ''])
      expect(await chunksOf(store, none)).toEqual([]);
  });

  testOf(kind, 'keepsRemovals')('once asked, it keeps what is removed, and what comes back', async () => {
    const removals = () => withSnapshot(store, (one) => one.removals());
    const states = async () => Object.fromEntries((await removals())!.map(({ graph, isThere }) => [graph, isThere]));
    const G3 = 'http://example.org/crate/3/';
    const all = [G1, G2, G3].map((graph) => write(graph, 'create', named('a')));
    await store.put([...all, write('urn:before', 'create', named('a'))]);
    await store.drop(['urn:before']);
    expect(await removals()).toBeUndefined();
    expect([await store.keepRemovals(), await store.keepRemovals()]).toEqual([true, false]);
    expect(await removals()).toEqual([]);
    await store.drop([G2]);
    await store.update(`DELETE WHERE { GRAPH <${G1}> { ?s ?p ?o } }`);
    await store.put([write(G3, 'replace')]);
    expect(await states()).toEqual({ [G1]: false, [G2]: false, [G3]: false });
    const before = store.snapshot();
    await store.put([write(G2, 'create', named('b')), write(G1, 'merge', named('b'))]);
    await store.update(`INSERT DATA { GRAPH <${G3}> { <urn:a> <urn:b> <urn:c> } }`);
    expect(await states()).toEqual({ [G1]: true, [G2]: true, [G3]: true });
    expect(await before.removals()).toContainEqual({ graph: G1, time: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/), isThere: false }); // prettier-ignore
    before.close();
    // What stays or was never removed is not noted.
    await store.put([write(G3, 'replace', named('c')), write('urn:new', 'create', named('c'))]);
    await rejects(store.drop([G2, 'urn:none']), 'ERR_GRAPH_NOT_FOUND');
    await store.put([write('urn:empty', 'create')]);
    expect(await states()).toEqual({ [G1]: true, [G2]: true, [G3]: true });
  });

  test('all kinds of terms are returned unchanged', async () => {
    const integer = 'http://www.w3.org/2001/XMLSchema#integer';
    const lines = [
      String.raw`<http://example.org/s> <http://schema.org/name> "café \"x\"\n_:no" @ .`,
      `<http://example.org/s> <http://schema.org/size> "5"^^<${integer}> @ .`,
      '<http://example.org/s> <http://schema.org/name> "hallo"@de @ .',
      '<http://example.org/_:odd> <http://schema.org/about> <http://example.org/é> @ .',
      '<http://example.org/s> <http://schema.org/name> "_:text <b>. # no comment" @ .',
      '<http://example.org/s> <http://schema.org/name> "" @ .',
    ];
    await store.put([write(G1, 'create', ...lines)]);
    expect(await contents(store)).toEqual(lines.map((line) => `${line.replace(/@ \.$/, `<${G1}> .`)}\n`).sort());
  });

  testOf(kind, 'keepsBlankLabels')('blank node labels are kept, even if the same graph is loaded twice', async () => {
    const lines = ['_:b0 <http://schema.org/about> _:n1.x @ .', named('a')];
    await store.put([write(G1, 'create', ...lines)]);
    expect(await store.put([write(G1, 'merge', ...lines)])).toEqual([{ graph: G1, before: 2, after: 2 }]);
    expect(await contents(store)).toContain(`_:b0 <http://schema.org/about> _:n1.x <${G1}> .\n`);
    const found = [];
    for await (const quad of match(store, blankNode('b0'))) found.push(quad);
    expect(found).toHaveLength(1);
  });

  testOf(kind, 'keepsLexicalForms')('literals keep their spelling', async () => {
    const spelled = ['01', '+2', '3.0'].map(
      (n) => `<urn:n> <urn:p> "${n}"^^<http://www.w3.org/2001/XMLSchema#decimal> @ .`,
    );
    await store.put([write(G1, 'create', ...spelled, '<urn:n> <urn:p> "x"@de-CH @ .')]);
    const values = (await quadsOf(store, G1)).map(({ object }) => object.value);
    expect(values.sort()).toEqual(['+2', '01', '3.0', 'x']);
  });

  test('chunks may end anywhere, be asynchronous or bytes, and lack the last newline', async () => {
    const text = [named('é'), '# a comment', '', named('b\\r')].join('\n').replaceAll('@', `<${G1}>`);
    async function* letters() {
      for (const byte of Buffer.from(text)) yield Uint8Array.of(byte);
    }
    async function* writes(): AsyncGenerator<GraphWrite> {
      yield { graph: G1, mode: 'create', nquads: letters() };
      yield { graph: G2, mode: 'create', nquads: text.replaceAll(G1, G2) };
    }
    expect(await store.put(writes())).toMatchObject([{ after: 2 }, { after: 2 }]);
    expect((await quadsOf(store, G1)).map(({ object }) => object.value).sort()).toEqual(['b\r', 'é']);
  });

  test('lines longer than a piece are returned whole, also after an update', async () => {
    const long = 'é'.repeat(700_000);
    const lines = [named(long), ...Array.from({ length: 9000 }, (_, i) => named(`${i}`)), named(`2 ${long}`)];
    await store.put([write(G1, 'create', ...lines), writePieces(G2, 'create', ...lines)]);
    await store.update(`DELETE DATA { GRAPH <${G1}> { <http://example.org/s> <http://schema.org/name> "7" } }`);
    expect(await store.put([write(G1, 'merge', named('7'))])).toEqual([{ graph: G1, before: 9001, after: 9002 }]);
    for (const graph of [G1, G2]) {
      const values = (await quadsOf(store, graph)).map(({ object }) => object.value);
      expect(new Set(values).size).toBe(9002);
      expect(values.filter((value) => value === long || value === `2 ${long}`)).toHaveLength(2);
    }
  });

  testOf(kind, 'exactDifferences')('a line that repeats in the write or in the graph is one quad', async () => {
    const twice = [named('a'), named('b'), named('a'), '<http://example.org/s>  <http://schema.org/name>\t"b" @ .'];
    expect(await store.put([write(G1, 'create', ...twice)])).toMatchObject([{ before: 0, after: 2 }]);
    expect(await store.put([write(G1, 'merge', ...twice, named('c'))])).toMatchObject([{ before: 2, after: 3 }]);
    expect(await store.put([writePieces(G1, 'merge', named('a'))])).toMatchObject([{ after: 3 }]);
    expect(await contents(store)).toHaveLength(3);
  });

  test('replace replaces the quads of a graph, merge adds to them, and both create a new graph', async () => {
    await store.put([write(G1, 'replace', named('a')), write(G2, 'merge', named('x'))]);
    expect(await store.put([write(G1, 'merge', named('b'))])).toMatchObject([{ before: 1, after: 2 }]);
    expect(await store.put([write(G1, 'replace', named('c'))])).toMatchObject([{ before: 2, after: 1 }]);
    expect((await quadsOf(store)).map(({ object }) => object.value).sort()).toEqual(['c', 'x']);
  });

  test('a graph without quads does not exist', async () => {
    expect(await store.put([write(G1, 'create')])).toEqual([{ graph: G1, before: 0, after: 0 }]);
    await store.put([write(G2, 'create', named('a'))]);
    expect(await store.put([write(G2, 'replace')])).toEqual([{ graph: G2, before: 1, after: 0 }]);
    expect(await store.graphs()).toEqual(new Map());
    await expect(store.drop([G2])).rejects.toMatchObject({ code: 'ERR_GRAPH_NOT_FOUND', details: { graph: G2 } });
    expect(await store.put([write(G2, 'create', named('a'))])).toMatchObject([{ before: 0, after: 1 }]);
  });

  test('the mark of a graph changes with its quads, and with nothing else', async () => {
    await store.put([write(G1, 'create', named('a')), write(G2, 'create', named('a'))]);
    const before = await store.marks();
    await store.put([write(G1, 'merge', named('b'))]);
    const after = await store.marks([G1, G2, 'http://example.org/none']);
    expect([...after.keys()].sort()).toEqual([G1, G2]);
    expect(after.get(G1)).not.toBe(before.get(G1));
    expect(after.get(G2)).toBe(before.get(G2));
  });

  testOf(kind, 'atomic')('create refuses the whole commit if a graph exists or is written twice', async () => {
    await store.put([write(G1, 'create', named('a'))]);
    await rejects(store.put([write(G2, 'create', named('x')), write(G1, 'create', named('b'))]), 'ERR_GRAPH_EXISTS');
    for (const mode of ['create', 'replace'] as const)
      await rejects(store.put([write(G2, 'create', named('x')), write(G2, mode, named('b'))]), 'ERR_GRAPH_EXISTS');
    expect(await store.graphs()).toEqual(new Map([[G1, 1]]));
    expect(await store.put([write(G2, 'create', named('x')), write(G2, 'merge', named('y'))])).toMatchObject([{ after: 1 }, { before: 1, after: 2 }]); // prettier-ignore
  });

  test.each([
    ['a syntax error', `${named('x')}\n<http://example.org/s> <http://schema.org/name> .`],
    ['a syntax error after a blank node', `_:a <http://schema.org/name> "x" @ .\n_:a <http://schema.org/name> x @ .`],
    ['a relative IRI', '<s> <http://schema.org/name> "x" @ .'],
    ['an IRI with a space', '<http://example.org/a b> <http://schema.org/name> "x" @ .'],
    ['an invalid language tag', '<http://example.org/s> <http://schema.org/name> "x"@EN_us @ .'],
    ['an invalid blank node label', '_:localid:a:b <http://schema.org/name> "x" @ .'],
    ['a quad of another graph', named('y').replace('@', '<http://example.org/else>')],
    ['a triple', '<http://example.org/s> <http://schema.org/name> "x" .'],
    ['a triple with the graph in a comment', '<http://example.org/s> <http://schema.org/name> "x" . # @ .'],
  ])('%s leaves the store exactly as it was', async (_name, bad) => {
    await store.put([write(G1, 'create', named('a'), named('b'))]);
    const before = await contents(store);
    for (const mode of ['replace', 'merge'] as const) {
      await rejects(store.put([write(G1, mode, named('n'), bad)]), 'ERR_RDF_SYNTAX');
      if (kind.capabilities.atomic)
        await rejects(store.put([write(G1, mode, named('n')), write(G2, 'create', bad)]), 'ERR_RDF_SYNTAX');
      expect(await contents(store)).toEqual(before);
    }
  });

  test('a syntax error names its line', async () => {
    const lines = Array.from({ length: 9000 }, (_, i) => named(`${i}`));
    const broken = write(G1, 'create', ...lines, '<http://example.org/s> x');
    await expect(store.put([broken])).rejects.toMatchObject({ details: { line: 9001 } });
  });

  testOf(kind, 'atomic')('a source that fails leaves the store unchanged', async () => {
    await store.put([write(G1, 'create', named('a'))]);
    async function* breaks() {
      yield named('b').replace('@', `<${G2}>`) + '\n';
      throw new Error('the source broke');
    }
    const writes: GraphWrite[] = [write(G1, 'replace', named('n')), { graph: G2, mode: 'create', nquads: breaks() }];
    await expect(store.put(writes)).rejects.toThrow('the source broke');
    expect((await quadsOf(store)).map(({ object }) => object.value)).toEqual(['a']);
  });

  testOf(kind, 'atomic')('many small graphs in one commit are all stored, or none of them', async () => {
    const graphOf = (index: number) => `http://example.org/many/${index}/`;
    const writes = Array.from({ length: 400 }, (_, index): GraphWrite => {
      const lines = [named(`${index}`), `_:b${index} <http://schema.org/name> "${'x'.repeat(4000)}" @ .`];
      return writePieces(graphOf(index), 'create', ...lines);
    });
    await store.put([write(G1, 'create', named('a'))]);
    await rejects(store.put([...writes, write(G1, 'create', named('b'))]), 'ERR_GRAPH_EXISTS');
    expect(await store.graphs()).toEqual(new Map([[G1, 1]]));
    expect(await store.put(writes)).toEqual(writes.map(({ graph }) => ({ graph, before: 0, after: 2 })));
    expect(await contents(store)).toHaveLength(801);
  });

  testOf(kind, 'atomic')('reads during a put see all of it or nothing', async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => named(`${i}`));
    const done = store.put([write(G1, 'create', lines.join('\n').replaceAll('@', `<${G1}>`)), write(G2, 'create', named('x'))]); // prettier-ignore
    let written = false;
    void done.then(() => (written = true));
    const seen = new Set<string>();
    while (!written) {
      seen.add(JSON.stringify([...(await store.graphs())]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await done;
    for (const state of seen) expect([[], [[G1, 20_000], [G2, 1]]]).toContainEqual(JSON.parse(state)); // prettier-ignore
    expect(await sizeOf(store, G1)).toBe(20_000);
  });

  testOf(kind, 'snapshots')('a snapshot shows one state of the store until it is closed', async () => {
    const file = Buffer.from('{}');
    const sha256 = createHash('sha256').update(file).digest('hex');
    const record = { source: '/a', sha256, data: {}, file: partsOf(file) };
    await store.put([{ ...write(G1, 'create', named('before')), record }]);
    const snapshot = store.snapshot();
    await store.put([write(G1, 'replace', named('after'), named('more')), write(G2, 'create', named('new'))]);
    const seen = async (reader: GraphReader) => ({
      graphs: [...(await reader.graphs())],
      text: (await chunksOf(reader)).join(''),
      records: (await reader.records()).map(({ source }) => source),
      file: (await fileOf(reader, sha256))?.toString(),
      asked: (await rows(reader, 'SELECT ?o { ?s ?p ?o }')).map(({ o }) => o).sort(),
    });
    expect(await seen(snapshot)).toEqual({
      graphs: [[G1, 1]],
      text: `<http://example.org/s> <http://schema.org/name> "before" <${G1}> .\n`,
      records: ['/a'],
      file: '{}',
      asked: ['before'],
    });
    expect(await seen(store)).toMatchObject({ records: [], file: undefined, asked: ['after', 'more', 'new'] });
    expect((await seen(snapshot)).asked).toEqual(['before']);
    snapshot.close();
    snapshot.close();
    await rejects(snapshot.graphs(), 'ERR_USAGE');
  });

  test('concurrent writes run one after the other', async () => {
    const texts = Array.from({ length: 20 }, (_, i) => `${i}`);
    await Promise.all(texts.map((text) => store.put([write(G1, 'merge', named(text))])));
    expect(await sizeOf(store, G1)).toBe(20);
  });

  test('drop removes all or none', async () => {
    await store.put([write(G1, 'create', named('a')), write(G2, 'create', named('b'))]);
    await rejects(store.drop([G1, 'http://example.org/none']), 'ERR_GRAPH_NOT_FOUND');
    expect(await store.graphs()).toEqual(new Map([[G1, 1], [G2, 1]])); // prettier-ignore
    expect(await store.drop([G1, G1])).toEqual([{ graph: G1, before: 1, after: 0 }]);
    expect(await store.graphs()).toEqual(new Map([[G2, 1]]));
    expect(await store.drop([])).toEqual([]);
  });

  test('a name that is not an IRI is not a graph', async () => {
    await store.put([write(G1, 'create', named('a'))]);
    for (const evil of ['http://example.org/> } ; DROP ALL ; INSERT DATA { <x:x> <x:x> <x:x', 'relative', '']) {
      expect(await store.graphs([evil])).toEqual(new Map());
      await rejects(store.drop([evil]), 'ERR_GRAPH_NOT_FOUND');
      for (const mode of ['create', 'replace', 'merge'] as const)
        await rejects(store.put([write(evil, mode, named('x'))]), 'ERR_RDF_SYNTAX');
    }
    expect(await contents(store)).toHaveLength(1);
  });

  testOf(kind, 'durable')('another connection sees a commit at once, and it survives closing them all', async () => {
    const other = (await kind.again?.()) as GraphStore;
    await store.put([write(G1, 'create', '_:b <urn:p> "é" @ .', named('a')), write(G2, 'create', named('gone'))]);
    await other.drop([G2]);
    await store.update(`INSERT DATA { GRAPH <${G1}> { <urn:s> <urn:p> "new" } }`);
    const expected = await contents(store);
    expect(expected).toHaveLength(3);
    expect(await contents(other)).toEqual(expected);
    await Promise.all([store.close(), other.close()]);
    store = (await kind.again?.()) as GraphStore;
    expect(await contents(store)).toEqual(expected);
  });

  test('after close every call fails, except another close', async () => {
    await store.put([write(G1, 'create', named('a'))]);
    await store.close();
    const asking = [
      () => store.graphs(),
      () => store.records(),
      () => fileOf(store, 'x'),
      () => chunksOf(store, G1),
      () => contents(store),
      () => store.put([]),
      () => store.drop([]),
      () => store.update('CLEAR ALL'),
    ];
    for (const ask of asking) await rejects(ask(), 'ERR_USAGE');
    await store.close();
  });
}
