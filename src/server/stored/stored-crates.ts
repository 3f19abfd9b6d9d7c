import { nearNames } from '../../base/rdf/near-names.js';
import type { GraphReader, GraphStore } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { exactGraph } from '../../tasks/stored/find-graph.js';
import { loadRecords, recordsByGraph } from '../../tasks/stored/load-records.js';
import { nearestCrates } from '../../tasks/stored/nearest-crates.js';
import { crateKeys, type KeyedFolder } from '../../tasks/stored/crate-keys.js';
import { crateGraphs } from '../../tasks/stored/reference-graphs.js';

/** A store, and the folders that give their names to crates of it. */
export interface KeyedStore {
  readonly store: GraphStore;
  readonly packages: readonly KeyedFolder[];
}

/** The crates of the store by their keys in addresses. */
export class StoredCrates {
  readonly #context: KeyedStore;
  #graphs: ReadonlyMap<string, string> = new Map();
  #keys: ReadonlyMap<string, string> = new Map();

  constructor(context: KeyedStore) {
    this.#context = context;
  }

  /**
   * The graph of a key; undefined if there is none. A key that is known costs one lookup, whatever the store contains.
   */
  async graphOf(key: string): Promise<string | undefined> {
    const { store, packages } = this.#context;
    const served = packages.find(({ name }) => name === key);
    if (served !== undefined)
      return served.graph !== undefined && (await has(store, served.graph)) ? served.graph : undefined;
    const known = this.#graphs.get(key);
    if (known !== undefined && (await has(store, known))) return known;
    if (!/^[0-9a-f]{6,64}$/.test(key)) return undefined; // no handle: a crowd of wrong addresses costs nothing
    await this.#refresh();
    return this.#graphs.get(key);
  }

  /** The key of a graph that is in the store. */
  async keyOf(graph: string): Promise<string | undefined> {
    if (!this.#keys.has(graph)) await this.#refresh();
    return this.#keys.get(graph);
  }

  /** The crate of an IRI: of that graph, or the one with the longest root that the IRI is below. */
  async crateOf(iri: string): Promise<{ readonly graph: string; readonly isRoot: boolean } | undefined> {
    const { store } = this.#context;
    const exact = await exactGraph(store, iri);
    if (exact !== undefined) return { graph: exact, isRoot: true };
    for (let end = iri.lastIndexOf('/'); end > 0; end = iri.lastIndexOf('/', end - 1)) {
      const graph = iri.slice(0, end + 1);
      if (await has(store, graph)) return { graph, isRoot: false };
    }
    return undefined;
  }

  /** The keys of crates with a similar key or name, nearest first. */
  async nearest(wanted: string): Promise<string[]> {
    const { store, packages } = this.#context;
    const records = recordsByGraph(await loadRecords(store));
    if (this.#keys.size === 0) await this.#refresh();
    const folders = packages.map(({ name }) => name);
    const byName = nearestCrates(wanted, this.#keys.keys(), (graph) => records.get(graph) ?? []);
    return [...new Set([...nearNames(wanted, folders), ...byName.flatMap((graph) => this.#keys.get(graph) ?? [])])];
  }

  async #refresh(): Promise<void> {
    const { store, packages } = this.#context;
    this.#keys = await withSnapshot(store, async (snapshot) =>
      crateKeys((await crateGraphs(snapshot)).keys(), await loadRecords(snapshot), packages),
    );
    this.#graphs = new Map([...this.#keys].map(([graph, key]) => [key, graph]));
  }
}

async function has(store: GraphReader, graph: string): Promise<boolean> {
  return (await store.graphs([graph])).has(graph);
}
