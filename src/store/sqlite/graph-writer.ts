import { graphExists, graphNotFound, requireLegalName } from '../graph-errors.js';
import { newPieces } from '../pieces.js';
import type { GraphChange, GraphWrite, NewRecord, Piece } from '../port.js';
import type { Packable } from '../packable.js';
import { ApartWriter } from './apart-table.js';
import type { Connection } from './connection.js';
import { bytesOf, textOf } from './text.js';
import { checksumOf } from './checksum.js';
import { graphRow, type GraphRow } from './graph-rows.js';
import { hasKeyTable, markStale } from './key-table.js';
import { graphPieces, pieceDigests } from './read-tables.js';
import { RemovalWriter } from './removal-table.js';
import { addNumbers } from './schema.js';

/** Writes graphs in one transaction, with few statements each, because a load may have thousands of tiny crates. */
export class GraphWriter {
  readonly #connection: Connection;
  readonly #removals: RemovalWriter;
  readonly #apart: ApartWriter;
  /** The highest id that a graph has ever had: ids are never used again. */
  #lastId: number;
  /** Whether the store has a lookup of keys; undefined if this was not asked yet. */
  #hasKeys: boolean | undefined;

  /** @param connection with an open write transaction */
  constructor(connection: Connection) {
    this.#connection = connection;
    addNumbers(connection);
    this.#removals = new RemovalWriter(connection);
    this.#apart = new ApartWriter(connection);
    this.#lastId = connection.row<{ seq: number }>(LAST_ID)?.seq ?? 0;
  }

