import { leaveToEngine } from './not-covered.js';
import type { PlanExpression, QueryNode } from './query-algebra.js';

/**
 * Refuses EXISTS with a variable that has no value in its group, and one outside of it: the engine may see the one
 * outside, depending on what it joins first.
 * @param outside the slots that parts outside of the node bind
 * @throws NotCovered
 */
export function requireOwnVariables(node: QueryNode, outside: ReadonlySet<number>): void {
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
