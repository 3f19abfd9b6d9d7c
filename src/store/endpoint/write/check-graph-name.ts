import { CrateError } from '../../../base/errors.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { irisAmong } from '../bookkeeping/update-text.js';

/**
 * Checks the name of a graph that is written.
 * @throws CrateError ERR_USAGE for a graph of the endpoint itself, ERR_RDF_SYNTAX for a name that SPARQL cannot write
 */
export function checkGraphName(endpoint: Endpoint, graph: string): void {
  if (endpoint.hides(graph))
    throw new CrateError('ERR_USAGE', `the graph <${graph}> belongs to the endpoint`, { hint: 'choose another name' });
  if (irisAmong([graph]).length === 0)
    throw new CrateError('ERR_RDF_SYNTAX', `${graph} is no IRI, so no endpoint can have a graph of that name`);
}
