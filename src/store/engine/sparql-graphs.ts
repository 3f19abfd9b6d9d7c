import type { SparqlQuery, IriTerm, Quads, UpdateOperation } from 'sparqljs';
import { generateSparql, LONGEST_KEPT, parsedSparql, parseSparql } from './parse-sparql.js';
import { plainUpdate, putLooseIn, type PlainUpdate } from './plain-update.js';
import { DataFactory } from 'n3';

/** The graphs that a SPARQL text uses. */
export interface SparqlGraphs {
  /** The graphs that it names. */
  readonly named: ReadonlySet<string>;
  /** The named graphs whose triples it can read or write; undefined if that may be any. */
  readonly reachable: ReadonlySet<string> | undefined;
  /** Whether it has triples outside GRAPH, WITH and FROM. */
  readonly usesDefaultGraph: boolean;
  /** Whether we can parse the text. An engine may know newer syntax. */
  readonly isParsed: boolean;
}

/** For a text that cannot be parsed. */
const ALL: SparqlGraphs = { named: new Set(), reachable: undefined, usesDefaultGraph: false, isParsed: false };

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
  return { named, reachable: isManagement ? undefined : named, usesDefaultGraph: loose.length > 0, isParsed: true };
}

/** Whether a text names a graph, by its IRI or a prefixed name. A text that only mentions the IRI counts too. */
export function namesGraph(sparql: string, graph: string, graphs = sparqlGraphs(sparql)): boolean {
  return sparql.includes(graph) || graphs.named.has(graph);
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
  const name = (graph: Named): void => {
    if (graph.termType === 'NamedNode') graphs.add(graph.value);
    else all = true;
  };

  function visit(part: unknown, isNamed: boolean): void {
    if (Array.isArray(part)) for (const item of part) visit(item, isNamed);
    if (part === null || typeof part !== 'object' || Array.isArray(part) || 'termType' in part) return;
    const { type, graph, from, using, ...rest } = part as SyntaxNode;
    const datasets = [from, using].filter((one) => one !== undefined) as { default: Named[]; named: Named[] }[];
    for (const dataset of datasets) [...dataset.default, ...dataset.named].forEach(name);
    if (graph !== undefined) name(graph as Named);
    if (type === 'graph' && 'name' in part) name((part as { name: Named }).name); // ADD DEFAULT has none
    if (type === 'bgp' && !isNamed) usesDefaultGraph = true;
    if ('queryType' in part && (part as SyntaxNode)['queryType'] === 'DESCRIBE' && datasets.length === 0)
      usesDefaultGraph = true;
    if ('type' in part && isManagement(type)) all = true;
    const isInside = isNamed || type === 'graph' || graph !== undefined || datasets.length > 0;
    for (const value of Object.values(rest)) visit(value, isInside);
  }
  visit(parsed, false);
  const mayBeAny = all || (usesDefaultGraph && parsed.type === 'query');
  return { named: graphs, reachable: mayBeAny ? undefined : graphs, usesDefaultGraph, isParsed: true };
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
