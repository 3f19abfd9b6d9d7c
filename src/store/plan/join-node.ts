import { joinClosure } from './join-closure.js';
import { compatiblePairs, distinctRows, joinTables } from './join-tables.js';
import { joinInChunks, joinAllParts } from './join-parts.js';
import { joinSearch } from './join-search.js';
import { TripleJoin } from './join-triple.js';
import { groupTable } from './group-table.js';
import { filterRows, idsOfExpression, type PlanRun } from './plan-run.js';
import { QuadScan } from './quad-scan.js';
import type {
  ExistsExpression,
  ExtendNode,
  GraphsNode,
  MinusNode,
  OptionalNode,
  PlanExpression,
  QueryNode,
  ValuesNode,
} from './query-algebra.js';
import { groupRows } from './row-groups.js';
import { concatTables, EMPTY, isFull, RowTable, UNIT } from './row-table.js';
import { sortTable } from './sort-table.js';

/**
 * The join of a table with the solutions of a node. Most nodes start from the rows of the table; a node for which that
 * would change its solutions is computed by itself and then joined.
 */
export function joinNodeWith(run: PlanRun, node: QueryNode, input: RowTable): RowTable {
  if (input.size === 0) return EMPTY;
  if (input === UNIT || mayStartFrom(node, input)) return startFrom(run, node, input);
  return joinTables(input, startFrom(run, node, seedsFor(node, input)));
}

function startFrom(run: PlanRun, node: QueryNode, input: RowTable): RowTable {
  switch (node.kind) {
    case 'triple':
      return new TripleJoin(run, node).join(input);
    case 'closure':
      return joinClosure(run, node, input);
    case 'search':
      return joinSearch(run, node, input);
    case 'values':
      return joinTables(input, valuesTable(run, node));
    case 'graphs':
      return withGraphs(run, node, input) ?? joinTables(input, graphsTable(run, node, input));
    case 'join':
      return joinAllParts(run, node, input);
    case 'union':
      return concatTables(node.branches.map((branch) => joinNodeWith(run, branch, input)));
    case 'optional':
      return joinOptional(run, node, joinNodeWith(run, node.left, input));
    case 'minus':
      return withoutRows(run, node, joinNodeWith(run, node.left, input));
    case 'extend':
      return extendRows(run, node, joinNodeWith(run, node.input, input));
    case 'group':
      return groupTable(run, node, joinNodeWith(run, node.input, input));
    case 'project': {
      const slots = new Set([...node.slots, ...input.columns.keys()]);
      return joinNodeWith(run, node.input, input).only((slot) => slots.has(slot));
    }
    case 'distinct':
      return distinctRows(joinNodeWith(run, node.input, input));
    case 'sort':
      return sortTable(run, node, joinNodeWith(run, node.input, input));
    case 'slice':
      return firstRows(run, node.input, node.offset, node.limit);
  }
}

/** Whether the join with a table may start from its rows: what they bind beforehand must not change anything else. */
function mayStartFrom(node: QueryNode, input: RowTable): boolean {
  const keeps = (slots: Iterable<number>, left: QueryNode): boolean =>
    [...slots].every((slot) => !input.columns.has(slot) || left.certain.has(slot));
  const slotsOf = (filters: readonly PlanExpression[]): number[] => filters.flatMap(({ slots }) => [...slots]);
  switch (node.kind) {
    case 'join':
      return keeps(slotsOf(node.filters), node);
    case 'optional':
      return keeps([...node.right.possible, ...slotsOf(node.filters)], node.left);
    case 'minus':
      return keeps(node.right.possible, node.left);
    case 'extend':
      return keeps(node.expression.slots, node.input) && !input.columns.has(node.slot);
    case 'project':
      return true;
    case 'group':
    case 'distinct':
    case 'sort':
    case 'slice':
      return false;
    default:
      return true;
  }
}

/**
 * Rows from which a node may start that cannot start from a table: groups and distinct rows by their keys. Each of them
 * binds all of its keys, so that no solution comes from two of them.
 */
function seedsFor(node: QueryNode, input: RowTable): RowTable {
  if (node.kind !== 'group' && node.kind !== 'distinct') return UNIT;
  const keys = (slot: number): boolean =>
    node.certain.has(slot) && (node.kind === 'distinct' || node.keys.includes(slot));
  const seeds = input.only((slot) => keys(slot) && isFull(input.columns.get(slot) as Int32Array));
  return seeds.columns.size === 0 ? UNIT : distinctRows(seeds);
}

function valuesTable({ terms }: PlanRun, { slots, rows }: ValuesNode): RowTable {
  const columns = slots.map((slot, at) => [slot, Int32Array.from(rows, (row) => idOrNone(row[at]))] as const);
  function idOrNone(term: string | undefined): number {
    return term === undefined ? 0 : terms.idOf(term);
  }
  return new RowTable(new Map(columns), rows.length);
}

/** The rows whose graph is a named one; undefined where some row does not say which graph that is. */
function withGraphs({ index, dataset }: PlanRun, { number, name }: GraphsNode, input: RowTable): RowTable | undefined {
  const numbers = input.columns.get(number);
  const names = input.columns.get(name);
  const known = numbers ?? names;
  if (known === undefined || !isFull(known)) return undefined;
  const graphs = numbers ?? known.map((id) => index.graphOf(id));
  const iriOf = (row: number): number => index.graphIri(graphs[row] as number);
  const rows: number[] = [];
  for (let row = 0; row < input.size; row += 1) {
    if (dataset.named[graphs[row] as number] !== 1) continue;
    const stated = names?.[row] ?? 0;
    if (stated === 0 || stated === iriOf(row)) rows.push(row);
  }
  const columns = [
    [number, Int32Array.from(rows, (row) => graphs[row] as number)],
    [name, Int32Array.from(rows, iriOf)],
  ] as const;
  return input.take(rows).with(columns);
}

