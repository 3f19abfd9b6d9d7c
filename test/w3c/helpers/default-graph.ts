import { DataFactory } from 'n3';
import type { GraphOrDefault, IriTerm, UpdateOperation } from 'sparqljs';
import { generateSparql, parseSparql } from '../../../src/store/engine/parse-sparql.js';
import { putInGraph } from '../../../src/store/engine/sparql-graphs.js';
import { SUITE_BASE } from './sparql-manifest.js';

/** Our stores have no default graph of their own: a named graph plays that of the update tests. */
export const DEFAULT = `${SUITE_BASE}default`;

const name = DataFactory.namedNode(DEFAULT) as IriTerm;

/** The update with {@link DEFAULT} wherever it means the default graph. */
export function withoutDefaultGraph(update: string): string {
  const parsed = parseSparql(update);
  if (parsed?.type !== 'update') return update;
  const updates = parsed.updates.map((operation): UpdateOperation => {
    if (!('type' in operation)) return operation;
    switch (operation.type) {
      case 'copy':
      case 'move':
      case 'add':
        return { ...operation, source: named(operation.source), destination: named(operation.destination) };
      case 'clear':
      case 'drop':
        // The default graph is always there.
        return operation.graph.default === true
          ? { ...operation, silent: true, graph: { type: 'graph', name } }
          : operation;
      default:
        return operation;
    }
  });
  return putInGraph(generateSparql({ ...parsed, updates }), DEFAULT);
}

function named(graph: GraphOrDefault): GraphOrDefault {
  return graph.default === true ? { type: 'graph', name } : graph;
}
