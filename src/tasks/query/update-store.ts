import { CATALOGUE } from '../stored/load-records.js';
import { DOWNLOADS } from './downloads.js';
import { CrateError } from '../../base/errors.js';
import { namesGraph, sparqlGraphs, putInGraph, type SparqlGraphs } from '../../store/engine/sparql-graphs.js';
import { withUsing, type UpdateDataset } from '../../store/engine/update-dataset.js';
import { requireGraphs } from '../../store/graph-errors.js';
import type { GraphDifference, GraphReader, GraphStore, UpdateWork } from '../../store/port.js';
import { kindOfSparql } from '../../store/sparql-tokens.js';
import type { ContextSource } from '../../crate/context/context-source.js';
import type { Parameters } from './parameters.js';
import { prepareSparql } from './prepare-sparql.js';

/** How to run an update. */
export interface UpdateOptions extends UpdateWork {
  /** IRI of the graph for triples outside GRAPH. Default: none, and such triples are an error. */
  readonly crate?: string | undefined;
  /** Values for the parameters of the update, or for its variables. */
  readonly parameters?: Parameters | undefined;
  /**
   * The default and named graphs that WHERE matches, as with USING and USING NAMED, which the text must then not have.
   * Default: those of the text.
   */
  readonly using?: UpdateDataset | undefined;
  /** What relative IRIs resolve against, unless the text has BASE. Default: they are an error. */
  readonly base?: string | undefined;
  /** Has the contexts that declare prefixes. Default: those of the package and the cache. */
  readonly contexts?: ContextSource | undefined;
}

/** An update that may run: it changes crates only. */
export interface PreparedUpdate {
  readonly text: string;
  readonly graphs: SparqlGraphs;
  /** Explains an error of the engine, with the place in the text that the user wrote; a promise if that takes long. */
  explain(error: unknown): unknown;
}

/**
 * Runs a SPARQL update on a store, all of it or nothing; durable when the promise resolves.
 * @returns the graphs that changed, and by how many quads
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * const crate = 'https://example.org/coastal-atlas/';
 * const update = `INSERT DATA { <${crate}> <http://schema.org/keywords> "coast" }`;
 * console.log(await updateStore(store, update, { crate })); // [{ graph, added: 1, removed: 0 }]
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_STORE_LOCKED, ERR_GRAPH_NOT_FOUND, ERR_LIMIT, ERR_USAGE for a query, for
 * triples outside of named graphs, and for the catalogue
 */
export async function updateStore(
  store: GraphStore,
  sparql: string,
  options: UpdateOptions = {},
): Promise<GraphDifference[]> {
  return runUpdate(store, await prepareUpdate(store, sparql, options), options);
}

/** Runs an update that was prepared. @throws CrateError as {@link updateStore} */
export async function runUpdate(
  store: GraphStore,
  { text, graphs, explain }: PreparedUpdate,
  { signal, onProgress }: UpdateWork,
): Promise<GraphDifference[]> {
  try {
    return await store.update(text, { graphs, signal, onProgress });
  } catch (error) {
    throw await explain(error);
  }
}

/** Prepares an update, and checks what it may change. @throws CrateError as {@link updateStore} */
export async function prepareUpdate(
  store: GraphReader,
  sparql: string,
  { crate, using, base, parameters, contexts }: UpdateOptions,
): Promise<PreparedUpdate> {
  if (kindOfSparql(sparql) === 'query')
    throw new CrateError('ERR_USAGE', 'this is a query, not an update', { hint: 'use `crategraph query`' });
  if (crate !== undefined) requireGraphs(await store.graphs([crate]), [crate]);
  const prepared = await prepareSparql(sparql, { store, parameters, contexts, base }, checkUpdate);
  const placed = crate === undefined ? prepared.text : putInGraph(prepared.text, crate);
  const update = using === undefined ? placed : withUsing(placed, using);
  const graphs = update === prepared.text ? prepared.graphs : sparqlGraphs(update);
  if (graphs.usesDefaultGraph)
    throw new CrateError(
      'ERR_USAGE',
      'the update changes triples outside any named graph; every triple must belong to a crate',
      {
        hint: 'write GRAPH <crate> { ... } around them (GRAPH ?crate { ... } for all crates), or name the crate with --crate',
      },
    );
  if (namesGraph(update, CATALOGUE, graphs))
    throw new CrateError('ERR_USAGE', `<${CATALOGUE}> is made from the load records and cannot be changed`);
  if (namesGraph(update, DOWNLOADS, graphs))
    throw new CrateError('ERR_USAGE', `<${DOWNLOADS}> is made for queries; an update cannot use it`);
  return { text: update, graphs, explain: prepared.explain };
}

/** Runs an update on an empty store: a text that is refused costs no lock, and no graph is read for it. */
async function checkUpdate(update: string): Promise<unknown> {
  const { MemoryStore } = await import('../../store/memory-store.js');
  const store = new MemoryStore();
  return store.update(update).finally(() => store.close());
}
