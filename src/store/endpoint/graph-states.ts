import type { WorkOptions } from '../port.js';
import { BOOKKEEPING, joinParts, fileId, PENDING, TERM, type KeptRecord } from './bookkeeping.js';
import { textOf, type Endpoint } from './endpoint.js';
import type { RecordChoice } from '../port.js';
import { quoteNQuads } from '../../rdf/nquads.js';
import { CrateError } from '../../errors.js';
import { irisAmong, iriTerms, valuesOf } from './update-text.js';

/** Graphs that one request names. */
const NAMES = 500;

/** What the bookkeeping says about a graph. */
export interface GraphState {
  /** A mark, or {@link PENDING}. */
  readonly state: string;
  /** Quads that were counted after the last write of ours. */
  readonly quads: number;
}

/** The number of quads of each graph, or of the named ones, counted by the endpoint; also of pending graphs. */
export async function countQuads(
  endpoint: Endpoint,
  names: Iterable<string> | undefined,
  options: WorkOptions = {},
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const values of valuesFor('g', names)) {
    const rows = await endpoint.rows({ select: 'SELECT ?g (COUNT(*) AS ?n)', where: `${values}GRAPH ?g { ?s ?p ?o }`, key: 'STR(?g)', groupBy: '?g' }, options); // prettier-ignore
    for (const row of rows) {
      const graph = textOf(row, 'g');
      if (graph !== '' && !endpoint.hides(graph)) sizes.set(graph, Number(textOf(row, 'n')));
    }
  }
  return sizes;
}

/** The state of each graph, or of the named ones, that was written by a store of ours. */
export async function graphStates(
  endpoint: Endpoint,
  names: Iterable<string> | undefined,
  options: WorkOptions = {},
): Promise<Map<string, GraphState>> {
  const states = new Map<string, GraphState>();
  for (const values of valuesFor('g', names)) {
    const where = `${values}GRAPH <${BOOKKEEPING}> { ?k ${TERM.graph} ?g ; ${TERM.state} ?state ; ${TERM.quads} ?n }`;
    const key = 'CONCAT(STR(?g), " ", ?state)';
    for (const row of await endpoint.rows({ select: 'SELECT ?g ?state ?n', where, key }, options)) {
      const [graph = '', state = '', quads] = ['g', 'state', 'n'].map((name) => textOf(row, name));
      // A write that was cut may leave two states; then it is not known which content the graph has.
      states.set(graph, states.has(graph) ? { state: PENDING, quads: 0 } : { state, quads: Number(quads) });
    }
  }
  return states;
}

/** Which records are read. */
export interface KeptChoice extends RecordChoice {
  readonly graphs?: Iterable<string> | undefined;
}

/** The records that are chosen, in the order in which they were written; also of pending graphs. */
export async function keptRecords(
  endpoint: Endpoint,
  choice: KeptChoice = {},
  options: WorkOptions = {},
): Promise<KeptRecord[]> {
  const records = [...(await recordParts(endpoint, choice, options))].map(([id, parts]) => {
    const chunks = joinParts(parts);
    if (chunks === undefined) throw incomplete(`the load record ${id}`);
    return JSON.parse(Buffer.concat(chunks.map(({ bytes }) => bytes)).toString()) as KeptRecord;
  });
  return records.sort((a, b) => a.number - b.number);
}

/** The parts of the records that are chosen, by the subject of each. */
export async function recordParts(
  endpoint: Endpoint,
  { graph, graphs = graph === undefined ? undefined : [graph], source, sha256 }: KeptChoice,
  options: WorkOptions = {},
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const chosen = [
    ...(source === undefined ? [] : [`?r ${TERM.source} ${quoteNQuads(source)} .`]),
    ...(sha256 === undefined ? [] : [`?r ${TERM.sha256} ${quoteNQuads(sha256)} .`]),
  ].join(' ');
  for (const values of valuesFor('g', graphs)) {
    const where = `${values}GRAPH <${BOOKKEEPING}> { ?r ${TERM.graph} ?g . ${chosen} ?r ${TERM.part} ?part }`;
    const key = 'CONCAT(STR(?r), SUBSTR(?part, 1, 13))';
    for (const row of await endpoint.rows({ select: 'SELECT ?r ?part', where, key }, options)) {
      const id = `<${textOf(row, 'r')}>`;
      const parts = found.get(id);
      if (parts === undefined) found.set(id, [textOf(row, 'part')]);
      else parts.push(textOf(row, 'part'));
    }
  }
  return found;
}

/** A kept file; undefined if no record keeps it. */
export async function keptFile(
  endpoint: Endpoint,
  sha256: string,
  options: WorkOptions = {},
): Promise<readonly Uint8Array[] | undefined> {
  if (!/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  const where = `GRAPH <${BOOKKEEPING}> { ${fileId(sha256)} ${TERM.part} ?part }`;
  const rows = await endpoint.rows({ select: 'SELECT ?part', where, key: 'SUBSTR(?part, 1, 13)' }, options);
  if (rows.length === 0) return undefined;
  const chunks = joinParts(rows.map((row) => textOf(row, 'part')));
  if (chunks === undefined) throw incomplete(`the metadata file ${sha256}`);
  return chunks.map(({ bytes }) => bytes);
}

function incomplete(what: string): CrateError {
  return new CrateError('ERR_STORE_INVALID', `${what} of the endpoint is not complete`, {
    hint: '`crategraph verify` lists what is damaged; load the crate again with --mode replace',
  });
}

/** `VALUES` for a part of the names each; one empty text for all graphs. */
function* valuesFor(name: string, names: Iterable<string> | undefined): Generator<string> {
  if (names === undefined) return yield '';
  const iris = irisAmong(names);
  for (let at = 0; at < iris.length; at += NAMES) yield `${valuesOf(name, iriTerms(iris.slice(at, at + NAMES)))} `;
}
