import { DataFactory } from 'n3';
import type { Expression, Ordering, Pattern, SelectQuery, SparqlQuery, Variable, VariableTerm } from 'sparqljs';
import { XSD } from '../../base/rdf/vocabulary.js';
import { variablesOf } from './bind-parameters.js';
import { parseSparql } from './parse-sparql.js';
import { visibleVariables } from './visible-variables.js';

/**
 * Rewrites each ORDER BY of a query or update, so that the engine sorts by a total order. Its own comparison (Oxigraph
 * up to 0.5.11) is none for numbers among texts, dates and languages: then its sort fails, or the order depends on the
 * order of the rows. So each condition becomes a rank, which says what kind of value it is, and keys that are of one
 * kind for values of the same rank. The order, of which SPARQL 1.1 (section 15.1) defines parts:
 *
 * unbound, blank nodes, IRIs, numbers by value, NaN, dates and times by instant (without a time zone: UTC), booleans,
 * strings, strings with a language, everything else by datatype; then by text, language and datatype. DESC reverses it.
 *
 * The query goes into a subquery that also selects what it is sorted by; so each condition is computed once for each
 * row, also one like RAND().
 * @returns the same object if it sorts nothing, or only values of one kind
 */
export function totallyOrdered(parsed: SparqlQuery): SparqlQuery {
  const orderer = new Orderer(parsed);
  const rewritten = orderer.rewritten(parsed) as SparqlQuery;
  return orderer.hasChanged ? rewritten : parsed;
}

/** Any node of a parsed text. */
type SyntaxNode = Readonly<Record<string, unknown>>;

/** A query of any form with ORDER BY, as the parser has it. */
interface OrderedQuery extends Omit<SelectQuery, 'queryType' | 'variables'> {
  readonly queryType: string;
  readonly order: Ordering[];
  readonly variables?: readonly unknown[];
  readonly template?: unknown;
}

/** What a query is sorted by: patterns that bind the keys, and the conditions that use them. */
interface Keys {
  readonly binds: readonly Pattern[];
  readonly order: readonly Ordering[];
}

class Orderer {
  readonly #prefix: string;
  #count = 0;
  hasChanged = false;

  constructor(parsed: SparqlQuery) {
    const taken = [...variablesOf(parsed)];
    let prefix = 'order';
    while (taken.some((name) => name.startsWith(prefix))) prefix += '_';
    this.#prefix = prefix;
  }

  rewritten(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((item) => this.rewritten(item));
    if (part === null || typeof part !== 'object' || 'termType' in part) return part;
    const node = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, this.rewritten(value)]));
    return node['type'] === 'query' && node['order'] !== undefined ? this.#query(node as never) : node;
  }

  #query(query: OrderedQuery): SyntaxNode {
    const { order, ...unordered } = query;
    const { group, having, values, where, variables = [], template, ...rest } = unordered;
    const aliases = aliasesIn(variables);
    if (order.every(({ expression }) => isOfOneKind(expression, aliases))) return query as unknown as SyntaxNode;
    this.hasChanged = true;
    if (query.queryType === 'ASK' || where === undefined) return unordered as unknown as SyntaxNode;
    const projection = projectionOf(query);
    // Rows without terms.
    if (projection.length === 0 && isWildcard(variables)) return unordered as unknown as SyntaxNode;
    const names = new Set(projection.map((one) => nameOf(one).value));
    const selected: Variable[] = [...projection];
    const keys = order.map((condition): Keys => {
      const { expression } = condition;
      const isVariable = 'termType' in expression && expression.termType === 'Variable';
      const sorted = isVariable ? expression : this.#newVariable();
      if (!isVariable) selected.push({ expression: inlined(expression, aliases) as Expression, variable: sorted });
      else if (!names.has(sorted.value)) selected.push(sorted);
      names.add(sorted.value);
      const isSimple = isOfOneKind(expression, aliases);
      return isSimple ? { binds: [], order: [{ ...condition, expression: sorted }] } : this.#keys(sorted, condition);
    });
    const inner = {
      type: 'query',
      queryType: 'SELECT',
      prefixes: {},
      variables: selected,
      where,
      ...(group && { group }),
      ...(having && { having }),
      ...(values && { values }),
    };
    return {
      ...rest,
      ...(query.queryType === 'CONSTRUCT'
        ? { template }
        : { variables: isWildcard(variables) || query.queryType === 'SELECT' ? projection.map(nameOf) : variables }),
      where: [{ type: 'group', patterns: [inner] }, ...keys.flatMap(({ binds }) => binds)],
      order: keys.flatMap((one) => one.order),
    };
  }

  #keys(value: VariableTerm, { descending }: Ordering): Keys {
    const rank = this.#newVariable();
    const key = this.#newVariable();
    const names = new Map(Object.entries({ value, rank, key }));
    const { where = [], order = [] } = inlined(keyTemplate(), names) as SelectQuery;
    return { binds: where, order: order.map((one) => ({ ...one, ...(descending === true && { descending }) })) };
  }

  #newVariable(): VariableTerm {
    return DataFactory.variable(`${this.#prefix}${(this.#count += 1)}`) as VariableTerm;
  }
}

