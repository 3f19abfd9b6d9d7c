import type {
  GraphPlace,
  JoinNode,
  MinusNode,
  OptionalNode,
  PlanExpression,
  QueryNode,
  SearchNode,
  TripleNode,
  UnionNode,
  ValuesNode,
} from './query-algebra.js';

/** The slots of some places. */
function slotsOf(places: readonly GraphPlace[]): Set<number> {
  return new Set(places.flatMap((place) => (place !== 'default' && 'slot' in place ? [place.slot] : [])));
}

/** What a node binds that always binds the same slots. */
export function always(...places: readonly GraphPlace[]): Pick<TripleNode, 'certain' | 'possible'> {
  const slots = slotsOf(places);
  return { certain: slots, possible: slots };
}

/** A triple pattern. */
export function tripleNode(
  triple: Pick<TripleNode, 'subject' | 'predicate' | 'object' | 'graph'> & Partial<Pick<TripleNode, 'any' | 'self'>>,
): TripleNode {
  const { subject, predicate, object, graph, any = [], self } = triple;
  const binds = always(subject, predicate, object, graph);
  return { kind: 'triple', subject, predicate, object, graph, any, self, ...binds };
}

/** A search of the full text. */
export function searchNode(search: Omit<SearchNode, 'kind' | 'certain' | 'possible'>): SearchNode {
  const { entity, words, score, text, graph } = search;
  const places = [entity, words, score, text, graph].filter((place) => place !== undefined);
  return { kind: 'search', ...search, ...always(...places) };
}

/** Rows of terms. */
export function valuesNode(slots: readonly number[], rows: ValuesNode['rows']): ValuesNode {
  const certain = new Set(slots.filter((_, at) => rows.every((row) => row[at] !== undefined)));
  return { kind: 'values', slots, rows, certain, possible: new Set(slots) };
}

/** A join of parts; the parts and filters of joins among them become its own where that changes nothing. */
export function joinNode(parts: readonly QueryNode[], filters: readonly PlanExpression[] = []): JoinNode {
  const isOpen = (part: QueryNode): part is JoinNode =>
    part.kind === 'join' && part.filters.every((filter) => isCertain(filter.slots, part));
  const flat = parts.flatMap((part) => (isOpen(part) ? part.parts : [part]));
  const all = parts.flatMap((part) => (isOpen(part) ? part.filters : []));
  const certain = new Set(flat.flatMap((part) => [...part.certain]));
  const possible = new Set(flat.flatMap((part) => [...part.possible]));
  const pushed: PlanExpression[] = [];
  for (const filter of filters) {
    const at = flat.findIndex((part) => part.kind === 'optional' && isCertain(filter.slots, part.left));
    const optional = flat[at];
    if (optional?.kind === 'optional') flat[at] = { ...optional, left: joinNode([optional.left], [filter]) };
    else pushed.push(filter);
  }
  return { kind: 'join', parts: flat, filters: [...all, ...pushed], certain, possible };
}

/** Whether a node certainly binds all slots of an expression. */
export function isCertain(slots: ReadonlySet<number>, node: QueryNode): boolean {
  return [...slots].every((slot) => node.certain.has(slot));
}

/** The solutions of all branches. */
export function unionNode(branches: readonly QueryNode[]): UnionNode {
  const [first] = branches;
  const certain = new Set([...(first?.certain ?? [])].filter((slot) => branches.every((one) => one.certain.has(slot))));
  return { kind: 'union', branches, certain, possible: new Set(branches.flatMap((one) => [...one.possible])) };
}

/** The solutions of one node, with those of another one where there are some. */
export function optionalNode(left: QueryNode, right: QueryNode, filters: readonly PlanExpression[]): OptionalNode {
  const possible = new Set([...left.possible, ...right.possible]);
  return { kind: 'optional', left, right, filters, certain: left.certain, possible };
}

/** The solutions of one node that go with none of another one. */
export function minusNode(left: QueryNode, right: QueryNode, graph: number | undefined): MinusNode {
  return { kind: 'minus', left, right, graph, certain: left.certain, possible: left.possible };
}

/** The slots of a pattern of EXISTS, those of its filters too. */
export function usedSlots(node: QueryNode): Set<number> {
  const used = new Set(node.possible);
  const inner = node.kind === 'join' ? node.parts : node.kind === 'union' ? node.branches : [];
  const filters = node.kind === 'join' ? node.filters : [];
  for (const slots of [...inner.map(usedSlots), ...filters.map((filter) => filter.slots)])
    for (const slot of slots) used.add(slot);
  return used;
}
