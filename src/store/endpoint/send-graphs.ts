import { skolemizeNQuads } from '../../rdf/skolem.js';
import { CrateError } from '../../errors.js';
import { eachLine } from '../pieces.js';
import { utf8Text } from '../utf8-text.js';
import { BOOKKEEPING, type TripleText } from './bookkeeping.js';
import type { Endpoint } from './endpoint.js';
import type { HeldWrite } from './held-write.js';
import { dataOf, withoutGraph } from './update-text.js';

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
  await endpoint.putTriples(BOOKKEEPING, 'POST', `${beside.join(' .\n')} .\n`);
  const waiting = writes.filter(({ quads }) => quads > 0).values();
  const send = async (): Promise<void> => {
    for (const write of waiting) await sendGraph(endpoint, write);
  };
  await Promise.all(Array.from({ length: endpoint.facts.parallelWrites }, send));
}

function* quadsOf(writes: readonly HeldWrite[], beside: readonly TripleText[]): Generator<Uint8Array> {
  if (beside.length > 0) yield Buffer.from(beside.map((triple) => `${triple} <${BOOKKEEPING}> .\n`).join(''));
  for (const { pieces } of writes) for (const { content } of pieces) yield content.bytes;
}

async function sendQuads(endpoint: Endpoint, chunks: Iterable<Uint8Array>): Promise<void> {
  for (const body of bodies(chunks, endpoint.facts.maxBody)) await endpoint.addQuads(Buffer.concat(body));
}

/** Groups chunks into bodies of a size that an engine takes. */
function* bodies(chunks: Iterable<Uint8Array>, most: number): Generator<Uint8Array[]> {
  let body: Uint8Array[] = [];
  let size = 0;
  for (const chunk of chunks) {
    if (size > 0 && size + chunk.length > most) {
      yield body;
      [body, size] = [[], 0];
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
  const long: string[] = [];
  let method: 'PUT' | 'POST' = mode === 'merge' ? 'POST' : 'PUT';
  for (const body of bodies(bytesOf(pieces), maxBody)) {
    let short = '';
    eachLine(withoutGraph(utf8Text(skolemizeNQuads(Buffer.concat(body))), graph), (line) => {
      if (line.length <= maxLiteral) short += `${line}\n`;
      else long.push(`${line.slice(0, -1)}<${graph}> .\n`);
    });
    if (short !== '') await endpoint.putTriples(graph, method, short);
    if (short !== '') method = 'POST';
  }
  for (const texts of groups(long, endpoint.facts.maxUpdate)) await endpoint.update(dataOf('INSERT', graph, texts));
}

function* bytesOf(pieces: HeldWrite['pieces']): Generator<Uint8Array> {
  for (const { content } of pieces) yield content.bytes;
}

/** Groups lines into updates of a size that an engine takes. @throws CrateError ERR_LIMIT for a longer line */
export function* groups(lines: Iterable<string>, most: number): Generator<string[]> {
  let group: string[] = [];
  let size = 0;
  for (const line of lines) {
    const length = Buffer.byteLength(line);
    if (length > most)
      throw new CrateError('ERR_LIMIT', `a value of ${length} bytes is longer than the endpoint takes (${most})`);
    if (size + length > most) {
      yield group;
      [group, size] = [[], 0];
    }
    group.push(line);
    size += length;
  }
  if (size > 0) yield group;
}

/** The lines of a write, in texts of whole lines. */
export function linesOf({ pieces }: HeldWrite): string[] {
  return [...bytesOf(pieces)].map(utf8Text);
}
