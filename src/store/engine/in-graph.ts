import { DataFactory } from 'n3';
import sparqljs from 'sparqljs';
import type { IriTerm, Quads, UpdateOperation } from 'sparqljs';
import { parseSparql } from './parse-sparql.js';

/**
 * An update whose triples outside of GRAPH are those of one graph (WITH; SPARQL 1.1 Update, section 3.1.3).
 * @param update SPARQL text; what cannot be parsed is left for the engine to judge
 */
export function inGraph(update: string, graph: string): string {
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
