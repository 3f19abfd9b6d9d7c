import type { EngineFacts } from '../protocol/engine-facts.js';
import { iriTerms, valuesClause } from './update-text.js';

/** Graphs up to which reading the whole store for each is quicker than testing the graph of each quad. */
const FEW = 4;

/** A pattern of the quads of graphs: `?g ?s ?p ?o`. @param filter of the quads */
export function quadsIn(facts: EngineFacts, graphs: readonly string[], filter = ''): string {
  const quads = `GRAPH ?g { ?s ?p ?o ${filter}}`;
  const terms = [...iriTerms(graphs)];
  if (isLookedUp(facts, graphs)) return `${valuesClause('g', terms)} ${quads}`;
  return `${quads} FILTER(?g IN (${terms.join(', ')}))`;
}

/** A pattern of graphs and the numbers of their quads: `?g ?n`. @param graphs undefined for all */
export function sizesIn(facts: EngineFacts, graphs: readonly string[] | undefined): string {
  const values = graphs === undefined ? '' : valuesClause('g', iriTerms(graphs));
  const sizes = (before: string) =>
    `{ SELECT ?g (COUNT(*) AS ?n) WHERE { ${before} GRAPH ?g { ?s ?p ?o } } GROUP BY ?g }`;
  return graphs === undefined || isLookedUp(facts, graphs) ? sizes(values) : `${sizes('')} ${values}`;
}

function isLookedUp({ indexesGraphs }: EngineFacts, { length }: readonly string[]): boolean {
  return indexesGraphs || length <= FEW;
}
