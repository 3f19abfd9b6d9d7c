import type { LoadOptions, LoadResult } from '../load/load-crates.js';
import { listOfCrates, type CrateArgument } from '../../package/open/crate-argument.js';
import { MemoryStore } from '../../store/memory-store.js';
import type { GraphReader, GraphStore } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { findGraphs } from '../stored/find-graph.js';
import { answerFrom, requireQuery, type Answer, type AskOptions } from './answer-query.js';
import { nameSources } from './federation/name-sources.js';
import { textOrTable, type ResultTable } from './query-store.js';

/** How to query crates without a store. */
export interface QueryCratesOptions extends Omit<AskOptions, 'graphs' | 'same'>, LoadOptions {
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
  return askCrates(crates, options, (ask) => ask(sparql, options));
}

/** Answers a query, as often as there are queries. */
export type AskOne = (sparql: string, options: Omit<AskOptions, 'graphs' | 'align' | 'same'>) => Promise<Answer>;

/** Opens what {@link queryCrates} queries, once for all queries of `work`, and closes it afterwards. */
export async function askCrates<T>(
  crates: CrateArgument | Iterable<CrateArgument>,
  options: Omit<QueryCratesOptions, keyof AskOptions> & Pick<AskOptions, 'align' | 'signal' | 'contexts'>,
  work: (ask: AskOne) => Promise<T>,
): Promise<T> {
  const named = await nameSources(listOfCrates(crates), options.packages);
  const workOn = async (reader: GraphReader): Promise<T> => {
    const graphs = options.crates && (await findGraphs(reader, options.crates));
    return work(async (sparql, asked) => {
      requireQuery(sparql);
      return answerFrom(reader, sparql, { contexts: options.contexts, ...asked, graphs });
    });
  };
  return inMemory(named.crates, options, async (store) => {
    if (named.stores.length + named.endpoints.length > 0) {
      const { openSources } = await import('./federation/open-sources.js');
      return openSources(named, { crates: store, align: options.align, packages: options.packages }, workOn);
    }
    if (options.align === true) await (await import('./align-terms.js')).alignTerms(store);
    return withSnapshot(store, workOn);
  });
}

/** Loads crates into memory, and closes that when the work is done. */
async function inMemory<T>(
  crates: Iterable<CrateArgument>,
  options: LoadOptions & Pick<QueryCratesOptions, 'onLoaded'>,
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
