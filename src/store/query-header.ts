import { CrateError } from '../base/errors.js';

/** What values a parameter takes; `term` is any RDF term. */
export const PARAMETER_KINDS = ['iri', 'literal', 'term'] as const;

/** A variable that the caller of a query sets, as a line `#+ param: name kind "description"` declares it. */
export interface QueryParameter {
  /** Name of the variable, without `?`. */
  readonly name: string;
  readonly kind: (typeof PARAMETER_KINDS)[number];
  readonly description: string;
}

/** The summary of a query: its line `#+ summary:`, as grlc reads it. */
export function summaryOf(sparql: string): string {
  return /^#\+ summary:\s*(.*)$/m.exec(sparql)?.[1]?.trim() ?? '';
}

/** The parameters that a query declares, in order. @throws CrateError ERR_USAGE for a line that is not understood */
export function parametersOf(sparql: string): QueryParameter[] {
  return [...sparql.matchAll(/^#\+[ \t]*param:[ \t]*(.*?)[ \t]*$/gm)].map(([line, text = '']) => {
    const [, name = '', kind, description = ''] = /^\??(\w+)[ \t]+(\w+)(?:[ \t]+"(.*)")?$/.exec(text) ?? [];
    const known = PARAMETER_KINDS.find((one) => one === kind);
    if (known === undefined)
      throw new CrateError('ERR_USAGE', `the query declares a parameter that is not understood: ${line}`, {
        hint: `write #+ param: name kind "description"; kinds: ${PARAMETER_KINDS.join(', ')}`,
      });
    return { name, kind: known, description };
  });
}