  /** Writes one graph with its record and kept file. @throws CrateError ERR_GRAPH_EXISTS, ERR_RDF_SYNTAX */
  async write(write: GraphWrite): Promise<GraphChange> {
    const { graph, mode, record } = write;
    const stored = graphRow(this.#connection, graph);
    const isApart = write.apart ?? (stored !== undefined && this.#apart.has(graph));
    if (record?.dataOnly === true) {
      if (stored !== undefined) this.#changeData(stored, record);
      if (stored !== undefined) this.#apart.set(graph, isApart);
      return { graph, before: stored?.quads ?? 0, after: stored?.quads ?? 0 };
    }
    if (stored !== undefined && mode === 'create') throw graphExists(graph);
    if (stored !== undefined && mode === 'replace') this.#drop(stored);
    const earlier = mode === 'merge' ? stored : undefined;
    const row = earlier ?? this.#newRow(graph);
    const pieces = newPieces(write, earlier && graphPieces(this.#connection, graph));
    const after = await this.#add(row, pieces);
    this.#noteChange(graph, stored !== undefined, after > 0);
    if (after > 0) this.#apart.set(graph, isApart);
    if (after > 0 && record !== undefined)
      this.#addRecord(row, record, earlier === undefined && record.changed !== true);
    return { graph, before: stored?.quads ?? 0, after };
  }

  /** Replaces the lines of a graph; its records stay. The graph may be new; without lines it is removed. */
  async rewrite(graph: string, pieces: Iterable<Piece>): Promise<void> {
    const stored = graphRow(this.#connection, graph);
    const row = stored ?? this.#newRow(graph);
    this.#connection.run('DELETE FROM piece WHERE graph = ?', row.id);
    const after = await this.#add({ ...row, quads: 0 }, pieces);
    this.#noteChange(graph, stored !== undefined, after > 0);
  }

  /** Removes a graph with its pieces, records and kept files. @throws CrateError ERR_GRAPH_NOT_FOUND */
  drop(graph: string): GraphChange {
    const row = graphRow(this.#connection, graph);
    if (row === undefined) throw graphNotFound(graph);
    this.#drop(row);
    this.#removals.note(graph, false);
    return { graph, before: row.quads, after: 0 };
  }

  #noteChange(graph: string, was: boolean, is: boolean): void {
    if (was !== is) this.#removals.note(graph, is);
  }

  /** Ends the write: call it before the commit. */
  finish(): void {
    this.#removals.finish();
    this.#apart.finish();
  }

  #newRow(iri: string): GraphRow {
    requireLegalName(iri);
    return { id: (this.#lastId += 1), iri, quads: 0, version: 0, sha256: '' };
  }

  /** Appends pieces to a graph; without quads the graph is removed. @returns its number of quads */
  async #add(row: GraphRow, pieces: Iterable<Piece> | AsyncIterable<Piece>): Promise<number> {
    const { id, iri, quads, version } = row;
    const digests = quads === 0 ? [] : pieceDigests(this.#connection, row);
    let after = quads;
    for await (const { content, quads: added } of pieces) {
      after += added;
      digests.push(content.sha256);
      this.#connection.run(ADD_PIECE, id, digests.length, content.sha256, content.packed);
    }
    if (after === 0) this.#drop(row);
    else this.#connection.run(ADD_GRAPH, id, iri, after, version + 1, checksumOf(...digests));
    return after;
  }

  /** @param isAll whether the graph contains only what came with the record */
  #addRecord({ id, version }: GraphRow, { source, sha256, data, file }: NewRecord, isAll: boolean): void {
    const text = JSON.stringify(data);
    const old = version === 0 ? [] : this.#connection.rows<FileRow>(OLD_RECORD, id, source);
    const at = isAll ? version + 1 : version;
    const kept = file === undefined ? 0 : 1;
    const digest = checksumOf(source, String(at), sha256, String(kept), text);
    this.#connection.run(ADD_RECORD, id, source, at, sha256, kept, text, digest);
    if (file !== undefined) this.#addFile(sha256, file);
    this.#removeFiles(old);
  }

  /** Replaces the data of a record that exists; all else of it stays. */
  #changeData({ id }: GraphRow, { source, data }: NewRecord): void {
    const text = JSON.stringify(data);
    const old = this.#connection.row<DataRow>(RECORD, id, source);
    if (old === undefined) return;
    const digest = checksumOf(source, String(old.version), textOf(old.sha256), String(old.kept), text);
    this.#connection.run(CHANGE_DATA, text, digest, id, source);
    if ((this.#hasKeys ??= hasKeyTable(this.#connection))) markStale(this.#connection, id);
  }

  #addFile(sha256: string, chunks: Iterable<Packable>): void {
    let number = 0;
    for (const { packed } of chunks) this.#connection.run(ADD_FILE, sha256, (number += 1), packed);
  }

  #drop({ id, iri }: GraphRow): void {
    this.#apart.set(iri, false);
    const records = this.#connection.rows<FileRow>(OLD_RECORDS, id);
    this.#connection.run('DELETE FROM graph WHERE id = ?', id);
    this.#removeFiles(records);
  }

  /** Removes the files of former records, unless another record keeps them. */
  #removeFiles(records: readonly FileRow[]): void {
    for (const record of records) {
      const sha256 = textOf(record.sha256);
      this.#connection.run(REMOVE_FILE, sha256, sha256);
    }
  }
}

interface FileRow {
  readonly sha256: Uint8Array;
}

interface DataRow extends FileRow {
  readonly version: number;
  readonly kept: number;
}

/** From SQLite's own sequence, or from the graphs where another tool has lost it. */
const LAST_ID = `SELECT max(coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'graph'), 0),
  coalesce((SELECT max(id) FROM graph), 0)) AS seq`;
const ADD_PIECE = 'INSERT INTO piece (graph, number, sha256, nquads) VALUES (?, ?, ?, ?)';
const ADD_GRAPH = `INSERT INTO graph (id, iri, quads, version, sha256) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET quads = excluded.quads, version = excluded.version, sha256 = excluded.sha256`;
const OLD_RECORDS = `SELECT ${bytesOf('sha256')} FROM record WHERE graph = ?`;
const OLD_RECORD = `${OLD_RECORDS} AND source = ?`;
const RECORD = `SELECT version, kept, ${bytesOf('sha256')} FROM record WHERE graph = ? AND source = ?`;
const CHANGE_DATA = 'UPDATE record SET data = ?, digest = ? WHERE graph = ? AND source = ?';
const ADD_RECORD = `INSERT OR REPLACE INTO record (graph, source, version, sha256, kept, data, digest)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const ADD_FILE = 'INSERT OR IGNORE INTO document (sha256, number, content) VALUES (?, ?, ?)';
const REMOVE_FILE =
  'DELETE FROM document WHERE sha256 = ? AND NOT EXISTS (SELECT 1 FROM record WHERE sha256 = ? AND kept)';
