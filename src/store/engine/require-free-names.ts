import type { Pattern, SelectQuery, SparqlQuery, VariableTerm } from 'sparqljs';
import { CrateError } from '../../base/errors.js';
import { visibleVariables } from './visible-variables.js';

/** What is looked at of a node of the syntax tree. */
interface Syntax {
  readonly type?: string;
  readonly queryType?: string;
  readonly where?: readonly Pattern[];
  /** Those of a group, or the branches of UNION. */
  readonly patterns?: readonly Pattern[];
}

/**
 * Refuses `(… AS ?n)` and `BIND(… AS ?n)` where `?n` has a value already, as SPARQL does (SPARQL 1.1 Query, sections
 * 18.2.1 and 10.1). Our parser takes both, and so do some engines, each with an answer of its own.
 * @param sparql its text, which mostly shows that there is nothing to look for
 * @throws CrateError ERR_QUERY_SYNTAX
 */
export function requireFreeNames(sparql: string, query: SparqlQuery): void {
  if (!/\bas\b/i.test(sparql)) return;
  const visit = (part: unknown): void => {
    if (part === null || typeof part !== 'object' || 'termType' in part) return;
    const { type, queryType, where, patterns } = part as Syntax;
    const taken = queryType === 'SELECT' ? takenBySelect(part as SelectQuery) : undefined;
    const name = taken ?? takenByBind(where ?? (type === 'union' ? [] : (patterns ?? [])));
    if (name !== undefined) throw refusal(name);
    for (const one of Object.values(part)) visit(one);
  };
  visit(query);
}

/** Refuses a text whose parser said that a name has a value. @throws CrateError ERR_QUERY_SYNTAX */
export function throwIfNameTaken(error: unknown): void {
  const said = /^(?:Variable used to bind is already bound|.* columns have the same name) \(\?(.+)\)$/u;
  const name = said.exec(String((error as Partial<Error> | undefined)?.message))?.[1];
  if (name !== undefined) throw refusal(name);
}

function takenBySelect({ variables, where = [], values }: SelectQuery): string | undefined {
  const names = (variables as readonly object[]).flatMap((one) =>
    'expression' in one ? [(one as unknown as { variable: VariableTerm }).variable.value] : [],
  );
  if (names.length === 0) return undefined;
  const visible = visibleVariables(values === undefined ? where : [...where, { type: 'values', values }]);
  return names.find((name) => visible.has(name));
}

function takenByBind(group: readonly Pattern[]): string | undefined {
  const names = group.map((pattern) => (pattern.type === 'bind' ? pattern.variable.value : undefined));
  return names.find((name, at) => name !== undefined && visibleVariables(group.slice(0, at)).has(name));
}

function refusal(name: string): CrateError {
  return new CrateError('ERR_QUERY_SYNTAX', `SPARQL: ?${name} has a value already, so AS cannot give it another`, {
    hint: `choose another name after AS, such as ?${name}2`,
    details: { variable: name },
  });
}