/** The named graphs; where neither name nor number is known, those with quads, as the engine has no others. */
function graphsTable({ index, dataset }: PlanRun, node: GraphsNode, input: RowTable): RowTable {
  let marks = dataset.named;
  if (!input.columns.has(node.number) && !input.columns.has(node.name)) {
    const filled = new Uint8Array(marks.length);
    new QuadScan(index, [0, 0, 0], { marks, isMerge: false }).all((_s, _p, _o, g) => (filled[g] = 1));
    marks = filled;
  }
  const { graphIris } = index;
  const numbers = Int32Array.from([...marks.keys()].filter((at) => marks[at] === 1 && graphIris[at] !== 0));
  const names = numbers.map((number) => graphIris[number] as number);
  return new RowTable(
    new Map([
      [node.number, numbers],
      [node.name, names],
    ]),
    numbers.length,
  );
}

function joinOptional(run: PlanRun, node: OptionalNode, left: RowTable): RowTable {
  if (left.size === 0) return EMPTY;
  const tag = run.newTag();
  const tagged = left.with([[tag, Int32Array.from({ length: left.size }, (_, row) => row + 1)]]);
  const both = filterRows(run, joinNodeWith(run, node.right, tagged), node.filters);
  const found = new Uint8Array(left.size);
  for (const row of both.columns.get(tag) ?? []) found[row - 1] = 1;
  const alone: number[] = [];
  for (let row = 0; row < left.size; row += 1) if (found[row] === 0) alone.push(row);
  return concatTables([both.only((slot) => slot !== tag), left.take(alone)]);
}

function withoutRows(run: PlanRun, node: MinusNode, left: RowTable): RowTable {
  const { right, graph } = node;
  const shared = [...right.possible].filter((slot) => left.columns.has(slot));
  if (left.size === 0 || shared.every((slot) => slot === graph)) return left;
  const seeds = left.only((slot) => shared.includes(slot) && node.left.certain.has(slot) && right.certain.has(slot));
  const start = seeds.columns.size === 0 ? UNIT : distinctRows(seeds);
  const others = distinctRows(joinNodeWith(run, right, start).only((slot) => shared.includes(slot)));
  const gone = new Uint8Array(left.size);
  const pairs = compatiblePairs(left, others);
  const variables = shared.filter((slot) => slot !== graph);
  for (const [at, row] of pairs.left.entries())
    if (variables.some((slot) => left.id(slot, row) !== 0 && others.id(slot, pairs.right[at] as number) !== 0))
      gone[row] = 1;
  const kept: number[] = [];
  for (let row = 0; row < left.size; row += 1) if (gone[row] === 0) kept.push(row);
  return kept.length === left.size ? left : left.take(kept);
}

function extendRows(run: PlanRun, { expression, slot, isLast }: ExtendNode, table: RowTable): RowTable {
  if (table.size === 0) return EMPTY;
  return table.with([[slot, idsOfExpression(run, table, expression, isLast)]]);
}

/** The first rows of a node, of which no more is computed than needed where that is possible. */
function firstRows(run: PlanRun, node: QueryNode, offset: number, limit: number): RowTable {
  const parts: RowTable[] = [];
  let rows = 0;
  if (limit > 0)
    for (const chunk of chunksOf(run, node)) {
      parts.push(chunk);
      rows += chunk.size;
      if (rows >= offset + limit) break;
    }
  return concatTables(parts).slice(offset, offset + limit);
}

function* chunksOf(run: PlanRun, node: QueryNode): Generator<RowTable> {
  const map = function* (input: QueryNode, work: (chunk: RowTable) => RowTable): Generator<RowTable> {
    for (const chunk of chunksOf(run, input)) yield work(chunk);
  };
  switch (node.kind) {
    case 'triple':
      return yield* new TripleJoin(run, node).chunks();
    case 'join':
      return yield* joinInChunks(run, node, UNIT);
    case 'optional':
      return yield* map(node.left, (chunk) => joinOptional(run, node, chunk));
    case 'extend':
      return yield* map(node.input, (chunk) => extendRows(run, node, chunk));
    case 'project':
      return yield* map(node.input, (chunk) => chunk.only((slot) => node.slots.includes(slot)));
    case 'union':
      for (const branch of node.branches) yield* chunksOf(run, branch);
      return;
    case 'distinct': {
      let all = EMPTY;
      for (const chunk of chunksOf(run, node.input)) {
        const before = all.size;
        all = distinctRows(concatTables([all, chunk]));
        yield all.slice(before, all.size);
      }
      return;
    }
    default:
      yield joinNodeWith(run, node, UNIT);
  }
}

/** For which rows of a table the pattern of EXISTS has a solution (SPARQL 1.1 Query, section 18.6). */
export function existsFor(run: PlanRun, { pattern, slots }: ExistsExpression, table: RowTable): Uint8Array {
  const shared = table.only((slot) => slots.has(slot));
  const { groups, first, next } = groupRows([...shared.columns.values()], table.size);
  const tag = run.newTag();
  const starts = first.subarray(0, groups.size);
  const seeds = shared.take(starts).with([[tag, starts.map((row) => row + 1)]]);
  // Filters of the pattern see the values of the row outside: so it starts from them in any case.
  const solved = pattern.kind === 'join' ? joinAllParts(run, pattern, seeds) : joinNodeWith(run, pattern, seeds);
  const found = new Uint8Array(table.size);
  for (const start of solved.columns.get(tag) ?? [])
    for (let row = start - 1; row >= 0 && found[row] === 0; row = next[row] as number) found[row] = 1;
  return found;
}
