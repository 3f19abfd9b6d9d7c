import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { CrateError } from '../../errors.js';
import { countLines } from '../nquads-lines.js';
import { Connection } from './connection.js';
import { prepareTables } from './schema.js';
import { checksumOf, graphPieces, storedFile, storedRecords } from './read-tables.js';
import { bytesOf, textOf } from './text.js';

/** What a look at every byte of a store has found. */
export interface Verified {
  readonly graphs: number;
  readonly files: number;
  /** Each in words; none when all is as it was written. */
  readonly problems: readonly string[];
}

/**
 * Reads a store whole and compares it with what its tables say: the integrity of the file (SQLite), the SHA-256 and
 * size of each graph, the SHA-256 of each kept file, records and files that belong to nothing.
 * @throws CrateError ERR_STORE_INVALID for a file that is no store
 */
export function verifyFile(path: string): Verified {
  const connection = new Connection(resolve(path));
  try {
    connection.exec('BEGIN');
    prepareTables(connection, path, false);
    const graphs = connection.rows<Graph>(GRAPHS);
    const files = connection.rows<OneText>(FILES);
    const each = (sql: string, inWords: (text: string) => string): string[] =>
      orProblem(() => connection.rows<OneText>(sql).map(({ text }) => inWords(textOf(text))));
    const problems = [
      ...connection.rows<{ integrity_check: string }>('PRAGMA integrity_check').map((row) => row.integrity_check),
      ...each(LOOSE_RECORDS, (source) => `the record of ${source} has no graph`),
      ...each(LOST_FILES, (iri) => `the file of graph <${iri}> is missing`),
      ...each(LOOSE_FILES, (sha256) => `the file ${sha256} belongs to no graph`),
      ...connection.rows<{ number: number }>(LOOSE_PIECES).map(({ number }) => `${number} pieces belong to no graph`),
      ...graphs.flatMap((graph) => orProblem(() => graphProblems(connection, graph))),
      ...orProblem(() => recordProblems(connection)),
      ...files.flatMap(({ text }) => orProblem(() => fileProblems(connection, textOf(text)))),
    ].filter((problem) => problem !== 'ok');
    return { graphs: graphs.length, files: files.length, problems };
  } finally {
    connection.close();
  }
}

interface Graph {
  readonly iri: Uint8Array;
  readonly quads: number;
  readonly sha256: Uint8Array;
}

interface OneText {
  readonly text: Uint8Array;
}

const GRAPHS = `SELECT ${bytesOf('iri')}, quads, ${bytesOf('sha256')} FROM graph`;
const FILES = `SELECT DISTINCT ${bytesOf('sha256', 'text')} FROM document`;
const LOOSE_RECORDS = `SELECT ${bytesOf('source', 'text')} FROM record WHERE graph NOT IN (SELECT id FROM graph)`;
const LOST_FILES = `SELECT ${bytesOf('iri', 'text')} FROM record JOIN graph ON graph.id = record.graph
  WHERE kept AND record.sha256 NOT IN (SELECT sha256 FROM document)`;
const LOOSE_FILES = `${FILES} WHERE sha256 NOT IN (SELECT sha256 FROM record WHERE kept)`;
const LOOSE_PIECES = `SELECT count(*) AS number FROM piece WHERE graph NOT IN (SELECT id FROM graph)
  HAVING count(*) > 0`;

function graphProblems(connection: Connection, { quads, ...row }: Graph): string[] {
  const iri = textOf(row.iri);
  const digests: string[] = [];
  let lines = 0;
  for (const piece of graphPieces(connection, iri)) {
    digests.push(createHash('sha256').update(piece).digest('hex'));
    lines += countLines(piece);
  }
  const problems = lines === quads ? [] : [`graph <${iri}> holds ${lines} quads and not ${quads}`];
  const isRight = checksumOf(...digests) === textOf(row.sha256);
  return isRight ? problems : [...problems, `graph <${iri}> is not what was written`];
}

/** Nothing but the error of the first record that is damaged. */
function recordProblems(connection: Connection): string[] {
  storedRecords(connection);
  return [];
}

function fileProblems(connection: Connection, sha256: string): string[] {
  const hash = createHash('sha256');
  for (const part of storedFile(connection, sha256)) hash.update(part);
  return hash.digest('hex') === sha256 ? [] : [`the file ${sha256} is not what was written`];
}

/** What a look finds; the error that it meets, when it cannot even look. */
function orProblem(look: () => string[]): string[] {
  try {
    return look();
  } catch (error) {
    if (error instanceof CrateError) return [error.message];
    throw error;
  }
}
