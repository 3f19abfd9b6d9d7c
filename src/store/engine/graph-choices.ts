import type { GraphPattern, IriTerm, Pattern, Term } from 'sparqljs';
import { isVariable } from './visible-variables.js';

/** What the text says about the values of a variable that stands for a graph. */
export interface GraphChoice {
  /** Only these; undefined for any. */
  readonly only?: ReadonlySet<string> | undefined;
  /** None of these. */
  readonly but: ReadonlySet<string>;
}

/** The choice for each variable, by name, that a group of patterns makes. */
export type GraphChoices = ReadonlyMap<string, GraphChoice>;

/** No choice for any variable. */
export const ANY_GRAPH: GraphChoices = new Map();

/** In place of a name: all variables. */
const EACH = '*';

/** A query, or a part of one. */
type SyntaxNode = Readonly<Record<string, unknown>>;

/**
 * The choices that hold in a group: those from outside, and those of its own VALUES, BIND and FILTER.
 *
 * Why `GRAPH ?g` in this group then needs no other graph (SPARQL 1.1 Query, section 18). Each solution of `GRAPH ?g`
 * binds ?g to the name of its graph (18.6). Join, LeftJoin (on its left), Minus (on its left) and Extend make solutions
 * that keep the bindings of those they are made of. So what comes of another graph still has its name in ?g at the end
 * of the group, where it goes: a join with VALUES of the same group keeps only the rows of VALUES, whatever stands
 * between them, and a FILTER holds for the whole group (18.2.2.2), where the comparison is false. In a FILTER of
 * OPTIONAL, which is the condition of LeftJoin, it is false too: such a solution never extends another. A nested group,
 * a branch of UNION and the inside of GRAPH are joined with the rest, so their solutions go for the same reason. For
 * OPTIONAL and MINUS see {@link choicesOnRight}. A subquery, EXISTS and SERVICE keep nothing from outside.
 */
export function choicesIn(patterns: readonly Pattern[], outside: GraphChoices): GraphChoices {
  const choices = new Map(outside);
  for (const pattern of patterns) {
    if (pattern.type === 'values') addRows(choices, pattern.values);
    else if (pattern.type === 'bind' && isIri(pattern.expression))
      narrow(choices, pattern.variable.value, [pattern.expression]);
    else if (pattern.type === 'filter') addConditions(choices, pattern.expression);
  }
  return choices;
}

/**
 * The choices of VALUES at the end of a query. They are joined with the solutions of its WHERE (18.2.4.3), but after
 * GROUP BY and aggregates: then they say nothing about those.
 */
export function choicesAfter(query: SyntaxNode): GraphChoices {
  const { values, where: _, ...rest } = query;
  if (!Array.isArray(values) || 'group' in rest || 'having' in rest || hasAggregate(rest)) return ANY_GRAPH;
  const choices = new Map<string, GraphChoice>();
  addRows(choices, values as readonly SyntaxNode[]);
  return choices;
}

/**
 * The choices of a group that hold in its OPTIONAL or MINUS: for the variables that each solution on the left has. A
 * solution on the right with another graph fits only a left one with that graph too, which goes in any case. A left one
 * without the variable would fit, and be extended or removed.
 */
export function choicesOnRight(choices: GraphChoices, bound: ReadonlySet<string>): GraphChoices {
  return new Map([...choices].filter(([variable]) => bound.has(variable)));
}

/** The choice for a variable. */
export function choiceOf(choices: GraphChoices, variable: string): GraphChoice | undefined {
  return choices.get(EACH) ?? choices.get(variable);
}

/** Whether `GRAPH ?g` computes ?g inside: the engine then answers with that value, whatever the graph is. */
export function computesOwnName({ name, patterns }: GraphPattern): boolean {
  const computes = (part: unknown): boolean => {
    if (part === null || typeof part !== 'object' || 'termType' in part) return false;
    if ('expression' in part && 'variable' in part && (part.variable as Term).value === name.value) return true;
    return Object.values(part).some(computes);
  };
  return isVariable(name) && computes(patterns);
}

/** The variables that each solution of a pattern has, of those that we look at. */
export function boundBy(pattern: Pattern): string[] {
  if (pattern.type === 'values') return [...choicesIn([pattern], ANY_GRAPH).keys()];
  if (pattern.type === 'bind' && isIri(pattern.expression)) return [pattern.variable.value];
  const isNamed = pattern.type === 'graph' && isVariable(pattern.name) && !computesOwnName(pattern);
  return isNamed ? [pattern.name.value] : [];
}

/**
 * Adds the rows of VALUES. Without rows the group has no solutions; where a row has no value (UNDEF), any graph fits.
 */
function addRows(choices: Map<string, GraphChoice>, rows: readonly SyntaxNode[]): void {
  if (rows.length === 0) narrow(choices, EACH, []);
  for (const name of new Set(rows.flatMap((row) => Object.keys(row)))) {
    const terms = rows.map((row) => row[name] as Term | undefined);
    if (!terms.includes(undefined)) narrow(choices, name.slice(1), terms as Term[]);
  }
}

/** Adds the conditions of a FILTER that compare a variable with IRIs, if all of them must be true. */
function addConditions(choices: Map<string, GraphChoice>, expression: unknown): void {
  const { type, operator, args = [] } = expression as { type?: string; operator?: string; args?: readonly unknown[] };
  if (type !== 'operation') return;
  if (operator === '&&') return args.forEach((one) => addConditions(choices, one));
  const [left, right] = operator === '=' || operator === '!=' ? inOrder(args) : args;
  const terms = Array.isArray(right) ? (right as readonly unknown[]) : [right];
  if (!isVariable(left)) return;
  if ((operator === '=' || operator === 'in') && terms.every(isIri)) narrow(choices, left.value, terms);
  if (operator === '!=' || operator === 'notin') leaveOut(choices, left.value, terms.filter(isIri));
}

/** The sides of a comparison, the variable first. */
function inOrder([left, right]: readonly unknown[]): readonly unknown[] {
  return isVariable(left) ? [left, right] : [right, left];
}

/** Leaves a variable only these terms. A literal is no graph. */
function narrow(choices: Map<string, GraphChoice>, variable: string, terms: readonly Term[]): void {
  const { only, but = new Set<string>() } = choices.get(variable) ?? {};
  const iris = terms.filter(isIri).map(({ value }) => value);
  choices.set(variable, { only: new Set(only === undefined ? iris : iris.filter((iri) => only.has(iri))), but });
}

function leaveOut(choices: Map<string, GraphChoice>, variable: string, terms: readonly Term[]): void {
  const { only, but = [] } = choices.get(variable) ?? {};
  choices.set(variable, { only, but: new Set([...but, ...terms.map(({ value }) => value)]) });
}

/** Whether an aggregate is somewhere in a part of a query. */
export function hasAggregate(part: unknown): boolean {
  if (part === null || typeof part !== 'object' || 'termType' in part) return false;
  return (part as SyntaxNode)['type'] === 'aggregate' || Object.values(part).some(hasAggregate);
}

function isIri(part: unknown): part is IriTerm {
  return (part as Partial<Term> | undefined)?.termType === 'NamedNode';
}
