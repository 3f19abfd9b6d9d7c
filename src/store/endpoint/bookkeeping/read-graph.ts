import { CrateError } from '../../../base/errors.js';
import { iriToNQuads, termToNQuads } from '../../../base/rdf/nquads.js';
import { unskolemizeNQuads } from '../../../base/rdf/skolem.js';
import { countLines, wholeLines } from '../../nquads-lines.js';
import type { WorkOptions } from '../../port.js';
import { termOf } from '../../sparql-json.js';
import { PAGE, type Endpoint } from '../protocol/endpoint.js';
import { readAnswer, type AnswerRow } from '../protocol/endpoint-answer.js';
import { countQuads } from './graph-states.js';
import { asQuads } from './update-text.js';

/** Bytes of a line that an endpoint sends. */
const MAX_LINE = 1 << 27;
const LINE_FEED = 0x0a;

/** How to read a graph. */
export interface GraphReading extends WorkOptions {
  /** The quads that the endpoint counts in it, from a caller who has asked. Default: it is asked. */
  readonly counted?: number | undefined;
}

/**
 * The N-Quads of a graph as our writer spells them, in chunks of whole lines; nothing if it does not exist.
 * @throws CrateError ERR_ENDPOINT, also if the lines are not as many as the endpoint counts
 */
export async function* readGraph(
  endpoint: Endpoint,
  graph: string,
  options: GraphReading = {},
): AsyncGenerator<Uint8Array> {
  const recount = async (): Promise<number> => (await countQuads(endpoint, [graph], options)).get(graph) ?? 0;
  let counted = options.counted ?? (await recount());
  if (counted === 0) return;
  let lines = 0;
  for await (const nquads of endpoint.isPaged ? pages(endpoint, graph, options) : whole(endpoint, graph, options)) {
    lines += countLines(nquads);
    if (lines > counted) counted = await recount(); // something else may have written
    if (lines > counted) throw wrongNumber(graph, lines, counted);
    yield unskolemizeNQuads(nquads);
  }
  if (lines === counted) return;
  const after = await recount();
  if (lines !== after) throw wrongNumber(graph, lines, after);
}

function wrongNumber(graph: string, lines: number, counted: number): CrateError {
  return new CrateError('ERR_ENDPOINT', `the endpoint sent ${lines} of ${counted} quads of <${graph}>`, {
    hint: 'if something else writes to this graph, try again; else the endpoint cuts its answers',
    details: { graph },
  });
}

async function* whole(endpoint: Endpoint, graph: string, options: WorkOptions): AsyncGenerator<Uint8Array> {
  for await (const lines of wholeLines(withLineEnds(endpoint.triples(graph, options)))) yield graphQuads(lines, graph);
}

/** Passes bytes on. @throws CrateError ERR_LIMIT for a line that does not end */
async function* withLineEnds(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED);
    length = end < 0 ? length + chunk.length : chunk.length - end;
    if (length > MAX_LINE) throw new CrateError('ERR_LIMIT', `the endpoint sent a line of more than ${MAX_LINE} bytes`);
    yield chunk;
  }
}

async function* pages(endpoint: Endpoint, graph: string, options: WorkOptions): AsyncGenerator<Uint8Array> {
  for (let offset = 0; ; offset += PAGE) {
    const sorted = `{ SELECT ?s ?p ?o WHERE { GRAPH ${iriToNQuads(graph)} { ?s ?p ?o } } ORDER BY ?s ?p ?o }`;
    const sparql = `SELECT ?s ?p ?o WHERE { ${sorted} } OFFSET ${offset} LIMIT ${PAGE}`;
    const answer = await endpoint.ask({ sparql, parameters: [] }, options);
    const page = readAnswer(answer, 'SELECT', endpoint.facts.rowLimit).bindings;
    yield graphQuads(page.map(tripleLine).join(''), graph);
    if (page.length < PAGE) return;
  }
}

/** A row of `?s ?p ?o` as a line of N-Triples. */
export function tripleLine(row: AnswerRow): string {
  return `${['s', 'p', 'o'].map((name) => termToNQuads(termOf(row[name]!))).join(' ')} .\n`;
}

/** Checks N-Triples of an endpoint, and writes them as our N-Quads of a graph. @throws CrateError ERR_ENDPOINT */
export function graphQuads(ntriples: string, graph: string): Buffer {
  try {
    return Buffer.from(asQuads(ntriples, graph));
  } catch (cause) {
    const message = `the endpoint did not send N-Triples for <${graph}>: ${(cause as Error).message.slice(0, 200)}`;
    throw new CrateError('ERR_ENDPOINT', message, { cause });
  }
}
