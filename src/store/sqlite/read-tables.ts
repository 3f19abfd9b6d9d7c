import { createHash } from 'node:crypto';
import { CrateError } from '../../errors.js';
import type { RecordChoice, RecordData, StoredRecord } from '../port.js';
import type { Connection } from './connection.js';
import { inflate } from '../packable.js';
import { bytesOf, textOf } from './text.js';

/** A row of the table `graph`. */
export interface GraphRow {
  readonly id: number;
  readonly quads: number;
  readonly version: number;
}

/** Number of quads of each graph, or of the named ones that exist. */
export function graphSizes(connection: Connection, names?: Iterable<string>): Map<string, number> {
  if (names === undefined) {
    const rows = connection.rows<{ iri: Uint8Array; quads: number }>(`SELECT ${bytesOf('iri')}, quads FROM graph`);
    return new Map(rows.map(({ iri, quads }) => [textOf(iri), quads]));
  }
  const sizes = new Map<string, number>();
  for (const name of names) {
    const row = graphRow(connection, name);
    if (row !== undefined) sizes.set(name, row.quads);
  }
  return sizes;
}

/** The row of a graph; undefined if the graph does not exist. */
export function graphRow(connection: Connection, graph: string): GraphRow | undefined {
  return connection.row<GraphRow>('SELECT id, quads, version FROM graph WHERE iri = ?', graph);
}

/** The mark of each graph, or of the named ones that exist: its checksum, comparable across files. */
export function graphMarks(connection: Connection, names?: Iterable<string>): Map<string, string> {
  if (names === undefined) {
    const rows = connection.rows<{ iri: Uint8Array; sha256: Uint8Array }>(
      `SELECT ${bytesOf('iri')}, ${bytesOf('sha256')} FROM graph`,
    );
    return new Map(rows.map(({ iri, sha256 }) => [textOf(iri), textOf(sha256)]));
  }
  const marks = new Map<string, string>();
  for (const name of names) {
    const row = connection.row<{ sha256: Uint8Array }>(GRAPH_DIGEST, name);
    if (row !== undefined) marks.set(name, textOf(row.sha256));
  }
  return marks;
}

/** A text that changes with each change of a graph: 64 bits of each checksum, which SQLite collects in one row. */
export function storeRevision(connection: Connection): string {
  const { revision } = connection.row<{ revision: Uint8Array | null }>(REVISION) ?? { revision: null };
  return revision === null ? '' : textOf(revision);
}

const REVISION = `SELECT ${bytesOf("group_concat(substr(sha256, 1, 16), '')", 'revision')} FROM (SELECT sha256 FROM graph ORDER BY id)`;

/** The N-Quads of a graph, piece by piece. @throws CrateError ERR_STORE_INVALID for a damaged or missing piece */
export function* graphPieces(connection: Connection, graph: string): Generator<Uint8Array> {
  const row = connection.row<{ id: number; sha256: Uint8Array }>(GRAPH_DIGEST, graph);
  if (row === undefined) return;
  const digests: string[] = [];
  for (let number = 0; ;) {
    const piece = connection.row<PieceRow>(NEXT_PIECE, row.id, number);
    if (piece === undefined) break;
    number = piece.number;
    digests.push(textOf(piece.sha256));
    yield unpacked(piece.nquads, `graph <${graph}>`);
  }
  if (checksumOf(...digests) !== textOf(row.sha256)) throw damaged(`graph <${graph}>`);
}

interface PieceRow {
  readonly number: number;
  readonly sha256: Uint8Array;
  readonly nquads: Uint8Array;
}

const GRAPH_DIGEST = `SELECT id, ${bytesOf('sha256')} FROM graph WHERE iri = ?`;
const NEXT_PIECE = `SELECT number, ${bytesOf('sha256')}, ${bytesOf('nquads')} FROM piece
  WHERE graph = ? AND number > ? ORDER BY number LIMIT 1`;

function damaged(what: string, cause?: unknown): CrateError {
  return new CrateError('ERR_STORE_INVALID', `the ${what} is damaged in the store`, { cause });
}

function unpacked(packed: Uint8Array, what: string): Uint8Array {
  try {
    return inflate(packed);
  } catch (cause) {
    throw damaged(what, cause);
  }
}

/** Records in the order in which they were written. */
export function storedRecords(connection: Connection, choice: RecordChoice = {}): StoredRecord[] {
  const columns = { graph: 'graph.iri', source: 'record.source', sha256: 'record.sha256' };
  const chosen = Object.entries(choice) as [keyof typeof columns, string][];
  const where = chosen.map(([field]) => `${columns[field]} = ?`).join(' AND ');
  const rows = connection.rows<RecordRow>(
    `SELECT ${bytesOf('graph.iri', 'iri')}, ${bytesOf('source')}, ${bytesOf('record.sha256', 'sha256')}, kept,
       record.version, record.version <> graph.version AS changed, ${bytesOf('data')}, ${bytesOf('digest')}
     FROM record JOIN graph ON graph.id = record.graph ${where === '' ? '' : `WHERE ${where}`} ORDER BY record.id`,
    ...chosen.map(([, value]) => value),
  );
  return rows.map(recordOf);
}

interface RecordRow {
  readonly iri: Uint8Array;
  readonly source: Uint8Array;
  readonly sha256: Uint8Array;
  readonly kept: 0 | 1;
  readonly version: number;
  readonly changed: 0 | 1;
  readonly data: Uint8Array;
  readonly digest: Uint8Array;
}

function recordOf({ kept, changed, ...row }: RecordRow): StoredRecord {
  const [graph, source, sha256, data] = [row.iri, row.source, row.sha256, row.data].map(textOf) as FourTexts;
  if (checksumOf(source, String(row.version), sha256, String(kept), data) !== textOf(row.digest))
    throw damaged(`record of ${source}`);
  const known = JSON.parse(data) as RecordData;
  return { graph, source, sha256, kept: kept === 1, changed: changed === 1, data: known };
}

type FourTexts = [string, string, string, string];

/** The SHA-256 of each piece of a graph, in order; the checksum of the graph is made of them. */
export function pieceDigests(connection: Connection, id: number): string[] {
  const rows = connection.rows<{ sha256: Uint8Array }>(PIECE_DIGESTS, id);
  return rows.map(({ sha256 }) => textOf(sha256));
}

const PIECE_DIGESTS = `SELECT ${bytesOf('sha256')} FROM piece WHERE graph = ? ORDER BY number`;

/** The checksum of some texts, such as the fields of a record. */
export function checksumOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

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
