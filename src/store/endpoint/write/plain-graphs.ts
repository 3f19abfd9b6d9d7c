import { CrateError, type CrateErrorCode } from '../../../base/errors.js';
import { inGroups } from '../../../base/in-groups.js';
import { iriToNQuads } from '../../../base/rdf/nquads.js';
import { wholeLines } from '../../nquads-lines.js';
import { graphExists, lostQuads } from '../../graph-errors.js';
import { eachLine } from '../../pieces.js';
import type { GraphChange, NQuadsChunks, WorkOptions } from '../../port.js';
import { valueLine } from '../../value-line.js';
import { countQuads, graphStates, NAMES, type GraphStates } from '../bookkeeping/graph-states.js';
import { removeOutdated } from '../bookkeeping/old-bookkeeping.js';
import { withoutGraph } from '../bookkeeping/update-text.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { checkGraphName } from './check-graph-name.js';
import { mayBeAltered, missingLines, otherWriter } from './missing-lines.js';
import { insertLong } from './send-graphs.js';

/** A graph for other programs: with blank nodes as they are, and nothing beside it. */
export interface PlainGraph {
  readonly graph: string;
  /** How many quads it has. */
  readonly quads: number;
  /** Its N-Quads as our writers spell them. They are read up to three times, and must be the same each time. */
  read(): NQuadsChunks;
}

