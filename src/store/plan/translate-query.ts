import type {
  Expression,
  Grouping,
  Ordering,
  Pattern,
  Query,
  SelectQuery,
  Triple,
  Variable,
  AggregateExpression,
} from 'sparqljs';
import type { Term } from '@rdfjs/types';
import { variablesOf } from '../engine/bind-parameters.js';
import { hasAggregate } from '../engine/graph-choices.js';
import { constantTerm } from './constant-term.js';
import { joinNode } from './node-makers.js';
import { leaveToEngine } from './not-covered.js';
import { slotIn, type PlanContext } from './plan-context.js';
import type { PlanExpression, QueryNode, PlanAggregate } from './query-algebra.js';
import { Slots, SlotScope } from './slots.js';
import { allVariables, PatternTranslation } from './translate-pattern.js';
import { DataFactory } from 'n3';

/** A query as algebra. */
export interface TranslatedQuery {
  readonly form: 'SELECT' | 'ASK' | 'CONSTRUCT' | 'DESCRIBE';
  readonly node: QueryNode;
  readonly slots: Slots;
  /** The columns of a SELECT, and the variables of a template or of DESCRIBE. */
  readonly variables: readonly { readonly name: string; readonly slot: number }[];
  readonly template: readonly Triple[];
  /** The IRIs that DESCRIBE names, as N-Quads terms. */
  readonly described: readonly string[];
}

/** Any SELECT, or another form as if it were one. */
type Selection = Omit<SelectQuery, 'queryType'>;

/**
 * Translates a parsed query (SPARQL 1.1 Query, section 18.2).
 * @throws NotCovered for what is not covered with certainty
 */
export function translateQuery(query: Query): TranslatedQuery {
  const translated = translateForm(query);
  requireOwnVariables(translated.node, new Set());
  return translated;
}

function translateForm(query: Query): TranslatedQuery {
  const slots = new Slots();
  const scope = new SlotScope(slots);
  const context: PlanContext = {
    scope,
    graph: 'default',
    graphNames: new Set(),
    self: undefined,
    isInExists: false,
    hasAllColumns: false,
  };
  const translation = new QueryTranslation(joinedNames(query));
  const of = (names: readonly string[]) => names.map((name) => ({ name, slot: scope.slot(name) }));
  if (query.queryType === 'SELECT') {
    const names = selectedNames(query);
    return {
      form: 'SELECT',
      node: translation.selection(query, context),
      slots,
      variables: of(names),
      template: [],
      described: [],
    };
  }
  if (query.queryType === 'DESCRIBE') {
    const listed = query.variables as readonly Term[];
    const variables = listed.filter(({ termType }) => termType !== 'NamedNode');
    const selection = { ...query, variables } as unknown as Selection;
    return {
      form: 'DESCRIBE',
      node: translation.selection(selection, context),
      slots,
      variables: of(selectedNames(selection)),
      template: [],
      described: listed.filter(({ termType }) => termType === 'NamedNode').map(constantTerm),
    };
  }
  const template = query.queryType === 'CONSTRUCT' ? (query.template ?? []) : [];
  const names = [...variablesOf(template)].sort();
  const selection = {
    ...query,
    variables: names.map((value) => ({ termType: 'Variable', value })),
  } as unknown as Selection;
  const node = translation.selection(query.queryType === 'ASK' ? { ...selection, ...ASKED } : selection, context);
  return { form: query.queryType, node, slots, variables: of(names), template, described: [] };
}

/** ASK needs one row. */
const ASKED = { order: [], limit: 1, offset: 0 };

class QueryTranslation {
  readonly #joined: ReadonlySet<string>;

  constructor(joined: ReadonlySet<string>) {
    this.#joined = joined;
  }

