import { CrateError } from '../../errors.js';
import type { QueryOptions, ResultMediaType } from '../port.js';
import type { QuerySite } from './query-site.js';

/**
 * Answers a query of a user at an endpoint, as every store answers it: the default graph is the union of all graphs, the
 * bookkeeping is hidden, skolem IRIs are blank nodes, `extra` graphs exist. This is `GraphReader.query` of the store.
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_QUERY_FORMAT, ERR_UNSUPPORTED, ERR_ENDPOINT, ERR_LIMIT
 */
export async function* queryEndpoint(
  site: QuerySite,
  sparql: string,
  mediaType: ResultMediaType,
  options: QueryOptions = {},
): AsyncGenerator<Uint8Array> {
  yield await site.askHere(sparql, mediaType, options);
  throw new CrateError('ERR_UNSUPPORTED', 'TODO');
}
