import type { CrateError } from '../../base/errors.js';
import type { Note } from '../../crate/read/report.js';
import type { OpenCrateOptions } from '../../package/open/open-crate.js';
import type { GraphReader, GraphStore, GraphWrite } from '../../store/port.js';
import { storedDocument } from '../argument/stored-crate.js';
import { diffCrates, type CrateDifference } from '../inspect/diff-crates.js';
import { loadFound } from '../load/load-crates.js';
import { listedMarks, markWrites, type LoadResult } from '../load/plan-crate.js';
import { isReadCrate } from '../load/read-crate.js';
import { removeCrates } from '../load/remove-crates.js';
import type { Found } from '../load/read-crates.js';
import { cataloguesOf, eachLoadRecord, loadRecords } from '../stored/load-records.js';
import type { GoneCrate } from './compare-listing.js';
import { currentRecords } from './current-records.js';
import type { ReadItem } from './read-items.js';
import type { ItemAction } from './sync-plan.js';

/** What became of a crate of a catalogue. */
export interface ItemResult {
  readonly source: string;
  readonly graph?: string | undefined;
  readonly handle?: string | undefined;
  readonly name?: string | undefined;
  readonly quads?: number | undefined;
  readonly notes?: readonly Note[] | undefined;
  readonly counts?: LoadResult['counts'] | undefined;
  /** What is another in it than before, if that was asked for. */
  readonly difference?: CrateDifference | undefined;
  /**
   * That of a load; `gone`: the catalogue has it no more; `pruned`: it was therefore removed, `kept`: it should be, but
   * was changed in the store, or is also of another source or in another catalogue. In a dry run, why the item would be read.
   */
  readonly status: LoadResult['status'] | ItemAction | 'gone' | 'pruned' | 'kept';
  readonly error?: CrateError | undefined;
}

/** How a sync commits. */
export interface CommitOptions extends Pick<OpenCrateOptions, 'contexts' | 'packages' | 'strict' | 'signal'> {
  /** Compare each crate that changes with what it was. Default false. */
  readonly diff?: boolean | undefined;
  readonly onItem?: ((item: ItemResult) => void | Promise<void>) | undefined;
}

/** A crate by its graph and its source. */
type MarkedCrate = Pick<GoneCrate, 'graph' | 'source'>;

/** What the catalogue says of a crate. */
type CatalogueMarks = NonNullable<Found['item']>;

/** Crates of a commit: few enough for a load to look each of them up, instead of reading the whole store. */
const AT_ONCE = 60;
/** Quads that wait for a commit. */
const MOST_QUADS = 500_000;

/** Writes what was read from a catalogue, some crates in each commit, so that a sync that is stopped loses little. */
export class SyncCommits {
  readonly #store: GraphStore;
  readonly #catalogue: string;
  readonly #options: CommitOptions;
  readonly #counts: Partial<Record<ItemResult['status'], number>> = {};
  #waiting: ReadItem[] = [];
  #quads = 0;

  constructor(store: GraphStore, catalogue: string, options: CommitOptions) {
    this.#store = store;
    this.#catalogue = catalogue;
    this.#options = options;
  }

  /** How many crates have each status. */
  get counts(): Readonly<Partial<Record<ItemResult['status'], number>>> {
    return this.#counts;
  }

