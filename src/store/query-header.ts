import { CrateError } from '../base/errors.js';

/** What values a parameter takes; `term` is any RDF term. */
export const PARAMETER_KINDS = ['iri', 'literal', 'term'] as const;

/** A variable that the caller of a query sets, as a line `#+ param: name kind "description" example` declares it. */
export interface QueryParameter {
  /** Name of the variable, without `?`. */
  readonly name: string;
  readonly kind: (typeof PARAMETER_KINDS)[number];
  readonly description: string;
  /** A value, as a caller writes it. */
  readonly example?: string;
}

/** The summary of a query: its line `#+ summary:`, as grlc reads it. */
export function summaryOf(sparql: string): string {
  return /^#\+ summary:\s*(.*)$/m.exec(sparql)?.[1]?.trim() ?? '';
}

/** What a query asks about: the first of its `#+ tags: [...]`, as grlc reads them; undefined if it has none. */
export function queryGroup(sparql: string): string | undefined {
  return /^#\+ tags:\s*\[\s*([^\],\n]+)/m.exec(sparql)?.[1]?.trim();
}

/** The parameters that a query declares, in order. @throws CrateError ERR_USAGE for a line that is not understood */
export function parametersOf(sparql: string): QueryParameter[] {
  return [...sparql.matchAll(/^#\+[ \t]*param:[ \t]*(.*?)[ \t]*$/gm)].map(([line, text = '']) => {
    const [, name = '', kind, description = '', example] =
      /^\??(\w+)[ \t]+(\w+)(?:[ \t]+"(.*)"(?:[ \t]+([^"]+))?)?$/.exec(text) ?? [];
    const known = PARAMETER_KINDS.find((one) => one === kind);
    if (known === undefined)
      throw new CrateError('ERR_USAGE', `the query declares a parameter that is not understood: ${line}`, {
        hint: `write #+ param: name kind "description" example; kinds: ${PARAMETER_KINDS.join(', ')}`,
      });
    return { name, kind: known, description, ...(example !== undefined && { example }) };
  });
}