  readonly #patterns = new PatternTranslation((query, context) => {
    const scope = context.scope.inner(selectedNames(query));
    return this.selection(query, { ...context, scope, self: undefined });
  });

  selection(query: Selection, around: PlanContext): QueryNode {
    const { variables, where = [], values, having = [], order = [], distinct, reduced, limit, offset = 0 } = query;
    if (reduced === true) leaveToEngine('REDUCED');
    const context = { ...around, hasAllColumns: isWildcard(variables) };
    let node = this.#patterns.group(where, context);
    if (values !== undefined) node = joinNode([node, this.#patterns.values(values, context)]);
    const names = selectedNames(query);
    if (new Set(names).size < names.length) leaveToEngine('a column twice');
    const selected = (isWildcard(variables) ? [] : variables) as Variable[];
    const expressions = selected.flatMap((one) => ('expression' in one ? [one] : []));
    const head: Head = { expressions, having, order };
    const isGrouped = query.group !== undefined || hasAggregate(head);
    if (isGrouped && isWildcard(variables)) leaveToEngine('SELECT * with groups');
    const { having: conditions, ...rest } = isGrouped
      ? this.#grouped(node, query.group ?? [], head, context)
      : { node, ...head };
    node = rest.node;
    if (conditions.length > 0) {
      const aliases = new Set(expressions.map(({ variable }) => variable.value));
      if ([...variablesOf(conditions)].some((name) => aliases.has(name)))
        leaveToEngine('HAVING with the name of an expression');
      node = joinNode(
        [node],
        conditions.map((one) => this.#expression(one, context)),
      );
    }
    for (const { expression, variable } of rest.expressions)
      node = this.#extended(node, variable.value, expression, context);
    const keys = rest.order.map(({ expression, descending }) => ({
      expression: this.#expression(expression, context),
      isDescending: descending === true,
    }));
    const { certain, possible } = node;
    if (keys.length > 0) node = { kind: 'sort', input: node, keys, certain, possible };
    return cutRows(projected(node, names, context), { distinct: distinct === true, limit, offset });
  }

  #grouped(input: QueryNode, group: readonly Grouping[], head: Head, context: PlanContext): Head & { node: QueryNode } {
    let node = input;
    const all = [...input.possible];
    const keys = group.map(({ expression, variable }, at) => {
      if ('termType' in expression && expression.termType === 'Variable') return slotIn(context, expression.value);
      const name = variable?.value ?? `.key${at}`; // no name of a query begins with a point
      node = this.#extended(node, name, expression, context);
      return slotIn(context, name);
    });
    const aggregates = new QueryAggregates(context, all, (expression) => this.#expression(expression, context));
    const taken = aggregates.takenFrom(head);
    const certain = new Set(keys.filter((key) => node.certain.has(key)));
    const possible = new Set([...keys, ...aggregates.found.map(({ slot }) => slot)]);
    node = { kind: 'group', input: node, keys, aggregates: aggregates.found, certain, possible };
    return { ...taken, node };
  }

  #extended(input: QueryNode, name: string, expression: Expression, context: PlanContext): QueryNode {
    const slot = slotIn(context, name);
    const possible = new Set([...input.possible, slot]);
    const binds = { certain: input.certain, possible };
    const isLast = !this.#joined.has(name);
    return { kind: 'extend', input, slot, expression: this.#expression(expression, context), isLast, ...binds };
  }

  #expression(expression: Expression, context: PlanContext): PlanExpression {
    return this.#patterns.expression(expression, context);
  }
}

/** The expressions of a query outside its pattern. */
interface Head {
  readonly expressions: readonly Extract<Variable, { expression: unknown }>[];
  readonly having: readonly Expression[];
  readonly order: readonly Ordering[];
}

function projected(input: QueryNode, names: readonly string[], context: PlanContext): QueryNode {
  const slots = names.map((name) => slotIn(context, name));
  const of = (all: ReadonlySet<number>): Set<number> => new Set(slots.filter((slot) => all.has(slot)));
  return { kind: 'project', input, slots, certain: of(input.certain), possible: of(input.possible) };
}

/** DISTINCT, LIMIT and OFFSET. */
function cutRows(node: QueryNode, cut: { distinct: boolean; limit: number | undefined; offset: number }): QueryNode {
  const { distinct, limit = Infinity, offset } = cut;
  const binds = { certain: node.certain, possible: node.possible };
  const all: QueryNode = distinct ? { kind: 'distinct', input: node, ...binds } : node;
  return limit === Infinity && offset === 0 ? all : { kind: 'slice', input: all, offset, limit, ...binds };
}

function isWildcard(variables: Selection['variables']): boolean {
  return (variables[0] as { readonly termType?: string } | undefined)?.termType === 'Wildcard';
}

function selectedNames({ variables, where = [], values }: Selection): string[] {
  if (!isWildcard(variables))
    return (variables as Variable[]).map((one) => ('expression' in one ? one.variable : one).value);
  return allVariables([...where, ...(values ? [{ type: 'values', values } as Pattern] : [])]);
}

/** Any node of a parsed text. */
type SyntaxNode = Readonly<Record<string, unknown>>;

/**
 * The names of variables whose values may meet the same variable elsewhere in a query: all of its patterns, and those
 * that two places make. The values of others are only ever compared with each other.
 */
function joinedNames(query: unknown): Set<string> {
  const names = new Set<string>();
  const made = new Set<string>();
  const make = (name: string): void => {
    if (made.has(name)) names.add(name);
    made.add(name);
  };
  const addTerms = (part: unknown): void => {
    if (part === null || typeof part !== 'object') return;
    if ('termType' in part) {
      const { termType, value } = part as { readonly termType: string; readonly value: string };
      if (termType === 'Variable') names.add(value);
    } else Object.values(part).forEach(addTerms);
  };
  const visit = (part: unknown): void => {
    if (part === null || typeof part !== 'object' || 'termType' in part) return;
    const { type, triples, name, values, variable, expression } = part as SyntaxNode;
    if (type === 'bgp') return addTerms(triples);
    if (type === 'graph') addTerms(name);
    if (Array.isArray(values))
      for (const row of values) for (const key of Object.keys(row as object)) names.add(key.slice(1));
    if (variable !== undefined && expression !== undefined) make((variable as { readonly value: string }).value);
    Object.values(part).forEach(visit);
  };
  visit(query);
  return names;
}

/**
 * Refuses EXISTS with a variable that has no value in its group, and one outside of it: the engine may see the one
 * outside, depending on what it joins first.
 * @param outside the slots that parts outside of the node bind
 * @throws NotCovered
 */
function requireOwnVariables(node: QueryNode, outside: ReadonlySet<number>): void {
  const check = (expression: PlanExpression, own: QueryNode): void => {
    if (expression.kind === 'call') for (const arg of expression.args) check(arg, own);
    if (expression.kind !== 'exists') return;
    for (const slot of expression.slots)
      if (outside.has(slot) && !own.certain.has(slot)) leaveToEngine('EXISTS with a variable of another group');
  };
  switch (node.kind) {
    case 'join':
      for (const part of node.parts)
        requireOwnVariables(part, union(outside, ...node.parts.filter((one) => one !== part)));
      for (const filter of node.filters) check(filter, node);
      return;
    case 'union':
      for (const branch of node.branches) requireOwnVariables(branch, outside);
      return;
    case 'optional':
    case 'minus':
      requireOwnVariables(node.left, union(outside, node.right));
      requireOwnVariables(node.right, union(outside, node.left));
      if (node.kind === 'optional') for (const filter of node.filters) check(filter, node);
      return;
    case 'extend':
      check(node.expression, node.input);
      return requireOwnVariables(node.input, outside);
    case 'group':
    case 'project':
    case 'distinct':
    case 'sort':
    case 'slice':
      return requireOwnVariables(node.input, outside);
    default:
  }
}

function union(outside: ReadonlySet<number>, ...nodes: readonly QueryNode[]): Set<number> {
  return new Set([...outside, ...nodes.flatMap(({ possible }) => [...possible])]);
}

/** Takes the aggregates out of the expressions of a query; variables stand in their places. */
class QueryAggregates {
  readonly #context: PlanContext;
  readonly #expression: (expression: Expression) => PlanExpression;
  readonly #all: readonly number[];
  readonly found: PlanAggregate[] = [];

  /** @param all the slots of the rows that are grouped, for `COUNT(DISTINCT *)` */
  constructor(context: PlanContext, all: readonly number[], expression: (expression: Expression) => PlanExpression) {
    this.#context = context;
    this.#all = all;
    this.#expression = expression;
  }

  /** An expression without its aggregates. */
  takenFrom<T>(expression: T): T {
    if (Array.isArray(expression)) return expression.map((one: unknown) => this.takenFrom(one)) as T;
    if (expression === null || typeof expression !== 'object' || 'termType' in expression) return expression;
    if ('type' in expression && expression.type === 'aggregate') return this.#take(expression as never) as T;
    return Object.fromEntries(
      Object.entries(expression).map(([key, value]) => [key, this.takenFrom(value as unknown)]),
    ) as T;
  }

  #take(aggregate: AggregateExpression): Expression {
    const { aggregation, distinct = false } = aggregate;
    const inner = aggregate.expression as Expression;
    const isAll = (inner as { readonly termType?: string }).termType === 'Wildcard';
    if (hasAggregate(inner)) leaveToEngine('an aggregate in an aggregate');
    const name = `.${this.found.length}`; // no name of a query begins with a point
    this.found.push({
      slot: this.#context.scope.slot(name),
      name: nameOf(aggregation),
      expression: isAll ? undefined : this.#expression(inner),
      all: this.#all,
      isDistinct: distinct,
      separator: (aggregate as { readonly separator?: string }).separator ?? ' ',
    });
    return DataFactory.variable(name) as Expression;
  }
}

const NAMES: ReadonlySet<string> = new Set(['count', 'sum', 'min', 'max', 'avg', 'sample', 'group_concat']);

function nameOf(aggregation: string): PlanAggregate['name'] {
  return NAMES.has(aggregation)
    ? (aggregation as PlanAggregate['name'])
    : leaveToEngine(`the aggregate ${aggregation}`);
}
