import { nextTurn } from '../../crate/read/stop-signal.js';
import { eachTriple } from '../../tasks/inspect/each-triple.js';
import { GraphStatistics } from '../../tasks/inspect/graph-statistics.js';
import { sumStatistics, type CrateStatistics } from '../../tasks/inspect/statistics.js';
import type { GraphSnapshot } from '../../store/port.js';
import { crateMarks } from '../../tasks/stored/reference-graphs.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { utf8Text } from '../../store/utf8-text.js';

/** Statistics of all crates that were read, and how many are still to be read. */
export interface StatisticsSoFar {
  readonly statistics: CrateStatistics;
  readonly pending: number;
}

/** Reads a graph; other events happen meanwhile. */
async function graphStatistics(snapshot: GraphSnapshot, graph: string): Promise<CrateStatistics> {
  const statistics = new GraphStatistics(graph);
  for await (const bytes of snapshot.nquads(graph)) {
    eachTriple(utf8Text(bytes), graph, (s, p, o) => statistics.add(s, p, o));
    await nextTurn();
  }
  return statistics.result();
}

/**
 * The statistics of all crates of a store, which are read when they are asked for, and then only those that have changed.
 */
export class StoreStatistics {
  readonly #store: { snapshot(): GraphSnapshot };
  readonly #known = new Map<string, { readonly mark: string; readonly statistics: CrateStatistics }>();
  #reading: Promise<void> | undefined;
  #pending = 0;
  #sum: CrateStatistics | undefined;

  constructor(store: { snapshot(): GraphSnapshot }) {
    this.#store = store;
  }

  /** Statistics of one crate. @param snapshot in which it is */
  async of(snapshot: GraphSnapshot, graph: string): Promise<CrateStatistics> {
    const [mark = ''] = (await snapshot.marks([graph])).values();
    const known = this.#known.get(graph);
    if (known?.mark === mark) return known.statistics;
    const statistics = await graphStatistics(snapshot, graph);
    this.#keep(graph, { mark, statistics });
    return statistics;
  }

  /**
   * Statistics of all crates.
   * @param patience milliseconds to wait for what is to be read; the rest is read in the background
   */
  async sum(patience = Infinity): Promise<StatisticsSoFar> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    await within(this.#reading, patience);
    this.#sum ??= sumStatistics([...this.#known.values()].map(({ statistics }) => statistics));
    return { statistics: this.#sum, pending: this.#pending };
  }

  #read(): Promise<void> {
    return withSnapshot(this.#store, async (snapshot) => {
      const marks = await crateMarks(snapshot);
      const changed = [...marks].filter(([graph, mark]) => this.#known.get(graph)?.mark !== mark);
      for (const graph of this.#known.keys()) if (!marks.has(graph)) this.#keep(graph, undefined);
      this.#pending = changed.length;
      for (const [graph] of changed) {
        await this.of(snapshot, graph);
        this.#pending -= 1;
      }
    });
  }

  #keep(graph: string, known: { readonly mark: string; readonly statistics: CrateStatistics } | undefined): void {
    if (known === undefined) this.#known.delete(graph);
    else this.#known.set(graph, known);
    this.#sum = undefined;
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
