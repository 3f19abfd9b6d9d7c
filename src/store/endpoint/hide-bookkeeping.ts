import type { BgpPattern, Expression, GraphPattern, IriTerm, Pattern, PropertyPath, SelectQuery, Triple, VariableTerm } from 'sparqljs'; // prettier-ignore
import { withSkolemTests } from './skolem-tests.js';
import { branchOf, callOf, filterOf, groupOf, iriTerm, isNullable, isPath, isVariableTerm, needsTriple, noSolutions, stringTerm, valuesPattern, type Nested } from './query-syntax.js'; // prettier-ignore
import { BOOKKEEPING, BOOKKEEPING_TERM } from './bookkeeping.js';

/** What the rewriting of a query depends on. */
export interface HidingOptions {
  /** Whether the dataset contains the bookkeeping graph: then it must be hidden. */
  readonly hides: boolean;
  /** All predicates of the bookkeeping. */
  readonly predicates: readonly string[];
  /** The graph that an engine has as the union of all; undefined if its default graph is that union. */
  readonly union?: string | undefined;
  /** Graphs of the engine itself, which `GRAPH ?g` must not find. */
  readonly leftOut?: readonly string[] | undefined;
  /** The named graphs of the dataset that exist; undefined if they are not known yet. */
  readonly names?: ReadonlySet<string> | undefined;
}

/** Where a pattern is. */
interface Place {
  /** Whether its triples match the default graph. */
  readonly inDefault: boolean;
  /** Variables and blank nodes that are nodes of crates in each solution. */
  readonly anchors: ReadonlySet<string>;
}

/**
 * Rewrites a query so that it does not see the bookkeeping graph, whichever way it asks (SPARQL 1.1 Query, section 18).
 *
 * Its triples have predicates of their own. So of the patterns over the union of all graphs, only three match them: a
 * variable predicate gets a filter, which belongs to the group and so holds where the pattern holds; a negated property
 * set also excludes these predicates; a path of length zero between two variables finds every node, and then the query
 * needs a list of its graphs (`needs`), unless another triple in the group already says that one end is a node of a
 * crate. `GRAPH ?g` gets a filter beside it. Whoever names the graph or a predicate sees it.
 */
export class BookkeepingHider {
  readonly #options: HidingOptions;
  /** What has to be known for another, correct rewriting: the names of graphs, or all graphs as a list. */
  needs: 'names' | 'list' | undefined;

  constructor(options: HidingOptions) {
    this.#options = options;
  }

  /** Rewrites a SELECT or ASK query. */
  query<T extends Pick<SelectQuery, 'where' | 'variables' | 'group' | 'having' | 'order'>>(query: T): T {
    return this.#query(query, { inDefault: true, anchors: new Set() });
  }

