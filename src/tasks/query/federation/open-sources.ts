import { CrateError } from '../../../base/errors.js';
import { refusedOffline } from '../../../package/http/addresses.js';
import type { PackageOptions } from '../../../package/package-options.js';
import { openEndpoint, storeOn } from '../../../store/endpoint/endpoint-store.js';
import { openStore } from '../../../store/open-store.js';
import type { GraphReader, GraphSnapshot, GraphStore } from '../../../store/port.js';
import { EndpointSource } from './endpoint-source.js';
import { FederatedReader } from './federated-reader.js';
import type { NamedSources } from './name-sources.js';
import type { QuerySource } from './query-source.js';
import { termToNQuads } from '../../../base/rdf/nquads.js';
import { wholeLines } from '../../../store/nquads-lines.js';
import { eachLine } from '../../../store/pieces.js';
import type { NeededQuads } from '../../../store/needed/needed-quads.js';
import { isReadable, type FoundTriple, type QuadRequest } from '../../../store/needed/quad-request.js';

/** What sources need besides their names. */
interface SourceSettings {
  /** The crates that are sources themselves, loaded into memory. */
  readonly crates: GraphStore;
  readonly align?: boolean | undefined;
  readonly packages?: PackageOptions | undefined;
}

/** Opens all sources of a query, each store at one moment, does the work, and closes them. @throws CrateError */
export async function openSources<T>(
  { crates: { length: hasCrates }, stores, endpoints }: NamedSources,
  { crates, align, packages }: SourceSettings,
  work: (reader: GraphReader) => Promise<T>,
): Promise<T> {
  if (align === true)
    throw new CrateError('ERR_USAGE', 'terms can be aligned in crates only, not in stores and endpoints', {
      hint: 'leave --align out, or name the store with --store',
    });
  const [asked] = endpoints;
  if (asked !== undefined && packages?.http?.offline === true) throw refusedOffline(asked, 'an endpoint');
  const opened: GraphStore[] = [];
  const snapshots: GraphSnapshot[] = [];
  const moment = (store: GraphStore): GraphSnapshot => {
    const snapshot = store.snapshot();
    snapshots.push(snapshot);
    return snapshot;
  };
  try {
    const sources: QuerySource[] = hasCrates === 0 ? [] : [new StoreSource('the crates', moment(crates))];
    for (const place of stores) {
      const store = await openStore(place);
      opened.push(store);
      sources.push(new StoreSource(place, moment(store)));
    }
    const env = packages?.http?.env ?? process.env;
    for (const address of endpoints) {
      const endpoint = await openEndpoint(address, { env });
      const store = storeOn(endpoint);
      opened.push(store);
      sources.push(new EndpointSource(address, endpoint, moment(store)));
    }
    return await work(new FederatedReader(sources));
  } finally {
    for (const snapshot of snapshots) snapshot.close();
    for (const store of opened) await store.close();
  }
}

/** A store, or one moment of it, as a source of a query. */
class StoreSource implements QuerySource {
  readonly name: string;
  readonly reader: GraphReader;

  constructor(name: string, reader: GraphReader) {
    this.name = name;
    this.reader = reader;
  }

  async *quads({ quads, readable, signal }: QuadRequest): AsyncGenerator<FoundTriple> {
    const named = quads.some(({ graph }) => typeof graph === 'string') ? undefined : quads.map((one) => graphName(one));
    for (const graph of (await this.reader.graphs(named)).keys()) {
      signal?.throwIfAborted();
      const wanted = quads.filter((one) => isReadable(graph, one, readable)).map(constantsOf);
      if (wanted.length === 0) continue;
      const end = ` <${graph}> .`;
      for await (const piece of wholeLines(this.reader.nquads(graph))) {
        const found: FoundTriple[] = [];
        eachLine(piece, (line) => {
          if (wanted.some((parts) => parts.every((part) => line.includes(part))))
            found.push([line.slice(0, -end.length), graph]);
        });
        yield* found;
      }
    }
  }
}

function graphName({ graph }: NeededQuads): string {
  return typeof graph === 'string' ? '' : graph.value;
}

/** What the lines of these quads contain. A literal may be spelled differently there, such as 1 and 01. */
function constantsOf({ subject, predicate, object }: NeededQuads): string[] {
  const terms = [subject, predicate, object?.termType === 'NamedNode' ? object : undefined];
  return terms.flatMap((term) => (term === undefined ? [] : [termToNQuads(term)]));
}
