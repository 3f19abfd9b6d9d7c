import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { Packable } from '../../src/store/packable.js';
import { pieceOf } from '../../src/store/pieces.js';
import type { GraphReader, Piece } from '../../src/store/port.js';
import { match } from '../../src/store/rdf-answers.js';

/** Reads the quads of one graph of a store, or of all graphs. */
export async function quadsOf(store: GraphReader, graph?: string): Promise<Quad[]> {
  const quads: Quad[] = [];
  for await (const quad of match(store, null, null, null, graph === undefined ? null : DataFactory.namedNode(graph)))
    quads.push(quad);
  return quads;
}

/** Returns the number of quads that a store reports for a graph. */
export async function sizeOf(store: GraphReader, graph: string): Promise<number> {
  return (await store.graphs([graph])).get(graph) ?? 0;
}

/** Reads a file that a store keeps; undefined if it does not keep it. */
export async function fileOf(store: GraphReader, sha256: string): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of store.file(sha256)) chunks.push(chunk);
  return chunks.length === 0 ? undefined : Buffer.concat(chunks);
}

/** Splits a file into chunks, as a load passes it to a store. */
export function partsOf(bytes: Uint8Array): Packable[] {
  const size = 4 * 1024 * 1024;
  const count = Math.max(1, Math.ceil(bytes.length / size));
  return Array.from({ length: count }, (_, index) => Packable.of(bytes.subarray(index * size, (index + 1) * size)));
}

/** Puts lines that need no check into pieces of 500 lines. */
export function inPieces(lines: readonly string[]): Piece[] {
  const count = Math.ceil(lines.length / 500);
  return Array.from({ length: count }, (_, index) =>
    pieceOf(Buffer.from(lines.slice(index * 500, (index + 1) * 500).join(''))),
  );
}
