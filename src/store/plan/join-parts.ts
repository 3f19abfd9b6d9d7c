import { searchSize } from './join-search.js';
import { SEARCH_COST, TripleJoin } from './join-triple.js';
import { filterRows, type PlanRun } from './plan-run.js';
import { describeNode } from './describe-node.js';
import type { JoinNode, PlanExpression, QueryNode } from './query-algebra.js';
import { EMPTY, UNIT, type RowTable } from './row-table.js';

/** What a part of a join is expected to make, and what that costs in rows of a scan. */
interface PartEstimate {
  readonly rows: number;
  readonly cost: number;
}

/**
 * The join of a table with the parts of a node, the cheapest one next: what it costs is estimated with rows of the
 * table as it is by then. Filters follow as soon as their variables have values.
 */
export function joinAllParts(run: PlanRun, node: JoinNode, input: RowTable): RowTable {
  return new PartsLeft(run, node).rest(input);
}

/** The same in chunks, for a caller that may stop: the first part is read bit by bit. */
export function* joinInChunks(run: PlanRun, node: JoinNode, unit: RowTable): Generator<RowTable> {
  const parts = new PartsLeft(run, node);
  const first = parts.takeCheapest(unit);
  if (first?.kind !== 'triple') {
    yield parts.rest(first === undefined ? unit : parts.joined(first, unit, undefined));
    return;
  }
  for (const chunk of new TripleJoin(run, first).chunks()) yield parts.copy().rest(parts.copy().filtered(chunk));
}

/** The parts and filters of a join that are still to be done. */
class PartsLeft {
  readonly #run: PlanRun;
  readonly #node: JoinNode;
  #parts: QueryNode[];
  #filters: PlanExpression[];
  #bound: Set<number>;

  constructor(run: PlanRun, node: JoinNode) {
    this.#run = run;
    this.#node = node;
    this.#parts = [...node.parts];
    this.#filters = [...node.filters];
    this.#bound = new Set();
  }

  copy(): PartsLeft {
    const copy = new PartsLeft(this.#run, this.#node);
    copy.#parts = [...this.#parts];
    copy.#filters = [...this.#filters];
    copy.#bound = new Set(this.#bound);
    return copy;
  }

  /** Joins all parts that are left. */
  rest(input: RowTable): RowTable {
    let table = input;
    while (this.#parts.length > 0 && table.size > 0) {
      const estimates = this.#estimates(table);
      const part = this.takeCheapest(table, estimates) as QueryNode;
      table = this.joined(part, table, estimates.get(part)?.rows);
    }
    return table.size === 0 ? EMPTY : filterRows(this.#run, table, this.#filters);
  }

  joined(part: QueryNode, table: RowTable, expected: number | undefined): RowTable {
    this.#run.check();
    const result = this.#run.join(part, table);
    this.#run.steps.push({ step: describeNode(part), expected: expected && Math.round(expected), rows: result.size });
    return this.filtered(result);
  }

  /** Applies the filters whose variables certainly have their values. */
  filtered(table: RowTable): RowTable {
    const isReady = ({ slots }: PlanExpression): boolean =>
      [...slots].every((slot) => this.#bound.has(slot) || !this.#node.possible.has(slot));
    const ready = this.#parts.length === 0 ? this.#filters : this.#filters.filter(isReady);
    this.#filters = this.#filters.filter((filter) => !ready.includes(filter));
    return filterRows(this.#run, table, ready);
  }

  takeCheapest(table: RowTable, estimates = this.#estimates(table)): QueryNode | undefined {
    let best: QueryNode | undefined = undefined;
    let least: number = Infinity;
    for (const [part, { rows, cost }] of estimates)
      if (best === undefined || rows + cost < least) {
        best = part;
        least = rows + cost;
      }
    this.#parts = this.#parts.filter((part) => part !== best);
    for (const slot of best?.certain ?? []) this.#bound.add(slot);
    return best;
  }

  #estimates(table: RowTable): Map<QueryNode, PartEstimate> {
    if (this.#parts.length === 1)
      return new Map([[this.#parts[0] as QueryNode, this.#estimateOf(this.#parts[0] as QueryNode, table)]]);
    return new Map(this.#parts.map((part) => [part, this.#estimateOf(part, table)]));
  }

  #estimateOf(part: QueryNode, table: RowTable): PartEstimate {
    const isConnected = [...part.certain].some((slot) => table.columns.has(slot));
    switch (part.kind) {
      case 'triple':
        return new TripleJoin(this.#run, part).estimate(table);
      case 'graphs':
        return isConnected ? { rows: table.size, cost: 0 } : { rows: Infinity, cost: Infinity };
      case 'search': {
        const size = searchSize(this.#run, part);
        return { rows: isConnected ? Math.min(size, table.size) : size * table.size, cost: size };
      }
      case 'values':
        return { rows: isConnected ? table.size : table.size * part.rows.length, cost: part.rows.length };
      case 'closure': {
        const isFixed = 'term' in part.subject || 'term' in part.object;
        const starts = isFixed ? 1 : isConnected ? table.size : this.#run.index.nextId;
        return { rows: isConnected ? 4 * table.size : 16 * starts * table.size, cost: 4 * SEARCH_COST * starts };
      }
      default: {
        const rows = expectedRows(this.#run, part);
        if (!isConnected) return { rows: rows * table.size, cost: rows };
        return { rows: Math.max(rows, table.size), cost: Math.min(rows, 2 * SEARCH_COST * table.size) };
      }
    }
  }
}

/** About how many solutions a node has at most. */
function expectedRows(run: PlanRun, node: QueryNode): number {
  switch (node.kind) {
    case 'triple':
      return new TripleJoin(run, node).estimate(UNIT).rows;
    case 'closure':
      return run.index.nextId;
    case 'search':
      return searchSize(run, node);
    case 'values':
      return node.rows.length;
    case 'graphs':
      return run.index.graphNumbers;
    case 'join':
      return node.parts.reduce(
        (least, part) => Math.min(least, expectedRows(run, part)),
        node.parts.length === 0 ? 1 : Infinity,
      );
    case 'union':
      return node.branches.reduce((sum, branch) => sum + expectedRows(run, branch), 0);
    case 'optional':
    case 'minus':
      return expectedRows(run, node.left);
    case 'slice':
      return Math.min(node.limit, expectedRows(run, node.input));
    default:
      return expectedRows(run, node.input);
  }
}
