import type { Pattern, ValuePatternRow, ValuesPattern } from 'sparqljs';
import { CrateError } from '../../../base/errors.js';
import { skolemIri } from '../../../base/rdf/skolem.js';
import { termOf, type JsonTerm } from '../../sparql-json.js';
import { groupOf, iriTerm, noSolutions } from './query-syntax.js';

/** Solutions that are known already. */
export interface Solutions {
  readonly variables: readonly string[];
  readonly bindings: readonly Readonly<Record<string, JsonTerm>>[];
}

/** A pattern that has these solutions, whatever it is asked of. @throws CrateError ERR_UNSUPPORTED for quoted triples */
export function solutionsPattern({ variables, bindings }: Solutions): Pattern {
  if (bindings.length === 0) return noSolutions();
  if (variables.length === 0) {
    const empty = groupOf([]);
    return bindings.length === 1 ? empty : { type: 'union', patterns: bindings.map(() => empty) };
  }
  const values = bindings.map((row) => Object.fromEntries(variables.map((name) => [`?${name}`, valueOf(row[name])])));
  return { type: 'values', values: values as ValuePatternRow[] } satisfies ValuesPattern;
}

function valueOf(term: JsonTerm | undefined): unknown {
  if (term === undefined) return undefined;
  if (term.type === 'triple')
    throw new CrateError('ERR_UNSUPPORTED', 'a query cannot send triples of triples to an endpoint');
  return term.type === 'bnode' ? iriTerm(skolemIri(term.value as string)) : termOf(term);
}
