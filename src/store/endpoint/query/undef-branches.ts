import type { Pattern, SelectQuery, ValuesPattern, VariableTerm } from 'sparqljs';
import { DataFactory } from 'n3';
import { CrateError } from '../../../base/errors.js';
import { choices } from '../../engine/path-alternatives.js';
import { branchOf, callOf, filterOf, groupOf, hasClosurePath, iriTerm } from './query-syntax.js';
import { valuesBlocks } from './unbound-variables.js';

/** Not in any store. */
const NONE = iriTerm('urn:crategraph:none');
/** Branches of one group. */
const MOST_BRANCHES = 32;

/**
 * Rewrites a query for an engine with `losesValues`: a group that has VALUES with UNDEF becomes a UNION, with a branch
 * for each set of variables that have a value. A join with a union is the union of the joins, also of what is optional or left
 * out (SPARQL 1.1 Query, section 18.5); filters are behind it, because those of OPTIONAL see what is around it.
 * @throws CrateError ERR_UNSUPPORTED for too many branches
 */
export function withUndefBranches<T>(part: T): T {
  return mapped(part) as T;
}

function mapped(part: unknown): unknown {
  if (Array.isArray(part)) return part.map((one) => (isValues(one) ? groupOf(branched([one])) : mapped(one)));
  if (part === null || typeof part !== 'object' || 'termType' in part) return part;
  const isUnion = (part as Partial<Pattern>).type === 'union';
  const entries = Object.entries(part).map(([key, value]: [string, unknown]): [string, unknown] => {
    const isGroup = Array.isArray(value) && (key === 'where' || (key === 'patterns' && !isUnion));
    return [key, isGroup ? branched(value as Pattern[]) : mapped(value)];
  });
  return Object.fromEntries(entries);
}

/** The patterns of one pair of braces. */
function branched(group: readonly Pattern[]): Pattern[] {
  const filters = group.filter(({ type }) => type === 'filter').map((one) => mapped(one) as Pattern);
  const others = group.filter(({ type }) => type !== 'filter');
  const isBesidePath = others.some(hasClosurePath);
  const ways = others.map((one): (Pattern | undefined)[] => {
    const values = valuesIn(one);
    if (values === undefined) return [mapped(one) as Pattern];
    const blocks = valuesBlocks(values);
    return isBesidePath || blocks.length > 1 ? blocks.map((block) => block && selected(block)) : blocks;
  });
  if (ways.every(({ length }) => length === 1)) return [...ways.flat().filter((one) => one !== undefined), ...filters];
  const branches = choices(ways, MOST_BRANCHES);
  if (branches === undefined)
    throw new CrateError('ERR_UNSUPPORTED', `UNDEF makes more than ${MOST_BRANCHES} cases of the query`, {
      hint: 'write a VALUES for each set of variables that have a value, joined with UNION; or query a store file',
    });
  const patterns = branches.map((branch, at) => {
    const present = branch.filter((one) => one !== undefined);
    return branchOf(present.map((one) => withOwnBlankNodes(one, `case${at}_`)));
  });
  return [{ type: 'union', patterns }, ...filters];
}

function isValues(part: unknown): part is ValuesPattern {
  return (part as Partial<Pattern> | null)?.type === 'values';
}

/**
 * VALUES as a SELECT, with one more row that a filter leaves out. Virtuoso makes a constant of the only row, and then
 * fails at paths in two branches, or loses what a path without steps leads to.
 */
function selected(block: ValuesPattern): Pattern {
  const names = Object.keys(block.values[0] ?? {}) as `?${string}`[];
  if (names.length === 0) return block;
  const variables = names.map((name) => DataFactory.variable(name.slice(1)) as VariableTerm);
  const values = [...block.values, Object.fromEntries(names.map((name) => [name, NONE]))];
  const where = [{ ...block, values }, filterOf(callOf('!=', variables[0]!, NONE))];
  const select = { type: 'query', queryType: 'SELECT', prefixes: {}, variables, where } as const;
  return { type: 'group', patterns: [select as unknown as SelectQuery] };
}

/** VALUES, with braces around it or not. */
function valuesIn(pattern: Pattern): ValuesPattern | undefined {
  if (isValues(pattern)) return pattern;
  const [only, ...others] = pattern.type === 'group' ? pattern.patterns : [];
  return only === undefined || others.length > 0 ? undefined : valuesIn(only);
}

/** A name of a blank node may not be in two branches. */
function withOwnBlankNodes<T>(part: T, prefix: string): T {
  if (part === null || typeof part !== 'object') return part;
  if (Array.isArray(part)) return part.map((one: unknown) => withOwnBlankNodes(one, prefix)) as T;
  const { termType, value } = part as { termType?: string; value?: string };
  if (termType !== undefined) return termType === 'BlankNode' ? (DataFactory.blankNode(prefix + value) as T) : part;
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, withOwnBlankNodes(one, prefix)])) as T;
}
