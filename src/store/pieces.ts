import { CrateError } from '../errors.js';
import { hash53 } from '../rdf/hash.js';
import { HashSet } from '../rdf/hash-set.js';
import { quadToNQuads } from '../rdf/nquads.js';
import { valueLine } from './line.js';
import { countLines, parseLines, PIECE_SIZE, syntaxError, wholeLines } from './nquads-lines.js';
import type { GraphWrite, NQuadsChunks } from './port.js';

/** Whole lines of one graph in UTF-8, of a size that is good to store and to load. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly quads: number;
}

/**
 * The lines that a write adds to a graph, each once, in pieces.
 * @param stored the pieces that the graph holds already, for a write that adds to them
 * @throws CrateError ERR_RDF_SYNTAX for lines that are no N-Quads or of another graph
 */
export async function* newPieces(write: GraphWrite, stored?: NQuadsChunks): AsyncGenerator<Piece> {
  if (write.trusted === true && stored === undefined) yield* joined(write.nquads);
  else {
    const seen = new HashSet();
    if (stored !== undefined)
      for await (const text of wholeLines(stored)) eachLine(text, (line) => seen.add(keyOf(line)));
    yield* unseen(write, seen);
  }
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

async function* unseen(write: GraphWrite, seen: HashSet): AsyncGenerator<Piece> {
  let before = 0;
  for await (const text of wholeLines(write.nquads)) {
    const own = write.trusted === true ? text : checked(text, write, before);
    yield* piecesOf(own, (line) => seen.add(keyOf(line)));
    eachLine(text, () => (before += 1));
  }
}

/** The quads of a text as lines of our own spelling. */
function checked(text: string, { graph }: GraphWrite, linesBefore: number): string {
  try {
    let lines = '';
    for (const quad of parseLines(text)) {
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
    piecesOf(textOf(bytes), (line) => {
      const key = keyOf(line);
      const isKept = after.has(key);
      if (isKept)
        kept.add(key); // two spellings of one value, which the engine has once, are both kept
      else removed += 1;
      return isKept;
    }),
  );
  const added = now.flatMap((bytes) => piecesOf(textOf(bytes), (line) => kept.add(keyOf(line))));
  return { pieces: [...old, ...added], added: added.reduce((sum, { quads }) => sum + quads, 0), removed };
}

/** The lines of a text that are wanted, as one piece; none when there are none. */
function piecesOf(text: string, isWanted: (line: string) => boolean): Piece[] {
  let lines = '';
  let quads = 0;
  eachLine(text, (line) => {
    if (!isWanted(line)) return;
    lines += `${line}\n`;
    quads += 1;
  });
  return quads === 0 ? [] : [{ bytes: Buffer.from(lines), quads }];
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

/** Small pieces joined, without a look at their lines. */
async function* joined(chunks: GraphWrite['nquads']): AsyncGenerator<Piece> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const flush = (): Piece => {
    const bytes = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts, size);
    [parts, size] = [[], 0];
    return { bytes, quads: countLines(bytes) };
  };
  for await (const chunk of chunks) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (part.length === 0) continue;
    parts.push(part);
    size += part.length;
    if (size >= PIECE_SIZE) yield flush();
  }
  if (size > 0) yield flush();
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
