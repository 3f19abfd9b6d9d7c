import type { IriTerm, PropertyPath } from 'sparqljs';
import { always, joinNode, tripleNode, unionNode } from './node-makers.js';
import { leaveToEngine } from './not-covered.js';
import type { PlanContext } from './plan-context.js';
import type { Place, PlanExpression, QueryNode, PathStep } from './query-algebra.js';
import { planCall } from './translate-expression.js';

type Path = IriTerm | PropertyPath;

/** The members of a negated property set: properties and inverse ones. */
function membersOf(path: Path): Path[] {
  return 'termType' in path || path.pathType !== '|' ? [path] : (path.items as Path[]);
}

/** The properties of a negated property set. @throws NotCovered */
function negated(path: Path): readonly string[] {
  return membersOf(path).map((one) =>
    'termType' in one ? `<${one.value}>` : leaveToEngine('a negated property set with inverse properties'),
  );
}

/** Translates a negated property set: each triple counts, and each direction with properties of its own. */
function translateNegated(
  members: readonly Path[],
  { subject, object }: { readonly subject: Place; readonly object: Place },
  { graph, scope }: PlanContext,
): QueryNode {
  const direction = (from: Place, to: Place, properties: readonly IriTerm[]): QueryNode => {
    const slot = scope.slots.add('a property of a path');
    const slots = new Set([slot]);
    const terms = properties.map(({ value }): PlanExpression => ({
      kind: 'constant',
      term: `<${value}>`,
      slots: new Set(),
    }));
    const isOne = planCall('in', [{ kind: 'variable', slot, slots }, ...terms]);
    return joinNode([tripleNode({ subject: from, predicate: { slot }, object: to, graph })], [planCall('!', [isOne])]);
  };
  const along = members.filter((one) => 'termType' in one);
  const against = members.flatMap((one) => ('termType' in one ? [] : (one.items as IriTerm[])));
  const both = [
    ...(along.length > 0 ? [direction(subject, object, along)] : []),
    ...(against.length > 0 ? [direction(object, subject, against)] : []),
  ];
  return both.length === 1 ? (both[0] as QueryNode) : unionNode(both);
}

/** Translates a property path (SPARQL 1.1 Query, section 18.2.2.4) between two places. @throws NotCovered */
export function translatePath(subject: Place, path: Path, object: Place, context: PlanContext): QueryNode {
  const { graph, scope } = context;
  if ('termType' in path) return tripleNode({ subject, predicate: { term: `<${path.value}>` }, object, graph });
  const items = path.items as Path[];
  switch (path.pathType) {
    case '^':
      return translatePath(object, items[0] as Path, subject, context);
    case '/': {
      const between = items.slice(1).map((): Place => ({ slot: scope.slots.add('a node of a path') }));
      const places = [subject, ...between, object];
      return joinNode(
        items.map((item, at) => translatePath(places[at] as Place, item, places[at + 1] as Place, context)),
      );
    }
    case '|': {
      const any = items.flatMap((item) => ('termType' in item ? [`<${item.value}>`] : []));
      if (any.length === items.length)
        return tripleNode({ subject, predicate: { term: any[0] as string }, object, graph, any });
      return unionNode(items.map((item) => translatePath(subject, item, object, context)));
    }
    case '!':
      return translateNegated(items.flatMap(membersOf), { subject, object }, context);
    case '?':
    case '*':
    case '+':
      if (graph !== 'default' && path.pathType !== '+' && ('term' in subject || 'term' in object))
        return leaveToEngine('a path of no steps from a fixed node in a named graph');
      return {
        kind: 'closure',
        subject,
        object,
        graph,
        step: stepOf(items[0] as Path),
        least: path.pathType === '+' ? 1 : 0,
        isMany: path.pathType !== '?',
        ...always(subject, object, graph),
      };
  }
}

function stepOf(path: Path): PathStep {
  if ('termType' in path) return { kind: 'predicate', term: `<${path.value}>` };
  const items = path.items as Path[];
  switch (path.pathType) {
    case '^':
      return { kind: 'inverse', of: stepOf(items[0] as Path) };
    case '/':
      return { kind: 'sequence', steps: items.map(stepOf) };
    case '|':
      return { kind: 'alternative', steps: items.map(stepOf) };
    case '!':
      return { kind: 'not', terms: items.flatMap(negated) };
    case '?':
    case '*':
    case '+':
      return {
        kind: 'closure',
        of: stepOf(items[0] as Path),
        least: path.pathType === '+' ? 1 : 0,
        isMany: path.pathType !== '?',
      };
  }
}
