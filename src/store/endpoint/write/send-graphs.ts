import { inGroups } from '../../../base/in-groups.js';
import { skolemizeNQuads } from '../../../base/rdf/skolem.js';
import { CrateError } from '../../../base/errors.js';
import { countLines } from '../../nquads-lines.js';
import { eachLine, pieceBytes } from '../../pieces.js';
import { utf8Text } from '../../utf8-text.js';
import { BOOKKEEPING, type TripleText } from '../bookkeeping/bookkeeping.js';
import type { Endpoint } from '../protocol/endpoint.js';
import type { EngineFacts } from '../protocol/engine-facts.js';
import type { WorkOptions } from '../../port.js';
import type { HeldWrite } from './held-write.js';
import { insertLines, withoutGraph } from '../bookkeeping/update-text.js';

/**
 * Sends the quads of graphs that the endpoint does not have, and triples of the bookkeeping before them. Bodies have a
 * length and are sent whole: there are engines that empty a graph for a stream, or keep half of a body that is cut.
 */
export async function sendGraphs(
  endpoint: Endpoint,
  writes: readonly HeldWrite[],
  beside: readonly TripleText[],
): Promise<void> {
  if (endpoint.facts.takesQuads) return sendQuads(endpoint, quadsOf(writes, beside));
  if (beside.length > 0) await endpoint.putTriples(BOOKKEEPING, 'POST', `${beside.join(' .\n')} .\n`);
  const waiting = writes.filter(({ quads }) => quads > 0).values();
  const send = async (): Promise<void> => {
    for (const write of waiting) await sendGraph(endpoint, write);
  };
  await Promise.all(Array.from({ length: endpoint.facts.parallelWrites }, send));
}

function* quadsOf(writes: readonly HeldWrite[], beside: readonly TripleText[]): Generator<Uint8Array> {
  if (beside.length > 0) yield Buffer.from(beside.map((triple) => `${triple} <${BOOKKEEPING}> .\n`).join(''));
  for (const { pieces } of writes) yield* pieceBytes(pieces);
}

async function sendQuads(endpoint: Endpoint, chunks: Iterable<Uint8Array>): Promise<void> {
  for (const chunksOfBody of bodies(chunks, endpoint.facts.maxBody)) {
    const body = Buffer.concat(chunksOfBody);
    const sent = countLines(body);
    const counted = await endpoint.addQuads(body);
    if (counted !== undefined && counted !== sent)
      throw new CrateError('ERR_STATE_UNKNOWN', `the endpoint counted ${counted} of ${sent} quads that it accepted`);
  }
}

/** Bodies of a size that an engine takes. */
function bodies(chunks: Iterable<Uint8Array>, most: number): Iterable<Uint8Array[]> {
  return inGroups(chunks, ({ length }) => length, { size: most });
}

/** Sends one graph: the first body replaces it, or adds to it for a merge. */
async function sendGraph(endpoint: Endpoint, write: HeldWrite): Promise<void> {
  const { graph, mode, pieces } = write;
  const { maxBody, maxLiteral } = endpoint.facts;
  const long: string[] = [];
  let method: 'PUT' | 'POST' = mode === 'merge' ? 'POST' : 'PUT';
  for (const body of bodies(pieceBytes(pieces), maxBody)) {
    let short = '';
    eachLine(withoutGraph(utf8Text(skolemizeNQuads(Buffer.concat(body))), graph), (line) => {
      if (Buffer.byteLength(line) <= maxLiteral) short += `${line}\n`;
      else long.push(`${line.slice(0, -1)}<${graph}> .\n`);
    });
    if (short !== '') await endpoint.putTriples(graph, method, short);
    if (short !== '') method = 'POST';
  }
  await insertLong(endpoint, graph, long);
}

/** Adds lines that are too long for the graph store of an engine: one by one, its time grows with the square of a text. */
export async function insertLong(
  endpoint: Endpoint,
  graph: string,
  lines: readonly string[],
  options: WorkOptions = {},
): Promise<void> {
  for (const [line] of lineGroups(lines, String, { ...endpoint.facts, maxUpdateTriples: 1 }))
    await endpoint.update(insertLines(graph, [line!]), options);
}

/** Groups what has a line each into updates that an engine takes. @throws CrateError ERR_LIMIT for a longer line */
export function lineGroups<T>(
  items: Iterable<T>,
  lineOf: (item: T) => string,
  { maxUpdate, maxUpdateTriples }: Pick<EngineFacts, 'maxUpdate' | 'maxUpdateTriples'>,
): Iterable<T[]> {
  const sizeOf = (item: T): number => {
    const length = Buffer.byteLength(lineOf(item));
    if (length <= maxUpdate) return length;
    throw new CrateError('ERR_LIMIT', `a value of ${length} bytes is longer than the endpoint takes (${maxUpdate})`);
  };
  return inGroups(items, sizeOf, { size: maxUpdate, items: maxUpdateTriples });
}

/** The lines of a write, in texts of whole lines. */
export function linesOf({ pieces }: HeldWrite): string[] {
  return [...pieceBytes(pieces)].map(utf8Text);
}
