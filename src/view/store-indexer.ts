import { nextTurn } from '../crate/read/stop-signal.js';
import type { GraphSnapshot } from '../store/port.js';
import { withSnapshot } from '../store/store-snapshots.js';
import { loadRecords } from '../stored/load-records.js';
import { crateKeys, type KeyedFolder } from './crate-keys.js';
import { readGraphFacts } from './graph-facts.js';
import { IndexState, indexSummary, type IndexedCrate } from './index-state.js';
import type { StoreIndex } from './store-index.js';

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
  #marks: ReadonlyMap<string, string> = new Map();
  #keys: ReadonlyMap<string, string> = new Map();
  /** What was read, by graph; of a graph that has changed, the state before. */
  readonly #crates = new Map<string, IndexedCrate>();
  /** Made from the above when somebody asks. */
  #state: IndexState | undefined;
  #reading: Promise<void> | undefined;

  constructor(store: { snapshot(): GraphSnapshot }, folders: readonly KeyedFolder[]) {
    this.#store = store;
    this.#folders = folders;
  }

  async current(patience = Infinity): Promise<StoreIndex> {
    await withSnapshot(this.#store, (snapshot) => this.#look(snapshot));
    if (this.#pending().length > 0) {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
      await within(this.#reading, patience);
    }
    return (this.#state ??= new IndexState(new Map(this.#crates), this.#keys, this.#pending().length));
  }

  /** Finds out which graphs there are, and which have changed. */
  async #look(snapshot: GraphSnapshot): Promise<void> {
    const marks = await snapshot.marks();
    const before = this.#marks;
    if (marks.size === before.size && [...marks].every(([graph, mark]) => before.get(graph) === mark)) return;
    if (marks.size !== this.#keys.size || [...marks.keys()].some((graph) => !this.#keys.has(graph))) {
      this.#keys = crateKeys(marks.keys(), await loadRecords(snapshot), this.#folders);
      for (const [graph, crate] of this.#crates) {
        const key = this.#keys.get(graph);
        if (key === undefined) this.#crates.delete(graph);
        else if (key !== crate.summary.key) this.#crates.set(graph, { ...crate, summary: { ...crate.summary, key } });
      }
    }
    this.#marks = marks;
    this.#state = undefined;
  }

  /** The graphs whose content is not in the index. */
  #pending(): string[] {
    return [...this.#marks].filter(([graph, mark]) => this.#crates.get(graph)?.mark !== mark).map(([graph]) => graph);
  }

  /** Reads until nothing is pending; a commit may come meanwhile. */
  async #read(): Promise<void> {
    while (this.#pending().length > 0)
      await withSnapshot(this.#store, async (snapshot) => {
        await this.#look(snapshot);
        for (const graph of this.#pending()) await this.#readGraph(snapshot, graph);
      });
  }

  async #readGraph(snapshot: GraphSnapshot, graph: string): Promise<void> {
    // Another look may have seen a later state than this snapshot: then the graph stays pending.
    const [mark] = (await snapshot.marks([graph])).values();
    if (mark === undefined) return;
    const facts = await readGraphFacts(snapshot.nquads(graph), graph);
    await nextTurn();
    this.#crates.set(graph, { summary: indexSummary(facts, graph, this.#keys.get(graph) ?? graph), facts, mark });
    this.#state = undefined;
  }
}

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
