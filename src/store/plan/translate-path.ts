import type { IriTerm, PropertyPath } from 'sparqljs';
import { always, joinNode, tripleNode, unionNode } from './node-makers.js';
import { leaveToEngine } from './not-covered.js';
import type { PlanContext } from './plan-context.js';
import type { Place, QueryNode, PathStep } from './query-algebra.js';

type Path = IriTerm | PropertyPath;

/** The items of a negated property set. */
function negated(path: Path): readonly string[] {
  if ('termType' in path) return [`<${path.value}>`];
  if (path.pathType === '|') return (path.items as Path[]).flatMap(negated);
  return leaveToEngine('a negated property set with inverse properties');
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
      // The engine counts a pair of ends once or more often, depending on what it has joined before.
      return leaveToEngine('a negated property set');
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
