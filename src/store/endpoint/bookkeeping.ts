import { createHash } from 'node:crypto';
import { quoteNQuads } from '../../rdf/nquads.js';
import { Packable } from '../packable.js';
import type { NewRecord, RecordData } from '../port.js';

/**
 * The graph of what a store keeps beside the crates: states, load records and metadata files. All of its predicates begin
 * with {@link BOOKKEEPING_TERM} and all of its subjects with its name, by which queries of users pass it over.
 */
export const BOOKKEEPING = 'urn:crategraph:store';
/** What the predicates of {@link BOOKKEEPING} begin with. */
export const BOOKKEEPING_TERM = `${BOOKKEEPING}#`;

/** The predicates, as SPARQL and N-Triples write them. */
export const TERM = {
  /** The graph that a state or record is about. */
  graph: `<${BOOKKEEPING_TERM}graph>`,
  /** The mark of a graph, or {@link PENDING}. */
  state: `<${BOOKKEEPING_TERM}state>`,
  /** The number of quads that were counted when the mark was written. */
  quads: `<${BOOKKEEPING_TERM}quads>`,
  source: `<${BOOKKEEPING_TERM}source>`,
  sha256: `<${BOOKKEEPING_TERM}sha256>`,
  /** A file that a record keeps. */
  keeps: `<${BOOKKEEPING_TERM}keeps>`,
  /** A piece of a record or of a file. */
  part: `<${BOOKKEEPING_TERM}part>`,
} as const;

/** All predicates, in full. */
export const BOOKKEEPING_PREDICATES: readonly string[] = Object.values(TERM).map((term) => term.slice(1, -1));

/** What the state of a graph that is being written begins with: a load that was cut leaves it, and the next one replaces the graph. */
export const PENDING = 'pending';

/** A triple of N-Triples without its final dot. */
export type TripleText = string;

/** A record as it is kept, beside its graph and source. */
export interface KeptRecord {
  readonly graph: string;
  readonly source: string;
  readonly sha256: string;
  readonly kept: boolean;
  readonly data: RecordData;
  /** The mark of the graph after the write that brought the record; '' if that merged into other content. */
  readonly mark: string;
  /** Orders records by the time of their writing. */
  readonly number: number;
}

/** The subject of the state of a graph. */
export function stateId(graph: string): string {
  return `<${BOOKKEEPING}:graph:${sha256Of(graph)}>`;
}

/** The subject of a record: a graph has one for each source. */
export function recordId(graph: string, source: string): string {
  return `<${BOOKKEEPING}:record:${sha256Of(`${graph} ${source}`)}>`;
}

/** The subject of a kept file. */
export function fileId(sha256: string): string {
  return `<${BOOKKEEPING}:file:${sha256}>`;
}

/** The state of a graph, except that it names its graph. */
export function stateTriples(graph: string, state: string, quads: number): TripleText[] {
  return [`${stateId(graph)} ${TERM.state} ${quoteNQuads(state)}`, `${stateId(graph)} ${TERM.quads} "${quads}"`];
}

/** Says that a graph is being written. Each write has a state of its own, so that none ends that of another. */
export function pendingTriple(graph: string, mark: string): TripleText {
  return `${stateId(graph)} ${TERM.state} "${PENDING} ${mark}"`;
}

/** Says which graph a state is about. */
export function nameTriple(graph: string): TripleText {
  return `${stateId(graph)} ${TERM.graph} <${graph}>`;
}

/** A record with its file. */
export function* recordTriples(
  { graph, mark, number }: Pick<KeptRecord, 'graph' | 'mark' | 'number'>,
  { source, sha256, data, file }: NewRecord,
): Generator<TripleText> {
  const id = recordId(graph, source);
  const kept: KeptRecord = { graph, source, sha256, kept: file !== undefined, data, mark, number };
  yield `${id} ${TERM.graph} <${graph}>`;
  yield `${id} ${TERM.source} ${quoteNQuads(source)}`;
  yield `${id} ${TERM.sha256} "${sha256}"`;
  yield* contentTriples(kept);
  if (file === undefined) return;
  yield `${id} ${TERM.keeps} ${fileId(sha256)}`;
  yield* partTriples(fileId(sha256), file);
}

/** What a record says, as triples. */
export function contentTriples(record: KeptRecord): Generator<TripleText> {
  const id = recordId(record.graph, record.source);
  return partTriples(id, [Packable.of(Buffer.from(JSON.stringify(record)))]);
}

/** Characters of a part: there are engines that refuse long literals. */
const PART_LENGTH = 24_000;

/** Bytes in packed form: the parts of the n-th chunk are `n.0`, `n.1` ... and Base64; the last part of all says `end`. */
function* partTriples(id: string, chunks: Iterable<Packable>): Generator<TripleText> {
  let number = 0;
  for (const { packed } of chunks) {
    const text = Buffer.from(packed).toString('base64');
    for (let at = 0, part = 0; at < text.length; at += PART_LENGTH, part += 1)
      yield `${id} ${TERM.part} "${padded(number)}.${padded(part)} ${text.slice(at, at + PART_LENGTH)}"`;
    number += 1;
  }
  yield `${id} ${TERM.part} "${padded(number)}.end"`;
}

/** The chunks that {@link partTriples} wrote. @returns undefined if a part is missing */
export function joinParts(parts: Iterable<string>): Packable[] | undefined {
  const chunks: string[] = [];
  let [part, ended] = [0, false];
  for (const text of [...parts].sort()) {
    const [, number = '', which = '', base64 = ''] = /^(\d{6})\.(\d{6}|end)(?: (.*))?$/su.exec(text) ?? [];
    if (which === 'end' && Number(number) === chunks.length) ended = true;
    if (which === 'end') continue;
    if (Number(which) === 0 && Number(number) === chunks.length) chunks.push(base64);
    else if (Number(which) === part && Number(number) === chunks.length - 1) chunks[chunks.length - 1] += base64;
    else return undefined;
    part = Number(which) + 1;
  }
  return ended ? chunks.map((text) => Packable.packed({ packed: Buffer.from(text, 'base64'), sha256: '' })) : undefined;
}

function padded(number: number): string {
  return String(number).padStart(6, '0');
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
