import { calculate, negative } from './arithmetic.js';
import { areEqual, compareValues } from './compare-values.js';
import { FUNCTIONS } from './literal-functions.js';
import { leaveToEngine } from './not-covered.js';
import type { CallExpression, ExistsExpression, PlanExpression } from './query-algebra.js';
import type { PlanTerms } from './plan-terms.js';
import type { RowTable } from './row-table.js';
import { safePattern } from './safe-pattern.js';
import { booleanValue, readTerm, textLike, type TermValue } from './term-value.js';

/** The value of an expression in a row; undefined for an error, and for a variable without a value. */
export type RowExpression = (row: number) => TermValue | undefined;

/** Finds the rows of a table for which the pattern of EXISTS has a solution: not 0. */
export type ExistsRunner = (exists: ExistsExpression, table: RowTable) => Uint8Array;

/** Expressions over the rows of one table. */
export class ExpressionEvaluator {
  readonly #terms: PlanTerms;
  readonly #table: RowTable;
  readonly #exists: ExistsRunner;

  constructor(terms: PlanTerms, table: RowTable, exists: ExistsRunner) {
    this.#terms = terms;
    this.#table = table;
    this.#exists = exists;
  }

  /**
   * An expression as a function of the row. One that uses a single variable is computed once for each of its values.
   */
  of(expression: PlanExpression): RowExpression {
    const compiled = this.#compile(expression);
    const [slot] = expression.slots;
    if (expression.kind !== 'call' || expression.slots.size !== 1 || slot === undefined || hasExists(expression))
      return compiled;
    const column = this.#table.columns.get(slot);
    if (column === undefined) return compiled;
    const known = new Map<number, TermValue | undefined>();
    return (row) => {
      const id = column[row] as number;
      if (known.has(id)) return known.get(id);
      const value = compiled(row);
      known.set(id, value);
      return value;
    };
  }

  /** Whether a condition holds (SPARQL 1.1 Query, section 17.2): neither false nor an error. */
  holds(expression: PlanExpression): (row: number) => boolean {
    const value = this.of(expression);
    return (row) => truth(value(row)) === true;
  }

  #compile(expression: PlanExpression): RowExpression {
    switch (expression.kind) {
      case 'constant': {
        const value = readTerm(expression.term);
        return () => value;
      }
      case 'variable': {
        const column = this.#table.columns.get(expression.slot);
        const terms = this.#terms;
        if (column === undefined) return () => undefined;
        return (row) => (column[row] === 0 ? undefined : terms.value(column[row] as number));
      }
      case 'exists': {
        const found = this.#exists(expression, this.#table);
        return (row) => booleanValue(found[row] !== 0);
      }
      case 'call':
        return this.#call(expression);
    }
  }

  #call({ name, args: all }: CallExpression): RowExpression {
    const args = all.map((arg) => this.#compile(arg)) as [RowExpression, RowExpression, ...RowExpression[]];
    const [one, other] = args;
    switch (name) {
      case '&&':
      case '||':
        return (row) => junction(name === '||', truth(one(row)), () => truth(other(row)));
      case '!':
        return (row) => {
          const is = truth(one(row));
          return is === undefined ? undefined : booleanValue(!is);
        };
      case 'if':
        return (row) => {
          const is = truth(one(row));
          return is === undefined ? undefined : (is ? other : (args[2] as RowExpression))(row);
        };
      case 'coalesce':
        return (row) => firstOf(args, row);
      case 'bound': {
        const [variable] = all;
        if (variable?.kind !== 'variable') return leaveToEngine('BOUND of an expression');
        return (row) => booleanValue(this.#table.id(variable.slot, row) !== 0);
      }
      case 'in':
        return (row) => isIn(one(row), args.slice(1), row);
      case 'regex':
      case 'replace':
        return match(name, args);
      case 'UMINUS':
        return unary(one, negative);
      case 'UPLUS':
        return unary(one, (value) => (negative(value) === undefined ? undefined : value));
      case '+':
      case '-':
      case '*':
      case '/':
        return binary(args, (left, right) => calculate(name, left, right));
      default:
        return Object.hasOwn(COMPARISONS, name) ? binary(args, COMPARISONS[name] as Comparison) : applied(name, args);
    }
  }
}

