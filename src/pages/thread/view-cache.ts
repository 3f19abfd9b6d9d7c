import type { ContextSource } from '../../crate/context/context-source.js';
import type { GraphStore } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import type { CrateView } from '../../view/crate-view.js';
import { openStoredView } from '../../view/open-crate-view.js';

interface CachedView {
  /** Differs after every change of the graph or its documents. */
  readonly state: string;
  readonly view: CrateView;
  readonly bytes: number;
}

/** Keeps the views of crates that were shown last, up to a number of bytes of their documents. */
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

  /** The view of a graph as it is now. @throws CrateError as `openStoredView` */
  view(graph: string): Promise<CrateView> {
    return withSnapshot(this.#store, async (snapshot) => {
      const [mark] = (await snapshot.marks([graph])).values();
      const records = await snapshot.records({ graph });
      const state = [mark, ...records.map(({ sha256 }) => sha256)].join(' ');
      const known = this.#views.get(graph);
      if (known !== undefined) this.#forget(graph, known);
      const { view, bytes } = known?.state === state ? known : await openStoredView(snapshot, graph, this.#contexts);
      this.#keep(graph, { state, view, bytes });
      return view;
    });
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
