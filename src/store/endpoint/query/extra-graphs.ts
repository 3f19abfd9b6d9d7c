import type { Expression, GraphPattern, Pattern, SelectQuery } from 'sparqljs';
import { CrateError } from '../../../base/errors.js';
import { generateSparql } from '../../engine/parse-sparql.js';
import { variablesOf } from '../../engine/bind-parameters.js';
import { isVariable } from '../../engine/visible-variables.js';
import type { SparqlJson } from '../../sparql-json.js';
import type { QueryDataset } from './query-dataset.js';
import { groupOf, visitSyntax, type Nested } from './query-syntax.js';
import { solutionsPattern } from './solutions-pattern.js';

/** Answers a SELECT query here, over the extra graphs of a dataset only. */
export type AskExtra = (sparql: string) => Promise<SparqlJson>;

/** Rows of extra graphs in one query, at most: they travel in its text. */
const MOST_ROWS = 100_000;

/** Where a pattern is. */
interface Place {
  /** The name of the graph that its triples match; undefined for the default graph. */
  readonly graph?: GraphPattern['name'] | undefined;
  /** Whether it is in EXISTS, where variables around it have values. */
  readonly inExists: boolean;
}

/** Whether a query reads extra graphs only, so that it can be answered here. */
export function readsExtraOnly(query: object, dataset: QueryDataset): boolean {
  const mayRead = new ExtraGraphs(dataset, () => Promise.reject(new Error()));
  return mayRead.isExtra(query, { inExists: false });
}

/**
 * Replaces the patterns over extra graphs by their solutions (VALUES). That is exact, because SPARQL evaluates a
 * pattern in braces by itself and then joins it (SPARQL 1.1 Query, section 18.2.4); only EXISTS hands values in.
 */
export class ExtraGraphs {
  readonly #dataset: QueryDataset;
  readonly #ask: AskExtra;

  constructor(dataset: QueryDataset, ask: AskExtra) {
    this.#dataset = dataset;
    this.#ask = ask;
  }

  /** Replaces them in a query. @throws CrateError ERR_UNSUPPORTED, ERR_LIMIT */
  async query<T extends object>(query: T, place: Place = { inExists: false }): Promise<T> {
    const parts = query as Partial<SelectQuery>;
    const named = (all: readonly unknown[] | undefined): Promise<unknown[]> | undefined =>
      all && Promise.all(all.map((one) => this.#expression(one as Expression, place)));
    const changed = {
      where: parts.where && (await this.#group(parts.where, place)),
      variables: await named(parts.variables),
      group: await named(parts.group),
      having: await named(parts.having),
      order: await named(parts.order),
    };
    return { ...query, ...Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)) };
  }

  /** Whether all triples of a part are in extra graphs. */
  isExtra(part: unknown, { graph }: Place): boolean {
    const { unnamed, named } = this.#dataset;
    let isExtra = true;
    visitSyntax(part, (node) => {
      if (node['type'] === 'bgp') isExtra &&= this.#isExtraGraph(graph);
      if (node['type'] !== 'graph') return isExtra;
      const { name, patterns } = node as unknown as GraphPattern;
      isExtra &&= this.#isExtraGraph(name) && this.isExtra(patterns, { graph: name, inExists: false });
      return false;
    });
    return isExtra && unnamed.extra.length + named.extra.length > 0;
  }

  #isExtraGraph(name: Place['graph']): boolean {
    const { unnamed, named } = this.#dataset;
    if (name === undefined) return unnamed.stored?.length === 0;
    return isVariable(name) ? named.stored?.length === 0 : named.extra.includes(name.value);
  }

  async #group(patterns: readonly Pattern[], place: Place): Promise<Pattern[]> {
    const all: Pattern[] = [];
    for (const pattern of patterns) all.push(await this.#pattern(pattern, place));
    return all;
  }