type Comparison = (one: TermValue, other: TermValue) => TermValue | undefined;

const ordered =
  (holds: (order: number) => boolean): Comparison =>
  (one, other) => {
    const order = compareValues(one, other);
    return order === undefined ? undefined : booleanValue(holds(order));
  };

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  '=': (one, other) => maybe(areEqual(one, other)),
  '!=': (one, other) => {
    const is = areEqual(one, other);
    return is === undefined ? undefined : booleanValue(!is);
  },
  '<': ordered((order) => order < 0),
  '>': ordered((order) => order > 0),
  '<=': ordered((order) => order <= 0),
  '>=': ordered((order) => order >= 0),
};

function maybe(is: boolean | undefined): TermValue | undefined {
  return is === undefined ? undefined : booleanValue(is);
}

/** The effective boolean value (SPARQL 1.1 Query, section 17.2.2); undefined for an error. */
export function truth(value: TermValue | undefined): boolean | undefined {
  switch (value?.kind) {
    case 'boolean':
    case 'integer':
    case 'decimal':
    case 'double':
      return value.number !== 0 && !Number.isNaN(value.number);
    case 'string':
      return value.lexical !== '';
    case 'odd':
      return leaveToEngine('a literal of an unusual datatype');
    default:
      return undefined;
  }
}

/** `||` if one side decides, else `&&` (section 17.2). */
function junction(
  decides: boolean,
  left: boolean | undefined,
  right: () => boolean | undefined,
): TermValue | undefined {
  if (left === decides) return booleanValue(decides);
  const other = right();
  if (other === decides) return booleanValue(decides);
  return left === undefined || other === undefined ? undefined : booleanValue(!decides);
}

function firstOf(args: readonly RowExpression[], row: number): TermValue | undefined {
  for (const arg of args) {
    const value = arg(row);
    if (value !== undefined) return value;
  }
  return undefined;
}

function isIn(value: TermValue | undefined, list: readonly RowExpression[], row: number): TermValue | undefined {
  if (value === undefined) return undefined;
  let hasError = false;
  for (const one of list) {
    const other = one(row);
    const is = other === undefined ? undefined : areEqual(value, other);
    if (is === true) return booleanValue(true);
    hasError ||= is === undefined;
  }
  return hasError ? undefined : booleanValue(false);
}

function unary(one: RowExpression, work: (value: TermValue) => TermValue | undefined): RowExpression {
  return (row) => {
    const value = one(row);
    return value === undefined ? undefined : work(value);
  };
}

function binary([one, other]: readonly RowExpression[], work: Comparison): RowExpression {
  return (row) => {
    const left = one?.(row);
    const right = other?.(row);
    return left === undefined || right === undefined ? undefined : work(left, right);
  };
}

function applied(name: string, args: readonly RowExpression[]): RowExpression {
  const work = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (work === undefined) return leaveToEngine(`the function ${name}`);
  return (row) => {
    const values: TermValue[] = [];
    for (const arg of args) {
      const value = arg(row);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return work(...values);
  };
}

/** REGEX and REPLACE; everything but the text is constant. */
function match(name: string, [text, ...rest]: readonly RowExpression[]): RowExpression {
  const [pattern = '', ...others] = rest.map((one) => one(0)?.lexical ?? '');
  const [replacement = '', flags = ''] = name === 'replace' ? others : ['', others[0] ?? ''];
  const matcher = safePattern(pattern, flags, name === 'replace');
  return unary(text as RowExpression, (value) => {
    if (value.kind !== 'string' && value.kind !== 'language') return undefined;
    if (name === 'regex') return booleanValue(matcher.test(value.lexical));
    return textLike(
      value,
      value.lexical.replace(matcher, () => replacement),
    );
  });
}

function hasExists(expression: PlanExpression): boolean {
  return expression.kind === 'exists' || (expression.kind === 'call' && expression.args.some(hasExists));
}
