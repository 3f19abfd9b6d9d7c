import { createHash } from 'node:crypto';
import { CrateError } from '../../errors.js';
import type { GraphChange, GraphWrite, NewRecord, RecordChoice, RecordData, StoredRecord } from '../port.js';
import { newPieces, type Piece } from '../pieces.js';
import type { Connection } from './connection.js';
import { deflate, inflate } from './deflate.js';

/** Size of the parts in which a large attachment is kept. */
const PART = 4 * 1024 * 1024;

interface GraphRow {
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

function graphRow(connection: Connection, graph: string): GraphRow | undefined {
  return connection.row<GraphRow>('SELECT id, quads, version FROM graph WHERE iri = ?', graph);
}

/** The graphs, each with a mark that is another one after each change. */
export function graphMarks(connection: Connection, names?: Iterable<string>): Map<string, string> {
  const mark = ({ id, version }: GraphRow) => `${id}.${version}`;
  if (names === undefined) {
    const rows = connection.rows<GraphRow & { iri: string }>('SELECT iri, id, quads, version FROM graph');
    return new Map(rows.map((row) => [row.iri, mark(row)]));
  }
  const marks = new Map<string, string>();
  for (const name of names) {
    const row = graphRow(connection, name);
    if (row !== undefined) marks.set(name, mark(row));
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

function digestOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/** The file that is kept under a SHA-256. */
export function storedDocument(connection: Connection, sha256: string): Uint8Array | undefined {
  const rows = connection.rows<{ content: ArrayBuffer }>(
    'SELECT content FROM document WHERE sha256 = ? ORDER BY number',
    sha256,
  );
  if (rows.length === 0) return undefined;
  return Buffer.concat(rows.map(({ content }) => unpacked(new Uint8Array(content), `document ${sha256}`)));
}

/** Writes one graph, in the transaction that is open. @throws CrateError ERR_GRAPH_EXISTS, ERR_RDF_SYNTAX */
export async function writeGraph(connection: Connection, write: GraphWrite): Promise<GraphChange> {
  const { graph, mode, record } = write;
  const stored = graphRow(connection, graph);
  if (stored !== undefined && mode === 'create')
    throw new CrateError('ERR_GRAPH_EXISTS', `the store holds a graph <${graph}>`, { details: { graph } });
  if (stored !== undefined && mode === 'replace') dropGraph(connection, graph);
  const kept = mode === 'merge' ? stored : undefined;
  const added = newPieces(write, kept && graphPieces(connection, graph));
  const after = await addPieces(connection, kept ?? addGraph(connection, graph), graph, added);
  if (after > 0 && record !== undefined) addRecord(connection, graph, record);
  return { graph, before: stored?.quads ?? 0, after };
}

/** Puts other lines in the place of those of a graph; its records stay. The graph may be new, or end. */
export async function rewriteGraph(connection: Connection, graph: string, pieces: Iterable<Piece>): Promise<void> {
  const row = graphRow(connection, graph) ?? addGraph(connection, graph);
  connection.run('DELETE FROM piece WHERE graph = ?', row.id);
  await addPieces(connection, { ...row, quads: 0 }, graph, pieces);
}

function addGraph(connection: Connection, graph: string): GraphRow {
  connection.run(`INSERT INTO graph (iri, quads, version, sha256) VALUES (?, 0, 0, '')`, graph);
  return graphRow(connection, graph) as GraphRow;
}

/** Adds pieces after those that the graph has. @returns its quads; a graph without any is gone */
async function addPieces(
  connection: Connection,
  { id, quads }: GraphRow,
  graph: string,
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
): Promise<number> {
  const hash = createHash('sha256');
  if (quads > 0) for (const bytes of graphPieces(connection, graph)) hash.update(bytes);
  let after = quads;
  let { last } = connection.row<{ last: number }>(LAST_PIECE, id) ?? { last: 0 };
  for await (const piece of pieces) {
    hash.update(piece.bytes);
    after += piece.quads;
    last += 1;
    connection.run('INSERT INTO piece (graph, number, nquads) VALUES (?, ?, ?)', id, last, deflate(piece.bytes));
  }
  if (after === 0) dropGraph(connection, graph);
  else connection.run(CHANGED, after, hash.digest('hex'), id);
  return after;
}

const LAST_PIECE = 'SELECT ifnull(max(number), 0) AS last FROM piece WHERE graph = ?';
const CHANGED = 'UPDATE graph SET quads = ?, sha256 = ?, version = version + 1 WHERE id = ?';

function addRecord(connection: Connection, graph: string, { source, sha256, data, file }: NewRecord): void {
  const { id } = graphRow(connection, graph) as GraphRow;
  const text = JSON.stringify(data);
  const old = connection.rows<Kept>('SELECT sha256 FROM record WHERE graph = ? AND source = ?', id, source);
  connection.run('DELETE FROM record WHERE graph = ? AND source = ?', id, source);
  connection.run(
    `INSERT INTO record (graph, source, version, sha256, kept, data, digest)
     SELECT id, ?, version, ?, ?, ?, ? FROM graph WHERE id = ?`,
    source,
    sha256,
    file === undefined ? 0 : 1,
    text,
    digestOf(source, sha256, text),
    id,
  );
  if (file !== undefined) addDocument(connection, sha256, file);
  forgetDocuments(connection, old);
}

function addDocument(connection: Connection, sha256: string, bytes: Uint8Array): void {
  if (connection.row('SELECT 1 FROM document WHERE sha256 = ? LIMIT 1', sha256) !== undefined) return;
  for (let start = 0, number = 1; start < bytes.length || start === 0; start += PART, number += 1) {
    const content = deflate(bytes.subarray(start, start + PART));
    connection.run('INSERT INTO document (sha256, number, content) VALUES (?, ?, ?)', sha256, number, content);
  }
}

/** Removes a graph with its pieces, its records and what is kept for them; nothing when there is no such graph. */
export function dropGraph(connection: Connection, graph: string): void {
  const row = graphRow(connection, graph);
  if (row === undefined) return;
  const documents = connection.rows<Kept>('SELECT sha256 FROM record WHERE graph = ?', row.id);
  connection.run('DELETE FROM graph WHERE id = ?', row.id);
  forgetDocuments(connection, documents);
}

interface Kept {
  readonly sha256: string;
}

/** Removes the files that no record keeps any more. */
function forgetDocuments(connection: Connection, records: readonly Kept[]): void {
  for (const { sha256 } of records) connection.run(FORGET, sha256, sha256);
}

const FORGET = 'DELETE FROM document WHERE sha256 = ? AND NOT EXISTS (SELECT 1 FROM record WHERE sha256 = ? AND kept)';