  async #pattern(pattern: Pattern, place: Place): Promise<Pattern> {
    switch (pattern.type) {
      case 'values':
        return pattern;
      case 'filter':
      case 'bind':
        return { ...pattern, expression: await this.#expression(pattern.expression, place) };
      case 'bgp':
        if (place.graph === undefined) this.#refuseMixture();
        return this.isExtra(pattern, place) ? this.#solutions(pattern, place) : pattern;
      case 'graph':
        return this.#graph(pattern, place);
      case 'query':
        return this.query(pattern, place);
      case 'group':
        if (!place.inExists && namesTriples(pattern) && this.isExtra(pattern, place))
          return this.#solutions(pattern, place);
    }
    return { ...(pattern as Nested), patterns: await this.#group((pattern as Nested).patterns, place) } as Pattern;
  }

  async #graph(pattern: GraphPattern, { inExists }: Place): Promise<Pattern> {
    const { name } = pattern;
    const { stored, extra } = this.#dataset.named;
    const place: Place = { graph: name, inExists };
    if (!isVariable(name)) {
      if (!extra.includes(name.value)) return { ...pattern, patterns: await this.#group(pattern.patterns, place) };
      if (!this.isExtra(pattern.patterns, place)) throw nested();
      return this.#solutions(pattern, { inExists });
    }
    if (extra.length === 0) return { ...pattern, patterns: await this.#group(pattern.patterns, place) };
    visitSyntax(pattern.patterns, ({ type }) => {
      if (type === 'graph') throw nested();
      return true;
    });
    const here = await this.#solutions(pattern, { inExists });
    return stored?.length === 0 ? here : { type: 'union', patterns: [pattern, here] };
  }

  /** The solutions of a pattern as VALUES. */
  async #solutions(pattern: Pattern, { graph, inExists }: Place): Promise<Pattern> {
    const inside =
      graph === undefined ? groupOf([pattern]) : ({ type: 'graph', name: graph, patterns: [pattern] } as Pattern);
    const query = { type: 'query', queryType: 'SELECT', prefixes: {}, variables: [ALL], where: [inside] };
    const { variables, bindings } = await this.#ask(generateSparql(query as never));
    if (inExists && [...variablesOf(query as never)].some((name) => !variables.includes(name)))
      throw new CrateError(
        'ERR_UNSUPPORTED',
        'EXISTS over a graph that is not in the endpoint uses a variable from outside',
        {
          hint: 'write the condition behind GRAPH { }, not inside of it',
        },
      );
    if (bindings.length > MOST_ROWS)
      throw new CrateError(
        'ERR_LIMIT',
        `a part of the query has ${bindings.length} solutions here, too many to send to the endpoint`,
        {
          hint: 'ask for less in GRAPH { }, or query the graph alone',
        },
      );
    return solutionsPattern({ variables, bindings });
  }

  async #expression<T>(part: T, place: Place): Promise<T> {
    if (Array.isArray(part))
      return (await Promise.all(part.map((one) => this.#expression(one as unknown, place)))) as T;
    if (part === null || typeof part !== 'object' || 'termType' in part) return part;
    const { operator, args } = part as { operator?: string; args?: Pattern[] };
    if (args !== undefined && /^(?:not)?exists$/.test(operator ?? ''))
      return { ...part, args: (await this.#group(args, { ...place, inExists: true })).map((one) => groupOf([one])) };
    const entries = Object.entries(part).map(async ([key, value]) => [
      key,
      await this.#expression(value as unknown, place),
    ]);
    return Object.fromEntries((await Promise.all(entries)) as [string, unknown][]) as T;
  }

  #refuseMixture(): void {
    const { stored, extra } = this.#dataset.unnamed;
    if (extra.length > 0 && stored?.length !== 0)
      throw new CrateError(
        'ERR_UNSUPPORTED',
        `the default graph of the query mixes <${extra[0]}> with graphs of the endpoint`,
        {
          hint: `ask in GRAPH <${extra[0]}> { } instead of FROM`,
        },
      );
  }
}

/** `*` of SELECT. */
const ALL = { termType: 'Wildcard', value: '*' };

function namesTriples(part: unknown): boolean {
  let found = false;
  visitSyntax(part, ({ type }) => !(found ||= type === 'bgp' || type === 'graph'));
  return found;
}

function nested(): CrateError {
  return new CrateError(
    'ERR_UNSUPPORTED',
    'GRAPH inside of GRAPH does not work over graphs that are not in the endpoint',
    {
      hint: 'write the GRAPH patterns beside each other',
    },
  );
}
