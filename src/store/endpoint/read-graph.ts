import { CrateError } from '../../errors.js';
import { termToNQuads } from '../../rdf/nquads.js';
import { unskolemizeNQuads } from '../../rdf/skolem.js';
import { countLines, wholeLines } from '../nquads-lines.js';
import type { WorkOptions } from '../port.js';
import { termOf } from '../sparql-json.js';
import { PAGE, type Endpoint } from './endpoint.js';
import { readAnswer } from './endpoint-answer.js';
import { countQuads } from './graph-states.js';
import { asQuads } from './update-text.js';

/**
 * The N-Quads of a graph as our writer spells them, in chunks of whole lines; nothing if it does not exist.
 * @throws CrateError ERR_ENDPOINT, also if the lines are not as many as the endpoint counts
 */
export async function* readGraph(
  endpoint: Endpoint,
  graph: string,
  options: WorkOptions = {},
): AsyncGenerator<Uint8Array> {
  const before = (await countQuads(endpoint, [graph], options)).get(graph) ?? 0;
  if (before === 0) return;
  let lines = 0;
  for await (const nquads of endpoint.isPaged ? pages(endpoint, graph, options) : whole(endpoint, graph, options)) {
    lines += countLines(nquads);
    yield unskolemizeNQuads(nquads);
  }
  if (lines === before) return;
  const after = (await countQuads(endpoint, [graph], options)).get(graph) ?? 0; // something else may have written
  if (lines === after) return;
  throw new CrateError('ERR_ENDPOINT', `the endpoint sent ${lines} of ${after} quads of <${graph}>`, {
    hint: 'if something else writes to this graph, try again; else the endpoint cuts its answers',
    details: { graph },
  });
}

async function* whole(endpoint: Endpoint, graph: string, options: WorkOptions): AsyncGenerator<Uint8Array> {
  for await (const lines of wholeLines(endpoint.triples(graph, options))) yield Buffer.from(linesOf(lines, graph));
}

async function* pages(endpoint: Endpoint, graph: string, options: WorkOptions): AsyncGenerator<Uint8Array> {
  for (let offset = 0; ; offset += PAGE) {
    const sorted = `{ SELECT ?s ?p ?o WHERE { GRAPH <${graph}> { ?s ?p ?o } } ORDER BY ?s ?p ?o }`;
    const sparql = `SELECT ?s ?p ?o WHERE { ${sorted} } OFFSET ${offset} LIMIT ${PAGE}`;
    const answer = await endpoint.ask({ sparql, parameters: [] }, options);
    const page = readAnswer(answer, 'SELECT', endpoint.facts.rowLimitHeader).bindings;
    const lines = page.map((row) => `${['s', 'p', 'o'].map((name) => termToNQuads(termOf(row[name]!))).join(' ')} .\n`);
    const nquads = Buffer.from(linesOf(lines.join(''), graph));
    yield nquads;
    if (page.length < PAGE) return;
  }
}

function linesOf(ntriples: string, graph: string): string {
  try {
    return asQuads(ntriples, graph);
  } catch (cause) {
    const message = `the endpoint did not send N-Triples for <${graph}>: ${(cause as Error).message.slice(0, 200)}`;
    throw new CrateError('ERR_ENDPOINT', message, { cause });
  }
}
