import { isNumber } from './compare-values.js';
import { leaveToEngine } from './not-covered.js';
import { decimalValue, doubleValue, integerValue, SCALE, type TermValue } from './term-value.js';

/** `+ - * /` (SPARQL 1.1 Query, section 17.3), undefined for an error. */
export function calculate(operator: string, one: TermValue, other: TermValue): TermValue | undefined {
  requireCertain(one);
  requireCertain(other);
  if (!isNumber(one) || !isNumber(other)) return undefined;
  if (one.kind === 'double' || other.kind === 'double')
    return certainDouble(calculateDoubles(operator, one.number, other.number));
  const isInteger = one.kind === 'integer' && other.kind === 'integer' && operator !== '/';
  const exact = calculateExactly(operator, one.exact, other.exact);
  if (exact === undefined) return undefined;
  return isInteger
    ? integerValue(exact / SCALE)
    : (decimalValue(exact) ?? leaveToEngine('a decimal that is too large'));
}

function calculateDoubles(operator: string, one: number, other: number): number {
  switch (operator) {
    case '+':
      return one + other;
    case '-':
      return one - other;
    case '*':
      return one * other;
    default:
      return one / other;
  }
}

function calculateExactly(operator: string, one: bigint, other: bigint): bigint | undefined {
  switch (operator) {
    case '+':
      return one + other;
    case '-':
      return one - other;
    case '*':
      return (one * other) % SCALE === 0n ? (one * other) / SCALE : leaveToEngine('a decimal with more than 18 digits');
    default:
      return other === 0n ? undefined : (one * SCALE) / other;
  }
}

/** The negative of a number. */
export function negative(value: TermValue): TermValue | undefined {
  requireCertain(value);
  if (value.kind === 'double') return certainDouble(-value.number);
  if (value.kind === 'integer') return integerValue(-value.exact / SCALE);
  return value.kind === 'decimal' ? decimalValue(-value.exact) : undefined;
}

/** ABS, ROUND, CEIL, FLOOR. */
export function rounded(name: string, value: TermValue): TermValue | undefined {
  requireCertain(value);
  if (value.kind === 'integer')
    return integerValue((name === 'abs' && value.exact < 0n ? -value.exact : value.exact) / SCALE);
  if (value.kind === 'decimal') return decimalValue(roundExactly(name, value.exact));
  return value.kind === 'double' ? certainDouble(roundDouble(name, value.number)) : undefined;
}

function roundExactly(name: string, exact: bigint): bigint {
  if (name === 'abs') return exact < 0n ? -exact : exact;
  const floor = (value: bigint): bigint => value - (((value % SCALE) + SCALE) % SCALE);
  if (name === 'round') return floor(exact + SCALE / 2n);
  return name === 'floor' ? floor(exact) : -floor(-exact);
}

function roundDouble(name: string, number: number): number {
  if (name === 'abs') return Math.abs(number);
  if (name === 'floor') return Math.floor(number);
  if (name === 'ceil') return Math.ceil(number);
  return number % 1 === 0 || Number.isNaN(number) ? number : leaveToEngine('ROUND of a double');
}

/** A double that we write as the engine does. */
export function certainDouble(number: number): TermValue {
  const size = Math.abs(number);
  if (size !== 0 && Number.isFinite(size) && (size >= 1e15 || size < 1e-6))
    leaveToEngine('a double of an unusual size');
  return doubleValue(number);
}

function requireCertain({ kind }: TermValue): void {
  if (kind === 'odd') leaveToEngine('a literal of an unusual datatype');
  if (kind === 'dateTime' || kind === 'date') leaveToEngine('arithmetic with dates');
}
