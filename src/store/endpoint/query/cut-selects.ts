import type { IriTerm, Pattern, SelectQuery, VariableTerm } from 'sparqljs';
import { CrateError } from '../../../base/errors.js';
import { isVariable } from '../../engine/visible-variables.js';
import type { JsonTerm } from '../../sparql-json.js';
import { variablesIn } from './query-syntax.js';
import { solutionsPattern, type Solutions } from './solutions-pattern.js';

/** Asks a SELECT by itself. */
export type AskSelect = (select: SelectQuery) => Promise<Solutions>;

/** Rows of a SELECT that travel in the text of the query around it, at most: of five times as many, engines give up. */
const MOST_ROWS = 1000;

/** Where a part of a query is. */
interface Place {
  /** The pattern of the whole query. */
  readonly whole: unknown;
  readonly graph?: IriTerm | VariableTerm | undefined;
  /** Whether it is joined with something, here or further out. */
  readonly isJoined: boolean;
}

/**
 * Replaces each SELECT with ORDER BY and LIMIT or OFFSET that is joined with something by its solutions, for an engine
 * with `cutsAgain`. That is exact, because SPARQL evaluates a SELECT by itself and then joins it (SPARQL 1.1 Query,
 * section 12).
 * @throws CrateError ERR_UNSUPPORTED, ERR_LIMIT, and those of `ask`
 */
export async function withCutSelects<T extends object>(query: T, ask: AskSelect): Promise<T> {
  return mappedEntries(query, { whole: (query as { where?: unknown }).where, isJoined: false }, ask);
}

async function mapped(part: unknown, place: Place, ask: AskSelect): Promise<unknown> {
  if (Array.isArray(part)) return inOrder(part, (one) => mapped(one, place, ask));
  if (part === null || typeof part !== 'object' || 'termType' in part) return part;
  const { type } = part as { readonly type?: string };
  if (type === 'query' && place.isJoined && isCut(part as SelectQuery))
    return solutionsOf(part as SelectQuery, place, ask);
  if (type === 'graph') return mappedEntries(part, { ...place, graph: (part as { name: IriTerm }).name }, ask);
  if (type === 'operation') return part; // EXISTS hands values in, so that its SELECT is another one for each row
  const isBeside = type === 'optional' || type === 'minus';
  return mappedEntries(part, isBeside ? { ...place, isJoined: true } : place, ask);
}

async function mappedEntries<T extends object>(part: T, place: Place, ask: AskSelect): Promise<T> {
  const isUnion = (part as Partial<Pattern>).type === 'union';
  const entries = await inOrder(Object.entries(part), async ([key, value]: [string, unknown]) => {
    const isGroup = Array.isArray(value) && (key === 'where' || (key === 'patterns' && !isUnion));
    const isJoined = place.isJoined || (isGroup && joins(value as Pattern[]));
    return [key, await mapped(value, { ...place, isJoined }, ask)] as const;
  });
  return Object.fromEntries(entries) as T;
}

/** One after the other: each may ask the endpoint. */
async function inOrder<T, R>(all: readonly T[], map: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) done.push(await map(one));
  return done;
}

/** Whether a group does more than filter and extend the solutions of its first pattern. */
function joins([, ...others]: readonly Pattern[]): boolean {
  return others.some(({ type }) => type !== 'filter' && type !== 'bind');
}

function isCut({ order, limit, offset }: SelectQuery): boolean {
  return order !== undefined && (limit !== undefined || offset !== undefined);
}

async function solutionsOf(select: SelectQuery, { graph, whole: around }: Place, ask: AskSelect): Promise<Pattern> {
  if (isVariable(graph))
    throw new CrateError(
      'ERR_UNSUPPORTED',
      `the endpoint does not sort and cut a SELECT for each graph ?${graph.value}`,
      {
        hint: 'name the graph instead of the variable, or query a store file',
      },
    );
  const inGraph = graph && ({ type: 'graph', name: graph, patterns: [select] } as Pattern);
  const all = [{ termType: 'Wildcard', value: '*' }] as unknown as SelectQuery['variables'];
  const whole = { type: 'query', queryType: 'SELECT', prefixes: {}, variables: all } as const;
  const found = await ask(inGraph === undefined ? select : { ...whole, where: [inGraph] });
  if (found.bindings.length > MOST_ROWS)
    throw new CrateError(
      'ERR_LIMIT',
      `a SELECT with ORDER BY inside of the query has ${found.bindings.length} rows, and this endpoint joins at most ${MOST_ROWS} rightly`,
      { hint: `give it LIMIT ${MOST_ROWS} or less, or query a store file` },
    );
  const used = new Set(variablesIn(around, select).map(({ value }) => value));
  if (found.bindings.some((row) => Object.entries(row).some(([name, term]) => used.has(name) && isInexact(term))))
    throw new CrateError(
      'ERR_UNSUPPORTED',
      'the endpoint does not join numbers with an exponent (xsd:double, xsd:float) of a SELECT with ORDER BY inside of the query',
      {
        hint: 'select the nodes there, and their numbers outside of it',
      },
    );
  return solutionsPattern(found);
}

/** Engines give other digits than they have, and INF and NaN are equal to nothing, not even to themselves. */
function isInexact({ datatype }: JsonTerm): boolean {
  return /#(?:double|float)$/.test(datatype ?? '');
}
