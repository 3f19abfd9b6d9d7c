import type { AskQuery, Expression, Pattern, SelectQuery, SparqlQuery } from 'sparqljs';
import type { ResultMediaType } from '../port.js';
import { countRows } from '../result-rows.js';
import { parsedSparql } from './parse-sparql.js';

/** Whether an answer over some of the graphs is also an answer over all of them. */
export type IsEnough = (answer: string, mediaType: ResultMediaType) => boolean;

/**
 * Finds the queries that some of their graphs may be enough to answer: `SELECT … LIMIT n` and `ASK` over patterns to
 * which more quads only add solutions.
 *
 * Why that is right (SPARQL 1.1 Query, section 18). Let A ⊆ B be sets of quads, and P(A) the bag of solutions of a
 * pattern. P(A) ⊆ P(B) holds for triple patterns and property paths: what matches, or is reached, in A does so in B.
 * Join, union, GRAPH and VALUES keep it: a solution of the whole is made of solutions of the parts. FILTER, BIND and
 * `(… AS ?x)` keep it, because an expression depends on one solution only; EXISTS and aggregates depend on more and
 * are left out. Projection and DISTINCT keep it. OPTIONAL, MINUS, subqueries and SERVICE may not and are left out.
 * So n rows over A are n rows of the answer over B, and LIMIT without ORDER BY asks for any n (section 15.5); an ASK
 * that is true over A is true over B. OFFSET, GROUP BY, HAVING, ORDER BY, REDUCED and FROM are left out.
 * @param sparql SPARQL text
 * @returns a test for an answer over some graphs; undefined if the query needs all of them
 */
export function enoughTest(sparql: string): IsEnough | undefined {
  const parsed = parsedSparql(sparql);
  if (parsed === undefined || !growsOnly(parsed)) return undefined;
  if (parsed.queryType === 'ASK') return (answer) => answer.includes('true');
  const { limit } = parsed;
  if (limit === undefined) return undefined;
  return (answer, mediaType) => rowsIn(answer, mediaType) >= limit;
}

/** Parts of a query that keep P(A) ⊆ P(B). */
const QUERY_PARTS: ReadonlySet<string> = new Set([
  'type',
  'queryType',
  'prefixes',
  'base',
  'variables',
  'distinct',
  'where',
  'values',
  'limit',
]);

function growsOnly(query: SparqlQuery): query is SelectQuery | AskQuery {
  if (query.type !== 'query' || (query.queryType !== 'SELECT' && query.queryType !== 'ASK')) return false;
  if (Object.entries(query).some(([part, value]) => value !== undefined && !QUERY_PARTS.has(part))) return false;
  const { variables = [], where = [] } = query as Partial<SelectQuery>;
  return (
    variables.every((one) => !('expression' in one) || dependsOnOneSolution(one.expression)) &&
    where.every(growsWithQuads)
  );
}

function growsWithQuads(pattern: Pattern): boolean {
  switch (pattern.type) {
    case 'bgp':
    case 'values':
      return true;
    case 'group':
    case 'union':
    case 'graph':
      return pattern.patterns.every(growsWithQuads);
    case 'filter':
    case 'bind':
      return dependsOnOneSolution(pattern.expression);
    default:
      return false;
  }
}

/** Whether an expression depends on one solution only. */
function dependsOnOneSolution(expression: Expression | Pattern): boolean {
  if (Array.isArray(expression)) return expression.every(dependsOnOneSolution);
  if ('termType' in expression) return true;
  if (expression.type === 'functionCall') return expression.args.every(dependsOnOneSolution);
  if (expression.type !== 'operation' || /exists/.test(expression.operator)) return false;
  return expression.args.every(dependsOnOneSolution);
}

/** The number of rows in an answer as Oxigraph writes it; 0 if it has none. */
export function rowsIn(answer: string, mediaType: ResultMediaType): number {
  return ROWS[mediaType]?.(answer) ?? 0;
}

const ROWS: Partial<Record<ResultMediaType, (answer: string) => number>> = {
  'application/sparql-results+json': countRows,
  'application/sparql-results+xml': (answer) => answer.split('<result>').length - 1,
  'text/csv': (answer) => answer.replaceAll(/"[^"]*"/g, '').split('\r\n').length - 2,
  'text/tab-separated-values': (answer) => answer.split('\n').length - 2,
};
