import type { Pattern, SparqlQuery, ValuePatternRow, ValuesPattern } from 'sparqljs';
import { variablesOf } from '../../engine/bind-parameters.js';
import { groupOf } from './query-syntax.js';

/** The variables that the patterns of a group may leave without a value in one of its solutions. */
export function unboundVariables(patterns: readonly Pattern[]): ReadonlySet<string> {
  const loose = new Set(patterns.flatMap((pattern) => [...looseIn(pattern)]));
  for (const name of patterns.flatMap((pattern) => [...boundIn(pattern)])) loose.delete(name);
  return loose;
}

function looseIn(pattern: Pattern): Iterable<string> {
  switch (pattern.type) {
    case 'values':
      return pattern.values.flatMap((row) => Object.keys(row).filter((name) => isUndef(row, name))).map(withoutMark);
    case 'optional':
    case 'union':
    case 'query':
    case 'bind': // an expression that fails gives no value
      return variablesOf(pattern as unknown as SparqlQuery);
    case 'group':
    case 'graph':
      return unboundVariables(pattern.patterns);
    default:
      return [];
  }
}

/** The variables that have a value in each solution of a pattern. */
function boundIn(pattern: Pattern): Iterable<string> {
  if (pattern.type === 'bgp') return variablesOf(pattern as unknown as SparqlQuery);
  if (pattern.type !== 'group' && pattern.type !== 'graph') return [];
  const inside = pattern.patterns.flatMap((one) => [...boundIn(one)]);
  return pattern.type === 'graph' && pattern.name.termType === 'Variable' ? [pattern.name.value, ...inside] : inside;
}

/** The same solutions without UNDEF. */
export function withoutUndef(pattern: ValuesPattern): Pattern {
  const patterns = valuesBlocks(pattern).map((block) => block ?? groupOf([]));
  return patterns.length === 1 ? patterns[0]! : { type: 'union', patterns };
}

/** VALUES as a union: one block for each set of variables that have a value, `undefined` for a row without any. */
export function valuesBlocks(pattern: ValuesPattern): (ValuesPattern | undefined)[] {
  const rows = pattern.values;
  if (!rows.some((row) => Object.keys(row).some((name) => isUndef(row, name)))) return [pattern];
  const blocks = new Map<string, ValuePatternRow[]>();
  for (const row of rows) {
    const names = Object.keys(row).filter((name) => !isUndef(row, name));
    const bound: ValuePatternRow = Object.fromEntries(names.map((name) => [name, row[name]]));
    blocks.set(names.join(' '), [...(blocks.get(names.join(' ')) ?? []), bound]);
  }
  return [...blocks].flatMap(([names, values]) =>
    names === '' ? values.map(() => undefined) : [{ type: 'values' as const, values }],
  );
}

function isUndef(row: ValuePatternRow, name: string): boolean {
  return row[name as `?${string}`] === undefined;
}

function withoutMark(name: string): string {
  return name.replace(/^\?/, '');
}
