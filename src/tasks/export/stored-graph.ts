import { DataFactory } from 'n3';
import type { CrateBase } from '../../crate/base.js';
import { chooseRoot, type RootCandidate } from '../../crate/choose-root.js';
import type { ContextSource } from '../../crate/context/context-source.js';
import { judgeBase } from '../../crate/judge-base.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { turn } from '../../crate/read/stop-signal.js';
import { versionOf } from '../../crate/spec-version.js';
import { DCTERMS } from '../../base/rdf/vocabulary.js';
import { contextsOrDefault } from '../../package/contexts/open-contexts.js';
import { limited } from '../../package/limits.js';
import { graphNotFound } from '../../store/graph-errors.js';
import { wholeLines } from '../../store/nquads-lines.js';
import type { GraphReader } from '../../store/port.js';
import { match } from '../../store/rdf-answers.js';
import { rootsOfGraph } from '../stored/find-root.js';
import { loadRecords, type LoadRecord } from '../stored/load-records.js';
import { requireCrate } from '../stored/reference-graphs.js';
import { mostOriginalBytes, openOriginals, type OriginalOptions } from '../stored/originals.js';

/** A graph of a store with its load records, as an export reads it. */
export class StoredGraph {
  readonly iri: string;
  /** In load order; empty for a graph that no load has written. */
  readonly records: readonly LoadRecord[];
  readonly contexts: ContextSource;
  readonly #store: GraphReader;
  readonly #options: OriginalOptions;

  private constructor(store: GraphReader, iri: string, records: readonly LoadRecord[], options: OriginalOptions) {
    this.#store = store;
    this.iri = iri;
    this.records = records;
    this.#options = options;
    this.contexts = contextsOrDefault(options.contexts);
  }

  /** @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_USAGE for a reference graph */
  static async open(store: GraphReader, iri: string, options: OriginalOptions = {}): Promise<StoredGraph> {
    options.signal?.throwIfAborted();
    if ((await store.graphs([iri])).size === 0) throw graphNotFound(iri);
    const records = await loadRecords(store, { graph: iri });
    requireCrate(iri, records);
    return new StoredGraph(store, iri, records, options);
  }

  /** The original as bytes, if the graph still states exactly what it states; otherwise undefined. */
  unchangedOriginal(): AsyncIterable<Uint8Array> | undefined {
    const [record] = this.records;
    const isUnchanged = this.records.length === 1 && record?.kept === true && !record.changed;
    if (!isUnchanged) return undefined;
    return limited(
      this.#store.file(record.sha256),
      mostOriginalBytes(this.#options),
      `${record.source}: the metadata document`,
    );
  }

  /** N-Triples, in chunks of whole lines. */
  async *triples(): AsyncGenerator<string> {
    const end = ` <${this.iri}> .\n`;
    // N-Quads contain a raw line feed only at the end of a line, so nothing else can match.
    for await (const chunk of wholeLines(this.#store.nquads(this.iri))) {
      await turn(this.#options.signal);
      yield chunk.replaceAll(end, ' .\n');
    }
  }

  /** Opens the originals that the store kept, in load order. */
  originals(): Promise<CrateDocument[]> {
    return openOriginals(this.#store, this.records, this.#options);
  }

  /** The base of the first record, or else the folder of the graph. */
  async base(): Promise<CrateBase> {
    return (await judgeBase({ remembered: this.records[0]?.base, node: this.iri })).base;
  }

  /** All candidates for the root that the graph contains now; an update may have removed them. */
  candidates(): Promise<RootCandidate[]> {
    return rootsOfGraph(this.#store, this.iri);
  }

  /**
   * Chooses among the candidates: the one that names the graph, or else, in a graph that no load has written, any.
   * @throws CrateError ERR_ROOT_AMBIGUOUS
   */
  async chooseRoot(candidates: readonly RootCandidate[]): Promise<RootCandidate | undefined> {
    const own = candidates.filter(({ root }) => root === this.iri);
    if (own.length > 0) return chooseRoot(own, await this.base());
    return candidates.length > 0 && this.records.length === 0 ? chooseRoot(candidates, await this.base()) : undefined;
  }

  /** The RO-Crate version that a descriptor conforms to. */
  async versionOf(descriptor: string): Promise<string | undefined> {
    const [subject, predicate, graph] = [descriptor, `${DCTERMS}conformsTo`, this.iri].map((iri) =>
      DataFactory.namedNode(iri),
    );
    for await (const { object } of match(this.#store, subject, predicate, null, graph)) {
      const version = versionOf(object.value);
      if (version !== undefined) return version;
    }
    return undefined;
  }
}
