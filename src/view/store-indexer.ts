import { nextTurn } from '../crate/read/stop-signal.js';
import type { GraphSnapshot } from '../store/port.js';
import { withSnapshot } from '../store/store-snapshots.js';
import { loadRecords, type LoadRecord } from '../stored/load-records.js';
import { crateKeys, type KeyedFolder } from './crate-keys.js';
import { readGraphFacts } from './graph-facts.js';
import { IndexState, indexSummary, unreadSummary, type IndexedCrate, type KnownRecord } from './index-state.js';
import { MentioningGraphs } from './mentioning-graphs.js';
import type { CrateSummary, StoreIndex } from './store-index.js';

/** Keeps the index of a store up to date. */
export interface StoreIndexer {
  /**
   * The index of this moment. It reads only graphs that have changed since the last call, and other events happen
   * meanwhile.
   * @param patience milliseconds to wait for these; an index that is not complete then says so in `pending`, and the rest
   * is read in the background. Default: to wait for all
   */
  current(patience?: number): Promise<StoreIndex>;
}

/** Makes the index of a store when it is first asked for. @param folders the crate folders that are served */
export function openStoreIndex(
  store: { snapshot(): GraphSnapshot },
  folders: readonly KeyedFolder[] = [],
): StoreIndexer {
  const indexer = new Indexer(store, folders);
  return { current: (patience) => indexer.current(patience) };
}

class Indexer {
  readonly #store: { snapshot(): GraphSnapshot };
  readonly #folders: readonly KeyedFolder[];
  #marks: ReadonlyMap<string, string> | undefined;
  #keys: ReadonlyMap<string, string> = new Map();
  #records: ReadonlyMap<string, readonly KnownRecord[]> = new Map();
  readonly #contexts = new Map<string, string>();
  /** What was read, by graph; of a graph that has changed, the state before. */
  readonly #crates = new Map<string, IndexedCrate>();
  readonly #summaries = new Map<string, CrateSummary>();
  readonly #mentioning = new MentioningGraphs();
  /** Graphs whose content is not in the index. */
  readonly #pending = new Set<string>();
  #state: IndexState | undefined;
  #isCurrent = false;
  #reading: Promise<void> | undefined;

  constructor(store: { snapshot(): GraphSnapshot }, folders: readonly KeyedFolder[]) {
    this.#store = store;
    this.#folders = folders;
  }

  async current(patience = Infinity): Promise<StoreIndex> {
    await withSnapshot(this.#store, (snapshot) => this.#look(snapshot));
    if (this.#pending.size > 0) {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
      await within(this.#reading, patience);
    }
    if (!this.#isCurrent || this.#state === undefined) {
      const [crates, summaries] = [new Map(this.#crates), new Map(this.#summaries)];
      const parts = { crates, summaries, records: this.#records, mentioning: this.#mentioning, pending: this.#pending.size }; // prettier-ignore
      this.#state = new IndexState(parts, this.#state);
      this.#isCurrent = true;
    }
    return this.#state;
  }

  /** Finds out which graphs there are, and which have changed. */
  async #look(snapshot: GraphSnapshot): Promise<void> {
    const marks = await snapshot.marks();
    const before = this.#marks;
    if (marks === before) return;
    const changed = [...marks.keys()].filter((graph) => before?.get(graph) !== marks.get(graph));
    if (changed.length === 0 && marks.size === before?.size) return;
    const records = new Map([...this.#records].filter(([graph]) => marks.has(graph)));
    for (const [graph, ofGraph] of await this.#readRecords(snapshot, changed)) records.set(graph, ofGraph);
    // Nothing is awaited from here on: another look may have happened meanwhile, and is corrected at the next one.
    this.#keys = crateKeys(marks.keys(), [...records.values()].flat(), this.#folders);
    for (const graph of this.#summaries.keys()) if (!marks.has(graph)) this.#forget(graph);
    for (const [graph, mark] of marks) {
      if (this.#crates.get(graph)?.mark === mark) this.#pending.delete(graph);
      else this.#pending.add(graph);
      const key = this.#keys.get(graph) ?? graph;
      const known = this.#summaries.get(graph);
      if (known === undefined) this.#summaries.set(graph, unreadSummary(graph, key, records.get(graph) ?? []));
      else if (known.key !== key) this.#summaries.set(graph, { ...known, key });
    }
    [this.#marks, this.#records, this.#isCurrent] = [marks, records, false];
  }

  async #readRecords(snapshot: GraphSnapshot, graphs: readonly string[]): Promise<Map<string, KnownRecord[]>> {
    const found = new Map<string, KnownRecord[]>(graphs.map((graph) => [graph, []]));
    const add = ({ graph, sha256, names: [name], entities, base, context }: LoadRecord) => {
      const text = JSON.stringify(context) ?? 'null';
      const shared = this.#contexts.get(text) ?? text;
      this.#contexts.set(shared, shared);
      found.get(graph)?.push({ graph, sha256, name, entities, base, context: shared });
    };
    if (graphs.length > MANY) (await loadRecords(snapshot)).forEach(add);
    else for (const graph of graphs) (await loadRecords(snapshot, { graph })).forEach(add);
    return found;
  }

  /** Reads until nothing is pending; a commit may come meanwhile. */
  async #read(): Promise<void> {
    while (this.#pending.size > 0)
      await withSnapshot(this.#store, async (snapshot) => {
        await this.#look(snapshot);
        for (const graph of [...this.#pending]) await this.#readGraph(snapshot, graph);
      });
  }

  async #readGraph(snapshot: GraphSnapshot, graph: string): Promise<void> {
    // Another look may have seen a later state than this snapshot: then the graph stays pending.
    const [mark] = (await snapshot.marks([graph])).values();
    if (mark === undefined) return;
    const facts = await readGraphFacts(snapshot.nquads(graph), graph);
    await nextTurn();
    this.#forget(graph);
    this.#crates.set(graph, { facts, mark });
    this.#summaries.set(graph, indexSummary(facts, graph, this.#keys.get(graph) ?? graph));
    this.#mentioning.add(graph, facts.mentions.keys());
    if (this.#marks?.get(graph) === mark) this.#pending.delete(graph);
    else this.#pending.add(graph);
    this.#isCurrent = false;
  }

  #forget(graph: string): void {
    this.#mentioning.remove(graph, this.#crates.get(graph)?.facts.mentions.keys() ?? []);
    this.#crates.delete(graph);
    this.#summaries.delete(graph);
    this.#pending.delete(graph);
  }
}

/** Of so many graphs, the load records are read one by one; of more, all of the store are read at once. */
const MANY = 200;

/** Waits for work, but not longer than so many milliseconds; an error that comes later is that of a later call. */
async function within(work: Promise<void>, milliseconds: number): Promise<void> {
  if (milliseconds === Infinity) return work;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  try {
    work.catch(() => undefined);
    await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
