import { createHash } from 'node:crypto';
import { CrateError } from '../../../base/errors.js';
import type { WorkOptions } from '../../port.js';
import type { Verified } from '../../sqlite/verify-store.js';
import { BOOKKEEPING, joinParts, TERM } from './bookkeeping.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { cellIri } from '../protocol/endpoint-answer.js';
import { countQuads, graphStates, keptFile, recordParts, type FoundState } from './graph-states.js';

/**
 * Compares an endpoint with what its store has noted: sizes and states of graphs, load records, and the SHA-256 of each
 * kept file. Graphs that another program has written have no note, and nothing to compare with.
 * @throws CrateError ERR_ENDPOINT
 */
export async function verifyEndpoint(endpoint: Endpoint, options: WorkOptions = {}): Promise<Verified> {
  const sizes = await countQuads(endpoint, undefined, options);
  const states = await graphStates(endpoint, undefined, options);
  const problems = [...states].flatMap(([graph, state]) => stateProblems(graph, state, sizes.get(graph) ?? 0));
  const owners = await rowsOf(endpoint, TERM.graph, options);
  for (const [record, parts] of await recordParts(endpoint, {}, options)) {
    const graph = owners.get(record.slice(1, -1)) ?? '';
    if (!states.has(graph) && !sizes.has(graph)) problems.push(`a load record of <${graph}> has no graph`);
    if (joinParts(parts) === undefined) problems.push(`a load record of <${graph}> is not complete`);
  }
  const files = new Set((await rowsOf(endpoint, TERM.keeps, options)).values());
  for (const file of files) {
    options.signal?.throwIfAborted();
    const problem = await fileProblem(endpoint, file.slice(-64), options);
    if (problem !== undefined) problems.push(problem);
  }
  const present = [...sizes.keys()].filter((graph) => states.get(graph)?.isPending !== true);
  return { graphs: present.length, files: files.size, problems, derived: [] };
}

function stateProblems(graph: string, { quads, isPending }: FoundState, size: number): string[] {
  if (isPending)
    return [`graph <${graph}> is pending: a write was cut, or is not done yet; load it again, or remove it`];
  return quads === size ? [] : [`graph <${graph}> has ${size} quads instead of ${quads}`];
}

/** The object that each subject of the bookkeeping has. */
async function rowsOf(endpoint: Endpoint, term: string, options: WorkOptions): Promise<Map<string, string>> {
  const where = `GRAPH <${BOOKKEEPING}> { ?x ${term} ?o }`;
  const rows = await endpoint.rows({ select: 'SELECT ?x ?o', where, key: 'STR(?x)' }, options);
  return new Map(rows.map((row) => [cellIri(row, 'x'), cellIri(row, 'o')]));
}

async function fileProblem(endpoint: Endpoint, sha256: string, options: WorkOptions): Promise<string | undefined> {
  try {
    const chunks = await keptFile(endpoint, sha256, options);
    if (chunks === undefined) return `the file ${sha256} is missing`;
    const hash = createHash('sha256');
    for (const chunk of chunks) hash.update(chunk);
    return hash.digest('hex') === sha256 ? undefined : `the file ${sha256} is not what was written`;
  } catch (error) {
    if (error instanceof CrateError && error.code === 'ERR_STORE_INVALID') return error.message;
    return Promise.reject(error as Error);
  }
}
