import { CrateError } from '../../base/errors.js';
import { findByReading } from '../graph-keys.js';
import { triedGraphs } from '../pieces.js';
import type {
  GraphKeys,
  GraphSnapshot,
  KeyChoice,
  QueryOptions,
  RecordChoice,
  RemovalNote,
  ResultMediaType,
  StoredRecord,
  TriedGraph,
  UpdateWork,
} from '../port.js';
import type { Endpoint } from './protocol/endpoint.js';
import { readGraphs } from './bookkeeping/read-graphs.js';
import { queryEndpoint } from './query/endpoint-query.js';
import { countQuads, graphStates, keptFile } from './bookkeeping/graph-states.js';
import { recordsOfWhole, wholeGraphs } from './bookkeeping/whole-graphs.js';
import { ReadAhead } from './read-ahead.js';
import { noFullText } from '../text/no-full-text.js';
import type { LocalUpdates } from './write/local-updates.js';
import type { QuerySite } from './protocol/query-site.js';

/** The reads of an endpoint. It has no snapshots: each answer is of the moment when it is asked for. */
export class EndpointSnapshot implements GraphSnapshot {
  readonly #endpoint: Endpoint;
  readonly #site: QuerySite;
  readonly #updates: LocalUpdates;
  #isOpen: () => boolean;
  #ahead: ReadAhead | undefined;

  constructor(endpoint: Endpoint, site: QuerySite, updates: LocalUpdates, isOpen: () => boolean) {
    this.#endpoint = endpoint;
    this.#site = site;
    this.#updates = updates;
    this.#isOpen = isOpen;
  }

  async search(): Promise<never> {
    throw noFullText('a SPARQL endpoint');
  }

  async hits(): Promise<never> {
    throw noFullText('a SPARQL endpoint');
  }

  readAhead(graphs: Iterable<string>, files?: Iterable<string>): void {
    this.#ahead = new ReadAhead(this.#openEndpoint(), graphs, files);
  }

  async graphs(names?: Iterable<string>): Promise<Map<string, number>> {
    const wanted = names === undefined ? undefined : [...names];
    const endpoint = this.#openEndpoint();
    const ahead = this.#ahead;
    if (ahead === undefined || wanted?.every((graph) => ahead.has(graph)) !== true)
      return wholeGraphs(endpoint, wanted);
    const sizes = new Map<string, number>();
    for (const graph of wanted) if ((await ahead.size(graph)) > 0) sizes.set(graph, await ahead.size(graph));
    return sizes;
  }

  async marks(names?: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const wanted = names === undefined ? undefined : [...names];
    const endpoint = this.#openEndpoint();
    const sizes = await countQuads(endpoint, wanted);
    const states = await graphStates(endpoint, wanted);
    const marks = [...sizes].map(([graph, quads]) => [graph, `${states.get(graph)?.mark ?? ''} ${quads}`] as const);
    return new Map(marks.filter(([graph]) => states.get(graph)?.isPending !== true));
  }

  async apart(): Promise<ReadonlySet<string>> {
    return new Set();
  }

  async *nquads(...graphs: readonly string[]): AsyncGenerator<Uint8Array> {
    const endpoint = this.#openEndpoint();
    const [only] = graphs;
    if (only !== undefined && graphs.length === 1 && this.#ahead?.has(only) === true) yield* this.#ahead.nquads(only);
    else
      for await (const { nquads } of readGraphs(endpoint, await this.graphs(graphs.length === 0 ? undefined : graphs)))
        yield nquads;
  }

  async records(choice: RecordChoice = {}): Promise<StoredRecord[]> {
    const endpoint = this.#openEndpoint();
    const { graph, source, sha256 } = choice;
    if (graph !== undefined && source === undefined && sha256 === undefined && this.#ahead?.has(graph) === true)
      return [...(await this.#ahead.records(graph))];
    return recordsOfWhole(endpoint, choice);
  }

  async *eachRecord(): AsyncGenerator<StoredRecord> {
    yield* await this.records();
  }

  find(keys: GraphKeys, choices: readonly KeyChoice[], most?: number): Promise<Map<string, readonly StoredRecord[]>> {
    return findByReading(this, keys, choices, most);
  }

  async *file(sha256: string): AsyncGenerator<Uint8Array> {
    const endpoint = this.#openEndpoint();
    yield* (await this.#ahead?.file(sha256)) ?? (await keptFile(endpoint, sha256)) ?? [];
  }

  async *query(sparql: string, mediaType: ResultMediaType, options: QueryOptions = {}): AsyncGenerator<Uint8Array> {
    this.#openEndpoint();
    yield* queryEndpoint(this.#site, sparql, mediaType, options);
  }

  async tryUpdate(sparql: string, options: UpdateWork = {}): Promise<TriedGraph[]> {
    this.#openEndpoint();
    const { changed, stored } = await this.#updates.run(sparql, options);
    return triedGraphs(changed, (graph) => stored.get(graph) ?? [], options);
  }

  async removals(): Promise<RemovalNote[] | undefined> {
    return undefined;
  }

  close(): void {
    this.#isOpen = () => false;
  }

  #openEndpoint(): Endpoint {
    if (this.#isOpen()) return this.#endpoint;
    throw new CrateError('ERR_USAGE', 'the store is closed');
  }
}
