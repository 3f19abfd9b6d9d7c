import type { ContextSource } from '../../../crate/context/context-source.js';
import type { GraphStore } from '../../../store/port.js';
import { withSnapshot } from '../../../store/store-snapshots.js';
import { crateGraphs } from '../../../tasks/stored/reference-graphs.js';
import type { CrateView } from '../../view/crate-view.js';
import { openStoredView } from '../../view/open-crate-view.js';

interface CachedView {
  /** Differs after every change of the graph or its documents. */
  readonly state: string;
  readonly view: Promise<CrateView>;
  /** Estimated; 0 while it is opened. */
  bytes: number;
}

/** A crate with fewer triples opens at once. */
const LARGE = 20_000;

/** Keeps the views of crates that were shown last, up to a number of bytes of memory. */
export class ViewCache {
  readonly #store: GraphStore;
  readonly #contexts: ContextSource;
  readonly #maxBytes: number;
  /** The last one shown is at the end. */
  readonly #views = new Map<string, CachedView>();
  #bytes = 0;

  constructor(store: GraphStore, contexts: ContextSource, maxBytes: number) {
    this.#store = store;
    this.#contexts = contexts;
    this.#maxBytes = maxBytes;
  }

  /**
   * The view of a graph as it is now. Two requests at once open it once.
   * @param isKept false for a reader of many crates, who would drive out those that people look at. Default true
   * @throws CrateError as `openStoredView`
   */
  view(graph: string, isKept = true): Promise<CrateView> {
    return withSnapshot(this.#store, async (snapshot) => {
      const [mark] = (await snapshot.marks([graph])).values();
      const records = await snapshot.records({ graph });
      const state = [mark, ...records.map(({ sha256 }) => sha256)].join(' ');
      const known = this.#views.get(graph);
      if (known?.state !== state && !isKept) return (await openStoredView(snapshot, graph, this.#contexts)).view;
      if (known !== undefined) this.#forget(graph, known);
      if (known?.state === state) {
        this.#keep(graph, known);
        return known.view;
      }
      const opening = openStoredView(snapshot, graph, this.#contexts);
      const cached: CachedView = { state, view: opening.then(({ view }) => view), bytes: 0 };
      this.#keep(graph, cached);
      try {
        const { bytes } = await opening;
        if (this.#views.get(graph) === cached) {
          this.#forget(graph, cached);
          this.#keep(graph, Object.assign(cached, { bytes: memoryOf(bytes) }));
        }
      } catch {
        if (this.#views.get(graph) === cached) this.#forget(graph, cached); // the next request tries again
      }
      return cached.view;
    });
  }

  /** Opens the largest crates, as many as fit, and reads their references. */
  async warm(): Promise<void> {
    const large = [...(await crateGraphs(this.#store))]
      .filter(([, quads]) => quads >= LARGE)
      .sort(([, a], [, b]) => b - a);
    for (const [graph] of large) {
      await (await this.view(graph)).prepareMentions();
      if (this.#bytes > this.#maxBytes / 2) return;
    }
  }

  #keep(graph: string, cached: CachedView): void {
    this.#views.set(graph, cached);
    this.#bytes += cached.bytes;
    for (const [oldest, view] of this.#views) {
      if (this.#bytes <= this.#maxBytes || oldest === graph) return;
      this.#forget(oldest, view);
    }
  }

  #forget(graph: string, { bytes }: CachedView): void {
    this.#views.delete(graph);
    this.#bytes -= bytes;
  }
}

/**
 * An estimate, from measurements: views of 1,000, 10,000 and 100,000 entities (documents of 0.4, 3.7 and 38 MB) take 2,
 * 16 and 56 MB with their references. Parsed JSON takes several times its text; of a large document a view holds 24
 * windows, and a little of each entity.
 */
function memoryOf(bytes: number): number {
  return 5 * Math.min(bytes, 1 << 21) + 1.5 * bytes;
}
