import { aggregateId } from './aggregate-value.js';
import { idsOfExpression, type PlanRun } from './plan-run.js';
import type { GroupNode, PlanAggregate } from './query-algebra.js';
import { RowGroups } from './row-groups.js';
import { RowTable } from './row-table.js';

/** The groups of a table with their aggregates (SPARQL 1.1 Query, section 18.5.1). */
export function groupTable(run: PlanRun, { keys, aggregates }: GroupNode, table: RowTable): RowTable {
  const groups = new RowGroups(keys.length);
  const keyColumns = keys.map((slot) => table.columns.get(slot) ?? new Int32Array(table.size));
  const groupOf = new Int32Array(table.size);
  for (let row = 0; row < table.size; row += 1) groupOf[row] = groups.add(keyColumns, row);
  const size = keys.length === 0 ? 1 : groups.size;
  const columns = new Map<number, Int32Array>();
  for (const [at, slot] of keys.entries())
    columns.set(
      slot,
      Int32Array.from({ length: size }, (_, group) => groups.key(group, at)),
    );
  for (const aggregate of aggregates) {
    const { ids, starts } = idsByGroup(run, aggregate, table, { groupOf, size });
    const column = new Int32Array(size);
    for (let group = 0; group < size; group += 1)
      column[group] = aggregateId(run.terms, aggregate, ids.subarray(starts[group], starts[group + 1]));
    columns.set(aggregate.slot, column);
  }
  return new RowTable(columns, size);
}

/** The values of an aggregate's expression, group by group: ids, 0 for an error. */
interface GroupedIds {
  readonly ids: Int32Array;
  /** Where each group starts, and where the last one ends. */
  readonly starts: Int32Array;
}

function idsByGroup(
  run: PlanRun,
  aggregate: PlanAggregate,
  table: RowTable,
  { groupOf, size }: { readonly groupOf: Int32Array; readonly size: number },
): GroupedIds {
  const { expression, isDistinct } = aggregate;
  const all =
    expression === undefined ? new Int32Array(table.size).fill(1) : idsOfExpression(run, table, expression, true);
  const kept = isDistinct ? firstOfEach(aggregate, all, table, groupOf) : undefined;
  const starts = new Int32Array(size + 1);
  for (let row = 0; row < table.size; row += 1) if (kept?.[row] !== 0) countUp(starts, (groupOf[row] as number) + 1);
  for (let group = 0; group < size; group += 1)
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  const ids = new Int32Array(starts[size] as number);
  const next = starts.slice();
  for (let row = 0; row < table.size; row += 1)
    if (kept?.[row] !== 0) ids[countUp(next, groupOf[row] as number)] = all[row] as number;
  return { ids, starts };
}

/** Adds one to a number, and returns what it was. */
function countUp(numbers: Int32Array, at: number): number {
  const before = numbers[at] as number;
  numbers[at] = before + 1;
  return before;
}

/** 1 for each row whose value is the first of its kind in its group. */
function firstOfEach(
  { expression, all }: PlanAggregate,
  ids: Int32Array,
  table: RowTable,
  groupOf: Int32Array,
): Uint8Array {
  const columns = expression === undefined ? all.flatMap((slot) => table.columns.get(slot) ?? []) : [ids];
  const keys = [groupOf, ...columns];
  const seen = new RowGroups(keys.length);
  const kept = new Uint8Array(table.size);
  for (let row = 0; row < table.size; row += 1) {
    const before = seen.size;
    if (seen.add(keys, row) === before) kept[row] = 1;
  }
  return kept;
}
