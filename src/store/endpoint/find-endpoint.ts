import type { EngineFacts } from './engines.js';
import type { SparqlClient } from './sparql-client.js';

/** Addresses that a user may give, each instead of the one that is found. */
export interface GivenAddresses {
  /** SPARQL 1.1 Query. */
  readonly query?: string | undefined;
  /** SPARQL 1.1 Update. */
  readonly update?: string | undefined;
  /** SPARQL 1.1 Graph Store Protocol, used with `?graph=`. */
  readonly graph?: string | undefined;
}

/** An endpoint: its addresses, and what is known about its engine. */
export interface FoundEndpoint {
  readonly facts: EngineFacts;
  readonly query: URL;
  /** Undefined if no address for updates is known: then it can only be read. */
  readonly update: URL | undefined;
  /** Graph Store Protocol: `graphUrl(graphStore, iri)` is the address of one graph. */
  readonly graphStore: URL | undefined;
  /** Takes N-Quads of any graphs by POST; undefined unless `facts.takesQuads`. */
  readonly data: URL | undefined;
}

/**
 * Finds the addresses and the engine of an endpoint, by its location or by the addresses that are given. It only reads.
 * @throws CrateError ERR_ENDPOINT if there is no answer, or no SPARQL endpoint
 */
export async function findEndpoint(
  client: SparqlClient,
  location: string,
  given: GivenAddresses = {},
): Promise<FoundEndpoint> {
  await Promise.reject(new Error(`TODO ${client.constructor.name} ${location} ${Object.keys(given).join()}`));
  throw new Error();
}

/** The address of one graph in a graph store (SPARQL 1.1 Graph Store Protocol, section 4.2). */
export function graphUrl(graphStore: URL, graph: string): URL {
  const url = new URL(graphStore);
  url.searchParams.set('graph', graph);
  return url;
}
