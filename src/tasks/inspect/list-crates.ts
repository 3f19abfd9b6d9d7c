import type { ListOrder } from './list-orders.js';
import { prepareNames } from '../stored/find-graph.js';
import { CRATE_KEYS, referringTo, withHash } from '../stored/graph-names.js';
import { handlesOf, shortHandle } from '../stored/handles.js';
import { eachLoadRecord, loadRecordOf, type LoadRecord } from '../stored/load-records.js';
import { namesInGraph } from '../stored/names-in-graph.js';
import { crateGraphs, referenceGraphs } from '../stored/reference-graphs.js';
import { stoppable } from '../../crate/read/stop-signal.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import type { GraphReader, GraphStore, WorkOptions } from '../../store/port.js';

/** A crate of a store. */
export interface ListedCrate {
  /** A short name: a prefix of the SHA-256 of the graph IRI; see `handlesOf`. */
  readonly handle: string;
  /** IRI of the named graph: the Root Data Entity. */
  readonly graph: string;
  readonly name: string | undefined;
  /** Where it was loaded from, several with a space between after a merge. */
  readonly source: string | undefined;
  /** Where it was loaded from, in the order of the loads. */
  readonly sources: readonly string[];
  readonly base: string | undefined;
  readonly version: string | undefined;
  readonly quads: number;
  /** Entities of the document that was loaded last; undefined for a graph that no load has written. */
  readonly entities: number | undefined;
  /** Whether it differs from the document that it was loaded from, after an update or a merge. */
  readonly changed: boolean;
  /** Time of the last load, ISO 8601. */
  readonly loaded: string | undefined;
  /** When `sync` first missed it in its catalogue, ISO 8601; undefined while it is there, or has another source. */
  readonly gone?: string | undefined;
  /** Graphs of the crates that refer to it, as far as a load has followed them; undefined if there are none. */
  readonly parents?: readonly string[] | undefined;
  /** Of a reference graph: whether it is apart from the union of all graphs. */
  readonly apart?: boolean | undefined;
  /** Of a reference graph: the graph of the crate of which it is a file, and of nothing else. */
  readonly partOf?: string | undefined;
}

/** Which crates to list. */
export interface ListOptions extends WorkOptions {
  /** At most so many. By `graph` and by `quads` this costs what is listed, whatever the store holds. Default: all. */
  readonly rows?: number | undefined;
  /** Default: `graph`. */
  readonly sort?: ListOrder | undefined;
  /** Only crates with this text in their name, in any case. Default: all. */
  readonly name?: string | undefined;
  /** List the reference graphs, which are no crates, instead. Default false. */
  readonly references?: boolean | undefined;
}

/**
 * Lists the crates of a store, with data of their load records; graphs without a record are listed too.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * for (const { graph, name, quads } of await listCrates(store)) console.log(graph, name, quads);
 */
export async function listCrates(store: GraphStore, options: ListOptions = {}): Promise<ListedCrate[]> {
  options.signal?.throwIfAborted();
  const { rows = Infinity, sort = 'graph', name, references = false } = options;
  const isPage = rows < Infinity && name === undefined && (sort === 'graph' || sort === 'quads');
  if (isPage) await prepareNames(store, options);
  return withSnapshot(store, async (snapshot) => {
    const graphs = [...(await (references ? snapshot.graphs(await referenceGraphs(snapshot)) : crateGraphs(snapshot)))];
    const apart = references ? await snapshot.apart() : undefined;
    const marked = (crates: ListedCrate[]) =>
      apart === undefined ? crates : crates.map((crate) => ({ ...crate, apart: apart.has(crate.graph) }));
    if (isPage && rows * LOOKUP_COST < graphs.length) {
      graphs.sort(([a, sizeA], [b, sizeB]) => (sort === 'quads' ? sizeB - sizeA : 0) || compare(a, b));
      return marked(await pageOf(snapshot, new Map(graphs.slice(0, rows)), options));
    }
    const all = { graphs: new Map(graphs), records: eachLoadRecord(snapshot) };
    const crates = marked(await cratesOf(snapshot, all, options));
    const wanted = name?.normalize('NFC').toLowerCase();
    const chosen = crates.filter((crate) => wanted === undefined || plain(crate.name).includes(wanted));
    return chosen.sort(ORDERS[sort]).slice(0, rows);
  });
}

/** About how many crates are read in the time in which one is looked up. */
const LOOKUP_COST = 16;

const plain = (name = ''): string => name.normalize('NFC').toLowerCase();
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byText = (field: 'name' | 'version' | 'source') => (a: ListedCrate, b: ListedCrate) =>
  compare(a[field] ?? '\uffff', b[field] ?? '\uffff') || compare(a.graph, b.graph);

