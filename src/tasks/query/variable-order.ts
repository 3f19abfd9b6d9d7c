import { replaceTokens } from '../../store/sparql-tokens.js';

/**
 * The variables of `SELECT *` in the order in which the query mentions them. SPARQL leaves their order open, and the
 * engine sorts them by name; people read a table in the order of what they wrote. Other queries choose their order.
 */
export function inTextOrder(variables: readonly string[], sparql: string): readonly string[] {
  const mentioned = new Set<string>();
  const bare = replaceTokens(sparql, (token) => {
    if (/^[?$]/.test(token)) mentioned.add(token.slice(1));
    return /^[A-Za-z]+$/.test(token) ? token : ' ';
  });
  if (!/^[^{]*\bSELECT\s+(?:(?:DISTINCT|REDUCED)\s+)?\*/i.test(bare)) return variables;
  const known = new Set(variables);
  const named = [...mentioned].filter((name) => known.has(name));
  return [...named, ...variables.filter((name) => !mentioned.has(name))];
}
