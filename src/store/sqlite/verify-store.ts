import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CrateError } from '../../errors.js';
import type { WorkOptions } from '../port.js';
import { countLines } from '../nquads-lines.js';
import { Connection } from './connection.js';
import { prepareTables } from './schema.js';
import { checksumOf, graphPieces, storedFile, storedRecords } from './read-tables.js';
import { bytesOf, textOf } from './text.js';

/** What the verification of a store has found. */
export interface Verified {
  readonly graphs: number;
  readonly files: number;
  /** One sentence each; empty if everything is as it was written. */
  readonly problems: readonly string[];
}

/**
 * Reads the whole store and checks the integrity of the file (SQLite), the SHA-256 and size of each graph, the SHA-256
 * of each kept file, and that all records, pieces and files belong to a graph.
 * @throws CrateError ERR_STORE_INVALID for a file that is not a store
 */
export async function verifyFile(path: string, { signal }: WorkOptions = {}): Promise<Verified> {
  const connection = new Connection(resolve(path));
  try {
    connection.exec('BEGIN');
    prepareTables(connection, path, false);
    const graphs = connection.rows<Graph>(GRAPHS);
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
    const problems = [
      ...connection.rows<{ integrity_check: string }>('PRAGMA integrity_check').map((row) => row.integrity_check),
      ...each(LOOSE_RECORDS, (source) => `the record of ${source} has no graph`),
      ...each(MISSING_FILES, (iri) => `the file of graph <${iri}> is missing`),
      ...each(LOOSE_FILES, (sha256) => `the file ${sha256} belongs to no graph`),
      ...connection.rows<{ number: number }>(LOOSE_PIECES).map(({ number }) => `${number} pieces belong to no graph`),
      ...(await inTurns(graphs, (graph) => graphProblems(connection, graph))),
      ...orProblem(() => recordProblems(connection)),
      ...(await inTurns(files, ({ text }) => fileProblems(connection, textOf(text)))),
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
const MISSING_FILES = `SELECT ${bytesOf('iri', 'text')} FROM record JOIN graph ON graph.id = record.graph
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
  const problems = lines === quads ? [] : [`graph <${iri}> has ${lines} quads instead of ${quads}`];
  const isRight = checksumOf(...digests) === textOf(row.sha256);
  return isRight ? problems : [...problems, `graph <${iri}> is not what was written`];
}

/** Reads all records; a damaged one throws. */
function recordProblems(connection: Connection): string[] {
  storedRecords(connection);
  return [];
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