  async add(outcome: ReadItem): Promise<void> {
    this.#waiting.push(outcome);
    if ('read' in outcome && isReadCrate(outcome.read)) this.#quads += outcome.read.quads;
    if (this.#waiting.length >= AT_ONCE || this.#quads > MOST_QUADS) await this.commit();
  }

  /** Marks what has disappeared. */
  async mark(gone: readonly MarkedCrate[]): Promise<void> {
    for (let at = 0; at < gone.length; at += AT_ONCE) await this.#mark(gone.slice(at, at + AT_ONCE));
  }

  /** Writes what waits. */
  async commit(): Promise<void> {
    const outcomes = this.#waiting;
    this.#waiting = [];
    this.#quads = 0;
    const found: Found[] = [];
    const same = new Map<string, CatalogueMarks>();
    /** The graphs of the crates that were there. */
    const known = new Map<string, string>();
    for (const outcome of outcomes) {
      const { source, base, name: itemName, version: itemVersion } = outcome.item;
      const item = { catalogue: this.#catalogue, itemName, itemVersion };
      if (outcome.item.known !== undefined) known.set(source, outcome.item.known.graph);
      if ('isSame' in outcome) same.set(source, item);
      else if ('error' in outcome) await this.#tell({ source, status: 'failed', error: outcome.error });
      else found.push({ file: source, base, item, read: outcome.read });
    }
    await this.#confirm(same);
    if (found.length === 0) return;
    const { contexts, packages, strict, signal } = this.#options;
    const before = this.#options.diff === true ? this.#store.snapshot() : undefined;
    try {
      const results = await loadFound(this.#store, found, { contexts, packages, strict, signal });
      for (const { crate, status, graph, handle, name, quads, notes, counts, error } of results) {
        const difference = before && graph !== undefined && (await this.#difference(before, graph, status));
        await this.#tell({ source: crate, status, graph, handle, name, quads, notes, counts, error, ...difference });
        const other = known.get(crate);
        // A crate with another root has taken its place.
        if (graph !== undefined && error === undefined && other !== undefined && other !== graph)
          await this.#mark([{ graph: other, source: crate }]);
      }
    } finally {
      before?.close();
    }
  }

  /** What is another in a crate than before this commit. */
  async #difference(
    before: GraphReader,
    graph: string,
    status: LoadResult['status'],
  ): Promise<Pick<ItemResult, 'difference'>> {
    if (status !== 'replaced' && status !== 'merged') return {};
    const { contexts, signal } = this.#options;
    const documents = [];
    for (const reader of [before, this.#store]) {
      const exists = (await reader.graphs([graph])).has(graph);
      if (!exists) return {}; // its root was another
      documents.push((await storedDocument(reader, graph, { contexts, signal })).bytes);
    }
    const [old = '', now = ''] = documents;
    // The IRI of a root may be no base.
    const base = (await loadRecords(this.#store, { graph })).at(-1)?.base;
    return { difference: await diffCrates(old, now, { contexts, signal, base }) };
  }

  /** Keeps what the catalogue says now of crates whose servers say that they are the same. */
  async #confirm(items: ReadonlyMap<string, CatalogueMarks>): Promise<void> {
    if (items.size === 0) return;
    const records = await currentRecords(this.#store, [...items.keys()]);
    await this.#put([...records].flatMap(([source, record]) => markWrites(record, listedMarks(items.get(source) as CatalogueMarks, record)))); // prettier-ignore
    for (const source of items.keys())
      await this.#tell({ source, graph: records.get(source)?.graph, status: 'unchanged' });
  }

  /** Marks crates as gone; those of another catalogue too are that of the other from now on. */
  async #mark(crates: readonly MarkedCrate[]): Promise<void> {
    const gone = new Date().toISOString();
    const records = await loadRecords(this.#store, { source: crates.map(({ source }) => source) });
    const graphs = new Set(crates.map(({ graph }) => graph));
    const ours = records.filter((record) => graphs.has(record.graph) && cataloguesOf(record).includes(this.#catalogue));
    const marked = ours.map((record) => {
      const [other, ...others] = cataloguesOf(record).filter((one) => one !== this.#catalogue);
      const alsoIn = others.length === 0 ? undefined : others;
      const isLast = record.catalogue === this.#catalogue;
      const left = { catalogue: other, alsoIn, ...(isLast && { itemName: undefined, itemVersion: undefined }) };
      return { record, isKept: other !== undefined, marks: other === undefined ? { gone } : left };
    });
    await this.#put(marked.flatMap(({ record, marks }) => markWrites(record, marks)));
    for (const { record, isKept } of marked)
      await this.#tell({ source: record.source, graph: record.graph, status: isKept ? 'kept' : 'gone' });
  }

  /** Removes all crates that the catalogue has no more, now or since an earlier sync. */
  async prune(): Promise<void> {
    const gone: MarkedCrate[] = [];
    for await (const record of eachLoadRecord(this.#store))
      if (record.catalogue === this.#catalogue && record.gone !== undefined)
        gone.push({ graph: record.graph, source: record.source });
    for (const { graph, source } of gone) {
      this.#options.signal?.throwIfAborted();
      const records = await loadRecords(this.#store, { graph });
      // What somebody has written into it, or what another source says, would be lost.
      const isOnlyOurs = records.every((record) => record.source === source && !record.changed);
      if (isOnlyOurs) await removeCrates(this.#store, [graph]);
      await this.#tell({ source, graph, status: isOnlyOurs ? 'pruned' : 'kept' });
    }
  }

  async #put(writes: readonly GraphWrite[]): Promise<void> {
    if (writes.length > 0) await this.#store.put(writes);
  }

  async #tell(result: ItemResult): Promise<void> {
    this.#counts[result.status] = (this.#counts[result.status] ?? 0) + 1;
    await this.#options.onItem?.(result);
  }
}
