import { DataFactory } from 'n3';
import type { AggregateExpression, Expression } from 'sparqljs';
import { leaveToEngine } from './not-covered.js';
import type { PlanContext } from './plan-context.js';
import { hasAggregate } from '../engine/graph-choices.js';
import type { PlanAggregate, PlanExpression } from './query-algebra.js';

/** Takes the aggregates out of the expressions of a query; variables stand in their places. */
export class QueryAggregates {
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
