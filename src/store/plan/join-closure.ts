import { leaveToEngine } from './not-covered.js';
import { requireRoom, scanGraphs, type PlanRun } from './plan-run.js';
import { QuadScan, type ScanGraphs, type TripleIds } from './quad-scan.js';
import type { ClosureNode, Place, PathStep } from './query-algebra.js';
import { joinTables } from './join-tables.js';
import { GrowingColumn, isFull, RowTable } from './row-table.js';

/** A node in a graph; the number of the graph is 0 in the default graph. */
interface PathNode {
  readonly id: number;
  readonly graph: number;
}

/** The join of a table with a path of any length (SPARQL 1.1 Query, section 18.4): each pair of ends counts once. */
export function joinClosure(run: PlanRun, node: ClosureNode, input: RowTable): RowTable {
  const { subject, object, graph } = node;
  const paths = new PathWalker(run, scanGraphs(run, graph), node.graph !== 'default' && 'slot' in node.graph);
  const from = startsAt(run, subject, input);
  const to = startsAt(run, object, input);
  const isBackward = to !== undefined && (from === undefined || to.size < from.size);
  const step: PathStep = isBackward ? { kind: 'inverse', of: node.step } : node.step;
  const starts = (isBackward ? to : from) ?? paths.starts(node.least === 0 ? undefined : step);
  const columns = [new GrowingColumn(), new GrowingColumn(), new GrowingColumn()] as const;
  for (const id of starts) {
    run.check();
    for (const start of paths.places(id, node.least))
      for (const end of paths.reached(start, step, node.least, node.isMany)) {
        columns[0].push(isBackward ? end : id);
        columns[1].push(isBackward ? id : end);
        columns[2].push(start.graph);
        requireRoom(columns[0].size);
      }
  }
  const [own, others, graphs] = columns.map((column) => column.taken()) as [Int32Array, Int32Array, Int32Array];
  let pairs = new RowTable(new Map(), own.length);
  for (const [place, column] of [
    [subject, own],
    [object, others],
  ] as const)
    pairs = withPlace(run, pairs, place, column);
  if (graph !== 'default' && 'slot' in graph && pairs.size > 0) {
    const kept = pairs.columns.get(-1);
    pairs = pairs.with([[graph.slot, kept === undefined ? graphs : kept.map((row) => graphs[row] as number)]]);
  }
  return joinTables(
    input,
    pairs.only((slot) => slot >= 0),
  );
}

/** Keeps the pairs that agree with a place; column -1 says which pairs are left. */
function withPlace(run: PlanRun, pairs: RowTable, place: Place, column: Int32Array): RowTable {
  const left = pairs.columns.get(-1);
  const values = left === undefined ? column : left.map((row) => column[row] as number);
  const wanted = 'term' in place ? run.terms.idOf(place.term) : undefined;
  const other = 'slot' in place ? pairs.columns.get(place.slot) : undefined;
  if (wanted === undefined && other === undefined) return 'slot' in place ? pairs.with([[place.slot, values]]) : pairs;
  const rows: number[] = [];
  for (let row = 0; row < values.length; row += 1) if (values[row] === (wanted ?? other?.[row])) rows.push(row);
  return pairs.with([[-1, left ?? Int32Array.from(values, (_, row) => row)]]).take(rows);
}

/** The nodes that an end of a path may be; undefined for any. */
function startsAt(run: PlanRun, place: Place, input: RowTable): ReadonlySet<number> | undefined {
  if ('term' in place) return new Set([run.terms.idOf(place.term)]);
  const column = input.columns.get(place.slot);
  return column !== undefined && isFull(column) ? new Set(column) : undefined;
}

/** Walks along paths in the index, in the default graph or in each graph apart. */
class PathWalker {
  readonly #run: PlanRun;
  readonly #graphs: ScanGraphs;
  readonly #isApart: boolean;
  readonly #only = new Map<number, Uint8Array>();

  /** @param isApart whether each graph is one by itself */
  constructor(run: PlanRun, graphs: ScanGraphs, isApart: boolean) {
    this.#run = run;
    this.#graphs = graphs;
    this.#isApart = isApart;
  }

