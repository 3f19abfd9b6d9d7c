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
import { StoreSource } from './store-source.js';

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
