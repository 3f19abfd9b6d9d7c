import { graphExists, graphNotFound } from '../graph-errors.js';
import { newPieces } from '../pieces.js';
import type { GraphChange, GraphWrite, NewRecord, Piece } from '../port.js';
import type { Packable } from '../packable.js';
import type { Connection } from './connection.js';
import { bytesOf, textOf } from './text.js';
import { digestOf, graphPieces, graphRow, pieceDigests, type GraphRow } from './read-tables.js';

/** Writes graphs in one transaction, with as few statements as it takes: there are thousands of tiny crates. */
export class GraphWriter {
  readonly #connection: Connection;
  /** The last id that a graph has had: a new graph never gets one that another one had. */
  #lastId: number;

  /** @param connection with a transaction that is open for writing */
  constructor(connection: Connection) {
    this.#connection = connection;
    this.#lastId = connection.row<{ seq: number }>(LAST_ID)?.seq ?? 0;
  }

  /** Writes one graph with what is kept beside it. @throws CrateError ERR_GRAPH_EXISTS, ERR_RDF_SYNTAX */
  async write(write: GraphWrite): Promise<GraphChange> {
    const { graph, mode, record } = write;
    const stored = graphRow(this.#connection, graph);
    if (stored !== undefined && mode === 'create') throw graphExists(graph);
    if (stored !== undefined && mode === 'replace') this.#drop(stored);
    const kept = mode === 'merge' ? stored : undefined;
    const row = kept ?? this.#newRow();
    const pieces = newPieces(write, kept && graphPieces(this.#connection, graph));
    const after = await this.#add(row, graph, pieces);
    if (after > 0 && record !== undefined) this.#addRecord(row, record, kept === undefined);
    return { graph, before: stored?.quads ?? 0, after };
  }

  /** Puts other lines in the place of those of a graph; its records stay. The graph may be new, or end. */
  async rewrite(graph: string, pieces: Iterable<Piece>): Promise<void> {
    const row = graphRow(this.#connection, graph) ?? this.#newRow();
    this.#connection.run('DELETE FROM piece WHERE graph = ?', row.id);
    await this.#add({ ...row, quads: 0 }, graph, pieces);
  }

  /** Removes a graph with its pieces, its records and what is kept for them. @throws CrateError ERR_GRAPH_NOT_FOUND */
  drop(graph: string): GraphChange {
    const row = graphRow(this.#connection, graph);
    if (row === undefined) throw graphNotFound(graph);
    this.#drop(row);
    return { graph, before: row.quads, after: 0 };
  }

  #newRow(): GraphRow {
    return { id: (this.#lastId += 1), quads: 0, version: 0 };
  }

  /** Adds pieces after those that a graph has. @returns its quads; a graph without any is gone */
  async #add(row: GraphRow, graph: string, pieces: Iterable<Piece> | AsyncIterable<Piece>): Promise<number> {
    const { id, quads, version } = row;
    const digests = quads === 0 ? [] : pieceDigests(this.#connection, id);
    let after = quads;
    for await (const { content, quads: added } of pieces) {
      after += added;
      digests.push(content.sha256);
      this.#connection.run(ADD_PIECE, id, digests.length, content.sha256, content.packed);
    }
    if (after === 0) this.#drop(row);
    else this.#connection.run(ADD_GRAPH, id, graph, after, version + 1, digestOf(...digests));
    return after;
  }

  /** @param isAll whether the graph holds what came with the record and nothing else */
  #addRecord({ id, version }: GraphRow, { source, sha256, data, file }: NewRecord, isAll: boolean): void {
    const text = JSON.stringify(data);
    const old = version === 0 ? [] : this.#connection.rows<Kept>(OLD_RECORD, id, source);
    const at = isAll ? version + 1 : version;
    const kept = file === undefined ? 0 : 1;
    const digest = digestOf(source, String(at), sha256, String(kept), text);
    this.#connection.run(ADD_RECORD, id, source, at, sha256, kept, text, digest);
    if (file !== undefined) this.#addFile(sha256, file);
    this.#forgetFiles(old);
  }

  #addFile(sha256: string, parts: Iterable<Packable>): void {
    let number = 0;
    for (const { packed } of parts) this.#connection.run(ADD_FILE, sha256, (number += 1), packed);
  }

  #drop({ id }: GraphRow): void {
    const records = this.#connection.rows<Kept>(OLD_RECORDS, id);
    this.#connection.run('DELETE FROM graph WHERE id = ?', id);
    this.#forgetFiles(records);
  }

  /** Removes the files that no record keeps any more. */
  #forgetFiles(records: readonly Kept[]): void {
    for (const record of records) {
      const sha256 = textOf(record.sha256);
      this.#connection.run(FORGET_FILE, sha256, sha256);
    }
  }
}

interface Kept {
  readonly sha256: Uint8Array;
}

/** By SQLite's own count, or by the graphs where another tool has lost that. */
const LAST_ID = `SELECT max(coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'graph'), 0),
  coalesce((SELECT max(id) FROM graph), 0)) AS seq`;
const ADD_PIECE = 'INSERT INTO piece (graph, number, sha256, nquads) VALUES (?, ?, ?, ?)';
const ADD_GRAPH = `INSERT INTO graph (id, iri, quads, version, sha256) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET quads = excluded.quads, version = excluded.version, sha256 = excluded.sha256`;
const OLD_RECORDS = `SELECT ${bytesOf('sha256')} FROM record WHERE graph = ?`;
const OLD_RECORD = `${OLD_RECORDS} AND source = ?`;
const ADD_RECORD = `INSERT OR REPLACE INTO record (graph, source, version, sha256, kept, data, digest)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const ADD_FILE = 'INSERT OR IGNORE INTO document (sha256, number, content) VALUES (?, ?, ?)';
const FORGET_FILE =
  'DELETE FROM document WHERE sha256 = ? AND NOT EXISTS (SELECT 1 FROM record WHERE sha256 = ? AND kept)';
