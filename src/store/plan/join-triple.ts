import { accessPath, QuadScan, type ScanGraphs, type TripleIds } from './quad-scan.js';
import { requireRoom, scanGraphs, type PlanRun } from './plan-run.js';
import type { GraphPlace, Place, TripleNode } from './query-algebra.js';
import { groupRows, type GroupedRows } from './row-groups.js';
import { concatTables, EMPTY, GrowingColumn, UNIT, type RowTable } from './row-table.js';

/** What a search in the index costs, in rows of a scan. */
export const SEARCH_COST = 40;

/** Rows of the first chunk of a scan that may be stopped. */
const FIRST_CHUNK = 256;

/** A triple pattern over the index of a run. */
export class TripleJoin {
  readonly #run: PlanRun;
  readonly #node: TripleNode;
  readonly #places: readonly [Place, Place, Place, GraphPlace];
  readonly #graphs: ScanGraphs;
  /** The ids of the pattern, once for each predicate that may match; 0 for variables. */
  readonly #constants: readonly TripleIds[];

  constructor(run: PlanRun, node: TripleNode) {
    this.#run = run;
    this.#node = node;
    this.#places = [node.subject, node.predicate, node.object, node.graph];
    this.#graphs = scanGraphs(run, node.graph);
    const idOf = (place: Place): number => ('term' in place ? run.terms.idOf(place.term) : 0);
    const predicates = node.any.length === 0 ? [idOf(node.predicate)] : node.any.map((term) => run.terms.idOf(term));
    this.#constants = predicates
      .map((predicate): TripleIds => [idOf(node.subject), predicate, idOf(node.object)])
      .filter((ids) => ids.every((id) => id >= 0));
  }

