import { toStored, type LoadRecord, type UnloadedRecord } from '../../../src/tasks/stored/load-records.js';
import { KnownGraphs } from '../../../src/tasks/load/known-graphs.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import type { GraphStore } from '../../../src/store/port.js';

const G = 'http://example.org/crate/';
const FEW = ['/a', '/b', '/new', '-'];

let store: GraphStore;
const record = (source: string, sha256: string, graph = G) =>
  ({
    ...{ source, sha256, graph, base: graph, descriptor: `${graph}ro-crate-metadata.json` },
    ...{ baseReason: 'named', names: [], entities: 1, repairs: 0 },
  }) as unknown as UnloadedRecord;
const put = ({ graph, ...rest }: UnloadedRecord) =>
  store.put([
    {
      graph,
      mode: 'merge',
      nquads: [`<urn:s> <urn:p> "${rest.source}" <${graph}> .\n`],
      record: toStored({ graph, ...rest }, '2026-01-01T00:00:00.000Z', undefined),
    },
  ]);

beforeEach(async () => {
  store = new MemoryStore();
  await put(record('/a', 'aa'));
  await put(record('/b', 'bb'));
  await put(record('/moved', 'mm', 'http://example.org/old/'));
  await put(record('-', 'in', 'http://example.org/stdin/'));
});
afterEach(() => store.close());

/** A load of many crates queries the store once, a load of a few queries it for each crate. Both know the same. */
describe.each([
  ['few', FEW],
  ['many', [...FEW, ...Array.from({ length: 100 }, (_, index) => `/${index}`)]],
])('what a load of %s crates knows', (_, sources) => {
  const known = () => KnownGraphs.of(store, [...sources, '/moved']);

  it('includes the graphs, sources and files of the store', async () => {
    const graphs = await known();
    expect([await graphs.sizeOf(G), await graphs.sizeOf('urn:none')]).toEqual([2, 0]);
    expect((await graphs.recordsOf(G)).map(({ source }) => source)).toEqual(['/a', '/b']);
    expect(await graphs.recordsOf('urn:none')).toEqual([]);
    expect(graphs.lastRecordOf('/b')).toMatchObject({ graph: G, sha256: 'bb', loaded: '2026-01-01T00:00:00.000Z' });
    expect(['/new', '-'].map((source) => graphs.lastRecordOf(source))).toEqual([undefined, undefined]);
    expect(await Promise.all(['aa', 'mm', 'zz'].map((sha256) => graphs.hasMetadataFile(sha256)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('includes what the load has planned but not stored yet', async () => {
    const graphs = await known();
    const [stored] = (await graphs.recordsOf(G)) as [LoadRecord];
    const planned = { ...stored, source: '/new', sha256: 'nn' };
    graphs.addPlanned(planned, [stored]);
    expect([graphs.isPlanned(G), graphs.isPlanned('urn:none')]).toEqual([true, false]);
    expect(await graphs.recordsOf(G)).toEqual([stored, planned]);
    expect(graphs.lastRecordOf('/new')).toBe(planned);
  });

  it('includes whether a source has moved: its old graph has no other source and is not in this load', async () => {
    const graphs = await known();
    const moved = await graphs.movedFrom('/moved', 'http://example.org/new/');
    expect(moved).toMatchObject({ graph: 'http://example.org/old/' });
    expect(await graphs.movedFrom('/moved', 'http://example.org/old/')).toBeUndefined();
    expect(await graphs.movedFrom('/a', 'http://example.org/new/')).toBeUndefined();
    graphs.addPlanned(moved as LoadRecord, []);
    expect(await graphs.movedFrom('/moved', 'http://example.org/new/')).toBeUndefined();
  });
});
