import { skolemizeNQuads } from '../../../base/rdf/skolem.js';
import { CrateError } from '../../../base/errors.js';
import { countLines } from '../../nquads-lines.js';
import { eachLine, pieceBytes } from '../../pieces.js';
import { utf8Text } from '../../utf8-text.js';
import { BOOKKEEPING, type TripleText } from '../bookkeeping/bookkeeping.js';
import type { Endpoint } from '../protocol/endpoint.js';
import type { EngineFacts } from '../protocol/engines.js';
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

/** Groups chunks into bodies of a size that an engine takes. */
function* bodies(chunks: Iterable<Uint8Array>, most: number): Generator<Uint8Array[]> {
  let body: Uint8Array[] = [];
  let size = 0;
  for (const chunk of chunks) {
    if (size > 0 && size + chunk.length > most) {
      yield body;
      body = [];
      size = 0;
    }
    body.push(chunk);
    size += chunk.length;
  }
  if (size > 0) yield body;
}

/** Sends one graph: the first body replaces it, or adds to it for a merge. */
async function sendGraph(endpoint: Endpoint, write: HeldWrite): Promise<void> {
  const { graph, mode, pieces } = write;
  const { maxBody, maxLiteral } = endpoint.facts;
  const long: { readonly line: string }[] = [];
  let method: 'PUT' | 'POST' = mode === 'merge' ? 'POST' : 'PUT';
  for (const body of bodies(pieceBytes(pieces), maxBody)) {
    let short = '';
    eachLine(withoutGraph(utf8Text(skolemizeNQuads(Buffer.concat(body))), graph), (line) => {
      if (Buffer.byteLength(line) <= maxLiteral) short += `${line}\n`;
      else long.push({ line: `${line.slice(0, -1)}<${graph}> .\n` });
    });
    if (short !== '') await endpoint.putTriples(graph, method, short);
    if (short !== '') method = 'POST';
  }
  // One by one: the time of an engine grows with the square of the text.
  for (const some of groups(long, { ...endpoint.facts, maxUpdateTriples: 1 }))
    await endpoint.update(
      insertLines(
        graph,
        some.map(({ line }) => line),
      ),
    );
}

/** Groups lines into updates that an engine takes. @throws CrateError ERR_LIMIT for a longer line */
export function* groups<T extends { readonly line: string }>(
  items: Iterable<T>,
  { maxUpdate, maxUpdateTriples }: Pick<EngineFacts, 'maxUpdate' | 'maxUpdateTriples'>,
): Generator<T[]> {
  let group: T[] = [];
  let size = 0;
  for (const item of items) {
    const length = Buffer.byteLength(item.line);
    if (length > maxUpdate)
      throw new CrateError('ERR_LIMIT', `a value of ${length} bytes is longer than the endpoint takes (${maxUpdate})`);
    if (size + length > maxUpdate || group.length >= maxUpdateTriples) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(item);
    size += length;
  }
  if (group.length > 0) yield group;
}

/** The lines of a write, in texts of whole lines. */
export function linesOf({ pieces }: HeldWrite): string[] {
  return [...pieceBytes(pieces)].map(utf8Text);
}
