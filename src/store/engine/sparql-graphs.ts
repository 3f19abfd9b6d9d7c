import type { SparqlQuery, IriTerm, Quads, UpdateOperation } from 'sparqljs';
import { parseSparql } from './parse-sparql.js';
import { DataFactory } from 'n3';
import sparqljs from 'sparqljs';

/** What a SPARQL text touches. */
export interface SparqlGraphs {
  /** The named graphs that it names. */
  readonly named: ReadonlySet<string>;
  /** The named graphs whose triples it can read or write; undefined when it may be all of them. */
  readonly graphs: ReadonlySet<string> | undefined;
  /** Whether some of its triples are in no GRAPH, WITH or FROM: those of the default graph. */
  readonly unnamed: boolean;
}

/** All graphs, for texts that nobody can look into. */
const ALL: SparqlGraphs = { named: new Set(), graphs: undefined, unnamed: false };

/** The scope of a query or update; that of a text which cannot be parsed is everything, and the engine judges it. */
export function sparqlGraphs(sparql: string): SparqlGraphs {
  const parsed = parseSparql(sparql);
  return parsed === undefined ? ALL : findGraphs(parsed);
}

/** Whether a text names a graph, by its IRI or by a prefix; one that only mentions the IRI counts, too. */
export function namesGraph(sparql: string, graph: string, scope = sparqlGraphs(sparql)): boolean {
  return sparql.includes(graph) || scope.named.has(graph);
}

interface Named {
  readonly termType?: string;
  readonly value: string;
}

/** Any part of a parsed text. */
type Part = Readonly<Record<string, unknown>>;

function findGraphs(parsed: SparqlQuery): SparqlGraphs {
  const graphs = new Set<string>();
  let unnamed = false;
  let all = false;
  const name = (graph: Named): void => {
    if (graph.termType === 'NamedNode') graphs.add(graph.value);
    else all = true;
  };

  function visit(part: unknown, isNamed: boolean): void {
    if (Array.isArray(part)) for (const item of part) visit(item, isNamed);
    if (part === null || typeof part !== 'object' || Array.isArray(part) || 'termType' in part) return;
    const { type, graph, from, using, ...rest } = part as Part;
    const datasets = [from, using].filter((one) => one !== undefined) as { default: Named[]; named: Named[] }[];
    for (const dataset of datasets) [...dataset.default, ...dataset.named].forEach(name);
    if (graph !== undefined) name(graph as Named);
    if (type === 'graph' && 'name' in part) name((part as { name: Named }).name); // ADD DEFAULT TO <g> has one without
    if (type === 'bgp' && !isNamed) unnamed = true;
    if ('queryType' in part && (part as Part)['queryType'] === 'DESCRIBE' && datasets.length === 0) unnamed = true;
    if ('type' in part && isManagement(type)) all = true;
    const isInside = isNamed || type === 'graph' || graph !== undefined || datasets.length > 0;
    for (const value of Object.values(rest)) visit(value, isInside);
  }
  visit(parsed, false);
  const isOpen = all || (unnamed && parsed.type === 'query');
  return { named: graphs, graphs: isOpen ? undefined : graphs, unnamed };
}

function isManagement(type: unknown): boolean {
  return ['load', 'copy', 'move', 'add', 'create', 'clear', 'drop'].includes(type as string);
}

/**
 * An update whose triples outside of GRAPH are those of one graph (WITH; SPARQL 1.1 Update, section 3.1.3).
 * @param update SPARQL text; what cannot be parsed is left for the engine to judge
 */
export function putInGraph(update: string, graph: string): string {
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
  return new sparqljs.Generator().stringify({ ...parsed, updates });
}
