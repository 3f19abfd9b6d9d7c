import type { Quad } from '@rdfjs/types';
import { dataFactory } from '../../base/rdf/data-factory.js';
import type { CrateDocument } from '../read/crate-document.js';
import { lineOf } from './triple-lines.js';

/**
 * Sorts the quads of a graph into the order of its original documents. A store does not keep order, but the order of
 * authors matters. Quads that the documents do not state come last, sorted.
 */
export async function inOriginalOrder(
  quads: Iterable<Quad> | AsyncIterable<Quad>,
  documents: readonly CrateDocument[],
): Promise<Quad[]> {
  const factory = await dataFactory();
  const positions = new Map<string, number>();
  for (const document of documents) {
    for await (const quad of document.quads(factory)) {
      const line = lineOf(quad);
      if (!positions.has(line)) positions.set(line, positions.size);
    }
  }
  const sorted: { readonly position: number; readonly line: string; readonly quad: Quad }[] = [];
  for await (const quad of quads) {
    const line = lineOf(quad);
    sorted.push({ position: positions.get(line) ?? Infinity, line, quad });
  }
  sorted.sort((a, b) => (a.position === b.position ? (a.line < b.line ? -1 : 1) : a.position - b.position));
  return sorted.map(({ quad }) => quad);
}
