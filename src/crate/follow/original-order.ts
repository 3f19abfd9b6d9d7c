import type { Quad } from '@rdfjs/types';
import { dataFactory } from '../../rdf/data-factory.js';
import type { CrateDocument } from '../read/crate-document.js';
import { lineOf } from './triple-lines.js';

/**
 * The quads of a graph in the order in which its original documents say them: order of authors is meaning, and a store
 * keeps none. What the documents do not say comes last, sorted.
 */
export async function inOriginalOrder(
  quads: AsyncIterable<Quad>,
  documents: readonly CrateDocument[],
): Promise<Quad[]> {
  const factory = await dataFactory();
  const places = new Map<string, number>();
  for (const document of documents) {
    for await (const quad of document.quads(factory)) {
      const line = lineOf(quad);
      if (!places.has(line)) places.set(line, places.size);
    }
  }
  const placed: { readonly place: number; readonly line: string; readonly quad: Quad }[] = [];
  for await (const quad of quads) {
    const line = lineOf(quad);
    placed.push({ place: places.get(line) ?? Infinity, line, quad });
  }
  placed.sort((a, b) => (a.place === b.place ? (a.line < b.line ? -1 : 1) : a.place - b.place));
  return placed.map(({ quad }) => quad);
}
