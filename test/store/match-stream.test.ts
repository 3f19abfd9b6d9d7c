import type { Readable } from 'node:stream';
import type { Quad } from '@rdfjs/types';
import { QueryEngine } from '@comunica/query-sparql';
import { DataFactory } from 'n3';
import { MemoryStore } from '../../src/store/memory-store.js';
import { openStore } from '../../src/store/open-store.js';
import type { GraphSnapshot, GraphStore } from '../../src/store/port.js';
import { freshFolder } from '../cli/helpers/run.js';

const { namedNode, literal, defaultGraph, variable } = DataFactory;
const NAME = namedNode('http://schema.org/name');
const ONE = 'https://example.org/1/';
const TWO = 'https://example.org/2/';

/** A store that counts its open snapshots. */
class CountingStore extends MemoryStore {
  open = 0;
  override snapshot(): GraphSnapshot {
    const snapshot = super.snapshot();
    this.open += 1;
    const close = snapshot.close.bind(snapshot);
    let isOpen = true;
    snapshot.close = () => {
      if (isOpen) this.open -= 1;
      isOpen = false;
      close();
    };
    return snapshot;
  }
}

function namesOf(graph: string, count: number): string {
  const line = (at: number) => `<${graph}${at}> <${NAME.value}> "name ${at}" <${graph}> .\n`;
  return Array.from({ length: count }, (_, at) => line(at)).join('');
}

async function fill(store: GraphStore, count = 3): Promise<void> {
  await store.put([
    { graph: ONE, mode: 'create', nquads: [namesOf(ONE, count)] },
    { graph: TWO, mode: 'create', nquads: [namesOf(TWO, 2)] },
  ]);
}

async function all(quads: AsyncIterable<Quad>): Promise<string[]> {
  const found: string[] = [];
  for await (const { subject, graph } of quads) found.push(`${subject.value} ${graph.value}`);
  return found.sort();
}

describe('the quads of a store as RDF/JS stream', () => {
  let store: CountingStore;

  beforeEach(async () => {
    store = new CountingStore();
    await fill(store);
  });

  afterEach(() => store.close());

  it('matches each term, and a variable like nothing', async () => {
    expect(await all(store.match())).toHaveLength(5);
    expect(await all(store.match(namedNode(`${ONE}1`), NAME, literal('name 1')))).toEqual([`${ONE}1 ${ONE}`]);
    expect(await all(store.match(variable('s'), null, literal('name 1'), variable('g')))).toHaveLength(2);
    expect(await all(store.match(null, null, null, namedNode(TWO)))).toHaveLength(2);
    expect(await all(store.match(null, null, literal('name 1', 'en')))).toEqual([]);
    expect(await all(store.match(null, null, null, defaultGraph()))).toEqual([]);
    expect(await all(store.match(null, null, null, namedNode('urn:none')))).toEqual([]);
  });

  it('counts what it matches', async () => {
    expect(await store.countQuads()).toBe(5);
    expect(await store.countQuads(null, null, null, namedNode(TWO))).toBe(2);
    expect(await store.countQuads(null, null, null, defaultGraph())).toBe(0);
    expect(await store.countQuads(null, NAME, literal('name 1'))).toBe(2);
    expect(store.open).toBe(0);
  });

  it('is a stream of events too, that ends and releases its snapshot', async () => {
    const stream = store.match();
    const found: Quad[] = [];
    await new Promise((resolve, reject) => {
      stream.on('data', (quad: Quad) => found.push(quad));
      stream.on('end', resolve);
      stream.on('error', reject);
    });
    expect(found).toHaveLength(5);
    expect(store.open).toBe(0);
  });

  it('shows one moment, and releases its snapshot when it is destroyed', async () => {
    await store.put([{ graph: 'https://example.org/3/', mode: 'create', nquads: [namesOf('https://example.org/3/', 5000)] }]); // prettier-ignore
    const stream = store.match() as unknown as Readable;
    const quads = stream[Symbol.asyncIterator]();
    await quads.next();
    expect(store.open).toBe(1);
    await store.drop([TWO]);
    let count = 1;
    while (count < 4 && (await quads.next()).done !== true) count += 1;
    expect(count).toBe(4); // the third graph of the moment, although it is gone
    await quads.return?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(store.open).toBe(0);
  });

  it('turns an error into an error of the stream', async () => {
    await store.close();
    const stream = store.match() as unknown as Readable;
    const error = await new Promise((resolve) => stream.on('error', resolve).resume());
    expect(error).toMatchObject({ code: 'ERR_USAGE', message: 'the store is closed' });
    store = new CountingStore();
  });
});

describe.each(['memory:', 'file'])('Comunica over a store (%s)', (place) => {
  const engine = new QueryEngine();
  let store: GraphStore;

  beforeEach(async () => {
    const location = place === 'file' ? `${await freshFolder('match')}/store` : place;
    store = await openStore(location, { mode: 'write', create: true });
    await fill(store, 5_000);
  });

  afterEach(() => store.close());

  it('queries it as a source, with the union of the graphs', async () => {
    const query = `SELECT ?s ?g { GRAPH ?g { ?s <${NAME.value}> "name 1" } }`;
    const rows = await (await engine.queryBindings(query, { sources: [store] })).toArray();
    expect(rows.map((row) => row.get('g')?.value).sort()).toEqual([ONE, TWO]);
    const union = `SELECT (COUNT(*) AS ?n) { ?s <${NAME.value}> ?name }`;
    const [row] = await (await engine.queryBindings(union, { sources: [store], unionDefaultGraph: true })).toArray();
    expect(row?.get('n')?.value).toBe('5002');
  });

  it('joins it with another source', async () => {
    const other = new MemoryStore();
    await other.put([{ graph: 'urn:g', mode: 'create', nquads: [`<${ONE}7> <urn:age> "7" <urn:g> .\n`] }]);
    const query = `SELECT ?name { ?s <urn:age> ?age ; <${NAME.value}> ?name }`;
    const found = await engine.queryBindings(query, { sources: [other, store], unionDefaultGraph: true });
    expect((await found.toArray()).map((row) => row.get('name')?.value)).toEqual(['name 7']);
  });

  it('reports the error of the store', async () => {
    await store.close();
    const query = 'SELECT * { GRAPH ?g { ?s ?p ?o } }';
    const run = async () => (await engine.queryBindings(query, { sources: [store] })).toArray();
    await expect(run()).rejects.toThrow();
    store = await openStore('memory:');
  });
});

it('releases the snapshot when Comunica stops early', async () => {
  const store = new CountingStore();
  await fill(store, 20_000);
  const query = 'SELECT * { GRAPH ?g { ?s ?p ?o } } LIMIT 3';
  const rows = await (await new QueryEngine().queryBindings(query, { sources: [store] })).toArray();
  expect(rows).toHaveLength(3);
  await new Promise((resolve) => setImmediate(resolve));
  expect(store.open).toBe(0);
  await store.close();
});
