import type { Expression, GraphPattern, Pattern, SelectQuery, Triple, ValuePatternRow } from 'sparqljs';
import type { Term } from '@rdfjs/types';
import { constantTerm } from './constant-term.js';
import {
  always,
  isCertain,
  joinNode,
  minusNode,
  optionalNode,
  searchNode,
  tripleNode,
  unionNode,
  valuesNode,
} from './node-makers.js';
import { leaveToEngine } from './not-covered.js';
import { graphSlot, slotIn, withBound, type PlanContext } from './plan-context.js';
import type { Place, PlanExpression, QueryNode } from './query-algebra.js';
import { translateExpression } from './translate-expression.js';
import { translatePath } from './translate-path.js';
import { isSearch } from '../search/search-triples.js';
import { visibleVariables } from '../engine/visible-variables.js';

/** Translates a subquery; given by the caller, because it translates patterns itself. */
export type SubqueryTranslator = (query: SelectQuery, context: PlanContext) => QueryNode;

/** Translates patterns to algebra (SPARQL 1.1 Query, section 18.2.2). Each method throws NotCovered. */
export class PatternTranslation {
  readonly #subquery: SubqueryTranslator;

  constructor(subquery: SubqueryTranslator) {
    this.#subquery = subquery;
  }

  expression(expression: Expression, context: PlanContext): PlanExpression {
    return translateExpression(expression, context, (patterns, inner) => this.#exists(patterns, inner));
  }

  /** A group of patterns: its filters apply to all of it. */
  group(patterns: readonly Pattern[], context: PlanContext): QueryNode {
    const parts = this.#parts(patterns, context);
    const filters = this.#filters(patterns, withBound(context, joinNode(parts)));
    const node = joinNode(parts, filters);
    if (context.isInExists && !filters.every(({ slots }) => isCertain(slots, node)))
      leaveToEngine('a nested filter in EXISTS on a variable from outside');
    return node;
  }

  /**
   * The pattern of EXISTS. The row outside gives values to its variables, also in the filters of its outermost group.
   */
  #exists(patterns: readonly Pattern[], context: PlanContext): QueryNode {
    const [only] = patterns;
    if (patterns.length === 1 && only?.type === 'group') return this.#exists(only.patterns, context);
    const filters = this.#filters(patterns, context);
    const node = joinNode(this.#parts(patterns, context), filters);
    for (const { slots } of filters)
      if ([...slots].some((slot) => node.possible.has(slot) && !node.certain.has(slot)))
        leaveToEngine('a filter in EXISTS on a variable that may have no value');
    return node;
  }

  #parts(patterns: readonly Pattern[], context: PlanContext): QueryNode[] {
    let parts: QueryNode[] = [];
    for (const pattern of patterns) if (pattern.type !== 'filter') parts = this.#next(parts, pattern, context);
    return parts;
  }

