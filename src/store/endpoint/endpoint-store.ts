import { CrateError } from '../../errors.js';
import type { GraphStore } from '../port.js';
import type { GivenAddresses } from './find-endpoint.js';
import type { SparqlClientOptions } from './sparql-client.js';

/** How an endpoint is reached: its addresses, credentials and time-outs. */
export interface EndpointOptions extends GivenAddresses, Partial<SparqlClientOptions> {}

/** Opens the graphs of a SPARQL endpoint as a store. @throws CrateError ERR_ENDPOINT, ERR_UNSUPPORTED */
export async function openEndpointStore(location: string, options: EndpointOptions = {}): Promise<GraphStore> {
  await Promise.resolve([location, options]);
  throw new CrateError('ERR_UNSUPPORTED', 'SPARQL endpoints are not supported as a store yet', {
    hint: 'give --store the path of a file',
  });
}
