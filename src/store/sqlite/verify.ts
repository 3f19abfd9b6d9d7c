import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { CrateError } from '../../errors.js';
import { countLines } from '../nquads-lines.js';
import { Connection } from './connection.js';
import { prepareTables } from './schema.js';
import { digestOf, graphPieces, storedFile, storedRecords } from './read.js';

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
export function verifyStore(path: string): Verified {
  const connection = new Connection(resolve(path));
  try {
    connection.exec('BEGIN');
    prepareTables(connection, path, false);
    const graphs = connection.rows<Graph>('SELECT iri, quads, sha256 FROM graph');
    const files = connection.rows<{ sha256: string }>('SELECT DISTINCT sha256 FROM document');
    const problems = [
      ...connection.rows<{ integrity_check: string }>('PRAGMA integrity_check').map((row) => row.integrity_check),
      ...connection.rows<{ source: string }>(LOOSE_RECORDS).map(({ source }) => `the record of ${source} has no graph`),
      ...connection.rows<{ iri: string }>(LOST_FILES).map(({ iri }) => `the file of graph <${iri}> is missing`),
      ...connection.rows<{ sha256: string }>(LOOSE_FILES).map(({ sha256 }) => `the file ${sha256} belongs to no graph`),
      ...connection.rows<{ number: number }>(LOOSE_PIECES).map(({ number }) => `${number} pieces belong to no graph`),
      ...graphs.flatMap((graph) => orProblem(() => graphProblems(connection, graph))),
      ...orProblem(() => recordProblems(connection)),
      ...files.flatMap(({ sha256 }) => orProblem(() => fileProblems(connection, sha256))),
    ].filter((problem) => problem !== 'ok');
    return { graphs: graphs.length, files: files.length, problems };
  } finally {
    connection.close();
  }
}

interface Graph {
  readonly iri: string;
  readonly quads: number;
  readonly sha256: string;
}

const LOOSE_RECORDS = 'SELECT source FROM record WHERE graph NOT IN (SELECT id FROM graph)';
const LOST_FILES = `SELECT iri FROM record JOIN graph ON graph.id = record.graph
  WHERE kept AND record.sha256 NOT IN (SELECT sha256 FROM document)`;
const LOOSE_FILES = 'SELECT DISTINCT sha256 FROM document WHERE sha256 NOT IN (SELECT sha256 FROM record WHERE kept)';
const LOOSE_PIECES = `SELECT count(*) AS number FROM piece WHERE graph NOT IN (SELECT id FROM graph)
  HAVING count(*) > 0`;

function graphProblems(connection: Connection, { iri, quads, sha256 }: Graph): string[] {
  const digests: string[] = [];
  let lines = 0;
  for (const piece of graphPieces(connection, iri)) {
    digests.push(createHash('sha256').update(piece).digest('hex'));
    lines += countLines(piece);
  }
  const problems = lines === quads ? [] : [`graph <${iri}> holds ${lines} quads and not ${quads}`];
  return digestOf(...digests) === sha256 ? problems : [...problems, `graph <${iri}> is not what was written`];
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
