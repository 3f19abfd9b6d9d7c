import { calculate } from './arithmetic.js';
import { compareNumbers, compareTexts, isNumber } from './compare-values.js';
import { compareInstants } from './instant.js';
import { leaveToEngine } from './not-covered.js';
import type { PlanAggregate } from './query-algebra.js';
import type { PlanTerms } from './plan-terms.js';
import { doubleValue, integerValue, stringValue, textLike, type TermValue } from './term-value.js';

/**
 * The aggregate of a group (SPARQL 1.1 Query, section 18.5.1) as an id; 0 for an error. As in the engine, one value
 * that is an error makes the whole an error, except to COUNT and SAMPLE.
 * @param ids the values of its expression, 0 for an error
 */
export function aggregateId(terms: PlanTerms, aggregate: PlanAggregate, ids: Int32Array): number {
  const { name } = aggregate;
  const idOf = (value: TermValue | undefined): number => (value === undefined ? 0 : terms.lastId(value));
  if (name === 'count') return idOf(integerValue(BigInt(ids.reduce((count, id) => (id === 0 ? count : count + 1), 0))));
  if (name === 'sample') return ids.find((id) => id !== 0) ?? 0;
  if (ids.includes(0)) return 0;
  if (name === 'min' || name === 'max') return extreme(terms, ids, name === 'min' ? -1 : 1);
  if (name === 'group_concat') return idOf(joined(terms, ids, aggregate.separator));
  const sum = sumOf(terms, ids);
  if (name === 'sum' || ids.length === 0 || sum === undefined) return idOf(sum);
  return idOf(calculate('/', sum, integerValue(BigInt(ids.length)) as TermValue));
}

/** The texts in one; with their language if they have one in common. */
function joined(terms: PlanTerms, ids: Int32Array, separator: string): TermValue | undefined {
  const values = Array.from(ids, (id) => terms.value(id));
  if (values.some(({ kind }) => kind !== 'string' && kind !== 'language')) return undefined;
  const text = values.map(({ lexical }) => lexical).join(separator);
  const [first] = values;
  return first !== undefined && values.every(({ language }) => language === first.language)
    ? textLike(first, text)
    : stringValue(text);
}

/** Sums of doubles depend on their order, except for whole numbers. */
function sumOf(terms: PlanTerms, ids: Int32Array): TermValue | undefined {
  let sum = integerValue(0n) as TermValue;
  for (const id of ids) {
    const value = terms.value(id);
    if (value.kind === 'double' && !(Number.isInteger(value.number) && Math.abs(value.number) < 2 ** 40))
      leaveToEngine('a sum of doubles');
    if (!isNumber(value) && value.kind !== 'odd')
      return value.instant === undefined ? undefined : leaveToEngine('a sum of dates');
    const next = calculate('+', sum, value);
    if (next === undefined || Math.abs(next.number) > 2 ** 60) return leaveToEngine('a large sum');
    sum = next.kind === 'double' ? doubleValue(next.number) : next;
  }
  return sum;
}

/** The least or the greatest value; only for values that have one order in every engine. */
function extreme(terms: PlanTerms, ids: Int32Array, sign: 1 | -1): number {
  let [best = 0] = ids;
  for (const id of ids) {
    if (id === best) continue;
    const order = sign * compareAlike(terms.value(id), terms.value(best));
    if (order === 0) leaveToEngine('the least of values that are equal and not the same');
    if (order > 0) best = id;
  }
  return best;
}

function compareAlike(one: TermValue, other: TermValue): number {
  if (isNumber(one) && isNumber(other)) {
    const order = compareNumbers(one, other);
    return Number.isNaN(order) ? leaveToEngine('the least of values with NaN') : order;
  }
  if (one.kind !== other.kind) return leaveToEngine('the least of values of several kinds');
  if (one.kind === 'string' || one.kind === 'iri') return compareTexts(one.lexical, other.lexical);
  if (
    one.instant === undefined ||
    other.instant === undefined ||
    (one.instant.zone === '') !== (other.instant.zone === '')
  )
    return leaveToEngine(`the least of values such as ${one.kind}`);
  return compareInstants(one.instant, other.instant);
}
