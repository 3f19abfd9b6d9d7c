import { textOfTerm } from '../inspect/each-triple.js';
import { RDF_TYPE, wellKnownPrefixes } from '../rdf/vocabulary.js';
import type { QuadIndex } from '../store/index/quad-index.js';

const VOCABULARIES = [...wellKnownPrefixes().values()];

/** What identifiers inside of a crate begin with. @param graph IRI of its root */
export function insideOf(graph: string): string {
  return graph.endsWith('/') ? graph : `${graph}/`;
}

/**
 * The graphs that describe an IRI outside of them, or refer to it. Terms of the well-known vocabularies are in all of
 * them, and nobody asks who mentions them.
 */
export function mentioningGraphs(index: QuadIndex, iri: string): string[] {
  const id = index.idOf(`<${iri}>`);
  if (id === 0 || VOCABULARIES.some((vocabulary) => iri.startsWith(vocabulary))) return [];
  const type = index.idOf(`<${RDF_TYPE}>`);
  const found = new Set<number>();
  for (const order of ['spog', 'ospg'] as const)
    for (const { columns, from, to } of index.rows(order, [id])) {
      const [, , properties, graphs] = columns as readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
      for (let row = from; row < to; row += 1)
        if (order === 'spog' || properties[row] !== type) found.add(graphs[row] as number);
    }
  return [...found]
    .filter((graph) => !index.isGone(graph))
    .map((graph) => textOfTerm(index.term(index.graphIris[graph] as number)))
    .filter((graph) => graph !== iri && !iri.startsWith(insideOf(graph)));
}
