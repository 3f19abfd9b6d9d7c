import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CrateError } from '../../base/errors.js';
import type { GraphKeys, StoredRecord, WorkOptions } from '../port.js';
import { Connection } from './connection.js';
import { apartGraphs } from './apart-table.js';
import { prepareTables } from './schema.js';
import { checksumOf } from './checksum.js';
import { graphRow, uncheckedRows, type GraphRow } from './graph-rows.js';
import { rowPieces, storedFile } from './read-tables.js';
import { uncheckedRecords } from './records.js';
import { removalNotes } from './removal-table.js';
import { RepeatedLines } from './repeated-lines.js';
import { textProblems } from './update-full-text.js';
import { indexProblems } from './verify-index.js';
import { keyProblems } from './verify-keys.js';
import { bytesOf, textOf } from './text.js';

/** What the verification of a store has found. */
export interface Verified {
  /** The number of graphs that were compared. */
  readonly graphs: number;
  readonly files: number;
  /** One sentence each; empty if everything is as it was written. */
  readonly problems: readonly string[];
  /** Those of the problems that `crategraph index --rebuild` solves: the crates are as they were written. */
  readonly derived: readonly string[];
  /** Graphs that could not be compared, because another program has written them; a file has none. */
  readonly unrecorded: readonly string[];
}

/** How a store file is verified. */
export interface VerifyFileOptions extends WorkOptions {
  /** What is wrong with the data of a record, which the store does not know. Default: nothing. */
  readonly checkRecord?: (record: StoredRecord) => string[];
  /** The keys that the lookup of the store has to have. Default: the lookup is not compared. */
  readonly keys?: GraphKeys | undefined;
}

/**
 * Reads the whole store and checks the integrity of the file (SQLite), the SHA-256, size and lines of each graph (each
 * of them once), the SHA-256 of each kept file, and that all records, pieces and files belong to a graph.
 * @throws CrateError ERR_STORE_INVALID for a file that is not a store
 */
export async function verifyFile(path: string, options: VerifyFileOptions = {}): Promise<Verified> {
  const { signal, checkRecord = () => [], keys } = options;
  const connection = new Connection(resolve(path));
  try {
    connection.exec('BEGIN');
    prepareTables(connection, path, false);
    const graphs = [...uncheckedRows(connection)];
    const files = connection.rows<OneText>(FILES);
    const each = (sql: string, describe: (text: string) => string): string[] =>
      orProblem(() => connection.rows<OneText>(sql).map(({ text }) => describe(textOf(text))));
    const inTurns = async <T>(items: readonly T[], check: (item: T) => string[]): Promise<string[]> => {
      const found: string[] = [];
      for (const item of items) {
        if (signal !== undefined) await nextTurn(); // or no signal could abort
        signal?.throwIfAborted();
        for (const problem of orProblem(() => check(item))) found.push(problem);
      }
      return found;
    };
    const derived = [
      ...(await inTurns([indexProblems, textProblems], (problemsOf) =>
        [...problemsOf(connection)].flatMap((problem) => problem ?? []),
      )),
      ...(await inTurns(keys === undefined ? [] : [keys], (one) => [...keyProblems(connection, one)])),
    ];
    const problems = [
      ...connection.rows<{ integrity_check: string }>('PRAGMA integrity_check').map((row) => row.integrity_check),
      ...each(MISSING_FILES, (iri) => `the file of graph <${iri}> is missing`),
      ...each(LOOSE_FILES, (sha256) => `the file ${sha256} belongs to no graph`),
      ...connection.rows<{ number: number }>(LOOSE_PIECES).map(({ number }) => `${number} pieces belong to no graph`),
      ...orProblem(() => falseRemovals(connection)),
      ...orProblem(() => missingApart(connection)),
      ...(await inTurns(graphs, (row) => graphProblems(connection, row()))),
      ...(await inTurns([...uncheckedRecords(connection)], (record) => checkRecord(record()))),
      ...(await inTurns(files, ({ text }) => fileProblems(connection, textOf(text)))),
      ...derived,
    ].filter((problem) => problem !== 'ok');
    return { graphs: graphs.length, files: files.length, problems, derived, unrecorded: [] };
  } finally {
    connection.close();
  }
}

interface OneText {
  readonly text: Uint8Array;
}

const FILES = `SELECT DISTINCT ${bytesOf('sha256', 'text')} FROM document`;
const MISSING_FILES = `SELECT ${bytesOf('iri', 'text')} FROM record JOIN graph ON graph.id = record.graph
  WHERE kept AND record.sha256 NOT IN (SELECT sha256 FROM document)`;
const LOOSE_FILES = `${FILES} WHERE sha256 NOT IN (SELECT sha256 FROM record WHERE kept)`;
const LOOSE_PIECES = `SELECT count(*) AS number FROM piece WHERE graph NOT IN (SELECT id FROM graph)
  HAVING count(*) > 0`;

function graphProblems(connection: Connection, row: GraphRow): string[] {
  const { iri, sha256 } = row;
  const digests: string[] = [];
  const repeated = new RepeatedLines();
  for (const piece of rowPieces(connection, row)) {
    digests.push(createHash('sha256').update(piece).digest('hex'));
    repeated.add(piece);
  }
  if (checksumOf(...digests) !== sha256) return [`graph <${iri}> is not what was written`];
  const place = repeated.find(() => rowPieces(connection, row));
  return place === undefined ? [] : [`graph <${iri}> has line ${place.line} of piece ${place.piece} twice`];
}

function falseRemovals(connection: Connection): string[] {
  return (removalNotes(connection) ?? []).flatMap(({ graph, isThere }) => {
    if ((graphRow(connection, graph) !== undefined) === isThere) return [];
    return `graph <${graph}> is ${isThere ? 'gone, and noted as there' : 'there, and noted as removed'}`;
  });
}

function missingApart(connection: Connection): string[] {
  const missing = [...apartGraphs(connection)].filter((graph) => graphRow(connection, graph) === undefined);
  return missing.map((graph) => `graph <${graph}> is gone, and marked as apart`);
}

function fileProblems(connection: Connection, sha256: string): string[] {
  const hash = createHash('sha256');
  for (const chunk of storedFile(connection, sha256)) hash.update(chunk);
  return hash.digest('hex') === sha256 ? [] : [`the file ${sha256} is not what was written`];
}

/** The problems that a check finds, or the error that stops it. */
function orProblem(check: () => string[]): string[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof CrateError) return [error.message];
    throw error;
  }
}