const ORDERS: Readonly<Record<ListOrder, (a: ListedCrate, b: ListedCrate) => number>> = {
  graph: (a, b) => compare(a.graph, b.graph),
  name: byText('name'),
  version: byText('version'),
  source: byText('source'),
  entities: (a, b) => (b.entities ?? 0) - (a.entities ?? 0) || compare(a.graph, b.graph),
  quads: (a, b) => b.quads - a.quads || compare(a.graph, b.graph),
  loaded: (a, b) => compare(b.loaded ?? '', a.loaded ?? '') || compare(a.graph, b.graph),
};

/** Lists some crates, with no more records than those that their handles and their parents need. */
async function pageOf(
  store: GraphReader,
  graphs: ReadonlyMap<string, number>,
  options: WorkOptions,
): Promise<ListedCrate[]> {
  const near = await store.find(
    CRATE_KEYS,
    Array.from(graphs.keys(), (graph) => withHash(shortHandle(graph))),
  );
  const parents = await store.find(CRATE_KEYS, Array.from(graphs.keys(), referringTo));
  const records = [...new Map([...near, ...parents]).values()].flat().map(loadRecordOf);
  return cratesOf(store, { graphs, near: near.keys(), records }, options);
}

/** What a list is made of. */
interface ListedGraphs {
  /** The graphs and their sizes, in their order. */
  readonly graphs: ReadonlyMap<string, number>;
  /** Graphs whose handles may begin as theirs. Default: the graphs themselves. */
  readonly near?: Iterable<string>;
  readonly records: Iterable<LoadRecord> | AsyncIterable<LoadRecord>;
}

/** What a list shows of the loads of a crate; the rest of their records would take many times as much memory. */
interface Loads {
  /** In the order of the loads. */
  readonly names: string[];
  readonly sources: string[];
  readonly base: string;
  version: string | undefined;
  loaded: string;
  entities: number;
  changed: boolean;
  gone: string | undefined;
  partOf: string | undefined;
}

async function cratesOf(
  store: GraphReader,
  { graphs, near = graphs.keys(), records }: ListedGraphs,
  { signal }: WorkOptions,
): Promise<ListedCrate[]> {
  const loads = new Map<string, Loads>();
  const hashes: Pick<LoadRecord, 'graph' | 'sha256'>[] = [];
  /** The crates that refer to each. */
  const parents = new Map<string, Set<string>>();
  for await (const { graph, sha256, references = [], ...record } of stoppable(records, signal)) {
    addLoad(loads, graph, record);
    hashes.push({ graph, sha256 });
    for (const { graph: child } of references) parents.set(child, (parents.get(child) ?? new Set()).add(graph));
  }
  const handles = handlesOf(near, hashes);
  store.readAhead?.([...graphs.keys()].filter((graph) => hasOtherName(loads.get(graph))));
  const crates: ListedCrate[] = [];
  for await (const [graph, quads] of stoppable(graphs, signal)) {
    const own = loads.get(graph);
    crates.push({
      handle: handles.get(graph) as string,
      graph,
      name: await crateName(store, graph, own),
      source: own?.sources.join(' '),
      sources: own?.sources ?? [],
      base: own?.base,
      version: own?.version,
      quads,
      entities: own?.entities,
      changed: own?.changed === true,
      loaded: own?.loaded,
      ...(own?.gone !== undefined && { gone: own.gone }),
      ...(own?.partOf !== undefined && { partOf: own.partOf }),
      ...(parents.has(graph) && { parents: [...(parents.get(graph) ?? [])] }),
    });
  }
  return crates;
}

function addLoad(
  loads: Map<string, Loads>,
  graph: string,
  record: Omit<LoadRecord, 'graph' | 'sha256' | 'references'>,
): void {
  const { names, source, base, version, loaded, entities, changed, gone, partOf } = record;
  const before = loads.get(graph);
  if (before === undefined) {
    const own = base === graph ? graph : base; // most are equal: one text in memory
    const facts = { base: own, version, loaded, entities, changed, gone, partOf };
    loads.set(graph, { names: [...names], sources: [source], ...facts });
    return;
  }
  for (const name of names) before.names.push(name);
  before.sources.push(source);
  before.version = version;
  before.loaded = loaded;
  before.entities = entities;
  before.changed ||= changed;
  before.gone &&= gone;
  if (before.partOf !== partOf) before.partOf = undefined;
}

/** Whether only the graph knows the name of its crate. */
function hasOtherName(loads: Loads | undefined): boolean {
  return loads?.changed !== false;
}

/** The first name of the documents that the crate still has. Reads the graph only if it has changed since its load. */
async function crateName(store: GraphReader, graph: string, loads: Loads | undefined): Promise<string | undefined> {
  if (!hasOtherName(loads)) return loads?.names[0];
  const names = await namesInGraph(store, graph);
  return loads?.names.find((name) => names.includes(name)) ?? names.sort()[0];
}
