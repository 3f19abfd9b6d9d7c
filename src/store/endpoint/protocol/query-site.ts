import type { QueryOptions, ResultMediaType, WorkOptions } from '../../port.js';
import type { EngineFacts } from './engine-facts.js';
import type { AnswerHeaders } from './answer-body.js';

/** A SELECT or ASK query as an endpoint gets it; its answer is to be `application/sparql-results+json`. */
export interface EndpointQuery {
  readonly sparql: string;
  /** Parameters beside `query`, in the URL or in the form. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** The answer of an endpoint with a status of 2xx; nothing in it is believed yet. */
export interface EndpointAnswer {
  readonly headers: AnswerHeaders;
  readonly bytes: Uint8Array;
}

/** What queries need of an endpoint. */
export interface QuerySite {
  readonly facts: Pick<
    EngineFacts,
    | 'union'
    | 'looseTriples'
    | 'rowLimit'
    | 'filtersEarly'
    | 'countsWays'
    | 'alternativesOnce'
    | 'losesValues'
    | 'cutsAgain'
    | 'mixesValues'
  >;
  /** All predicates that the bookkeeping uses, in full. */
  readonly predicates: readonly string[];
  /** The names of all graphs but that of the bookkeeping. Called for the few queries that need them. */
  graphs(options: WorkOptions): Promise<Iterable<string>>;
  /** The graphs that count as not there, because their write was cut. */
  pending(options: WorkOptions): Promise<readonly string[]>;
  /** Sends a query. */
  ask(query: EndpointQuery, options: WorkOptions): Promise<EndpointAnswer>;
  /** Answers a query with our engine, over nothing but the `extra` graphs of the options. */
  askHere(sparql: string, mediaType: ResultMediaType, options: QueryOptions): Promise<Uint8Array>;
}
