import { CRATEGRAPH, SEARCH } from '../../base/rdf/vocabulary.js';
import { replaceTokens } from '../sparql-tokens.js';

/**
 * Whether a SPARQL text seems to search the full text, as far as its words tell. A text that is not parsed yet, or not
 * at all, can be asked; one that only seems so costs a full text that is not used.
 */
export function mentionsSearch(sparql: string): boolean {
  if (!sparql.includes('search')) return false;
  let isFound = false;
  const declares = sparql.includes(CRATEGRAPH);
  replaceTokens(sparql, (token) => {
    isFound ||= token === 'cg:search' || token === `<${SEARCH}>` || (declares && token.endsWith(':search'));
    return '';
  });
  return isFound;
}
