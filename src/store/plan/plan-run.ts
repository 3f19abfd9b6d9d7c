import type { QuadIndex } from '../index/quad-index.js';
import type { QueryStep } from '../query-plan.js';
import { ExpressionEvaluator } from './evaluate-expression.js';
import type { TextSearch } from '../search/text-search.js';
import { leaveToEngine } from './not-covered.js';
import type { PlanDataset } from './plan-dataset.js';
import type { ExistsExpression, GraphPlace, PlanExpression, QueryNode } from './query-algebra.js';
import type { PlanTerms } from './plan-terms.js';
import type { ScanGraphs } from './quad-scan.js';
import type { RowTable } from './row-table.js';
import { termText, type TermValue } from './term-value.js';

/** What the operators of one run of a query share. */
export interface PlanRun {
  readonly index: QuadIndex;
  readonly terms: PlanTerms;
  readonly dataset: PlanDataset;
  readonly steps: QueryStep[];
  /** Undefined where there is no full text. */
  readonly search: TextSearch | undefined;
  /** The join of a table with the solutions of a node. */
  readonly join: (node: QueryNode, input: RowTable) => RowTable;
  /** Where the pattern of EXISTS has a solution. */
  readonly exists: (exists: ExistsExpression, table: RowTable) => Uint8Array;
  /** A slot for the numbers of rows, which no variable has. */
  readonly newTag: () => number;
  /** Throws when the caller wants no answer any more. */
  readonly check: () => void;
}

/** Most rows of a table; a query that needs more is left to the engine, which does not hold all of them at once. */
export const MOST_ROWS = 20_000_000;

/** Stops a query whose tables would not fit into the memory. */
export function requireRoom(rows: number): void {
  if (rows > MOST_ROWS) leaveToEngine('too many rows at once');
}

/** The graphs of a triple, and the number of the only one; 0 if there may be several. */
export function scanGraphs({ index, dataset, terms }: PlanRun, graph: GraphPlace): ScanGraphs {
  if (graph === 'default') return { marks: dataset.unnamed, isMerge: true };
  if ('slot' in graph) return { marks: dataset.named, isMerge: false };
  const number = index.graphOf(terms.idOf(graph.term));
  const marks = new Uint8Array(dataset.named.length);
  if (number > 0) marks[number] = dataset.named[number] as number;
  return { marks, isMerge: false };
}

/** Expressions over the rows of a table. */
export function expressionsOf(run: PlanRun, table: RowTable): ExpressionEvaluator {
  return new ExpressionEvaluator(run.terms, table, run.exists);
}

/** The rows for which all conditions hold. */
export function filterRows(run: PlanRun, table: RowTable, filters: readonly PlanExpression[]): RowTable {
  let left = table;
  for (const filter of filters) {
    const holds = expressionsOf(run, left).holds(filter);
    const rows: number[] = [];
    for (let row = 0; row < left.size; row += 1) {
      if (row % 1024 === 0) run.check();
      if (holds(row)) rows.push(row);
    }
    if (rows.length < left.size) left = left.take(rows);
  }
  return left;
}

/**
 * The values of an expression in the rows of a table, as ids; 0 for an error.
 * @param isLast whether the ids are compared with each other only
 */
export function idsOfExpression(
  run: PlanRun,
  table: RowTable,
  expression: PlanExpression,
  isLast: boolean,
): Int32Array {
  const ids = new Int32Array(table.size);
  const { terms } = run;
  if (expression.kind === 'variable') {
    const column = table.columns.get(expression.slot) ?? ids;
    return isLast ? column : column.map((id) => (id < 0 ? terms.idOf(terms.text(id)) : id));
  }
  const value = expressionsOf(run, table).of(expression);
  let last: TermValue | undefined = undefined;
  let id: number = 0;
  for (let row = 0; row < table.size; row += 1) {
    if (row % 1024 === 0) run.check();
    const term = value(row);
    if (term === undefined) continue;
    if (term !== last) {
      last = term;
      id = isLast ? terms.lastId(term) : terms.idOf(termText(term));
    }
    ids[row] = id;
  }
  return ids;
}
