import { createHash } from 'node:crypto';
import { checkLines, WrongLine } from '../checked-lines.js';
import { inflate } from '../packable.js';
import { checksumOf } from './checksum.js';
import type { Connection } from './connection.js';
import { namedRows, wrongPieces, type GraphRow } from './graph-rows.js';
import { bytesOf, damaged, integerOf, textOf } from './text.js';

interface PieceRow {
  readonly number: number | null;
  readonly sha256: Uint8Array;
  readonly nquads: Uint8Array;
}

/** So many pieces are read at once: most graphs have one, and a statement costs more than its row. */
const PIECES = 4;
const NEXT_PIECES = `SELECT ${integerOf('number')}, ${bytesOf('sha256')}, ${bytesOf('nquads')} FROM piece
  WHERE graph = ? AND number > ? ORDER BY number LIMIT ${PIECES}`;

/**
 * The N-Quads of a graph, piece by piece: as many quads as its row says, all of them of this graph.
 * @throws CrateError ERR_STORE_INVALID for what is damaged or missing, and for lines that no store of ours has
 */
export function* graphPieces(connection: Connection, graph: string): Generator<Uint8Array> {
  const [row] = namedRows(connection, [graph]);
  if (row !== undefined) yield* rowPieces(connection, row);
}

/** As {@link graphPieces}, of a row of the table. */
export function* rowPieces(connection: Connection, { id, iri, quads, sha256 }: GraphRow): Generator<Uint8Array> {
  const digests: string[] = [];
  let lines = 0;
  for (const piece of pieceRows(connection, id, iri)) {
    digests.push(textOf(piece.sha256));
    const bytes = unpacked(piece.nquads, `graph <${iri}>`);
    lines += linesOf(bytes, iri, piece.number);
    if (lines > quads) break;
    yield bytes;
  }
  if (lines !== quads)
    throw wrongPieces(iri, `it has ${lines > quads ? 'more than' : `${lines} instead of`} ${quads} quads`);
  if (checksumOf(...digests) !== sha256) throw damaged(`graph <${iri}>`);
}

function* pieceRows(connection: Connection, id: number, iri: string): Generator<PieceRow & { number: number }> {
  let last = 0;
  for (let rows: PieceRow[]; (rows = connection.rows<PieceRow>(NEXT_PIECES, id, last)).length > 0;) {
    for (const { number, sha256, nquads } of rows) {
      if (number === null || number <= last) throw damaged(`graph <${iri}>`);
      last = number;
      yield { number, sha256, nquads };
    }
    if (rows.length < PIECES) return;
  }
}

function linesOf(bytes: Uint8Array, graph: string, piece: number): number {
  try {
    return checkLines(bytes, graph);
  } catch (error) {
    if (!(error instanceof WrongLine)) throw error;
    throw wrongPieces(graph, `line ${error.line} of piece ${piece}: ${error.message}`);
  }
}

function unpacked(packed: Uint8Array, what: string): Uint8Array {
  try {
    return inflate(packed);
  } catch (cause) {
    throw damaged(what, cause);
  }
}

/** The SHA-256 of each piece of a graph, in order; the checksum of the graph is made of them. */
export function pieceDigests(connection: Connection, id: number): string[] {
  const rows = connection.rows<{ sha256: Uint8Array }>(PIECE_DIGESTS, id);
  return rows.map(({ sha256 }) => textOf(sha256));
}

const PIECE_DIGESTS = `SELECT ${bytesOf('sha256')} FROM piece WHERE graph = ? ORDER BY number`;

/**
 * The kept file with this SHA-256, in chunks; yields nothing if no record keeps it.
 * @throws CrateError ERR_STORE_INVALID for a chunk that is damaged or missing
 */
export function* storedFile(connection: Connection, sha256: string): Generator<Uint8Array> {
  const hash = createHash('sha256');
  for (let number = 1; ; number += 1) {
    const chunk = connection.row<{ content: Uint8Array }>(FILE_CHUNK, sha256, number);
    if (chunk === undefined) break;
    const bytes = unpacked(chunk.content, `file ${sha256}`);
    hash.update(bytes);
    yield bytes;
  }
  if (hash.digest('hex') !== sha256 && connection.row(KEPT, sha256) !== undefined) throw damaged(`file ${sha256}`);
}

const FILE_CHUNK = `SELECT ${bytesOf('content')} FROM document WHERE sha256 = ? AND number = ?`;
const KEPT = 'SELECT 1 FROM record WHERE sha256 = ? AND kept LIMIT 1';
