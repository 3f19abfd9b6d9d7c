import type { GraphPlace, Place, QueryNode, PathStep } from './query-algebra.js';

/** One line about a node, for people; variables by their numbers, which {@link nameSlots} replaces. */
export function describeNode(node: QueryNode): string {
  switch (node.kind) {
    case 'triple': {
      const predicate = node.any.join('|') || place(node.predicate);
      return `${place(node.subject)} ${predicate} ${place(node.object)}${inGraph(node.graph)}`;
    }
    case 'closure': {
      const many = node.isMany ? (node.least === 0 ? '*' : '+') : '?';
      return `${place(node.subject)} (${step(node.step)})${many} ${place(node.object)}${inGraph(node.graph)}`;
    }
    case 'search': {
      const wanted = node.asked.map(({ term }) => term).join(' or ');
      return `search for ${wanted}: ${place(node.entity)}${inGraph(node.graph)}`;
    }
    case 'values':
      return `VALUES ${node.slots.map(variable).join(' ')}: ${node.rows.length} rows`;
    case 'graphs':
      return `names of graphs as ${variable(node.name)}`;
    case 'union':
      return `UNION of ${node.branches.length}`;
    case 'optional':
      return 'OPTIONAL';
    case 'minus':
      return 'MINUS';
    case 'extend':
      return `BIND ${variable(node.slot)}`;
    case 'group':
      return `groups by ${node.keys.map(variable).join(' ') || 'nothing'}`;
    case 'project':
      return 'subquery';
    default:
      return node.kind;
  }
}

/** The line with the names of variables. */
export function nameSlots(line: string, nameOf: (slot: number) => string): string {
  return line.replaceAll(/\?#(\d+)/g, (_, slot: string) => {
    const name = nameOf(Number(slot));
    return /^\w+$/u.test(name) ? `?${name}` : `(${name})`;
  });
}

function variable(slot: number): string {
  return `?#${slot}`;
}

function place(one: Place): string {
  return 'slot' in one ? variable(one.slot) : one.term;
}

function inGraph(graph: GraphPlace): string {
  return graph === 'default' ? '' : ` in ${place(graph)}`;
}

function step(one: PathStep): string {
  switch (one.kind) {
    case 'predicate':
      return one.term;
    case 'inverse':
      return `^${step(one.of)}`;
    case 'not':
      return `!(${one.terms.join('|')})`;
    case 'closure':
      return `(${step(one.of)})${one.isMany ? (one.least === 0 ? '*' : '+') : '?'}`;
    default:
      return `(${one.steps.map(step).join(one.kind === 'sequence' ? '/' : '|')})`;
  }
}
