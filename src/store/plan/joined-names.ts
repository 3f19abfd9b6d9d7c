/** Any node of a parsed text. */
type SyntaxNode = Readonly<Record<string, unknown>>;

/**
 * The names of variables whose values may meet the same variable elsewhere in a query: all of its patterns, and those
 * that two places make. The values of others are only ever compared with each other.
 */
export function joinedNames(query: unknown): Set<string> {
  const names = new Set<string>();
  const made = new Set<string>();
  const make = (name: string): void => {
    if (made.has(name)) names.add(name);
    made.add(name);
  };
  const addTerms = (part: unknown): void => {
    if (part === null || typeof part !== 'object') return;
    if ('termType' in part) {
      const { termType, value } = part as { readonly termType: string; readonly value: string };
      if (termType === 'Variable') names.add(value);
    } else Object.values(part).forEach(addTerms);
  };
  const visit = (part: unknown): void => {
    if (part === null || typeof part !== 'object' || 'termType' in part) return;
    const { type, triples, name, values, variable, expression } = part as SyntaxNode;
    if (type === 'bgp') return addTerms(triples);
    if (type === 'graph') addTerms(name);
    if (Array.isArray(values))
      for (const row of values) for (const key of Object.keys(row as object)) names.add(key.slice(1));
    if (variable !== undefined && expression !== undefined) make((variable as { readonly value: string }).value);
    Object.values(part).forEach(visit);
  };
  visit(query);
  return names;
}
