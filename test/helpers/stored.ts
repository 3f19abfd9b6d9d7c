import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import type { GraphStore } from '../../src/store/port.js';
import { match } from '../../src/store/rdf.js';

/** The quads of one graph of a store, or of all. */
export async function quadsOf(store: GraphStore, graph?: string): Promise<Quad[]> {
  const quads: Quad[] = [];
  for await (const quad of match(store, null, null, null, graph === undefined ? null : DataFactory.namedNode(graph)))
    quads.push(quad);
  return quads;
}

/** Number of quads of a graph, as the store says. */
export async function sizeOf(store: GraphStore, graph: string): Promise<number> {
  return (await store.graphs([graph])).get(graph) ?? 0;
}
