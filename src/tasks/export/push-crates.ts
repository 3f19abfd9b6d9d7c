import { nextTurn, stoppable } from '../../crate/read/stop-signal.js';
import { asCrateError, CrateError } from '../../base/errors.js';
import { DocumentBytes } from '../../package/bytes/document-bytes.js';
import { PACKAGE_LIMITS } from '../../package/limits.js';
import { fileChunks } from '../../store/packable.js';
import { lostQuads, requireGraphs } from '../../store/graph-errors.js';
import { pieceOf } from '../../store/pieces.js';
import type {
  GraphChange,
  GraphReader,
  GraphStore,
  GraphWrite,
  ImportMode,
  NewRecord,
  Piece,
  WorkOptions,
} from '../../store/port.js';
import { restated, toStored, type LoadRecord } from '../stored/load-records.js';
import { decidePush, type PushDecision, type PushedGraph, type PushedStores } from './push-decision.js';
import { peopleNames } from '../stored/handles.js';
import { recordedGraphs } from './recorded-graphs.js';

/** What to push, and how. */
export interface PushOptions extends WorkOptions {
  /** IRIs of the graphs. Default: all. */
  readonly graphs?: readonly string[] | undefined;
  /** What to do with a graph that has other content in the target. Default `create`: it is an error. */
  readonly mode?: ImportMode | undefined;
  /** Find out what would be done, and write nothing. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Called before each crate. */
  readonly onProgress?: ((done: number, total: number, graph: string) => void) | undefined;
  /** Called after each commit with the number of crates that are in the target by now, written or unchanged. */
  readonly onCommitted?: ((done: number, total: number) => void) | undefined;
}

/** What a push did with one crate. */
export interface PushResult {
  readonly graph: string;
  /** A short name of the graph: the beginning of the SHA-256 of its IRI. */
  readonly handle: string;
  /** Its name, by the record of its first load. */
  readonly name?: string;
  /** `pushed`: it is new in the target. */
  readonly status: 'pushed' | 'unchanged' | 'replaced' | 'merged' | 'failed';
  /** Quads of the graph in the target after the push; for a failure before it. */
  readonly quads: number;
  /** Load records that the target had of the graph, and has no longer: a graph for other programs has none. */
  readonly recordsRemoved?: number;
  readonly error?: CrateError;
}

/** What the target refuses of one crate; the others are pushed. */
const REFUSALS: ReadonlySet<string> = new Set(['ERR_GRAPH_EXISTS', 'ERR_UNSUPPORTED']);

/** A commit ends with the crate that reaches one of these. A store without commits over many crates makes batches itself. */
const COMMIT = { bytes: 16_000_000, crates: 1000 };

/**
 * Copies crates from one store to another: graphs, load records and kept files, as they are, so that an export
 * from both gives the same bytes. Commits some crates at a time; a push that was stopped goes on where it was,
 * because crates that the target has are unchanged. A crate whose graph has other content in the target is
 * reported, and the others are pushed.
 * @example
 * const from = await openStore('memory:');
 * const to = await openStore('memory:');
 * await loadCrates(from, 'data/crates');
 * for (const { graph, status } of await pushCrates(from, to)) console.log(status, graph);
 * @throws CrateError ERR_GRAPH_NOT_FOUND, what the stores throw, and the reason of
 * `options.signal`: earlier commits stay
 */
export async function pushCrates(from: GraphStore, to: GraphStore, options: PushOptions = {}): Promise<PushResult[]> {
  options.signal?.throwIfAborted();
  const snapshot = from.snapshot();
  try {
    const countAlike = from.capabilities.keepsLexicalForms && to.capabilities.keepsLexicalForms;
    const push = new Push({ from: snapshot, to, countAlike }, options);
    await push.run();
    return push.results;
  } finally {
    snapshot.close();
  }
}

/** A graph that a push writes. */
interface PlannedGraph extends PushedGraph {
  readonly decision: PushDecision;
}

class Push {
  /** In the order of the graphs; `quads` of those that wait for their commit is that of the source. */
  readonly results: PushResult[] = [];
  /** How many writes of each graph are not committed yet. */
  readonly #waiting = new Map<string, number>();
  readonly #stores: PushedStores;
  readonly #options: PushOptions;
  readonly #mode: ImportMode;

  constructor(stores: PushedStores, options: PushOptions) {
    this.#stores = stores;
    this.#options = options;
    this.#mode = options.mode ?? 'create';
  }