/** The datatypes of numbers. The engine takes a number that it cannot hold for no number at all. */
const NUMBERS =
  'integer decimal double float long int short byte nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger unsignedLong unsignedInt unsignedShort unsignedByte'
    .split(' ')
    .map((name) => `<${XSD}${name}>`)
    .join(', ');

const DOUBLE = `COALESCE(IF(ISNUMERIC(?value), <${XSD}double>(?value), 1/0), <${XSD}double>(STR(?value)))`;
const INSTANT = `<${XSD}dateTime>(?value)`;

/**
 * The keys of `?value`, in SPARQL. An expression with an error binds nothing, and COALESCE takes the next one. Only
 * ties need the conditions after the key: first numbers that are the same as xsd:double and not as xsd:decimal.
 */
const KEYS = `SELECT * {
  BIND(IF(!BOUND(?value), 0, IF(ISBLANK(?value), 1, IF(ISIRI(?value), 2,
    IF(DATATYPE(?value) = <${XSD}string>, 7, IF(LANG(?value) != "", 8, COALESCE(
      IF(DATATYPE(?value) IN (${NUMBERS}), IF(${DOUBLE} = ${DOUBLE}, 3, 4), 1/0),
      IF(DATATYPE(?value) IN (<${XSD}dateTime>, <${XSD}date>) && ${INSTANT} = ${INSTANT}, 5, 1/0),
      IF(DATATYPE(?value) = <${XSD}boolean>, IF(<${XSD}boolean>(STR(?value)), 6, 6), 1/0),
      9)))))) AS ?rank)
  BIND(IF(?rank IN (1, 2, 7), ?value, IF(?rank = 3, ${DOUBLE}, IF(?rank = 5,
    IF(TZ(${INSTANT}) = "", STRDT(CONCAT(STR(${INSTANT}), "Z"), <${XSD}dateTime>), ${INSTANT}),
    IF(?rank = 6, IF(?value, 1, 0), IF(?rank = 9, STR(DATATYPE(?value)), STR(?value)))))) AS ?key)
}
ORDER BY ?rank ?key (IF(?rank = 3, <${XSD}decimal>(?value), 0)) (STR(?value)) (LANG(?value)) (STR(DATATYPE(?value)))`;

let template: SelectQuery | undefined;

function keyTemplate(): SelectQuery {
  return (template ??= parseSparql(KEYS) as SelectQuery);
}

/** Functions whose values are all strings, all numbers or all booleans. */
const ONE_KIND: ReadonlySet<string> = new Set(
  'str strlen datatype lang encode_for_uri md5 sha1 sha256 sha384 sha512 year month day hours minutes seconds bound isiri isuri isblank isliteral isnumeric contains strstarts strends regex langmatches sameterm exists notexists ! && || = != < > <= >= in notin'.split(
    ' ',
  ),
);

/** Whether the engine compares all values of an expression by one order. */
function isOfOneKind(expression: Expression, aliases: ReadonlyMap<string, Expression>): boolean {
  if (Array.isArray(expression)) return false;
  if ('termType' in expression) {
    const meant = expression.termType === 'Variable' ? aliases.get(expression.value) : undefined;
    return meant !== undefined && isOfOneKind(meant, new Map());
  }
  if (expression.type === 'aggregate') return expression.aggregation === 'count';
  return expression.type === 'operation' && ONE_KIND.has(expression.operator);
}

function aliasesIn(variables: readonly unknown[]): Map<string, Expression> {
  const aliases = new Map<string, Expression>();
  for (const one of variables as Variable[]) if ('expression' in one) aliases.set(one.variable.value, one.expression);
  return aliases;
}

/** An expression without the names of others: the engine refuses these beside aggregates. */
function inlined(part: unknown, aliases: ReadonlyMap<string, Expression>): unknown {
  if (Array.isArray(part)) return part.map((item) => inlined(item, aliases));
  if (part === null || typeof part !== 'object') return part;
  if ('termType' in part) {
    const { termType, value } = part as { termType: string; value: string };
    return (termType === 'Variable' ? aliases.get(value) : undefined) ?? part;
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inlined(value, aliases)]));
}

function isWildcard(variables: readonly unknown[]): boolean {
  return (variables[0] as { termType?: string } | undefined)?.termType === 'Wildcard';
}

/** What a query makes of its rows: what it selects, or the variables of its template or of the nodes it describes. */
function projectionOf({ queryType, variables = [], template, where = [], values }: OrderedQuery): Variable[] {
  if (queryType === 'CONSTRUCT') return Array.from(variablesOf(template), variableTerm);
  if (isWildcard(variables))
    return [...visibleVariables([...where, ...(values ? [{ type: 'values', values } as Pattern] : [])])]
      .sort() // as the engine sorts the columns of `*`
      .map(variableTerm);
  if (queryType === 'SELECT') return variables as Variable[];
  return (variables as VariableTerm[]).filter(({ termType }) => termType === 'Variable');
}

function variableTerm(name: string): VariableTerm {
  return DataFactory.variable(name) as VariableTerm;
}

function nameOf(one: Variable): VariableTerm {
  return 'expression' in one ? one.variable : one;
}
