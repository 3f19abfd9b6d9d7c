import { DataFactory } from 'n3';
import { CrateError } from '../../../base/errors.js';
import { isIriText } from '../../../base/rdf/iri.js';
import { XSD } from '../../../base/rdf/vocabulary.js';
import { isClosure, isPath } from '../../engine/path-alternatives.js';
import { isVariable } from '../../engine/visible-variables.js';
import type {
  Expression,
  FilterPattern,
  GroupPattern,
  IriTerm,
  LiteralTerm,
  Pattern,
  PropertyPath,
  SelectQuery,
  ValuesPattern,
  VariableTerm,
} from 'sparqljs';

/** Any node of a parsed SPARQL text. */
export type SyntaxPart = Readonly<Record<string, unknown>>;

/** A pattern of several patterns in braces. */
export type Nested = Extract<Pattern, { patterns: Pattern[] }>;

/** Makes an IRI of the syntax tree, which the generator of texts writes as it is. @throws CrateError ERR_RDF_SYNTAX */
export function iriTerm(iri: string): IriTerm {
  if (!isIriText(iri)) throw new CrateError('ERR_RDF_SYNTAX', `${JSON.stringify(iri)} is no IRI`);
  return DataFactory.namedNode(iri) as IriTerm;
}

/** Makes a string of the syntax tree. */
export function stringTerm(value: string): LiteralTerm {
  return DataFactory.literal(value) as LiteralTerm;
}

/** Makes a call of a built-in function or an operator. */
export function callOf(operator: string, ...args: readonly (Expression | Pattern)[]): Expression {
  return { type: 'operation', operator, args: [...args] };
}

/** Makes a filter. */
export function filterOf(expression: Expression): FilterPattern {
  return { type: 'filter', expression };
}

/** Makes one pattern of several; none are the empty group, which has one solution. */
export function groupOf(patterns: readonly Pattern[]): Pattern {
  const [only, ...others] = patterns;
  if (only !== undefined && others.length === 0 && only.type !== 'filter' && only.type !== 'query') return only;
  return { type: 'group', patterns: [...patterns] } as GroupPattern;
}

/** A pattern without solutions. */
export function noSolutions(): Pattern {
  return { type: 'group', patterns: [filterOf(booleanTerm(false))] };
}

/** Makes a branch of UNION. Virtuoso takes one that is nothing but VALUES for one without solutions. */
export function branchOf(patterns: readonly Pattern[]): Pattern {
  const branch = groupOf(patterns);
  return branch.type === 'values' ? groupOf([branch, filterOf(booleanTerm(true))]) : branch;
}

function booleanTerm(value: boolean): LiteralTerm {
  const datatype = DataFactory.namedNode(`${XSD}boolean`);
  return DataFactory.literal(String(value), datatype) as LiteralTerm;
}

/** One variable with each of the IRIs. */
export function valuesPattern(variable: VariableTerm, iris: Iterable<string>): Pattern {
  const values = Array.from(iris, (iri) => ({ [`?${variable.value}`]: iriTerm(iri) }));
  return values.length === 0 ? noSolutions() : ({ type: 'values', values } as ValuesPattern);
}

/** Whether a path also leads from a node to itself without any triple (SPARQL 1.1 Query, section 9.3). */
export function isNullable(path: IriTerm | PropertyPath): boolean {
  if (!isPath(path)) return false;
  const items = path.items as (IriTerm | PropertyPath)[];
  if (path.pathType === '*' || path.pathType === '?') return true;
  if (path.pathType === '|') return items.some(isNullable);
  return path.pathType !== '!' && items.every(isNullable);
}

/** Calls `visit` for every node of a part of the tree; those below only if it returns true. */
export function visitSyntax(part: unknown, visit: (node: SyntaxPart) => boolean): void {
  if (Array.isArray(part)) for (const item of part) visitSyntax(item, visit);
  else if (part !== null && typeof part === 'object' && !('termType' in part) && visit(part as SyntaxPart))
    for (const value of Object.values(part)) visitSyntax(value, visit);
}

/** Whether a part has a path with `*`, `+` or `?`. */
export function hasClosurePath(part: unknown): boolean {
  let found = false;
  visitSyntax(part, (node) => !(found ||= node['type'] === 'path' && isClosure(node as unknown as PropertyPath)));
  return found;
}

/** The variables in a part, each once, in their order. @param leftOut a node of it that is not looked at */
export function variablesIn(part: unknown, leftOut?: object): VariableTerm[] {
  const found = new Map<string, VariableTerm>();
  const visit = (one: unknown): void => {
    if (one === null || typeof one !== 'object' || one === leftOut) return;
    if (isVariable(one)) found.set(one.value, one);
    else if (!('termType' in one))
      for (const [key, value] of Object.entries(one)) {
        if (key.startsWith('?')) visit(DataFactory.variable(key.slice(1))); // a column of VALUES
        visit(value);
      }
  };
  visit(part);
  return [...found.values()];
}

/** Whether a part contains triples that match the active graph: those outside of GRAPH. */
export function matchesActiveGraph(part: unknown): boolean {
  let found = false;
  visitSyntax(part, ({ type }) => {
    found ||= type === 'bgp';
    return type !== 'graph' && type !== 'service';
  });
  return found;
}

/** Whether each solution needs at least one triple of the active graph. If unsure, false. */
export function needsTriple(patterns: readonly Pattern[]): boolean {
  return patterns.some((pattern) => {
    if (pattern.type === 'bgp')
      return pattern.triples.some(({ predicate }) => !isPath(predicate) || !isNullable(predicate));
    if (pattern.type === 'group') return needsTriple(pattern.patterns);
    if (pattern.type === 'union') return pattern.patterns.every((branch) => needsTriple([branch]));
    return pattern.type === 'query' && !isAggregating(pattern) && needsTriple(pattern.where ?? []);
  });
}

/** Whether a (sub)query may have a solution where its pattern has none. */
function isAggregating(query: SelectQuery): boolean {
  return (
    query.group === undefined &&
    query.variables.some((one) => 'expression' in one && JSON.stringify(one.expression).includes('"aggregate"'))
  );
}