  #query<T extends Partial<SelectQuery>>(query: T, place: Place): T {
    const { variables, where, group, having, order } = query;
    const inside = { ...place, anchors: new Set<string>() };
    const named = <E extends { expression: Expression }>(one: E): E => ({ ...one, expression: this.#expression(one.expression, inside) }); // prettier-ignore
    const patterns = where && this.#group(where, inside);
    return {
      ...query,
      ...(variables && { variables: (variables as VariableTerm[]).map((one) => ('expression' in one ? named(one as never) : one)) }), // prettier-ignore
      ...(patterns && { where: patterns }),
      ...(group && { group: group.map(named) }),
      ...(having && { having: having.map((one) => this.#expression(one, inside)) }),
      ...(order && { order: order.map(named) }),
    };
  }

  #group(patterns: readonly Pattern[], place: Place): Pattern[] {
    const anchors = new Set([...place.anchors, ...anchorsOf(patterns)]);
    const filters = new Map<string, Expression>();
    const rewritten = patterns.flatMap((pattern) => this.#pattern(pattern, { ...place, anchors }, filters));
    return [...rewritten, ...Array.from(filters.values(), filterOf)];
  }

  /** @param filters of the group around the pattern */
  #pattern(pattern: Pattern, place: Place, filters: Map<string, Expression>): Pattern | Pattern[] {
    switch (pattern.type) {
      case 'bgp':
        return place.inDefault
          ? this.#inUnion(this.#options.hides ? this.#triples(pattern, place, filters) : pattern)
          : pattern;
      case 'graph':
        return this.#graph(pattern, place, filters);
      case 'union':
        return { ...pattern, patterns: pattern.patterns.map((branch) => branchOf(this.#group([branch], place))) };
      case 'filter':
      case 'bind':
        return { ...pattern, expression: this.#expression(pattern.expression, place) };
      case 'query':
        return this.#query(pattern, place);
      case 'values':
        return pattern;
      default:
        return { ...(pattern as Nested), patterns: this.#group((pattern as Nested).patterns, place) } as Pattern;
    }
  }

  /** Asks the union for triples of the default graph, pattern by pattern: what is in `GRAPH ?g` stays as it was written. */
  #inUnion(pattern: Pattern): Pattern {
    const { union } = this.#options;
    return union === undefined ? pattern : { type: 'graph', name: iriTerm(union), patterns: [pattern] };
  }

  #triples(bgp: BgpPattern, { anchors }: Place, filters: Map<string, Expression>): Pattern {
    const triples = bgp.triples.map((triple) => {
      const { subject, predicate, object } = triple;
      if (isVariableTerm(predicate)) {
        const isOfCrate = subject.termType === 'NamedNode' && !subject.value.startsWith(BOOKKEEPING);
        if (!isOfCrate) filters.set(`predicate ${predicate.value}`, isNoTerm(predicate));
      }
      if (!isPath(predicate)) return triple;
      const ends = [subject, object].map(anchorOf);
      if (isNullable(predicate) && ends.every((end) => end !== undefined && !anchors.has(end))) this.needs = 'list';
      return { ...triple, predicate: this.#path(predicate) as PropertyPath };
    });
    return { ...bgp, triples };
  }

  #path(path: IriTerm | PropertyPath): IriTerm | PropertyPath {
    if (!isPath(path)) return path;
    const items = path.items as (IriTerm | PropertyPath)[];
    if (path.pathType !== '!') return { ...path, items: items.map((item) => this.#path(item)) } as PropertyPath;
    const excluded = items.flatMap((item) => (isPath(item) && item.pathType === '|' ? item.items : [item]));
    const hidden = this.#options.predicates.map(iriTerm);
    // `!a` matches triples forwards, `!^a` backwards, `!(a|^a)` both ways (section 9.1)
    const isBackwards = (item: (typeof excluded)[number]): boolean => isPath(item as PropertyPath);
    const forwards = excluded.some((item) => !isBackwards(item)) ? hidden : [];
    const backwards = excluded.some(isBackwards) ? hidden.map(inverse) : [];
    return {
      ...path,
      items: [{ type: 'path', pathType: '|', items: [...excluded, ...forwards, ...backwards] }],
    } as unknown as PropertyPath;
  }

  #graph(pattern: GraphPattern, place: Place, filters: Map<string, Expression>): Pattern | Pattern[] {
    const { name } = pattern;
    const patterns = this.#group(pattern.patterns, { ...place, inDefault: false });
    const inside: Pattern[] = patterns.length === 0 ? [] : [{ ...pattern, patterns }];
    // Engines differ in whether a pattern without triples matches a graph that does not exist, or any at all.
    if (!needsTriple(patterns)) {
      const { names } = this.#options;
      if (names === undefined) this.needs ??= 'names';
      else if (isVariableTerm(name)) return [valuesPattern(name, names), ...inside];
      else return names.has(name.value) ? groupOf(inside) : noSolutions();
    } else if (isVariableTerm(name) && this.#options.hides)
      for (const graph of [BOOKKEEPING, ...(this.#options.leftOut ?? [])])
        filters.set(`graph ${name.value} ${graph}`, callOf('!=', name, iriTerm(graph)));
    return inside;
  }

  #expression<E extends Expression | Pattern>(expression: E, place: Place): E {
    return withSkolemTests(expression, (pattern) => {
      const patterns = this.#group([pattern], place);
      return groupOf(patterns);
    });
  }
}

function inverse(iri: IriTerm): PropertyPath {
  return { type: 'path', pathType: '^', items: [iri] };
}

/** Says that a predicate is none of the bookkeeping. */
function isNoTerm(predicate: VariableTerm): Expression {
  return callOf('!', callOf('strstarts', callOf('str', predicate), stringTerm(BOOKKEEPING_TERM)));
}

/** Variables and blank nodes that are subject or object of a triple in each solution of a group. */
function anchorsOf(patterns: readonly Pattern[]): string[] {
  return patterns.flatMap((pattern) => {
    if (pattern.type === 'group' || pattern.type === 'graph') return anchorsOf(pattern.patterns);
    if (pattern.type !== 'bgp') return [];
    const isTriple = ({ predicate }: Triple) => !isPath(predicate) || !isNullable(predicate);
    const ends = pattern.triples.filter(isTriple).flatMap(({ subject, object }) => [subject, object]);
    return ends.map(anchorOf).filter((end) => end !== undefined);
  });
}

function anchorOf({ termType, value }: Triple['subject'] | Triple['object']): string | undefined {
  return termType === 'Variable' || termType === 'BlankNode' ? `${termType} ${value}` : undefined;
}
