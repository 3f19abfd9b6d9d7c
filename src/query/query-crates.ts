import type { LoadOptions, LoadResult } from '../load/load-crates.js';
import type { CrateArgument } from '../open/crate-argument.js';
import { MemoryStore } from '../store/memory-store.js';
import { findGraphs } from '../stored/find-graph.js';
import { answerQuery, requireQuery, type Answer, type AskOptions } from './answer-query.js';
import { textOrTable, type ResultTable } from './query-store.js';

/** How to query crates without a store. */
export interface QueryCratesOptions extends Omit<AskOptions, 'graphs'>, LoadOptions {
  /** Query only these of the crates; names as for `findGraph`. Default: all. */
  readonly crates?: readonly string[] | undefined;
  /** Receives the results of the load. */
  readonly onLoaded?: ((results: readonly LoadResult[]) => void) | undefined;
}

/**
 * Queries crates without a store: loads them into memory first.
 * @param crates as for `loadCrates`
 * @example
 * const { text } = await savedQuery('people');
 * console.log(await queryCrates('data/crates', text, { format: 'csv' }));
 * @throws CrateError what the first crate that cannot be loaded throws, and as `queryStore`
 */
export async function queryCrates(
  crates: CrateArgument | Iterable<CrateArgument>,
  sparql: string,
  options: QueryCratesOptions = {},
): Promise<string | ResultTable> {
  return textOrTable(await answerFromCrates(crates, sparql, options));
}

/** As {@link queryCrates}, for a caller that shows or writes the answer itself. */
export async function answerFromCrates(
  crates: CrateArgument | Iterable<CrateArgument>,
  sparql: string,
  options: QueryCratesOptions,
): Promise<Answer> {
  requireQuery(sparql);
  const { loadCrates } = await import('../load/load-crates.js'); // a query of a store does not read crates
  const store = new MemoryStore();
  try {
    const results = await loadCrates(store, crates, options);
    for (const { error } of results) if (error !== undefined) throw error;
    options.onLoaded?.(results);
    const graphs = options.crates && (await findGraphs(store, options.crates));
    return await answerQuery(store, sparql, { ...options, graphs });
  } finally {
    await store.close();
  }
}
