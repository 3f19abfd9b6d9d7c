import type { SparqlQuery, IriTerm, Pattern, Quads, UpdateOperation } from 'sparqljs';
import {
  ANY_GRAPH,
  boundBy,
  choiceOf,
  choicesAfter,
  choicesIn,
  choicesOnRight,
  computesOwnName,
  type GraphChoices,
} from './graph-choices.js';
import { generateSparql, LONGEST_KEPT, parsedSparql, parseSparql } from './parse-sparql.js';
import { plainUpdate, putLooseIn, type PlainUpdate } from './plain-update.js';
import { DataFactory } from 'n3';

/** The graphs that a SPARQL text uses. */
export interface SparqlGraphs {
  /** The graphs that it names, also as the only values of a variable. */
  readonly named: ReadonlySet<string>;
  /**
   * The graphs that no variable of GRAPH stands for where it may stand for others; undefined if there is no such GRAPH.
   */
  readonly anyBut: ReadonlySet<string> | undefined;
  /** The named graphs whose triples it can read or write; undefined if that may be any. */
  readonly reachable: ReadonlySet<string> | undefined;
  /** Whether it has triples outside GRAPH, WITH and FROM. */
  readonly usesDefaultGraph: boolean;
  /** Whether we can parse the text. An engine may know newer syntax. */
  readonly isParsed: boolean;
}

/** For a text that cannot be parsed. */
const ALL: SparqlGraphs = {
  named: new Set(),
  anyBut: new Set(),
  reachable: undefined,
  usesDefaultGraph: false,
  isParsed: false,
};

/** Finds the graphs of a query or update. An invalid text may use any graph; the engine then reports the error. */
export function sparqlGraphs(sparql: string): SparqlGraphs {
  const plain = longPlainUpdate(sparql);
  if (plain !== undefined) return graphsOfPlain(plain);
  const parsed = parsedSparql(sparql);
  return parsed === undefined ? ALL : findGraphs(parsed);
}

/** A {@link plainUpdate} that is so long that the parser should not see it. */
export function longPlainUpdate(sparql: string): PlainUpdate | undefined {
  return sparql.length > LONGEST_KEPT ? plainUpdate(sparql) : undefined;
}

/** The graphs of a plain update. */
export function graphsOfPlain({ named, isManagement, loose }: PlainUpdate): SparqlGraphs {
  const reachable = isManagement ? undefined : named;
  return { named, anyBut: undefined, reachable, usesDefaultGraph: loose.length > 0, isParsed: true };
}

/** Whether a text names a graph, by its IRI or a prefixed name. A text that only mentions the IRI counts too. */
export function namesGraph(sparql: string, graph: string, graphs = sparqlGraphs(sparql)): boolean {
  return sparql.includes(graph) || graphs.named.has(graph);
}

/**
 * Whether a query asks for a graph that only those see that name it: in GRAPH, FROM or VALUES, or anywhere beside a
 * `GRAPH ?g` that may stand for it. A FILTER that leaves it out is no question about it.
 */
export function asksFor(sparql: string, graph: string, graphs = sparqlGraphs(sparql)): boolean {
  const { named, anyBut } = graphs;
  return named.has(graph) || (anyBut !== undefined && !anyBut.has(graph) && sparql.includes(graph));
}

/**
 * Those of the graphs apart that a text does not name: it reads and changes none of them, and no variable of GRAPH
 * stands for one. A text that we cannot parse names all whose IRIs are in it.
 */
export function notNamed(apart: ReadonlySet<string>, sparql: string): ReadonlySet<string> {
  if (apart.size === 0) return apart;
  const { named, isParsed } = sparqlGraphs(sparql);
  return new Set([...apart].filter((graph) => !(isParsed ? named.has(graph) : sparql.includes(graph))));
}

interface Named {
  readonly termType?: string;
  readonly value: string;
}

/** Any node of a parsed text. */
type SyntaxNode = Readonly<Record<string, unknown>>;

