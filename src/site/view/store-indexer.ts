import type { GraphSnapshot } from '../../store/port.js';
import type { QuadIndex } from '../../store/index/quad-index.js';
import { snapshotQuads, type IndexedPart } from '../../store/index/quad-source.js';
import { isWebAddress } from '../../package/package-options.js';
import { Queue } from '../../store/queue.js';
import { eachLoadRecord, loadRecords, type LoadRecord } from '../../tasks/stored/load-records.js';
import { readListFacts, type ListFacts } from './list-facts.js';
import { placeTitle, shortIri } from './crate-title.js';
import { crateMarks } from '../../tasks/stored/reference-graphs.js';
import { crateKeys, type KeyedFolder } from '../../tasks/stored/crate-keys.js';
import { IndexState, unreadFacts, type KnownRecord } from './index-state.js';
import { LiveIndex } from './live-index.js';
import type { CrateSummary, StoreIndex } from './store-index.js';

/** Of so many graphs, the load records are read one by one; of more, all of the store are read at once. */
const MANY = 200;

/**
 * Knows what lists need of all crates of a store. It reads only graphs that have changed since the last call, from the
 * index of the store, and other events happen meanwhile.
 */
export class StoreIndexer {
  readonly #folders: readonly KeyedFolder[];
  readonly #calls = new Queue();
  #marks: ReadonlyMap<string, string> = new Map();
  #records: ReadonlyMap<string, readonly KnownRecord[]> = new Map();
  /** Of the graphs that were indexed, the mark that each had then. */
  #indexed: ReadonlyMap<string, string> = new Map();
  #summaries: ReadonlyMap<string, CrateSummary> = new Map();
  #state: IndexState | undefined;

  /** @param folders the crate folders that are served */
  constructor(folders: readonly KeyedFolder[] = []) {
    this.#folders = folders;
  }

  /**
   * The index of the moment of a snapshot, which can be used as long as the snapshot is open.
   * @param part the graphs that it has to have; of others it has what their load records say,
   * and `pending` counts them.
   * Default: all
   */
  of(snapshot: GraphSnapshot, part: IndexedPart = 'all'): Promise<StoreIndex> {
    return this.#calls.run(async () => {
      const quads = snapshotQuads(snapshot, part);
      return new LiveIndex(await this.#look(snapshot, quads), quads);
    });
  }

  async #look(snapshot: GraphSnapshot, quads: QuadIndex | undefined): Promise<IndexState> {
    const marks = await crateMarks(snapshot);
    const isIndexed = (graph: string) => quads !== undefined && quads.graphOf(quads.idOf(`<${graph}>`)) > 0;
    const isKnown = (graph: string) => this.#marks.get(graph) === marks.get(graph);
    const changed = [...marks.keys()].filter((graph) => !isKnown(graph));
    const isSame = changed.length === 0 && marks.size === this.#marks.size;
    if (isSame && this.#state?.pending === 0) return this.#state;
    const fresh = [...marks].filter(([graph, mark]) => this.#indexed.get(graph) !== mark && isIndexed(graph));
    if (isSame && fresh.length === 0 && this.#state !== undefined) return this.#state;
    const records = isSame ? this.#records : await this.#recordsOf(snapshot, marks, changed);
    const keys = crateKeys(marks.keys(), [...records.values()].flat(), this.#folders);
    const facts =
      quads &&
      (await readListFacts(
        quads,
        fresh.map(([graph]) => graph),
      ));
    const indexed = new Map<string, string>();
    const summaries = new Map<string, CrateSummary>();
    for (const [graph, mark] of marks) {
      const key = keys.get(graph) ?? graph;
      const own = facts?.get(graph);
      const before = this.#indexed.get(graph) === mark ? this.#summaries.get(graph) : undefined;
      if (own !== undefined || before !== undefined) indexed.set(graph, mark);
      const known = records.get(graph) ?? [];
      if (own === undefined && before !== undefined)
        summaries.set(graph, before.key === key ? before : { ...before, key });
      else summaries.set(graph, summaryOf({ graph, key }, own ?? unreadFacts(known), known));
    }
    const pending = marks.size - indexed.size;
    this.#state = new IndexState({ summaries, records, pending }, this.#state);
    this.#marks = marks;
    this.#records = records;
    this.#indexed = indexed;
    this.#summaries = summaries;
    return this.#state;
  }

  async #recordsOf(
    snapshot: GraphSnapshot,
    marks: ReadonlyMap<string, string>,
    changed: readonly string[],
  ): Promise<Map<string, readonly KnownRecord[]>> {
    const found = new Map([...this.#records].filter(([graph]) => marks.has(graph)));
    for (const graph of changed) found.set(graph, []);
    const wanted = new Set(changed);
    const contexts = new Map([...found.values()].flat().map(({ context }) => [context, context]));
    const add = (record: LoadRecord) => {
      const { graph, sha256, names: [name], entities, base, context } = record; // prettier-ignore
      if (!wanted.has(graph)) return;
      const text = JSON.stringify(context) ?? 'null';
      const shared = contexts.get(text) ?? text;
      contexts.set(shared, shared);
      const known = {
        graph,
        sha256,
        name,
        place: placeTitle(record),
        entities,
        base: base === graph ? graph : base,
        context: shared,
      };
      found.set(graph, [...(found.get(graph) ?? []), known]);
    };
    if (changed.length > MANY) for await (const record of eachLoadRecord(snapshot)) add(record);
    else for (const graph of changed) (await loadRecords(snapshot, { graph })).forEach(add);
    return found;
  }
}

function summaryOf(
  crate: Pick<CrateSummary, 'graph' | 'key'>,
  facts: ListFacts,
  [record]: readonly KnownRecord[],
): CrateSummary {
  const { graph } = crate;
  // Without a name, an address on the web tells most; of other IRIs many are a hash, and the folder tells more.
  const place = isWebAddress(graph) ? undefined : record?.place;
  return { ...facts, ...crate, title: facts.name ?? place ?? shortIri(graph) };
}
