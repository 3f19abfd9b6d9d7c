import { DataFactory } from 'n3';
import type { Expression, IriTerm, LiteralTerm, Pattern, VariableTerm } from 'sparqljs';
import { CrateError } from '../../../base/errors.js';
import { XSD } from '../../../base/rdf/vocabulary.js';
import { isVariable } from '../../engine/visible-variables.js';
import { callOf, stringTerm } from './query-syntax.js';

/** A variable that no query gives a value: an expression with it is an error, in engines that know few errors. */
const NO_VALUE = DataFactory.variable('crategraphNoValue') as VariableTerm;
/** The sum of nothing, which the engine leaves without a value. */
const ZERO = DataFactory.literal('0', DataFactory.namedNode(`${XSD}integer`)) as LiteralTerm;
/** A decimal, so that whole numbers are not divided without a remainder. */
const ONE = DataFactory.literal('1.0', DataFactory.namedNode(`${XSD}decimal`)) as LiteralTerm;
const COMPARISONS: ReadonlySet<string> = new Set(['<', '>', '<=', '>=']);
const CALCULATIONS: ReadonlySet<string> = new Set(['+', '-', '*', '/']);
const NUMBERS = /#(?:integer|decimal|double|float)$/;
/** What a valid date begins with, by its datatype; days are not counted by month. */
const DAY = '^-?[0-9]{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])';
const MOMENTS: Readonly<Record<string, string>> = { date: DAY, dateTime: `${DAY}T` };

/**
 * Rewrites a part of a query for an engine that compares and calculates with values of any kind ("12" is 12, any other
 * text 0), and for which booleans are numbers: a variable that is compared with a number, a date
 * or a time, or that is calculated with, has to be one (SPARQL 1.1 Query, section 17.3).
 * @throws CrateError ERR_UNSUPPORTED for what the engine does wrong whatever the value
 */
export function withExactValues<T>(part: T): T {
  return mapped(part) as T;
}

function mapped(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(mapped);
  if (part === null || typeof part !== 'object' || 'termType' in part) return part;
  const node = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, mapped(value)]));
  if (node['type'] === 'aggregate' && node['aggregation'] === 'sum') return callOf('coalesce', node as never, ZERO);
  return node['type'] === 'operation' ? exact(node as unknown as Operation) : node;
}

interface Operation {
  readonly type: 'operation';
  readonly operator: string;
  readonly args: readonly (Expression | Pattern)[];
}

function exact({ operator, args, ...others }: Operation): Expression {
  const same = { ...others, operator, args: [...args] } as Expression;
  const [left, right] = args as readonly Expression[];
  if (operator === 'encode_for_uri')
    throw new CrateError('ERR_UNSUPPORTED', 'the endpoint leaves letters beyond ASCII as they are in ENCODE_FOR_URI', {
      hint: 'ask for the text, and encode it afterwards; or query a store file',
    });
  if (operator === 'isnumeric' && left !== undefined) return isNumber(left);
  if (CALCULATIONS.has(operator) && left !== undefined && right !== undefined) {
    const [one, other] = [left, right].map((value) => (isVariable(value) ? guarded(isNumber(value), value) : value));
    return callOf(operator, operator === '/' ? callOf('*', ONE, one!) : one!, other!);
  }
  if (!COMPARISONS.has(operator) || left === undefined || right === undefined) return same;
  const [variable, constant] = isVariable(left) ? [left, right] : [right, left];
  if (!isVariable(variable)) return same;
  if (isText(constant)) return textComparison(operator, [left, right], variable);
  const guard = guardFor(variable, constant);
  return guard === undefined ? same : guarded(guard, same);
}

function isText(value: Expression): boolean {
  return 'termType' in value && value.termType === 'Literal' && value.datatype.value === `${XSD}string`;
}

/** Compares with a text: the engine does so rightly with what STR gives, and with other values not at all. */
function textComparison(operator: string, sides: readonly Expression[], variable: VariableTerm): Expression {
  const [left, right] = sides.map((side) => (side === variable ? callOf('str', side) : side));
  const isString = callOf('=', callOf('datatype', variable), DataFactory.namedNode(`${XSD}string`) as IriTerm);
  return guarded(isString, callOf(operator, left!, right!));
}

/** What a variable has to be to be compared with a constant. */
function guardFor(variable: VariableTerm, constant: Expression): Expression | undefined {
  if (!('termType' in constant) || constant.termType !== 'Literal') return undefined;
  const type = constant.datatype.value;
  if (NUMBERS.test(type)) return isNumber(variable);
  const pattern = type.startsWith(XSD) ? MOMENTS[type.slice(XSD.length)] : undefined;
  if (pattern === undefined) return undefined;
  const isValid = callOf('regex', callOf('str', variable), stringTerm(pattern));
  return callOf('&&', callOf('=', callOf('datatype', variable), constant.datatype as IriTerm), isValid);
}

function isNumber(value: Expression): Expression {
  const isBoolean = callOf('=', callOf('datatype', value), DataFactory.namedNode(`${XSD}boolean`) as IriTerm);
  return callOf('&&', callOf('isnumeric', value), callOf('!', isBoolean));
}

function guarded(condition: Expression, value: Expression): Expression {
  return callOf('if', condition, value, NO_VALUE);
}
