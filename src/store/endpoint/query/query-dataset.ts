import type { IriTerm } from 'sparqljs';
import { isIriText } from '../../../base/rdf/iri.js';
import type { QueryOptions } from '../../port.js';
import { iriTerm } from './query-syntax.js';
import { BOOKKEEPING } from '../bookkeeping/bookkeeping.js';

/** FROM and FROM NAMED of a query. */
export interface FromClauses {
  readonly default: IriTerm[];
  readonly named: IriTerm[];
}

/** Graphs of one part of a dataset. */
export interface PartOfDataset {
  /** Those of the endpoint; undefined for all. They need not exist. */
  readonly stored: readonly string[] | undefined;
  /** Those that exist for the query only. */
  readonly extra: readonly string[];
}

/** What a query reads (SPARQL 1.1 Query, section 13). */
export interface QueryDataset {
  /** The graphs whose union is the default graph. */
  readonly unnamed: PartOfDataset;
  readonly named: PartOfDataset;
}

/** A graph that does not exist: engines take a dataset without FROM or FROM NAMED for all graphs. */
const NONE = 'urn:crategraph:none';

/** Finds the dataset of a query: of the options, else of FROM in its text, else all graphs. */
export function datasetOf(
  from: FromClauses | undefined,
  { graphs, named, extra = {} }: Pick<QueryOptions, 'graphs' | 'named' | 'extra'>,
): QueryDataset {
  const isExtra = (graph: string): boolean => Object.hasOwn(extra, graph);
  const part = (names: Iterable<string>): PartOfDataset => {
    const all = [...new Set(names)].filter(isIriText); /* another name is no graph */
    return { stored: all.filter((name) => !isExtra(name)), extra: all.filter(isExtra) };
  };
  const listed = graphs?.filter((graph) => graph !== BOOKKEEPING);
  if (named !== undefined)
    return { unnamed: part(listed ?? []), named: part(named.filter((graph) => graph !== BOOKKEEPING)) };
  if (from !== undefined) {
    const allowed = listed === undefined ? undefined : new Set([...listed, ...Object.keys(extra)]);
    const values = (iris: readonly IriTerm[]) =>
      iris.map(({ value }) => value).filter((value) => allowed === undefined || allowed.has(value));
    return { unnamed: part(values(from.default)), named: part(values(from.named)) };
  }
  const stored = listed === undefined ? undefined : part(listed).stored;
  return { unnamed: { stored, extra: [] }, named: { stored, extra: Object.keys(extra) } };
}

/** Writes a dataset of the endpoint as FROM and FROM NAMED, which all engines understand alike if there are both. */
export function fromClauses(unnamed: readonly string[], named: readonly string[]): FromClauses {
  const orNone = (names: readonly string[]) => (names.length === 0 ? [NONE] : names).map(iriTerm);
  return { default: orNone(unnamed), named: orNone(named) };
}
