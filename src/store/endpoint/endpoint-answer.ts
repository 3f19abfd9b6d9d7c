import type { SparqlJson } from '../sparql-json.js';
import type { EngineFacts } from './engines.js';
import type { EndpointAnswer } from './query-site.js';

/** Reads SPARQL JSON of an endpoint; skolem IRIs become blank nodes. @throws CrateError ERR_ENDPOINT, ERR_LIMIT */
export function readRows(answer: EndpointAnswer, facts: Pick<EngineFacts, 'rowLimitHeader'>): SparqlJson {
  throw new Error(`TODO ${answer.bytes.length} ${facts.rowLimitHeader}`);
}

/**
 * Reads N-Triples of an endpoint line by line; skolem IRIs become blank nodes.
 * @returns N-Triples without duplicates
 * @throws CrateError ERR_ENDPOINT, ERR_LIMIT
 */
export function readTriples(answer: EndpointAnswer, facts: Pick<EngineFacts, 'rowLimitHeader'>): string {
  throw new Error(`TODO ${answer.bytes.length} ${facts.rowLimitHeader}`);
}
