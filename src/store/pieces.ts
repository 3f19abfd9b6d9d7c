import { CrateError } from '../base/errors.js';
import { LineSet } from '../base/rdf/line-set.js';
import { quadToNQuads } from '../base/rdf/nquads.js';
import { parseNQuads } from '../base/rdf/parse-rdf.js';
import { valueLine } from './value-line.js';
import { countLines, syntaxError, wholeLines } from './nquads-lines.js';
import { Packable } from './packable.js';
import { Turns } from '../base/threads/turns.js';
import { utf8Text } from './utf8-text.js';
import type { GraphWrite, NQuadsChunks, Piece, TriedGraph, UpdateWork } from './port.js';

/** Makes a piece of whole lines of one graph. @param bytes N-Quads in UTF-8 */
export function pieceOf(bytes: Uint8Array, quads = countLines(bytes)): Piece {
  return { content: Packable.of(bytes), quads };
}

/** The bytes of each piece. */
export function* pieceBytes(pieces: Iterable<Piece>): Generator<Uint8Array> {
  for (const { content } of pieces) yield content.bytes;
}

/** Makes a piece of each chunk; every chunk is whole lines. */
export async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  for await (const bytes of chunks) yield pieceOf(bytes);
}

/**
 * The lines that a write adds to a graph, without duplicates, in pieces.
 * @param stored the lines of the graph so far, for a write that merges
 * @throws CrateError ERR_RDF_SYNTAX for lines that are not N-Quads or belong to another graph
 */
export async function* newPieces(write: GraphWrite, stored?: NQuadsChunks): AsyncGenerator<Piece> {
  if ('pieces' in write && stored === undefined) return yield* write.pieces;
  const seen = new LineSet();
  if (stored !== undefined)
    for await (const text of wholeLines(stored)) eachLine(text, (line) => seen.add(valueLine(line)));
  for await (const text of 'pieces' in write ? textsOf(write.pieces) : checkedTexts(write.nquads, write.graph))
    yield* chosenLines(text, (line) => seen.add(valueLine(line)));
}

/**
 * Compares the lines of two graphs of one name. All spellings of a triple are the same.
 * @returns `same`, `contained` if the first graph has all lines of the second one and more, or `different`
 */
export async function compareLines(
  stored: NQuadsChunks,
  other: NQuadsChunks,
): Promise<'same' | 'contained' | 'different'> {
  const all = new LineSet();
  const found = new LineSet();
  for await (const text of wholeLines(stored)) eachLine(text, (line) => all.add(valueLine(line)));
  let isMissing = false;
  for await (const text of wholeLines(other)) {
    eachLine(text, (line) => {
      const triple = valueLine(line);
      if (all.has(triple)) found.add(triple);
      else isMissing = true;
    });
    if (isMissing) return 'different';
  }
  return found.size === all.size ? 'same' : 'contained';
}

/** Calls `visit` with each line of a text of whole lines. */
export function eachLine(text: string, visit: (line: string) => void): void {
  for (let start = 0, end; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    if (end > start) visit(text.slice(start, end));
  }
}

async function* textsOf(pieces: Iterable<Piece> | AsyncIterable<Piece>): AsyncGenerator<string> {
  for await (const { content } of pieces) yield utf8Text(content.bytes);
}

async function* checkedTexts(nquads: NQuadsChunks, graph: string): AsyncGenerator<string> {
  let before = 0;
  for await (const text of wholeLines(nquads)) {
    yield checkedLines(text, graph, before);
    eachLine(text, () => (before += 1));
  }
}

/** Parses the quads of a text and writes them in our spelling. */
function checkedLines(text: string, graph: string, linesBefore: number): string {
  try {
    let lines = '';
    for (const quad of parseNQuads(text)) {
      if (quad.graph.value !== graph || quad.graph.termType !== 'NamedNode')
        throw new CrateError('ERR_RDF_SYNTAX', `the N-Quads for graph <${graph}> contain a quad of another graph`);
      lines += quadToNQuads(quad);
    }
    return lines;
  } catch (error) {
    throw error instanceof CrateError ? error : syntaxError(error, linesBefore);
  }
}

/**
 * What an update does to the lines of a graph. Engines respell values, so lines that stay get their old spelling back.
 * @param stored the lines before the update
 * @param updated the lines of the engine after it
 */
export function restoreSpelling(
  stored: Iterable<Uint8Array>,
  updated: readonly Uint8Array[],
): Omit<TriedGraph, 'graph'> {
  const after = new LineSet();
  for (const bytes of updated) eachLine(utf8Text(bytes), (line) => after.add(valueLine(line)));
  const staying = new LineSet();
  let removed = 0;
  let gone = '';
  const kept = [...stored].flatMap((bytes) =>
    chosenLines(utf8Text(bytes), (line) => {
      const key = valueLine(line);
      const stays = after.has(key);
      if (stays)
        staying.add(key); // two spellings of one value both stay, although the engine has only one of them
      else {
        removed += 1;
        gone += `${line}\n`;
      }
      return stays;
    }),
  );
  const gained = updated.flatMap((bytes) => chosenLines(utf8Text(bytes), (line) => staying.add(valueLine(line))));
  const lost = removed === 0 ? [] : [pieceOf(Buffer.from(gone), removed)];
  return { kept, gained, lost, added: gained.reduce((sum, { quads }) => sum + quads, 0), removed };
}

/**
 * The graphs that an update changes, in the old spelling.
 * @param stored reads a graph before the update
 * @throws the reason of the signal
 */
export async function triedGraphs(
  changed: readonly { readonly graph: string; readonly pieces: readonly Uint8Array[] }[],
  stored: (graph: string) => Iterable<Uint8Array>,
  { signal, onProgress }: UpdateWork,
): Promise<TriedGraph[]> {
  const tried: TriedGraph[] = [];
  const turns = new Turns();
  for (const [index, { graph, pieces }] of changed.entries()) {
    onProgress?.(index, changed.length, graph, 'compared');
    await turns.give();
    signal?.throwIfAborted();
    const one = { graph, ...restoreSpelling(stored(graph), pieces) };
    if (one.added + one.removed > 0) tried.push(one);
  }
  return tried;
}

/** The wanted lines of a text as one piece; an empty array if there are none. */
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

/** Passes writes on. @throws CrateError ERR_GRAPH_EXISTS if one would replace a graph that an earlier one wrote */
export async function* rejectDuplicates(
  writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>,
): AsyncGenerator<GraphWrite> {
  const seen = new Set<string>();
  for await (const write of writes) {
    if (seen.has(write.graph) && write.mode !== 'merge')
      throw new CrateError('ERR_GRAPH_EXISTS', `the graph <${write.graph}> is written twice in one commit`);
    seen.add(write.graph);
    yield write;
  }
}
