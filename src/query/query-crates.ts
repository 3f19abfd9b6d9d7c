import type { LoadOptions, LoadResult } from '../load/load-crates.js';
import { listOfCrates, type CrateArgument } from '../open/crate-argument.js';
import { MemoryStore } from '../store/memory-store.js';
import type { GraphStore } from '../store/port.js';
import { findGraphs } from '../stored/find-graph.js';
import { answerFrom, answerQuery, requireQuery, type Answer, type AskOptions } from './answer-query.js';
import { nameSources, type NamedSources } from './federation/name-sources.js';
import { textOrTable, type ResultTable } from './query-store.js';

/** How to query crates without a store. */
export interface QueryCratesOptions extends Omit<AskOptions, 'graphs'>, LoadOptions {
  /** Query only these of the crates; names as for `findGraph`. Default: all. */
  readonly crates?: readonly string[] | undefined;
  /** Receives the results of the load. */
  readonly onLoaded?: ((results: readonly LoadResult[]) => void) | undefined;
}

/**
 * Queries crates where they are: those that are in no store are loaded into memory first; a source may also be the file
 * of a store, or the address of a SPARQL endpoint (`sparql@https://…` says that it is one). The default graph is the
 * union of all graphs of all sources. Of stores and endpoints only the quads are read that the query needs.
 * @param crates as for `loadCrates`, files of stores, and addresses of SPARQL endpoints
 * @example
 * const { text } = await savedQuery('people');
 * console.log(await queryCrates('data/crates', text, { format: 'csv' }));
 * @throws CrateError what the first crate that cannot be loaded throws, ERR_LIMIT, and as `queryStore`
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
  const sources = await nameSources(listOfCrates(crates), options.packages);
  if (sources.stores.length + sources.endpoints.length > 0) return answerFromSources(sources, sparql, options);
  return inMemory(sources.crates, options, async (store) => {
    const graphs = options.crates && (await findGraphs(store, options.crates));
    return answerQuery(store, sparql, { ...options, graphs });
  });
}

async function answerFromSources(named: NamedSources, sparql: string, options: QueryCratesOptions): Promise<Answer> {
  const { openSources } = await import('./federation/open-sources.js');
  return inMemory(named.crates, options, (store) =>
    openSources(named, { crates: store, align: options.align, packages: options.packages }, async (reader) => {
      const graphs = options.crates && (await findGraphs(reader, options.crates));
      return answerFrom(reader, sparql, { ...options, graphs });
    }),
  );
}

/** Loads crates into memory, and closes that when the work is done. */
async function inMemory<T>(
  crates: Iterable<CrateArgument>,
  options: QueryCratesOptions,
  work: (store: GraphStore) => Promise<T>,
): Promise<T> {
  const { loadCrates } = await import('../load/load-crates.js'); // a query of a store does not read crates
  const store = new MemoryStore();
  try {
    const results = await loadCrates(store, crates, options);
    for (const { error } of results) if (error !== undefined) throw error;
    options.onLoaded?.(results);
    return await work(store);
  } finally {
    await store.close();
  }
}
