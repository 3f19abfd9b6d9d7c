import { CrateError } from '../../base/errors.js';
import type { SparqlEngine } from '../engine/engine.js';
import { cannotBeApart, graphNotFound } from '../graph-errors.js';
import type { Capabilities } from '../capabilities.js';
import type {
  DropWork,
  GraphChange,
  GraphDifference,
  GraphSnapshot,
  GraphStore,
  GraphWrite,
  PutWork,
  UpdateWork,
  WorkOptions,
} from '../port.js';
import type { Verified } from '../sqlite/verify-store.js';
import { Queue } from '../queue.js';
import { StoreWithSnapshots } from '../store-snapshots.js';
import { BOOKKEEPING_PREDICATES } from './bookkeeping/bookkeeping.js';
import { dropGraphs } from './write/drop-graphs.js';
import { Endpoint } from './protocol/endpoint.js';
import { EndpointSnapshot } from './endpoint-snapshot.js';
import { findEndpoint, type GivenAddresses } from './protocol/find-endpoint.js';
import { countQuads, graphStates, pendingGraphs } from './bookkeeping/graph-states.js';
import { LocalUpdates } from './write/local-updates.js';
import type { QuerySite } from './protocol/query-site.js';
import { SparqlClient, type SparqlClientOptions } from './protocol/sparql-client.js';
import { commitUpdate } from './write/commit-update.js';
import { publishGraphs, type PlainGraph, type PublishedGraph, type PublishWork } from './write/plain-graphs.js';
import { putBatches } from './write/write-batches.js';
import { WriterClaim } from './write/writer-claim.js';

/** How an endpoint is reached: its addresses, credentials and time-outs. */
export interface EndpointOptions extends GivenAddresses, Partial<SparqlClientOptions> {}

/** A store that other programs ask as well. */
export interface EndpointGraphStore extends GraphStore {
  /**
   * Writes graphs for them: with blank nodes, and nothing beside. Results are in the order of the graphs.
   * @throws CrateError as {@link publishGraphs}, ERR_STORE_LOCKED
   */
  publish(graphs: Iterable<PlainGraph>, work: PublishWork): Promise<PublishedGraph[]>;
}

/**
 * Opens the graphs of a SPARQL endpoint as a store (SPARQL 1.1 Protocol and Graph Store Protocol).
 * @throws CrateError ERR_ENDPOINT if there is no endpoint at the location
 */
export async function openEndpointStore(location: string, options: EndpointOptions = {}): Promise<EndpointGraphStore> {
  return storeOn(await openEndpoint(location, options));
}

/** The store on an endpoint; its `close` closes the endpoint. */
export function storeOn(endpoint: Endpoint): EndpointGraphStore {
  return new EndpointStore(endpoint);
}

/** Finds an endpoint and connects to it. @throws CrateError as {@link openEndpointStore} */
export async function openEndpoint(location: string, options: EndpointOptions = {}): Promise<Endpoint> {
  const client = new SparqlClient({ env: process.env, ...options });
  try {
    return new Endpoint(client, await findEndpoint(client, location, options));
  } catch (error) {
    await client.close();
    throw error;
  }
}

/**
 * Compares the graphs of a SPARQL endpoint with what the store has noted about them.
 * @throws CrateError ERR_ENDPOINT if there is no endpoint at the location
 */
export async function verifyEndpointAt(
  location: string,
  options: EndpointOptions & WorkOptions = {},
): Promise<Verified> {
  const client = new SparqlClient({ env: process.env, ...options });
  try {
    const { verifyEndpoint } = await import('./bookkeeping/verify-endpoint.js');
    return await verifyEndpoint(new Endpoint(client, await findEndpoint(client, location, options)), options);
  } finally {
    await client.close();
  }
}

function foreignGraph(graph: string): CrateError {
  return new CrateError('ERR_USAGE', `another program has written <${graph}>: no command of crategraph has`, {
    hint: 'to remove it all the same, add --foreign; nothing was removed',
    details: { graph },
  });
}

