import { compareInstants } from './instant.js';
import { leaveToEngine } from './not-covered.js';
import type { TermKind, TermValue } from './term-value.js';

/** The order of strings in SPARQL: by code points, which differs from that of JavaScript beyond U+FFFF. */
export function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const left = one.charCodeAt(at);
    const right = other.charCodeAt(at);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return one.length - other.length;
}

/** Surrogates come after all other code units. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Whether a value is a number that we are certain about. */
export function isNumber({ kind }: TermValue): boolean {
  return kind === 'integer' || kind === 'decimal' || kind === 'double';
}

/** The order of two numbers; NaN if one is. */
export function compareNumbers(one: TermValue, other: TermValue): number {
  if (one.kind === 'double' || other.kind === 'double')
    return one.number === other.number ? 0 : one.number - other.number;
  return one.exact < other.exact ? -1 : one.exact > other.exact ? 1 : 0;
}

/** Whether two values are one term. */
export function isSameTerm(one: TermValue, other: TermValue): boolean {
  return (
    one.kind === other.kind &&
    one.lexical === other.lexical &&
    one.datatype === other.datatype &&
    one.language === other.language
  );
}

const NODES: ReadonlySet<TermKind> = new Set(['iri', 'blank', 'language']);

/** `=` (SPARQL 1.1 Query, section 17.4.1.7), undefined for an error. */
export function areEqual(one: TermValue, other: TermValue): boolean | undefined {
  if (isNumber(one) && isNumber(other)) return compareNumbers(one, other) === 0;
  if (one.instant !== undefined && one.kind === other.kind) return compareDates(one, other) === 0;
  if (isSameTerm(one, other)) return one.kind === 'odd' ? leaveToEngine('a literal of an unusual datatype') : true;
  if (NODES.has(one.kind) || NODES.has(other.kind)) return false;
  if (one.kind === 'odd' || other.kind === 'odd') return leaveToEngine('a literal of an unusual datatype');
  return one.kind === 'other' || other.kind === 'other' ? undefined : false;
}

/** The order of two values that `<` compares; undefined for an error, NaN where nothing holds. */
export function compareValues(one: TermValue, other: TermValue): number | undefined {
  if (one.kind === 'odd' || other.kind === 'odd') return leaveToEngine('a literal of an unusual datatype');
  if (isNumber(one) && isNumber(other)) return compareNumbers(one, other);
  if (one.kind !== other.kind) return undefined;
  if (isSameTerm(one, other)) return 0;
  if (one.kind === 'string' || (one.kind === 'language' && one.language === other.language))
    return compareTexts(one.lexical, other.lexical);
  return one.instant === undefined ? undefined : compareDates(one, other);
}

function compareDates(one: TermValue, other: TermValue): number {
  const left = one.instant;
  const right = other.instant;
  if (left === undefined || right === undefined || (left.zone === '') !== (right.zone === ''))
    return leaveToEngine('a date with a time zone beside one without');
  return compareInstants(left, right);
}
