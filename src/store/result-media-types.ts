import { CrateError } from '../errors.js';
import type { ResultMediaType } from './port.js';
import type { QueryForm } from './sparql-tokens.js';

const GRAPH_SYNTAXES: ReadonlySet<string> = new Set([
  'application/n-triples',
  'application/n-quads',
  'application/ld+json',
  'text/turtle',
]);

/** Checks that the result of a query can be written in a media type. @throws CrateError ERR_QUERY_FORMAT */
export function requireMediaType(form: QueryForm, mediaType: ResultMediaType): void {
  const asksGraph = form === 'CONSTRUCT' || form === 'DESCRIBE';
  if (asksGraph !== GRAPH_SYNTAXES.has(mediaType))
    throw new CrateError('ERR_QUERY_FORMAT', `the result of ${form} cannot be written as ${mediaType}`);
}
