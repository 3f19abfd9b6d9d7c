import type {
  BgpPattern,
  Expression,
  GraphPattern,
  IriTerm,
  Pattern,
  PropertyPath,
  SelectQuery,
  Triple,
  VariableTerm,
} from 'sparqljs';
import { isPath } from '../../engine/path-alternatives.js';
import { isVariable } from '../../engine/visible-variables.js';
import { withSkolemTests } from './skolem-tests.js';
import {
  branchOf,
  callOf,
  filterOf,
  groupOf,
  iriTerm,
  isNullable,
  needsTriple,
  noSolutions,
  stringTerm,
  valuesPattern,
  type Nested,
} from './query-syntax.js';
import { unboundVariables, withoutUndef } from './unbound-variables.js';
import { BOOKKEEPING, BOOKKEEPING_TERM } from '../bookkeeping/bookkeeping.js';

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
  /** `filtersEarly` of the engine. */
  readonly filtersEarly?: boolean | undefined;
  /** The named graphs of the dataset that exist; undefined if they are not known yet. */
  readonly names?: ReadonlySet<string> | undefined;
}

/** Where a pattern is. */
interface Place {
  /** Whether its triples match the default graph. */
  readonly inDefault: boolean;
  /** Variables and blank nodes that are nodes of crates in each solution. */
  readonly anchors: ReadonlySet<string>;
  /** Variables that the groups around it may leave without a value. */
  readonly unbound: ReadonlySet<string>;
  /** Whether the group around it has FILTER or MINUS. */
  readonly isFiltered: boolean;
  /** Whether it is in GRAPH with a variable. */
  readonly inAnyGraph: boolean;
}

/** Where the pattern of a query begins. */
const START: Place = {
  inDefault: true,
  anchors: new Set(),
  unbound: new Set(),
  isFiltered: false,
  inAnyGraph: false,
};

/** What leaves solutions out at the end of a group, by a variable. */
interface LeftOut {
  readonly variable: string;
  readonly without: Pattern;
}

/** All of a group, each by what it is about. */
type Unwanted = Map<string, LeftOut>;