  async run(): Promise<void> {
    const { from, to } = this.#stores;
    const { graphs, dryRun } = this.#options;
    const sizes = await from.graphs(graphs);
    requireGraphs(sizes, graphs ?? []);
    const planned = this.#plan(sizes);
    for (let next = await planned.next(); next.done !== true; next = await planned.next()) {
      if (dryRun === true) continue;
      const onCommitted = (changes: readonly GraphChange[]) => {
        this.#count(changes);
        this.#options.onCommitted?.(this.#done, sizes.size);
      };
      await to.put(this.#batch(next.value, planned), { onCommitted });
    }
    if (dryRun !== true) this.#options.onCommitted?.(this.#done, sizes.size);
  }

  get #done(): number {
    return this.results.filter(({ status, graph }) => status !== 'failed' && !this.#waiting.has(graph)).length;
  }

  /** The graphs that have to be written; reports all of them. */
  async *#plan(sizes: ReadonlyMap<string, number>): AsyncGenerator<PlannedGraph, undefined> {
    const { from, to } = this.#stores;
    const graphs = [...sizes.keys()];
    const sourceOf = await recordedGraphs(from, graphs);
    const targetOf = await recordedGraphs(to, graphs);
    const apart = { source: await from.apart(), target: await to.apart() };
    for (const graph of graphs) {
      await nextTurn(); // Ctrl-C would otherwise come after the end
      this.#options.signal?.throwIfAborted();
      this.#options.onProgress?.(this.results.length, graphs.length, graph);
      const isApart = { source: apart.source.has(graph), target: apart.target.has(graph) };
      const crate = { graph, source: await sourceOf(graph), target: await targetOf(graph), apart: isApart };
      if (crate.source.quads === 0) throw lostQuads(graph, sizes.get(graph) ?? 0, 0);
      const named = { graph, ...peopleNames(graph, crate.source.records[0]) };
      const decision = await decidePush(crate, this.#mode, this.#stores).catch((error: unknown) => {
        if (!(error instanceof CrateError && REFUSALS.has(error.code))) throw error;
        this.results.push({ ...named, status: 'failed', quads: crate.target.quads, error: asCrateError(error, graph) });
      });
      if (decision === undefined) continue;
      const { status } = decision;
      this.results.push({ ...named, status, quads: status === 'unchanged' ? crate.target.quads : crate.source.quads });
      if (status !== 'unchanged') yield { ...crate, decision };
    }
    return undefined;
  }

  /** The writes of one commit. */
  async *#batch(first: PlannedGraph, rest: AsyncIterator<PlannedGraph>): AsyncGenerator<GraphWrite> {
    const isAtomic = this.#stores.to.capabilities.atomic;
    let bytes = 0;
    const count = (piece: Piece) => (bytes += piece.content.bytes.length);
    yield* this.#writes(first, count);
    for (let crates = 1; !isAtomic || (crates < COMMIT.crates && bytes < COMMIT.bytes); crates += 1) {
      const next = await rest.next();
      if (next.done === true) return;
      yield* this.#writes(next.value, count);
    }
  }

  /** One write for each record. They belong to one commit, and those after the first add a record only. */
  async *#writes(planned: PlannedGraph, count: (piece: Piece) => void): AsyncGenerator<GraphWrite> {
    const { graph, source, target, decision } = planned;
    const { from } = this.#stores;
    const apart = planned.apart.source;
    if (decision.isMove === true) {
      const last = target.records.at(-1);
      this.#waiting.set(graph, 1);
      yield { graph, mode: 'merge', pieces: [], apart, record: last && restated(last) };
      return;
    }
    const [first, ...more] = decision.records;
    const pieces = this.#pieces(graph, source.quads, count);
    this.#waiting.set(graph, 1 + more.length);
    yield { graph, mode: this.#mode, pieces, apart, record: first && (await copyOf(from, first)) };
    for (const record of more) yield { graph, mode: 'merge', pieces: [], record: await copyOf(from, record) };
  }

  /** @throws CrateError ERR_STORE_INVALID if the source does not have the quads that it has counted */
  async *#pieces(graph: string, quads: number, count: (piece: Piece) => void): AsyncGenerator<Piece> {
    let read = 0;
    const signal = this.#options.signal ?? new AbortController().signal; // for turns of the event loop
    for await (const bytes of stoppable(this.#stores.from.nquads(graph), signal)) {
      const piece = pieceOf(bytes);
      read += piece.quads;
      count(piece);
      yield piece;
    }
    if (read === quads) return;
    throw lostQuads(graph, quads, read);
  }

  /** Takes the sizes of a commit over into the results. */
  #count(changes: readonly GraphChange[]): void {
    const sizes = new Map<string, number>();
    for (const { graph, after } of changes) {
      sizes.set(graph, after);
      const waiting = (this.#waiting.get(graph) ?? 0) - 1;
      if (waiting > 0) this.#waiting.set(graph, waiting);
      else this.#waiting.delete(graph);
    }
    for (const [index, result] of this.results.entries()) {
      const quads = sizes.get(result.graph);
      if (quads !== undefined && result.quads !== quads) this.results[index] = { ...result, quads };
    }
  }
}

/** A record with its file, for another store. */
async function copyOf(from: GraphReader, record: LoadRecord): Promise<NewRecord> {
  const { kept, changed, loaded, ...unloaded } = record;
  const file = kept
    ? await DocumentBytes.ofStream(from.file(record.sha256), PACKAGE_LIMITS.metadataBytes, record.source)
    : undefined;
  if (file !== undefined && Buffer.from(file.sha256).toString('hex') !== record.sha256)
    throw new CrateError('ERR_STORE_INVALID', `the original of <${record.graph}> is damaged in the store`);
  return { ...toStored(unloaded, loaded, file && fileChunks(file)), changed };
}
