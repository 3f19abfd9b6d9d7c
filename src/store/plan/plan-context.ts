import type { GraphPlace, QueryNode } from './query-algebra.js';
import { leaveToEngine } from './not-covered.js';
import type { SlotScope } from './slots.js';

/** Where in a query a pattern is. */
export interface PlanContext {
  readonly scope: SlotScope;
  readonly graph: GraphPlace;
  /** The variables of the `GRAPH ?g` around it. SPARQL gives them no value inside of the clause, the engine does. */
  readonly graphNames: ReadonlySet<string>;
  /** The variable of the innermost one, where each solution of the clause has the same value for it. */
  readonly self: string | undefined;
  /** Whether it is in EXISTS, where the row outside gives values to its variables. */
  readonly isInExists: boolean;
  /** Whether the columns of its query are all of its variables (`SELECT *`). */
  readonly hasAllColumns: boolean;
}

/** The slot of a variable that a pattern or an expression uses. */
export function slotIn(context: PlanContext, name: string): number {
  if (context.graphNames.has(name)) return leaveToEngine(`the variable ?${name} inside of its own GRAPH clause`);
  return context.scope.slot(name);
}

/** The slot of the number of the graph, if there is one. */
export function graphSlot({ graph }: PlanContext): number | undefined {
  return graph !== 'default' && 'slot' in graph ? graph.slot : undefined;
}

/**
 * The context where a node has bound the variable of the GRAPH clause around it, which is the graph then in any case.
 */
export function withBound(context: PlanContext, { certain }: QueryNode): PlanContext {
  const { graphNames, self, scope } = context;
  if (self === undefined || !certain.has(scope.slot(self))) return context;
  return { ...context, graphNames: new Set([...graphNames].filter((name) => name !== self)) };
}
