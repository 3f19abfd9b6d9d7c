import { scoreTerm } from '../search/text-hit.js';
import type { TextSearch } from '../search/text-search.js';
import { joinTables } from './join-tables.js';
import { leaveToEngine } from './not-covered.js';
import { requireRoom, scanGraphs, type PlanRun } from './plan-run.js';
import type { SearchNode } from './query-algebra.js';
import { GrowingColumn, RowTable } from './row-table.js';

/** How many solutions a search has at most. */
export function searchSize(run: PlanRun, { asked }: SearchNode): number {
  return asked.reduce((sum, { words }) => sum + searchOf(run).found(words).length, 0);
}

/** The join of a table with what a search of the full text finds. */
export function joinSearch(run: PlanRun, node: SearchNode, input: RowTable): RowTable {
  const { terms } = run;
  const search = searchOf(run);
  const graphs = scanGraphs(run, node.graph);
  const places = [node.entity, node.words, node.score, node.text, node.graph];
  const constants = places.map((place) => (typeof place === 'object' && 'term' in place ? terms.idOf(place.term) : 0));
  constants[4] = 0; // the graphs are chosen already
  const slots = places.map((place) => (typeof place === 'object' && 'slot' in place ? place.slot : -1));
  const columns = new Map(slots.filter((slot) => slot >= 0).map((slot) => [slot, new GrowingColumn()]));
  let size = 0;
  for (const { term, words } of node.asked)
    for (const hit of search.foundIn(words, graphs)) {
      const values = [
        hit.entity,
        terms.idOf(term),
        node.score === undefined ? 0 : terms.idOf(scoreTerm(hit.score)),
        node.text === undefined ? 0 : terms.idOf(search.text(hit)),
        hit.graph,
      ];
      const isSolution = values.every((value, at) => {
        const slot = slots[at] as number;
        if (constants[at] !== 0 && constants[at] !== value) return false;
        const first = slots.indexOf(slot);
        return slot < 0 || values[first] === value;
      });
      if (!isSolution) continue;
      size += 1;
      for (const [slot, column] of columns) column.push(values[slots.indexOf(slot)] as number);
    }
  requireRoom(size);
  return joinTables(input, new RowTable(new Map([...columns].map(([slot, column]) => [slot, column.taken()])), size));
}

function searchOf({ search }: PlanRun): TextSearch {
  return search ?? leaveToEngine('a search where there is no full text');
}
