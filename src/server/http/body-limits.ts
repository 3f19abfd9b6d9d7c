/**
 * What the bodies of requests may have that are read, at least in part, by the thread that answers all requests. The
 * limit of the server for all bodies counts too. Graphs have only that one: another thread reads them.
 */
export const BODY_LIMITS = {
  /** Bytes of a form: a SPARQL text with its dataset, or the IRIs of a page of results. */
  form: 1_000_000,
  /** Fields of a form: an address that many parameters fit into is far longer than a server takes. */
  fields: 20_000,
  /** Bytes of a query. */
  query: 1_000_000,
  /** Bytes of an update; more triples than that are a graph. */
  update: 4_000_000,
} as const;