  /** All nodes, or those from which a step may lead somewhere. */
  starts(step: PathStep | undefined): Set<number> {
    const starts = new Set<number>();
    const [first, isInverse] = step === undefined ? [undefined, false] : firstOf(step);
    const predicate = first === undefined ? 0 : this.#run.terms.idOf(first);
    if (predicate < 0) return starts;
    new QuadScan(this.#run.index, [0, predicate, 0], this.#graphs).all((s, _, o) => {
      if (step === undefined || !isInverse) starts.add(s);
      if (step === undefined || isInverse || first === undefined) starts.add(o);
    });
    return starts;
  }

  /** A node in the graphs that have it. A path without steps starts at nodes of the graph only, in the engine. */
  places(id: number, least: 0 | 1): PathNode[] {
    if (!this.#isApart && least === 1) return [{ id, graph: 0 }];
    const graphs = new Set<number>();
    if (id > 0) {
      const scan = (ids: TripleIds): void =>
        new QuadScan(this.#run.index, ids, this.#graphs).all((_s, _p, _o, g) => graphs.add(g));
      scan([id, 0, 0]);
      scan([0, 0, id]);
    }
    if (graphs.size === 0 && least === 0) leaveToEngine('a path without steps from a term that is not in the graph');
    return this.#isApart ? Array.from(graphs, (graph) => ({ id, graph })) : [{ id, graph: 0 }];
  }

  /** The nodes at the other end, each once. */
  reached(start: PathNode, step: PathStep, least: 0 | 1, isMany: boolean): Set<number> {
    const reached = new Set<number>(least === 0 ? [start.id] : []);
    const open = [start.id];
    for (let id = open.pop(); id !== undefined; id = open.pop())
      for (const next of this.#next({ id, graph: start.graph }, step, false)) {
        if (reached.has(next)) continue;
        reached.add(next);
        if (isMany) open.push(next);
      }
    return reached;
  }

  #next(node: PathNode, step: PathStep, isInverse: boolean): Iterable<number> {
    switch (step.kind) {
      case 'predicate':
        return this.#along(node, this.#run.terms.idOf(step.term), new Set(), isInverse);
      case 'not':
        return this.#along(node, 0, new Set(step.terms.map((term) => this.#run.terms.idOf(term))), isInverse);
      case 'inverse':
        return this.#next(node, step.of, !isInverse);
      case 'alternative':
        return step.steps.flatMap((one) => [...this.#next(node, one, isInverse)]);
      case 'sequence': {
        let ends = new Set([node.id]);
        for (const one of isInverse ? step.steps.toReversed() : step.steps)
          ends = new Set([...ends].flatMap((id) => [...this.#next({ id, graph: node.graph }, one, isInverse)]));
        return ends;
      }
      case 'closure':
        return this.reached(node, isInverse ? { kind: 'inverse', of: step.of } : step.of, step.least, step.isMany);
    }
  }

  #along({ id, graph }: PathNode, predicate: number, not: ReadonlySet<number>, isInverse: boolean): number[] {
    const ends: number[] = [];
    if (id < 0 || predicate < 0) return ends;
    const ids: TripleIds = isInverse ? [0, predicate, id] : [id, predicate, 0];
    new QuadScan(this.#run.index, ids, this.#graphsOf(graph)).all((s, p, o) => {
      if (!not.has(p)) ends.push(isInverse ? s : o);
    });
    return ends;
  }

  #graphsOf(graph: number): ScanGraphs {
    if (graph === 0) return this.#graphs;
    let marks = this.#only.get(graph);
    if (marks === undefined) {
      marks = new Uint8Array(this.#graphs.marks.length);
      marks[graph] = 1;
      this.#only.set(graph, marks);
    }
    return { marks, isMerge: false };
  }
}

/** The predicate that each path of a step begins with, if there is one, and whether against its direction. */
function firstOf(step: PathStep): [term: string | undefined, isInverse: boolean] {
  if (step.kind === 'predicate') return [step.term, false];
  if (step.kind === 'inverse' && step.of.kind === 'predicate') return [step.of.term, true];
  return [undefined, false];
}
