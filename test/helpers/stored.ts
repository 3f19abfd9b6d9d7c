import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { Packable } from '../../src/store/packable.js';
import { pieceOf } from '../../src/store/pieces.js';
import type { GraphReader, Piece } from '../../src/store/port.js';
import { match } from '../../src/store/rdf-answers.js';

/** The quads of one graph of a store, or of all. */
export async function quadsOf(store: GraphReader, graph?: string): Promise<Quad[]> {
  const quads: Quad[] = [];
  for await (const quad of match(store, null, null, null, graph === undefined ? null : DataFactory.namedNode(graph)))
    quads.push(quad);
  return quads;
}

/** Number of quads of a graph, as the store says. */
export async function sizeOf(store: GraphReader, graph: string): Promise<number> {
  return (await store.graphs([graph])).get(graph) ?? 0;
}

/** A file that a store keeps. */
export async function fileOf(store: GraphReader, sha256: string): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  for await (const part of store.file(sha256)) parts.push(part);
  return parts.length === 0 ? undefined : Buffer.concat(parts);
}

/** A file in parts, as a load gives it to a store. */
export function partsOf(bytes: Uint8Array): Packable[] {
  const size = 4 * 1024 * 1024;
  const parts = Math.max(1, Math.ceil(bytes.length / size));
  return Array.from({ length: parts }, (_, index) => Packable.of(bytes.subarray(index * size, (index + 1) * size)));
}

/** Lines that nobody has to check, in pieces of some hundred lines. */
export function inPieces(lines: readonly string[]): Piece[] {
  const count = Math.ceil(lines.length / 500);
  return Array.from({ length: count }, (_, index) =>
    pieceOf(Buffer.from(lines.slice(index * 500, (index + 1) * 500).join(''))),
  );
}