/** A graph store behind a SPARQL endpoint. */
class EndpointStore extends StoreWithSnapshots implements EndpointGraphStore {
  readonly capabilities: Capabilities;
  readonly #endpoint: Endpoint;
  readonly #writes = new Queue();
  readonly #updates: LocalUpdates;
  #engine: Promise<SparqlEngine> | undefined;
  #isOpen = true;

  constructor(endpoint: Endpoint) {
    super();
    this.#endpoint = endpoint;
    this.capabilities = {
      atomic: false,
      exactDifferences: true,
      keepsBlankLabels: true,
      keepsLexicalForms: endpoint.facts.keepsLexicalForms,
      keepsValues: !endpoint.facts.altersValues,
      durable: true,
      snapshots: false,
      noticesChanges: false,
      fullText: false,
      keepsRemovals: false,
      keepsApart: false,
    };
    this.#updates = new LocalUpdates(endpoint, () => this.#localEngine());
  }

  snapshot(): GraphSnapshot {
    return new EndpointSnapshot(this.#endpoint, this.#site, this.#updates, () => this.#isOpen);
  }

  put(writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>, work?: PutWork): Promise<GraphChange[]> {
    const possible = noneApart(writes);
    return this.#write((claim) => putBatches(this.#endpoint, possible, { ...work, onBatch: () => claim.check() }));
  }

  drop(names: Iterable<string>, { signal, foreign = false }: DropWork = {}): Promise<GraphChange[]> {
    return this.#write(async (claim) => {
      const wanted = [...new Set(names)];
      const sizes = await countQuads(this.#endpoint, wanted, { signal });
      const states = await graphStates(this.#endpoint, wanted, { signal });
      const changes = wanted.map((graph): GraphChange => {
        const state = states.get(graph);
        // A graph that is pending can be dropped, or a drop that was cut could never be completed.
        if (state?.isPending === true) return { graph, before: 0, after: 0 };
        const before = sizes.get(graph);
        if (before === undefined) throw graphNotFound(graph);
        if (state === undefined && !foreign) throw foreignGraph(graph);
        return { graph, before, after: 0 };
      });
      await dropGraphs(this.#endpoint, wanted, { signal, onBatch: () => claim.check() });
      return changes;
    }, signal);
  }

  update(sparql: string, options: UpdateWork = {}): Promise<GraphDifference[]> {
    return this.#write(async (claim) => {
      const update = await this.#updates.run(sparql, options);
      claim.check();
      return commitUpdate(this.#endpoint, update);
    }, options.signal);
  }

  publish(graphs: Iterable<PlainGraph>, work: PublishWork): Promise<PublishedGraph[]> {
    return this.#write((claim) => publishGraphs(this.#endpoint, graphs, work, () => claim.check()), work.signal);
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    await this.#writes.run(async () => {
      this.#isOpen = false;
      await (await this.#engine)?.end();
      await this.#endpoint.close();
    });
  }

  get #site(): QuerySite {
    return {
      facts: this.#endpoint.facts,
      predicates: BOOKKEEPING_PREDICATES,
      graphs: async () => (await this.graphs()).keys(),
      pending: (options) => pendingGraphs(this.#endpoint, options),
      ask: (query, options) => this.#endpoint.ask(query, options),
      askHere: async (sparql, mediaType, options) => {
        const empty = { graphs: async () => new Map<string, string>(), nquads: () => [] };
        return (await this.#localEngine()).query(empty, sparql, mediaType, options);
      },
    };
  }

  /** Our own engine, for what the endpoint cannot do; started on first use. */
  #localEngine(): Promise<SparqlEngine> {
    return (this.#engine ??= import('../engine/engine.js').then(({ SparqlEngine }) => new SparqlEngine()));
  }

  #write<T>(work: (claim: WriterClaim) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#writes.run(async () => {
      if (!this.#isOpen) throw new CrateError('ERR_USAGE', 'the store is closed');
      const claim = await WriterClaim.take(this.#endpoint, { signal });
      return work(claim).finally(() => claim.release());
    }, signal);
  }
}

/** The writes. @throws CrateError ERR_UNSUPPORTED for a graph apart */
async function* noneApart(writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>): AsyncGenerator<GraphWrite> {
  for await (const write of writes) {
    if (write.apart === true) throw cannotBeApart(write.graph);
    yield write;
  }
}
