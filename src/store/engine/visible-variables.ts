import type { Pattern, SelectQuery, Term, Variable, VariableTerm } from 'sparqljs';

/** The variables that a pattern can bind: those of `SELECT *` (SPARQL 1.1 Query, section 18.2.1). */
export function visibleVariables(patterns: readonly Pattern[]): Set<string> {
  const names = new Set<string>();
  const add = (term: unknown): void => {
    const { termType, value } = term as Term;
    if (termType === 'Variable') names.add(value);
    if (termType === 'Quad') {
      const { subject, predicate, object } = term as unknown as Record<'subject' | 'predicate' | 'object', Term>;
      [subject, predicate, object].forEach(add);
    }
  };
  for (const pattern of patterns)
    switch (pattern.type) {
      case 'bgp':
        for (const triple of pattern.triples) Object.values(triple).forEach(add); // a search has more places than three
        break;
      case 'bind':
        add(pattern.variable);
        break;
      case 'values':
        for (const row of pattern.values) for (const name of Object.keys(row)) names.add(name.slice(1));
        break;
      case 'query':
        for (const name of selectedVariables(pattern)) names.add(name);
        break;
      case 'filter':
      case 'minus':
        break;
      default: // group, union, optional, graph, service
        if ('name' in pattern) add(pattern.name);
        for (const name of visibleVariables(pattern.patterns)) names.add(name);
    }
  return names;
}

function selectedVariables({ variables, where = [], values }: SelectQuery): Iterable<string> {
  const [first] = variables as readonly { readonly termType?: string }[];
  if (first?.termType !== 'Wildcard')
    return (variables as Variable[]).map((one) => ('expression' in one ? one.variable : one).value);
  return visibleVariables([...where, ...(values ? [{ type: 'values', values } as Pattern] : [])]);
}

/** Whether a part of a parsed text is a variable. */
export function isVariable(part: unknown): part is VariableTerm {
  return (part as Partial<Term> | null | undefined)?.termType === 'Variable';
}
