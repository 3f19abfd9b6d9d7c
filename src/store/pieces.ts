import { CrateError } from '../errors.js';
import { hash53, HashSet } from '../rdf/hashes.js';
import { quadToNQuads } from '../rdf/nquads.js';
import { parseNQuads } from '../rdf/parse-rdf.js';
import { valueLine } from './value-line.js';
import { countLines, syntaxError, wholeLines } from './nquads-lines.js';
import { Packable } from './packable.js';
import type { GraphWrite, NQuadsChunks, Piece } from './port.js';

/** Whole lines of one graph as a piece. @param bytes N-Quads in UTF-8 */
export function pieceOf(bytes: Uint8Array, quads = countLines(bytes)): Piece {
  return { content: Packable.of(bytes), quads };
}

/** The same of many. */
export async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  for await (const bytes of chunks) yield pieceOf(bytes);
}

/**
 * The lines that a write adds to a graph, each once, in pieces.
 * @param stored the pieces that the graph holds already, for a write that adds to them
 * @throws CrateError ERR_RDF_SYNTAX for lines that are no N-Quads or of another graph
 */
export async function* newPieces(write: GraphWrite, stored?: NQuadsChunks): AsyncGenerator<Piece> {
  if ('pieces' in write && stored === undefined) return yield* write.pieces;
  const seen = new HashSet();
  if (stored !== undefined)
    for await (const text of wholeLines(stored)) eachLine(text, (line) => seen.add(keyOf(line)));
  for await (const text of 'pieces' in write ? textsOf(write.pieces) : checkedLines(write.nquads, write.graph))
    yield* chosenLines(text, (line) => seen.add(keyOf(line)));
}

/** The key under which a line is the same triple as another one. */
export function keyOf(line: string): number {
  return hash53(valueLine(line));
}

/** Calls back for each line of a text of whole lines. */
export function eachLine(text: string, visit: (line: string) => void): void {
  for (let start = 0, end; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    if (end > start) visit(text.slice(start, end));
  }
}

async function* textsOf(pieces: Iterable<Piece> | AsyncIterable<Piece>): AsyncGenerator<string> {
  for await (const { content } of pieces) yield textOf(content.bytes);
}

async function* checkedLines(nquads: NQuadsChunks, graph: string): AsyncGenerator<string> {
  let before = 0;
  for await (const text of wholeLines(nquads)) {
    yield checked(text, graph, before);
    eachLine(text, () => (before += 1));
  }
}

/** The quads of a text as lines of our own spelling. */
function checked(text: string, graph: string, linesBefore: number): string {
  try {
    let lines = '';
    for (const quad of parseNQuads(text)) {
      if (quad.graph.value !== graph || quad.graph.termType !== 'NamedNode')
        throw new CrateError('ERR_RDF_SYNTAX', `N-Quads for the graph ${graph} hold a quad of another graph`);
      lines += quadToNQuads(quad);
    }
    return lines;
  } catch (error) {
    throw error instanceof CrateError ? error : syntaxError(error, linesBefore);
  }
}

/**
 * The lines of a graph after an update, as they were spelled before it: an engine respells values.
 * @param stored the lines before
 * @param now the lines that the engine has after it
 */
export function keptLines(
  stored: Iterable<Uint8Array>,
  now: readonly Uint8Array[],
): { readonly pieces: Piece[]; readonly added: number; readonly removed: number } {
  const after = new HashSet();
  for (const bytes of now) eachLine(textOf(bytes), (line) => after.add(keyOf(line)));
  const kept = new HashSet();
  let removed = 0;
  const old = [...stored].flatMap((bytes) =>
    chosenLines(textOf(bytes), (line) => {
      const key = keyOf(line);
      const isKept = after.has(key);
      if (isKept)
        kept.add(key); // two spellings of one value, which the engine has once, are both kept
      else removed += 1;
      return isKept;
    }),
  );
  const added = now.flatMap((bytes) => chosenLines(textOf(bytes), (line) => kept.add(keyOf(line))));
  return { pieces: [...old, ...added], added: added.reduce((sum, { quads }) => sum + quads, 0), removed };
}

/** The lines of a text that are wanted, as one piece; none when there are none. */
function chosenLines(text: string, isWanted: (line: string) => boolean): Piece[] {
  let lines = '';
  let quads = 0;
  eachLine(text, (line) => {
    if (!isWanted(line)) return;
    lines += `${line}\n`;
    quads += 1;
  });
  return quads === 0 ? [] : [pieceOf(Buffer.from(lines), quads)];
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

/** The writes, one after the other. @throws CrateError ERR_GRAPH_EXISTS when what came first would be lost */
export async function* eachOnce(writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>): AsyncGenerator<GraphWrite> {
  const seen = new Set<string>();
  for await (const write of writes) {
    if (seen.has(write.graph) && write.mode !== 'merge')
      throw new CrateError('ERR_GRAPH_EXISTS', `the graph <${write.graph}> is written twice in one commit`);
    seen.add(write.graph);
    yield write;
  }
}
