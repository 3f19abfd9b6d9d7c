import { createHash } from 'node:crypto';
import { CrateError } from '../../errors.js';
import type { RecordChoice, RecordData, StoredRecord } from '../port.js';
import type { Connection } from './connection.js';
import { inflate } from '../packable.js';

/** A graph in its table. */
export interface GraphRow {
  readonly id: number;
  readonly quads: number;
  readonly version: number;
}

/** Sizes in quads of the graphs, or of those that are named. */
export function graphSizes(connection: Connection, names?: Iterable<string>): Map<string, number> {
  if (names === undefined) {
    const rows = connection.rows<{ iri: string; quads: number }>('SELECT iri, quads FROM graph');
    return new Map(rows.map(({ iri, quads }) => [iri, quads]));
  }
  const sizes = new Map<string, number>();
  for (const name of names) {
    const row = graphRow(connection, name);
    if (row !== undefined) sizes.set(name, row.quads);
  }
  return sizes;
}

/** The row of a graph. */
export function graphRow(connection: Connection, graph: string): GraphRow | undefined {
  return connection.row<GraphRow>('SELECT id, quads, version FROM graph WHERE iri = ?', graph);
}

/** The graphs, each with a mark that is another one after each change, also in another file: its checksum. */
export function graphMarks(connection: Connection, names?: Iterable<string>): Map<string, string> {
  if (names === undefined) {
    const rows = connection.rows<{ iri: string; sha256: string }>('SELECT iri, sha256 FROM graph');
    return new Map(rows.map(({ iri, sha256 }) => [iri, sha256]));
  }
  const marks = new Map<string, string>();
  for (const name of names) {
    const row = connection.row<{ sha256: string }>('SELECT sha256 FROM graph WHERE iri = ?', name);
    if (row !== undefined) marks.set(name, row.sha256);
  }
  return marks;
}

/** The N-Quads of a graph, piece by piece. @throws CrateError ERR_STORE_INVALID for a damaged piece */
export function* graphPieces(connection: Connection, graph: string): Generator<Uint8Array> {
  const row = graphRow(connection, graph);
  if (row === undefined) return;
  const next = 'SELECT number, nquads FROM piece WHERE graph = ? AND number > ? ORDER BY number LIMIT 1';
  for (let number = 0; ;) {
    const piece = connection.row<{ number: number; nquads: Uint8Array }>(next, row.id, number);
    if (piece === undefined) return;
    number = piece.number;
    yield unpacked(piece.nquads, `graph <${graph}>`);
  }
}

function unpacked(packed: Uint8Array, what: string): Uint8Array {
  try {
    return inflate(packed);
  } catch (cause) {
    throw new CrateError('ERR_STORE_INVALID', `the ${what} is damaged in the store`, { cause });
  }
}

/** Records in the order in which they were written. */
export function storedRecords(connection: Connection, choice: RecordChoice = {}): StoredRecord[] {
  const columns = { graph: 'graph.iri', source: 'record.source', sha256: 'record.sha256' };
  const chosen = Object.entries(choice) as [keyof typeof columns, string][];
  const where = chosen.map(([field]) => `${columns[field]} = ?`).join(' AND ');
  const rows = connection.rows<RecordRow>(
    `SELECT graph.iri, source, record.sha256, kept, record.version <> graph.version AS changed, data, digest
     FROM record JOIN graph ON graph.id = record.graph ${where === '' ? '' : `WHERE ${where}`} ORDER BY record.id`,
    ...chosen.map(([, value]) => value),
  );
  return rows.map(recordOf);
}

interface RecordRow {
  readonly iri: string;
  readonly source: string;
  readonly sha256: string;
  readonly kept: 0 | 1;
  readonly changed: 0 | 1;
  readonly data: string;
  readonly digest: string;
}

function recordOf({ iri, source, sha256, kept, changed, data, digest }: RecordRow): StoredRecord {
  if (digestOf(source, sha256, data) !== digest)
    throw new CrateError('ERR_STORE_INVALID', `the record of ${source} is damaged in the store`);
  const known = JSON.parse(data) as RecordData;
  return { graph: iri, source, sha256, kept: kept === 1, changed: changed === 1, data: known };
}

/** The SHA-256 of the pieces of a graph, in their order: the checksum of the graph is made of them. */
export function pieceDigests(connection: Connection, id: number): string[] {
  const rows = connection.rows<{ sha256: string }>('SELECT sha256 FROM piece WHERE graph = ? ORDER BY number', id);
  return rows.map(({ sha256 }) => sha256);
}

/** The checksum of some texts, such as the fields of a record. */
export function digestOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/** The file that is kept under a SHA-256, part by part. @throws CrateError ERR_STORE_INVALID for a damaged part */
export function* storedFile(connection: Connection, sha256: string): Generator<Uint8Array> {
  for (let number = 1; ; number += 1) {
    const part = connection.row<{ content: Uint8Array }>(FILE_PART, sha256, number);
    if (part === undefined) return;
    yield unpacked(part.content, `file ${sha256}`);
  }
}

const FILE_PART = 'SELECT content FROM document WHERE sha256 = ? AND number = ?';
