import type { Quad } from '@rdfjs/types';
import { CrateError } from '../errors.js';
import type { GraphWrite } from './graph-store.js';
import { countLines, countLinesOf, wholeLines } from './nquads-lines.js';

/** One graph of an import whose lines are staged: all read from the caller, none yet in the store. */
export interface Staged {
  /** Without the lines: those of thousands of crates are not to be kept in memory as well. */
  readonly write: Pick<GraphWrite, 'graph' | 'mode' | 'trusted' | 'from'>;
  readonly remove: readonly Quad[];
  /** Lines: as many as quads, if none is written twice. */
  readonly quads: number;
  /** Where its lines are among those of all writes, in bytes. */
  readonly start: number;
  readonly end: number;
}

/** Staged lines again: what is between two places, in pieces of whole lines, each good until the next one is read. */
export type StagedLines = (start: number, end: number) => Iterable<Uint8Array>;

/**
 * Reads the writes of an import to their end before the store changes: the lines go to the sink in bytes, and each
 * line is known to be in its graph. An error of the caller's source comes out here, where nothing has happened yet.
 * @throws CrateError ERR_RDF_SYNTAX, ERR_GRAPH_EXISTS for a graph that is written twice, ERR_USAGE
 */
export async function* stage(
  writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>,
  sink: (bytes: Uint8Array) => void | Promise<void>,
): AsyncGenerator<Staged> {
  const seen = new Set<string>();
  let end = 0;
  for await (const write of writes) {
    const remove = removals(write);
    refuseSecond(write, remove.length > 0, seen);
    const start = end;
    let quads = 0;
    for await (const { piece, lines } of write.trusted === true ? asTheyAre(write) : checked(write)) {
      quads += lines;
      end += piece.length;
      await sink(piece);
    }
    const { graph, mode, trusted, from } = write;
    const kept = { graph, mode, ...(trusted && { trusted }), ...(from !== undefined && { from }) };
    yield { write: kept, remove, quads, start, end };
  }
}

interface Piece {
  readonly piece: Uint8Array;
  readonly lines: number;
}

async function* asTheyAre({ nquads, lines }: GraphWrite): AsyncGenerator<Piece> {
  let left = lines;
  for await (const chunk of nquads) {
    const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    yield { piece, lines: left ?? countLines(piece) };
    if (left !== undefined) left = 0;
  }
}

async function* checked({ nquads, graph }: GraphWrite): AsyncGenerator<Piece> {
  let before = 0;
  for await (const text of wholeLines(nquads)) {
    const lines = countLinesOf(text, graph, before);
    before += lines;
    yield { piece: Buffer.from(text), lines };
  }
}

/** A graph may be written twice in one import only by adding to it: what came first would be lost otherwise. */
function refuseSecond({ graph, mode }: GraphWrite, removes: boolean, seen: Set<string>): void {
  if (seen.has(graph.value) && (mode !== 'merge' || removes)) {
    throw new CrateError('ERR_GRAPH_EXISTS', `the graph ${graph.value} is written twice in one import`);
  }
  seen.add(graph.value);
}

function removals({ graph, mode, remove = [] }: GraphWrite): Quad[] {
  const quads = [...remove];
  if (quads.length > 0 && mode !== 'merge') throw new CrateError('ERR_USAGE', '`remove` needs the mode `merge`');
  if (quads.every((quad) => quad.graph.equals(graph))) return quads;
  throw new CrateError('ERR_USAGE', `a quad to remove is not in the graph ${graph.value}`);
}