/** A line of N-Triples about a blank node. */
const BLANK_LINE = /^_:| _:[^\s"]+ \.$/;
/** A blank node as subject or as object. Its label is another one in each store. */
const BLANK_NODE = /^_:\S+| _:[^\s"]+(?= <[^>]*> \.$)/g;

/** What became of a graph. */
export interface PublishedGraph extends Pick<GraphChange, 'graph' | 'before' | 'after'> {
  /** Why it was not written; others were. */
  readonly error?: CrateError;
}

/** How graphs are published. */
export interface PublishWork extends WorkOptions {
  /** `create`: a graph that is there is an error. */
  readonly mode: 'create' | 'replace';
  /** Called before each graph. */
  readonly onGraph?: ((graph: string) => void) | undefined;
  /** Called when graphs have been counted, with how many were written by then. */
  readonly onCommitted?: ((written: number) => void) | undefined;
}

/** Quads of the graphs that are counted together, about: what was sent and not counted yet may have to be sent again. */
const GROUP = 1_000_000;

/** What ends one graph, and not the others. */
const OF_ONE_GRAPH: readonly CrateErrorCode[] = ['ERR_GRAPH_EXISTS', 'ERR_LIMIT', 'ERR_RDF_SYNTAX', 'ERR_USAGE'];

/**
 * Writes graphs instead of what the endpoint has of them, also in the bookkeeping. Each is a commit of its own; some
 * are counted together.
 * @param onSend called before a graph is sent, which an error of it prevents
 * @throws CrateError ERR_ENDPOINT, ERR_STATE_UNKNOWN, ERR_STORE_INVALID if the quads are not as many as they should
 * be: what was written stays
 */
export async function publishGraphs(
  endpoint: Endpoint,
  graphs: Iterable<PlainGraph>,
  { mode, signal, onGraph, onCommitted }: PublishWork,
  onSend: () => void,
): Promise<PublishedGraph[]> {
  const results: PublishedGraph[] = [];
  let written = 0;
  for (const group of inGroups(graphs, ({ quads }) => quads, { size: GROUP, items: NAMES })) {
    const names = group.map(({ graph }) => graph);
    const sizes = await countQuads(endpoint, names, { signal });
    const states = await graphStates(endpoint, names, { signal });
    // What was cut counts as not there.
    const sizeOf = (graph: string) => (states.get(graph)?.isPending === true ? 0 : (sizes.get(graph) ?? 0));
    const errors = new Map<string, CrateError>();
    const sent: SentPlainGraph[] = [];
    for (const plain of group) {
      const { graph } = plain;
      signal?.throwIfAborted();
      onGraph?.(graph);
      try {
        if (mode === 'create' && sizeOf(graph) > 0) throw graphExists(graph);
        onSend();
        sent.push(await sendGraph(endpoint, plain, states, { signal }));
      } catch (error) {
        if (!(error instanceof CrateError && OF_ONE_GRAPH.includes(error.code))) throw error;
        errors.set(graph, error);
      }
    }
    const found = await checkGraphs(endpoint, sent, { signal });
    for (const { graph } of group) {
      const error = errors.get(graph);
      const before = sizeOf(graph);
      results.push({ graph, before, after: error ? before : (found.get(graph) ?? 0), ...(error && { error }) });
    }
    written += sent.length;
    if (sent.length > 0) onCommitted?.(written);
  }
  return results;
}

/** A graph that was sent. */
interface SentPlainGraph extends PlainGraph {
  /** It has a value that the engine may store as another one without a word. */
  readonly isRisky: boolean;
}

/**
 * Sends a graph. A blank node is one node within one request only: all lines about blank nodes are in the first body,
 * which replaces the graph.
 * @param states of the graph, or of many: a graph without one has no bookkeeping
 * @throws CrateError ERR_STORE_INVALID if the quads are not as many as they should be, ERR_LIMIT if the lines about
 * blank nodes do not fit into one request: then nothing was sent; ERR_ENDPOINT, ERR_STATE_UNKNOWN
 */
async function sendGraph(
  endpoint: Endpoint,
  plain: PlainGraph,
  states: GraphStates,
  options: WorkOptions,
): Promise<SentPlainGraph> {
  const { graph } = plain;
  checkGraphName(endpoint, graph);
  const { blank, long } = await separate(endpoint, plain);
  const outdated = [{ graph, records: 'all' } as const];
  // Before the graph: what is said about it must never be wrong.
  await endpoint.operate(await removeOutdated(endpoint, outdated, states, options), options);
  let method: 'PUT' | 'POST' = 'PUT';
  let isRisky = false;
  for await (const body of bodiesOf(endpoint, plain, blank)) {
    await endpoint.putTriples(graph, method, body, options);
    eachLine(body, (line) => (isRisky ||= endpoint.facts.altersValues && mayBeAltered(asQuad(line, graph))));
    method = 'POST';
  }
  if (method === 'PUT') await endpoint.operate([`DROP SILENT GRAPH ${iriToNQuads(graph)}`], options);
  await insertLong(endpoint, graph, long, options);
  return { ...plain, isRisky };
}

/**
 * Counts graphs that were sent, and compares those that may be others at the endpoint.
 * @returns the quads that the endpoint has of each
 * @throws CrateError ERR_ENDPOINT, ERR_STATE_UNKNOWN
 */
async function checkGraphs(
  endpoint: Endpoint,
  sent: readonly SentPlainGraph[],
  options: WorkOptions,
): Promise<ReadonlyMap<string, number>> {
  const names = sent.map(({ graph }) => graph);
  const sizes = await countQuads(endpoint, names, options);
  for (const { graph, quads, isRisky, read } of sent) {
    const found = sizes.get(graph) ?? 0;
    if (found > quads) throw otherWriter(graph, found, quads, 'push again with --mode replace');
    if (found !== quads || isRisky)
      await missingLines(endpoint, { graph, texts: wholeLines(read()), form: withoutLabels });
  }
  return sizes;
}

function withoutLabels(line: string): string {
  return valueLine(line.replace(BLANK_NODE, (node) => (node.startsWith(' ') ? ' _:' : '_:')));
}

/** The lines about blank nodes, and those that are too long for the graph store of an engine, which have none. */
async function separate(
  { facts: { maxBody, maxLiteral } }: Endpoint,
  { graph, quads, read }: PlainGraph,
): Promise<{ readonly blank: string; readonly long: readonly string[] }> {
  const blank: string[] = [];
  const long: string[] = [];
  let bytes = 0;
  let lines = 0;
  for await (const text of wholeLines(read()))
    eachLine(withoutGraph(text, graph), (line) => {
      lines += 1;
      const size = Buffer.byteLength(line);
      if (BLANK_LINE.test(line)) {
        blank.push(`${line}\n`);
        bytes += size + 1;
        if (size > maxLiteral) throw tooLarge(graph, `a value of a blank node has ${size} bytes`);
        if (bytes > maxBody) throw tooLarge(graph, `its blank nodes take more than ${maxBody} bytes`);
      } else if (size > maxLiteral) long.push(`${asQuad(line, graph)}\n`);
    });
  if (lines !== quads) throw lostQuads(graph, quads, lines);
  return { blank: blank.join(''), long };
}

/** The bodies of N-Triples: the first begins with the lines about blank nodes. Lines that are too long are left out. */
async function* bodiesOf(
  { facts: { maxBody, maxLiteral } }: Endpoint,
  { graph, read }: PlainGraph,
  blank: string,
): AsyncGenerator<string> {
  let body = blank;
  let bytes = Buffer.byteLength(blank);
  for await (const text of wholeLines(read())) {
    let others = '';
    eachLine(withoutGraph(text, graph), (line) => {
      if (Buffer.byteLength(line) <= maxLiteral && !BLANK_LINE.test(line)) others += `${line}\n`;
    });
    const size = Buffer.byteLength(others);
    if (bytes > 0 && bytes + size > maxBody) {
      yield body;
      body = '';
      bytes = 0;
    }
    body += others;
    bytes += size;
  }
  if (body !== '') yield body;
}

function asQuad(triple: string, graph: string): string {
  return `${triple.slice(0, -1)}<${graph}> .`;
}

function tooLarge(graph: string, reason: string): CrateError {
  const message = `the graph <${graph}> cannot be written with its blank nodes: ${reason}, and the endpoint takes them in one request only`;
  return new CrateError('ERR_LIMIT', message, {
    hint: 'load it with the loader of the engine: `crategraph dump --shards` writes the files and names the command',
    details: { graph },
  });
}
