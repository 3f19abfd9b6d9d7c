import { createHash } from 'node:crypto';
import { checkLines, WrongLine } from '../checked-lines.js';
import { FILE_CHUNK, inflate, mostUnpacked } from '../packable.js';
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
const PIECE = `SELECT ${integerOf('number')}, ${bytesOf('sha256')}, ${bytesOf('nquads')} FROM piece`;
/** Without a lower bound, because a number below 1 would hide from one. */
const FIRST_PIECES = `${PIECE} WHERE graph = ? ORDER BY piece.number LIMIT ${PIECES}`;
const NEXT_PIECES = `${PIECE} WHERE graph = ? AND piece.number > ? ORDER BY piece.number LIMIT ${PIECES}`;

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
  let packed = 0;
  let size = 0;
  for (const piece of pieceRows(connection, id, iri)) {
    digests.push(textOf(piece.sha256));
    const bytes = unpacked(piece.nquads, `graph <${iri}>`);
    packed += piece.nquads.length;
    size += bytes.length;
    if (size > mostUnpacked(packed)) throw wrongPieces(iri, 'its pieces are packed tighter than any store packs them');
    lines += lineCount(bytes, iri, piece.number);
    if (lines > quads) break;
    yield bytes;
  }
  if (lines !== quads)
    throw wrongPieces(iri, `it has ${lines > quads ? 'more than' : `${lines} instead of`} ${quads} quads`);
  if (checksumOf(...digests) !== sha256) throw damaged(`graph <${iri}>`);
}

function* pieceRows(connection: Connection, id: number, iri: string): Generator<PieceRow & { number: number }> {
  let last = 0;
  let rows = connection.rows<PieceRow>(FIRST_PIECES, id);
  for (; rows.length > 0; rows = connection.rows<PieceRow>(NEXT_PIECES, id, last)) {
    for (const { number, sha256, nquads } of rows) {
      if (number !== last + 1) throw damaged(`graph <${iri}>`);
      last = number;
      yield { number, sha256, nquads };
    }
    if (rows.length < PIECES) return;
  }
}

function lineCount(bytes: Uint8Array, graph: string, piece: number): number {
  try {
    return checkLines(bytes, graph);
  } catch (error) {
    if (!(error instanceof WrongLine)) throw error;
    throw wrongPieces(graph, `line ${error.line} of piece ${piece}: ${error.message}`);
  }
}

function unpacked(packed: Uint8Array, what: string, most?: number): Uint8Array {
  try {
    return inflate(packed, most);
  } catch (cause) {
    throw damaged(what, cause);
  }
}

/**
 * The SHA-256 of each piece of a graph, in order; the checksum of the graph is made of them.
 * @throws CrateError ERR_STORE_INVALID for pieces whose numbers no writer makes
 */
export function pieceDigests(connection: Connection, { id, iri }: GraphRow): string[] {
  return connection.rows<Omit<PieceRow, 'nquads'>>(PIECE_DIGESTS, id).map(({ number, sha256 }, index) => {
    if (number !== index + 1) throw damaged(`graph <${iri}>`);
    return textOf(sha256);
  });
}

const PIECE_DIGESTS = `SELECT ${integerOf('number')}, ${bytesOf('sha256')} FROM piece
  WHERE graph = ? ORDER BY piece.number`;

/**
 * The kept file with this SHA-256, in chunks; yields nothing if no record keeps it. All chunks but the last have one
 * size, so that their number tells how many bytes will come before they are unpacked.
 * @throws CrateError ERR_STORE_INVALID for a chunk that is damaged or missing, or larger than a store writes it
 */
export function* storedFile(connection: Connection, sha256: string): Generator<Uint8Array> {
  const what = `file ${sha256}`;
  const { chunks, packed } = connection.row<FileSize>(FILE_SIZE, sha256) as FileSize;
  const hash = createHash('sha256');
  let full = 0;
  for (let number = 1; number <= chunks; number += 1) {
    const chunk = connection.row<{ content: Uint8Array }>(CHUNK, sha256, number);
    if (chunk === undefined) throw damaged(what);
    const bytes = unpacked(chunk.content, what, FILE_CHUNK);
    if (number === 1) full = bytes.length;
    const isWrong = number < chunks ? bytes.length !== full : bytes.length > full;
    if (isWrong || (chunks - 1) * full > mostUnpacked(packed)) throw damaged(what);
    hash.update(bytes);
    yield bytes;
  }
  if (hash.digest('hex') !== sha256 && connection.row(KEPT, sha256) !== undefined) throw damaged(what);
}

interface FileSize {
  readonly chunks: number;
  readonly packed: number;
}

const FILE_SIZE = `SELECT count(*) AS chunks, total(length(content)) AS packed FROM document WHERE sha256 = ?`;
const CHUNK = `SELECT ${bytesOf('content')} FROM document WHERE sha256 = ? AND number = ?`;
const KEPT = 'SELECT 1 FROM record WHERE sha256 = ? AND kept LIMIT 1';
