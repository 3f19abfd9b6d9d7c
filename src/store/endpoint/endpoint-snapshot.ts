import { CrateError } from '../../base/errors.js';
import { findByReading } from '../graph-keys.js';
import { triedGraphs } from '../pieces.js';
import type {
  GraphKeys,
  GraphSnapshot,
  KeyChoice,
  QueryOptions,
  RecordChoice,
  ResultMediaType,
  StoredRecord,
  TriedGraph,
  UpdateWork,
} from '../port.js';
import type { GraphState } from './bookkeeping/bookkeeping.js';
import type { Endpoint } from './protocol/endpoint.js';
import { readGraph } from './bookkeeping/read-graph.js';
import { queryEndpoint } from './query/endpoint-query.js';
import { countQuads, graphStates, keptFile, keptRecords } from './bookkeeping/graph-states.js';
import { noFullText } from '../text/no-full-text.js';
import type { LocalUpdates } from './write/local-updates.js';
import type { QuerySite } from './protocol/query-site.js';

/** The reads of an endpoint. It has no snapshots: each answer is of the moment when it is asked for. */
export class EndpointSnapshot implements GraphSnapshot {
  readonly #endpoint: Endpoint;
  readonly #site: QuerySite;
  readonly #updates: LocalUpdates;
  #isOpen: () => boolean;

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

  async graphs(names?: Iterable<string>): Promise<Map<string, number>> {
    const wanted = names === undefined ? undefined : [...names];
    const endpoint = this.#openEndpoint();
    const sizes = await countQuads(endpoint, wanted);
    for (const [graph, { isPending }] of await graphStates(endpoint, wanted)) if (isPending) sizes.delete(graph);
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

  async *nquads(...graphs: readonly string[]): AsyncGenerator<Uint8Array> {
    const endpoint = this.#openEndpoint();
    for (const graph of (await this.graphs(graphs.length === 0 ? undefined : graphs)).keys())
      yield* readGraph(endpoint, graph);
  }

  async records(choice: RecordChoice = {}): Promise<StoredRecord[]> {
    const endpoint = this.#openEndpoint();
    const records = await keptRecords(endpoint, choice);
    const graphs = isWhole(choice) ? undefined : new Set(records.map(({ graph }) => graph));
    const sizes = await countQuads(endpoint, graphs);
    const states = await graphStates(endpoint, graphs);
    return records.flatMap(({ mark, number: _, ...record }) => {
      const state = states.get(record.graph);
      // Without quads there is no graph, whichever program has removed them.
      if (state?.isPending === true || !sizes.has(record.graph)) return [];
      return [{ ...record, changed: !isSettled(state, mark, sizes.get(record.graph)) }];
    });
  }

  async *eachRecord(): AsyncGenerator<StoredRecord> {
    yield* await this.records();
  }

  find(keys: GraphKeys, choices: readonly KeyChoice[], most?: number): Promise<Map<string, readonly StoredRecord[]>> {
    return findByReading(this, keys, choices, most);
  }

  async *file(sha256: string): AsyncGenerator<Uint8Array> {
    yield* (await keptFile(this.#openEndpoint(), sha256)) ?? [];
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

  close(): void {
    this.#isOpen = () => false;
  }

  #openEndpoint(): Endpoint {
    if (this.#isOpen()) return this.#endpoint;
    throw new CrateError('ERR_USAGE', 'the store is closed');
  }
}

function isWhole(choice: RecordChoice): boolean {
  return Object.values(choice).every((value) => value === undefined);
}

/** Whether a graph is as the write of a record left it. */
function isSettled(state: GraphState | undefined, mark: string, quads: number | undefined): boolean {
  return state !== undefined && state.mark === mark && state.quads === quads;
}
