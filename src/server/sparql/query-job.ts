import type { QueryFormat } from '../../tasks/query/result-formats.js';
import { mentionsSearch } from '../../store/search/mentions-search.js';
import type { UpdateDataset } from '../../store/engine/update-dataset.js';

/** What a query thread does for one request. */
export type QueryJob =
  /** Answers a query. */
  | {
      readonly do: 'query';
      readonly sparql: string;
      readonly format: QueryFormat;
      /** What relative IRIs resolve against. */
      readonly base: string;
      /** The dataset of the request; undefined if it names none. */
      readonly dataset: UpdateDataset | undefined;
      /** The most rows or triples that a result may have. */
      readonly most: number;
      /** The client wants at most so many rows of a SELECT. Default: all. */
      readonly rows?: number;
      /** The client wants at most so many triples of another query. Default: all. */
      readonly triples?: number;
      /** Whether the thread should say so, instead of an answer, where it would have to read what the index lacks. */
      readonly onlyIndexed?: boolean | undefined;
    }
  /** Writes a graph in an RDF syntax, by its name in `base/rdf/syntaxes.ts`. */
  | { readonly do: 'graph'; readonly graph: string; readonly to: string };

/** What a query thread sends: chunks of a result, or that the index lacks something. */
export type QueryJobAnswer = readonly Uint8Array[] | 'not indexed';

/** What a query thread gets when it starts. */
export interface QueryThreadData {
  /** Path of the store file. */
  readonly place: string;
}

/** Whether a job needs the full text. */
export function searches(job: QueryJob): boolean {
  return job.do === 'query' && mentionsSearch(job.sparql);
}

/**
 * The job whose thread says so where it would have to read what the index lacks; the same one if it says so already, or
 * needs no index: it names its dataset, and does not search, which ranks by all texts.
 */
export function onlyIndexed(job: QueryJob): QueryJob {
  if (job.do === 'graph' || job.onlyIndexed === true) return job;
  return job.dataset === undefined || searches(job) ? { ...job, onlyIndexed: true } : job;
}

/** A job that makes a thread read all graphs, and all words if another job needs them. */
export function readingFor(job: QueryJob): QueryJob {
  const sparql = searches(job) ? 'ASK { ?s cg:search "a" }' : 'ASK { ?s ?p ?o }';
  return { do: 'query', sparql, format: 'json', base: 'urn:base', dataset: undefined, most: 1 };
}