function findGraphs(parsed: SparqlQuery): SparqlGraphs {
  const graphs = new Set<string>();
  let usesDefaultGraph = false;
  let all = false;
  let anyBut: ReadonlySet<string> | undefined;
  const name = (graph: Named, choices = ANY_GRAPH): void => {
    if (graph.termType === 'NamedNode') return void graphs.add(graph.value);
    const { only, but = new Set<string>() } = choiceOf(choices, graph.value) ?? {};
    for (const one of only ?? []) if (!but.has(one)) graphs.add(one);
    if (only !== undefined) return;
    all = true;
    if (graph.termType === 'Variable') anyBut = new Set([...but].filter((one) => anyBut?.has(one) ?? true));
  };

  function visit(part: unknown, isNamed: boolean): void {
    if (Array.isArray(part)) for (const item of part) visit(item, isNamed);
    if (part === null || typeof part !== 'object' || Array.isArray(part) || 'termType' in part) return;
    const { type, graph, from, using, where, ...rest } = part as SyntaxNode;
    const datasets = [from, using].filter((one) => one !== undefined) as { default: Named[]; named: Named[] }[];
    for (const dataset of datasets) [...dataset.default, ...dataset.named].forEach((one) => name(one));
    if (graph !== undefined) name(graph as Named);
    if (type === 'graph' && 'name' in part) name((part as { name: Named }).name); // ADD DEFAULT has none
    if (type === 'bgp' && !isNamed) usesDefaultGraph = true;
    if ('queryType' in part && (part as SyntaxNode)['queryType'] === 'DESCRIBE' && datasets.length === 0)
      usesDefaultGraph = true;
    if ('type' in part && isManagement(type)) all = true;
    const isInside = isNamed || type === 'graph' || graph !== undefined || datasets.length > 0;
    if (Array.isArray(where)) visitGroup(where as Pattern[], isInside, choicesAfter(part as SyntaxNode));
    for (const value of Object.values(rest)) visit(value, isInside);
  }

  function visitGroup(patterns: readonly Pattern[], isNamed: boolean, outside: GraphChoices): void {
    const choices = choicesIn(patterns, outside);
    const bound = new Set<string>();
    for (const pattern of patterns) {
      if (pattern.type === 'graph' && !computesOwnName(pattern)) {
        name(pattern.name, choices);
        visitGroup(pattern.patterns, true, choices);
      } else if (pattern.type === 'group') visitGroup(pattern.patterns, isNamed, choices);
      else if (pattern.type === 'union')
        for (const branch of pattern.patterns) visitGroup(patternsOf(branch), isNamed, choices);
      else if (pattern.type === 'optional' || pattern.type === 'minus')
        visitGroup(pattern.patterns, isNamed, choicesOnRight(choices, bound));
      else visit(pattern, isNamed);
      for (const variable of boundBy(pattern)) bound.add(variable);
    }
  }
  visit(parsed, false);
  const isAnyOf = 'from' in parsed && parsed.from !== undefined; // GRAPH ?g is one of FROM NAMED then
  const mayBeAny = (all && !isAnyOf) || (usesDefaultGraph && parsed.type === 'query');
  return {
    named: graphs,
    anyBut: isAnyOf ? undefined : anyBut,
    reachable: mayBeAny ? undefined : graphs,
    usesDefaultGraph,
    isParsed: true,
  };
}

/** The parser leaves out the braces around a branch of one pattern. */
function patternsOf(branch: Pattern): readonly Pattern[] {
  return branch.type === 'group' ? branch.patterns : [branch];
}

function isManagement(type: unknown): boolean {
  return ['load', 'copy', 'move', 'add', 'create', 'clear', 'drop'].includes(type as string);
}

/**
 * Puts the triples of an update that are outside GRAPH into one graph, like WITH (SPARQL 1.1 Update, section 3.1.3).
 * @param update SPARQL text; an invalid one is left to the engine, which reports the error
 */
export function putInGraph(update: string, graph: string): string {
  const plain = longPlainUpdate(update);
  if (plain !== undefined) return putLooseIn(update, plain, graph);
  const name = DataFactory.namedNode(graph) as IriTerm;
  const named = (blocks: Quads[]): Quads[] =>
    blocks.map((block) => (block.type === 'graph' ? block : { type: 'graph', name, triples: block.triples }));
  const parsed = parseSparql(update);
  if (parsed?.type !== 'update') return update;
  const updates = parsed.updates.map((operation): UpdateOperation => {
    if (!('updateType' in operation)) return operation;
    if (operation.updateType === 'insertdelete') return { graph: name, ...operation };
    if (operation.updateType === 'insert') return { ...operation, insert: named(operation.insert) };
    return { ...operation, delete: named(operation.delete) };
  });
  return generateSparql({ ...parsed, updates });
}