/**
 * Rewrites a query so that it does not see the bookkeeping graph, whichever way it asks (SPARQL 1.1 Query, section 18).
 *
 * Its triples have predicates of their own. So of the patterns over the union of all graphs, only three match them: a
 * variable predicate is compared at the end of its group, where it has a value; a negated property set also excludes
 * these predicates; a path of length zero between two variables finds every node, and then the query needs a list of
 * its graphs (`needs`), unless another triple in the group already says that one end is a node of a crate. `GRAPH ?g`
 * is compared beside it. A query that names the graph or a predicate sees it.
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
    return this.#query(query, START);
  }

  #query<T extends Partial<SelectQuery>>(query: T, place: Place): T {
    const { variables, where, group, having, order } = query;
    const inside = { ...place, anchors: new Set<string>() };
    const named = <E extends { expression: Expression }>(one: E): E => ({
      ...one,
      expression: this.#expression(one.expression, inside),
    });
    const patterns = where && this.#group(where, inside);
    return {
      ...query,
      ...(variables && {
        variables: (variables as VariableTerm[]).map((one) => ('expression' in one ? named(one as never) : one)),
      }),
      ...(patterns && { where: patterns }),
      ...(group && { group: group.map(named) }),
      ...(having && { having: having.map((one) => this.#expression(one, inside)) }),
      ...(order && { order: order.map(named) }),
    };
  }

  #group(patterns: readonly Pattern[], place: Place): Pattern[] {
    const anchors = new Set([...place.anchors, ...anchorsOf(patterns)]);
    const unbound = new Set([...place.unbound, ...unboundVariables(patterns)]);
    const isFiltered = patterns.some(({ type }) => type === 'filter' || type === 'minus');
    const unwanted: Unwanted = new Map();
    const inside = { ...place, anchors, unbound, isFiltered };
    const rewritten = patterns.flatMap((pattern) => this.#pattern(pattern, inside, unwanted));
    const all = [...unwanted.values()];
    // There are engines in which a group that leaves solutions out is joined with nothing else if a value is missing.
    if (this.#options.filtersEarly === true && all.some(({ variable }) => place.unbound.has(variable)))
      this.needs = 'list';
    return [...rewritten, ...all.map(({ without }) => without)];
  }

  /** @param unwanted of the group around the pattern */
  #pattern(pattern: Pattern, place: Place, unwanted: Unwanted): Pattern | Pattern[] {
    switch (pattern.type) {
      case 'bgp':
        return place.inDefault
          ? this.#inUnion(this.#options.hides ? this.#triples(pattern, place, unwanted) : pattern)
          : pattern;
      case 'graph':
        return this.#graph(pattern, place, unwanted);
      case 'union':
        return { ...pattern, patterns: pattern.patterns.map((branch) => this.#branch(branch, place)) };
      case 'filter':
      case 'bind':
        return { ...pattern, expression: this.#expression(pattern.expression, place) };
      case 'query':
        // Engines differ in whether the variable of GRAPH reaches into a SELECT.
        if (place.inAnyGraph && this.#options.hides) this.needs = 'list';
        return this.#query(pattern, place);
      case 'values':
        return this.#options.filtersEarly === true && place.isFiltered ? withoutUndef(pattern) : pattern;
      default:
        return { ...(pattern as Nested), patterns: this.#group((pattern as Nested).patterns, place) } as Pattern;
    }
  }

  #branch(branch: Pattern, place: Place): Pattern {
    const patterns = this.#group([branch], place);
    return this.#options.filtersEarly === true ? groupOf(patterns) : branchOf(patterns);
  }

  /**
   * Asks the union for triples of the default graph, pattern by pattern: what is in `GRAPH ?g` stays as it was written.
   */
  #inUnion(pattern: Pattern): Pattern {
    const { union } = this.#options;
    return union === undefined ? pattern : { type: 'graph', name: iriTerm(union), patterns: [pattern] };
  }

  #triples(bgp: BgpPattern, { anchors }: Place, unwanted: Unwanted): Pattern {
    const triples = bgp.triples.map((triple) => {
      const { subject, predicate, object } = triple;
      if (isVariable(predicate)) {
        const isOfCrate = subject.termType === 'NamedNode' && !subject.value.startsWith(BOOKKEEPING);
        if (!isOfCrate) unwanted.set(`predicate ${predicate.value}`, this.#withoutTerms(predicate));
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

  #graph(pattern: GraphPattern, place: Place, unwanted: Unwanted): Pattern | Pattern[] {
    const { name } = pattern;
    const isAny = isVariable(name);
    const patterns = this.#group(pattern.patterns, { ...place, inDefault: false, inAnyGraph: isAny });
    const inside: Pattern[] = patterns.length === 0 ? [] : [{ ...pattern, patterns }];
    // Engines differ in whether a pattern without triples matches a graph that does not exist, or any at all.
    if (!needsTriple(patterns)) {
      const { names } = this.#options;
      if (names === undefined) this.needs ??= 'names';
      else if (isAny) return [valuesPattern(name, names), ...inside];
      else return names.has(name.value) ? groupOf(inside) : noSolutions();
    } else if (isAny && this.#options.hides)
      unwanted.set(`graph ${name.value}`, this.#without(name, [BOOKKEEPING, ...(this.#options.leftOut ?? [])]));
    return inside;
  }

  /** Leaves out the solutions in which a variable is a predicate of the bookkeeping. */
  #withoutTerms(predicate: VariableTerm): LeftOut {
    if (this.#options.filtersEarly === true) return this.#without(predicate, this.#options.predicates);
    const isTerm = callOf('strstarts', callOf('str', predicate), stringTerm(BOOKKEEPING_TERM));
    return { variable: predicate.value, without: filterOf(callOf('!', isTerm)) };
  }

  /** Leaves out the solutions in which a variable is one of the IRIs. */
  #without(variable: VariableTerm, iris: readonly string[]): LeftOut {
    const differs = iris.map((iri) => callOf('!=', variable, iriTerm(iri)));
    const without: Pattern =
      this.#options.filtersEarly === true
        ? { type: 'minus', patterns: [valuesPattern(variable, iris)] }
        : filterOf(differs.reduce((one, other) => callOf('&&', one, other)));
    return { variable: variable.value, without };
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
