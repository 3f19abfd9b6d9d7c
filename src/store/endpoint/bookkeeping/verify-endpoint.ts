import { createHash } from 'node:crypto';
import type { WorkOptions } from '../../port.js';
import type { Verified } from '../../sqlite/verify-store.js';
import { CrateError } from '../../../base/errors.js';
import { BOOKKEEPING, fileOf, joinParts, TERM } from './bookkeeping.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { cellIri } from '../protocol/endpoint-answer.js';
import {
  countParts,
  countQuads,
  fileParts,
  graphStates,
  joinFile,
  PARTS,
  recordParts,
  type FoundState,
} from './graph-states.js';
import { groupsBySize } from './groups-by-size.js';

/**
 * Compares an endpoint with what its store has noted: sizes and states of graphs, load records, and the SHA-256 of each
 * kept file. Graphs that another program has written have no note, and nothing to compare with: they are named.
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
  const files = new Set([...(await rowsOf(endpoint, TERM.keeps, options)).values()].map(fileOf));
  const counts = await countParts(endpoint, files, options);
  for (const file of files) if (!counts.has(file)) problems.push(`the file ${file} is missing`);
  for (const group of groupsBySize(counts, PARTS)) {
    const found = await fileParts(endpoint, group, options);
    for (const file of group) for (const problem of fileProblems(file, found.get(file) ?? [])) problems.push(problem);
  }
  const written = [...sizes.keys()].filter((graph) => states.get(graph)?.isPending === false);
  const unrecorded = [...sizes.keys()].filter((graph) => !states.has(graph));
  return { graphs: written.length, files: files.size, problems, derived: [], unrecorded };
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

function fileProblems(sha256: string, parts: readonly string[]): string[] {
  try {
    const hash = createHash('sha256');
    for (const chunk of joinFile(sha256, parts)) hash.update(chunk);
    return hash.digest('hex') === sha256 ? [] : [`the file ${sha256} is not what was written`];
  } catch (error) {
    if (error instanceof CrateError && error.code === 'ERR_STORE_INVALID') return [error.message];
    throw error;
  }
}