  /** Whether no quad has all terms of the pattern. */
  get #isNowhere(): boolean {
    return this.#constants.length === 0;
  }

  /** About how many rows the join with a table has, and what it costs in rows of a scan. */
  estimate(input: RowTable): { readonly rows: number; readonly cost: number } {
    if (this.#isNowhere || input.size === 0) return { rows: 0, cost: 0 };
    const scanned = this.#countAll();
    const bound = this.#places.slice(0, 3).flatMap((place, at) => (columnOf(input, place) === undefined ? [] : [at]));
    if (bound.length === 0) return { rows: scanned * input.size, cost: scanned };
    const samples = Math.min(input.size, 12);
    let found = 0;
    for (let at = 0; at < samples; at += 1) {
      const row = Math.floor(((at + 0.5) * input.size) / samples);
      const idIn = (place: Place): number => columnOf(input, place)?.[row] ?? 0;
      found += this.#countAll([idIn(this.#node.subject), idIn(this.#node.predicate), idIn(this.#node.object)]);
    }
    const rows = (found / samples) * input.size;
    return { rows, cost: Math.min(scanned, SEARCH_COST * input.size * this.#constants.length) + rows };
  }

  /** The join with a table. */
  join(input: RowTable): RowTable {
    if (this.#isNowhere || input.size === 0) return EMPTY;
    return concatTables(this.#byBinding(input).map((rows) => this.#joinRows(input, rows)));
  }

  /** All solutions of the pattern in chunks, each larger than the one before. */
  *chunks(): Generator<RowTable> {
    if (this.#isNowhere) return;
    let most = FIRST_CHUNK;
    const unit = groupRows([], 1);
    let output = this.#output([], unit);
    for (const ids of this.#constants) {
      const scan = new QuadScan(this.#run.index, ids, this.#graphs);
      for (const range of scan.ranges()) {
        scan.visit(range, output.visit);
        if (output.from.size < most) continue;
        yield output.table(UNIT);
        output = this.#output([], unit);
        most *= 4;
      }
    }
    if (output.from.size > 0) yield output.table(UNIT);
  }

  /** About how many quads match, with ids in the places of variables; 0 for any. */
  #countAll(known: TripleIds = [0, 0, 0]): number {
    let sum = 0;
    for (const constants of this.#constants) {
      const ids = withKnown(constants, known);
      if (ids === undefined) continue;
      const { order, prefix } = accessPath(ids);
      sum += this.#run.index.count(order, prefix);
    }
    return sum;
  }

  /** The rows of a table by which of the pattern's variables they bind; usually all bind the same. */
  #byBinding(input: RowTable): Int32Array[] {
    const columns = this.#places.flatMap((place) => columnOf(input, place) ?? []);
    const rows = new Map<number, GrowingColumn>();
    for (let row = 0; row < input.size; row += 1) {
      let mask = 0;
      for (const column of columns) mask = 2 * mask + (column[row] === 0 ? 0 : 1);
      let own = rows.get(mask);
      if (own === undefined) rows.set(mask, (own = new GrowingColumn()));
      own.push(row);
    }
    return [...rows.values()].map((own) => own.taken());
  }

  #joinRows(input: RowTable, rows: Int32Array): RowTable {
    const [first = 0] = rows;
    const bound = [0, 1, 2, 3].filter((at) => (columnOf(input, this.#places[at] as GraphPlace)?.[first] ?? 0) !== 0);
    const columns = bound.map((at) => columnOf(input, this.#places[at] as GraphPlace) as Int32Array);
    const grouped = groupRows(columns, input.size, rows);
    const output = this.#output(bound, grouped);
    const { groups } = grouped;
    const searches = SEARCH_COST * groups.size * this.#constants.length;
    if (!bound.some((at) => at < 3) || searches >= this.#countAll()) {
      for (const ids of this.#constants) new QuadScan(this.#run.index, ids, this.#graphs).all(output.visit);
      return output.table(input);
    }
    for (let group = 0; group < groups.size; group += 1) {
      if (group % 1024 === 0) this.#run.check();
      const known: [number, number, number] = [0, 0, 0];
      for (const [key, at] of bound.entries()) if (at < 3) known[at] = groups.key(group, key);
      for (const constants of this.#constants) {
        const ids = withKnown(constants, known);
        if (ids !== undefined) new QuadScan(this.#run.index, ids, this.#graphs).all(output.visit);
      }
    }
    return output.table(input);
  }

  /** Collects solutions for rows that bind some places of the pattern. */
  #output(bound: readonly number[], { groups, first, next }: GroupedRows): TripleOutput {
    const from = new GrowingColumn();
    const added = new Map<number, GrowingColumn>();
    const fresh: { readonly at: number; readonly column: GrowingColumn }[] = [];
    const equal: [number, number][] = [];
    for (const [at, place] of this.#places.entries()) {
      if (place === 'default' || 'term' in place) continue;
      const other = this.#places.findIndex((one) => one !== 'default' && 'slot' in one && one.slot === place.slot);
      if (other < at) equal.push([other, at]);
      else if (!bound.includes(at)) {
        const column = new GrowingColumn();
        added.set(place.slot, column);
        fresh.push({ at, column });
      }
    }
    const selves = [0, 1, 2].filter((at) => {
      const place = this.#places[at] as Place;
      return 'slot' in place && place.slot === this.#node.self;
    });
    const { index } = this.#run;
    const values = [0, 0, 0, 0];
    const key = new Int32Array(bound.length);
    const visit = (s: number, p: number, o: number, g: number): void => {
      values[0] = s;
      values[1] = p;
      values[2] = o;
      values[3] = g;
      for (const [one, other] of equal) if (values[one] !== values[other]) return;
      for (const at of selves) if (values[at] !== index.graphIri(g)) return;
      for (let at = 0; at < bound.length; at += 1) key[at] = values[bound[at] as number] as number;
      const group = groups.find(key);
      if (group < 0) return;
      for (let row = first[group] as number; row >= 0; row = next[row] as number) {
        from.push(row);
        for (const { at, column } of fresh) column.push(values[at] as number);
      }
      requireRoom(from.size);
    };
    const table = (input: RowTable): RowTable =>
      input.take(from.taken()).with([...added].map(([slot, column]) => [slot, column.taken()] as const));
    return { from, visit, table };
  }
}

/** The ids of a pattern with those of a row; undefined if one is in no quad. */
function withKnown(constants: TripleIds, known: TripleIds): TripleIds | undefined {
  const ids: TripleIds = [constants[0] || known[0], constants[1] || known[1], constants[2] || known[2]];
  return ids[0] < 0 || ids[1] < 0 || ids[2] < 0 ? undefined : ids;
}

interface TripleOutput {
  /** The row of the input of each solution. */
  readonly from: GrowingColumn;
  readonly visit: (s: number, p: number, o: number, g: number) => void;
  readonly table: (input: RowTable) => RowTable;
}

function columnOf(input: RowTable, place: GraphPlace): Int32Array | undefined {
  return place === 'default' || 'term' in place ? undefined : input.columns.get(place.slot);
}
