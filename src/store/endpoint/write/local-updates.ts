import { addToList } from '../../../base/list-map.js';
import type { SparqlEngine } from '../../engine/engine.js';
import type { ChangedGraph } from '../../engine/messages.js';
import { refuseSearch } from '../../search/refuse-search.js';
import type { UpdateWork } from '../../port.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { readGraphs } from '../bookkeeping/read-graphs.js';
import { wholeGraphs } from '../bookkeeping/whole-graphs.js';
import { updateCandidates } from './update-candidates.js';

/** What an update does, and the graphs that it found. */
export interface LocalUpdate {
  readonly changed: readonly ChangedGraph[];
  /** The N-Quads before, by graph. */
  readonly stored: ReadonlyMap<string, readonly Uint8Array[]>;
}

/**
 * Runs updates here, over the graphs that they can read or write: so they do what they do in every other store, and the
 * endpoint gets exactly the quads that differ.
 */
export class LocalUpdates {
  readonly #endpoint: Endpoint;
  readonly #engine: () => Promise<SparqlEngine>;

  constructor(endpoint: Endpoint, engine: () => Promise<SparqlEngine>) {
    this.#endpoint = endpoint;
    this.#engine = engine;
  }

  /** @throws CrateError ERR_QUERY_SYNTAX, ERR_USAGE, ERR_UNSUPPORTED, ERR_LIMIT */
  async run(sparql: string, options: UpdateWork = {}): Promise<LocalUpdate> {
    refuseSearch(sparql);
    const stored = new Map<string, Uint8Array[]>();
    const names = options.graphs?.reachable ?? (await updateCandidates(this.#endpoint, sparql, options));
    const sizes = await wholeGraphs(this.#endpoint, names, options);
    for await (const { graph, nquads } of readGraphs(this.#endpoint, sizes, options)) addToList(stored, graph, nquads);
    const engine = await this.#engine();
    // A new mark each time: the engine must not take what it holds for what the endpoint has now.
    const mark = String((this.#runs += 1));
    const snapshot = {
      graphs: async (names?: Iterable<string>) =>
        new Map([...(names ?? stored.keys())].flatMap((name) => (stored.has(name) ? [[name, mark] as const] : []))),
      nquads: (graph: string) => stored.get(graph) ?? [],
    };
    return { changed: await engine.update(snapshot, sparql, options), stored };
  }

  #runs = 0;
}