  #filters(patterns: readonly Pattern[], context: PlanContext): PlanExpression[] {
    return patterns.flatMap((one) => (one.type === 'filter' ? [this.expression(one.expression, context)] : []));
  }

  #next(parts: QueryNode[], pattern: Pattern, context: PlanContext): QueryNode[] {
    const sofar = (): QueryNode => joinNode(parts); // also of one part, which is a step then
    switch (pattern.type) {
      case 'bgp':
        return [...parts, ...pattern.triples.map((triple) => this.#triple(triple, context))];
      case 'group':
        return [...parts, this.group(pattern.patterns, context)];
      case 'union':
        return [...parts, unionNode(pattern.patterns.map((branch) => this.#branch(branch, context)))];
      case 'graph':
        return [...parts, this.#graph(pattern, context)];
      case 'values':
        return [...parts, this.values(pattern.values, context)];
      case 'query':
        refuseInExists(context, 'a subquery');
        // The engine forgets the graph.
        if (graphSlot(context) !== undefined) leaveToEngine('a subquery in a GRAPH clause with a variable');
        return [...parts, this.#subquery(pattern, context)];
      case 'optional': {
        refuseInExists(context, 'OPTIONAL');
        const left = requireGraph(sofar(), context);
        const inner = { ...withBound(context, left), self: undefined };
        const right = joinNode(this.#parts(pattern.patterns, inner));
        // The engine takes the filters of a lone group in OPTIONAL for those of OPTIONAL, which see more variables.
        if (right.parts.length === 1 && right.parts[0]?.kind === 'join')
          leaveToEngine('a filter in a lone group of OPTIONAL');
        return [optionalNode(left, right, this.#filters(pattern.patterns, inner))];
      }
      case 'minus': {
        refuseInExists(context, 'MINUS');
        const left = requireGraph(sofar(), context);
        const right = this.group(pattern.patterns, { ...withBound(context, left), self: undefined });
        const graph = graphSlot(context);
        // The engine takes the graph for a variable that both sides share.
        if (graph !== undefined && ![...left.certain].some((slot) => slot !== graph && right.certain.has(slot)))
          leaveToEngine('MINUS without a shared variable in a GRAPH clause');
        return [minusNode(left, right, graph)];
      }
      case 'bind': {
        refuseInExists(context, 'BIND');
        const input = sofar();
        const expression = this.expression(pattern.expression, withBound(context, input));
        const slot = slotIn(context, pattern.variable.value);
        const certain = input.certain;
        const possible = new Set([...input.possible, slot]);
        return [{ kind: 'extend', input, slot, expression, isLast: false, certain, possible }];
      }
      default:
        return leaveToEngine('SERVICE');
    }
  }

  #branch(branch: Pattern, context: PlanContext): QueryNode {
    return this.group(branch.type === 'group' ? branch.patterns : [branch], context);
  }

  values(rows: readonly ValuePatternRow[], context: PlanContext): QueryNode {
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    // The parser forgets the names of its variables, which are columns of the result then.
    if (rows.length === 0 && context.hasAllColumns) leaveToEngine('SELECT * with VALUES without rows');
    const slots = names.map((name) => slotIn(context, name.slice(1)));
    return valuesNode(
      slots,
      rows.map((row) => names.map((name) => row[name] && constantTerm(row[name]))),
    );
  }

  #triple(triple: Triple, context: PlanContext): QueryNode {
    const { subject, predicate, object } = triple;
    const from = this.#place(subject, context);
    const to = this.#place(object, context);
    const self = context.self === undefined ? undefined : context.scope.slot(context.self);
    if (isSearch(triple)) {
      const [score, text] = [triple.score, triple.text].map((term) => term && this.#place(term, context));
      const asked = triple.words.map((term) => ({ term: constantTerm(term), words: term.value }));
      return searchNode({ entity: from, words: to, score, text, graph: context.graph, asked });
    }
    if (!('termType' in predicate)) return translatePath(from, predicate, to, context);
    return tripleNode({
      subject: from,
      predicate: this.#place(predicate, context),
      object: to,
      graph: context.graph,
      self,
    });
  }

  #place(term: Term, context: PlanContext): Place {
    if (term.termType === 'BlankNode') return { slot: context.scope.slot(`_:${term.value}`) };
    if (term.termType !== 'Variable') return { term: constantTerm(term) };
    // In a triple that every solution needs, the variable of GRAPH is what it will be at the end of the clause.
    if (term.value === context.self) return { slot: context.scope.slot(term.value) };
    return { slot: slotIn(context, term.value) };
  }

  #graph({ name, patterns }: GraphPattern, context: PlanContext): QueryNode {
    if (name.termType === 'NamedNode') {
      const graph = { term: `<${name.value}>` };
      const inner = this.group(patterns, { ...context, graph, self: undefined });
      return hasTriple(inner) ? inner : leaveToEngine('a graph without triples in its clause');
    }
    const { scope, isInExists } = context;
    const number = scope.slots.add(`the graph ?${name.value}`);
    const named = slotIn(context, name.value);
    const graphs: QueryNode = { kind: 'graphs', number, name: named, ...always({ slot: number }, { slot: named }) };
    if (patterns.length === 0) return graphs;
    const graphNames = new Set([...context.graphNames, name.value]);
    const self = isInExists ? undefined : name.value;
    const inner = this.group(patterns, { ...context, graph: { slot: number }, graphNames, self });
    requireGraph(inner, { ...context, graph: { slot: number } });
    return joinNode([inner, graphs]);
  }
}

function refuseInExists({ isInExists }: PlanContext, what: string): void {
  if (isInExists) leaveToEngine(`${what} in EXISTS`);
}

/** The engine gives no graph to what has no triple in it. */
function requireGraph(node: QueryNode, context: PlanContext): QueryNode {
  const slot = graphSlot(context);
  return slot === undefined || node.certain.has(slot)
    ? node
    : leaveToEngine('a part of a GRAPH clause without triples');
}

/** Whether each solution needs a triple. */
function hasTriple(node: QueryNode): boolean {
  switch (node.kind) {
    case 'triple':
    case 'closure':
    case 'search':
      return true;
    case 'join':
      return node.parts.some(hasTriple);
    case 'union':
      return node.branches.every(hasTriple);
    case 'optional':
    case 'minus':
      return hasTriple(node.left);
    case 'values':
    case 'graphs':
      return false;
    default:
      return hasTriple(node.input);
  }
}

/** The names of the variables of `SELECT *`, sorted as the engine sorts them. */
export function allVariables(patterns: readonly Pattern[]): string[] {
  return [...visibleVariables(patterns)].sort();
}
