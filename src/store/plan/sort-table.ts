import { compareTexts } from './compare-values.js';
import { compareInstants } from './instant.js';
import { leaveToEngine } from './not-covered.js';
import { idsOfExpression, type PlanRun } from './plan-run.js';
import type { SortNode } from './query-algebra.js';
import type { RowTable } from './row-table.js';
import { SCALE, type TermKind, type TermValue } from './term-value.js';

/** Sorts a table, by the total order of `store/engine/total-order.ts`. Equal rows stay as they were. */
export function sortTable(run: PlanRun, node: SortNode, table: RowTable): RowTable {
  const ranks = node.keys.map(({ expression, isDescending }) => {
    const ids = idsOfExpression(run, table, expression, true);
    const rank = rankOf(run, ids);
    const sign = isDescending ? -1 : 1;
    return ids.map((id) => sign * (rank.get(id) as number));
  });
  const order = Array.from({ length: table.size }, (_, row) => row);
  order.sort((one, other) => {
    for (const rank of ranks) {
      const difference = (rank[one] as number) - (rank[other] as number);
      if (difference !== 0) return difference;
    }
    return one - other;
  });
  return table.take(order);
}

/** The place of each id in the order of their terms. */
function rankOf({ terms }: PlanRun, ids: Int32Array): Map<number, number> {
  const different = Array.from(new Set(ids).values(), (id) => ({ id, term: id === 0 ? undefined : terms.value(id) }));
  // JavaScript compares as SPARQL does, and faster, unless characters beyond U+D7FF are among them.
  const isSimple = different.every(
    ({ term }) => term === undefined || (term.kind in SIMPLE && !/[\ud800-\uffff]/.test(term.lexical)),
  );
  different.sort(({ term: one }, { term: other }) => {
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    if (isSimple && one.kind === other.kind) return one.lexical < other.lexical ? -1 : 1;
    return compareInOrder(one, other);
  });
  return new Map(different.map(({ id }, place) => [id, place] as const));
}

/** Kinds of terms whose texts say how they are sorted. */
const SIMPLE = { iri: true, string: true };

const RANKS: Readonly<Record<TermKind, number>> = {
  blank: 1,
  iri: 2,
  integer: 3,
  decimal: 3,
  double: 3,
  dateTime: 5,
  date: 5,
  boolean: 6,
  string: 7,
  language: 8,
  other: 9,
  odd: 9,
};

/** The total order of terms; unbound comes before them. */
export function compareInOrder(one: TermValue, other: TermValue): number {
  if (one.kind === 'odd' || other.kind === 'odd') return leaveToEngine('sorting a literal of an unusual datatype');
  const rank = rankIn(one);
  const otherRank = rankIn(other);
  if (rank !== otherRank) return rank - otherRank;
  return (
    compareKeys(rank, one, other) ||
    compareTexts(one.lexical, other.lexical) ||
    compareTexts(one.language, other.language) ||
    compareTexts(one.datatype, other.datatype)
  );
}

function rankIn({ kind, number }: TermValue): number {
  return kind === 'double' && Number.isNaN(number) ? 4 : RANKS[kind];
}

/** What values of one rank are compared by first. */
function compareKeys(rank: number, one: TermValue, other: TermValue): number {
  if (rank === 3) {
    if (one.number !== other.number) return one.number < other.number ? -1 : 1;
    const left = exactly(one);
    const right = exactly(other);
    return left < right ? -1 : left > right ? 1 : 0;
  }
  if (rank === 5 && one.instant !== undefined && other.instant !== undefined)
    return compareInstants(one.instant, other.instant);
  if (rank === 6) return one.number - other.number;
  return rank === 9 ? compareTexts(one.datatype, other.datatype) : 0;
}

/** The decimal of a number that is the same as another one as a double. */
function exactly({ kind, exact, number }: TermValue): bigint {
  if (kind !== 'double') return exact;
  return Number.isInteger(number) && Math.abs(number) < 2 ** 53
    ? BigInt(number) * SCALE
    : leaveToEngine('sorting a double beside its decimal');
}
