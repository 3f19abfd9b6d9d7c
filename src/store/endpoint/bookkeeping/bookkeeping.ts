import { createHash } from 'node:crypto';
import { iriToNQuads, quoteNQuads } from '../../../base/rdf/nquads.js';
import { Packable } from '../../packable.js';
import type { NewRecord, RecordData } from '../../port.js';

/**
 * The graph of what a store keeps beside the crates: states, load records and metadata files. All of its predicates
 * begin with {@link BOOKKEEPING_TERM} and all of its subjects with its name, by which queries of users pass it over.
 */
export const BOOKKEEPING = 'urn:crategraph:store';
/** What the predicates of {@link BOOKKEEPING} begin with. */
export const BOOKKEEPING_TERM = `${BOOKKEEPING}#`;

/** The predicates, as SPARQL and N-Triples write them. */
export const TERM = {
  /** The graph that a state or record is about, or that a batch drops. */
  graph: `<${BOOKKEEPING_TERM}graph>`,
  /** The mark of a graph, and the number of quads that were counted when it was written. */
  state: `<${BOOKKEEPING_TERM}state>`,
  /** Says that a batch is being written: its name is the mark of its graphs. */
  open: `<${BOOKKEEPING_TERM}open>`,
  /** Says that a store wants to write, or writes. */
  writer: `<${BOOKKEEPING_TERM}writer>`,
  source: `<${BOOKKEEPING_TERM}source>`,
  sha256: `<${BOOKKEEPING_TERM}sha256>`,
  /** A file that a record keeps. */
  keeps: `<${BOOKKEEPING_TERM}keeps>`,
  /** A piece of a record or of a file. */
  part: `<${BOOKKEEPING_TERM}part>`,
} as const;

/** All predicates, in full. */
export const BOOKKEEPING_PREDICATES: readonly string[] = Object.values(TERM).map((term) => term.slice(1, -1));

/** What the bookkeeping says about a graph. */
export interface GraphState {
  /** Another one after each write of ours. */
  readonly mark: string;
  /** Quads that were counted after the last write of ours. */
  readonly quads: number;
}

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
  return `<${BOOKKEEPING}:graph:${nameOf(graph)}>`;
}

/** The subject of a record: a graph has one for each source. */
export function recordId(graph: string, source: string): string {
  return `<${BOOKKEEPING}:record:${nameOf(`${graph} ${source}`)}>`;
}

/** The IRI of a kept file, by its SHA-256. */
export function fileIri(sha256: string): string {
  return `${FILE}${sha256}`;
}

/** The SHA-256 in an IRI of {@link fileIri}. */
export function fileOf(iri: string): string {
  return iri.slice(FILE.length);
}

const FILE = `${BOOKKEEPING}:file:`;

/** The state of a graph, except that it names its graph. */
export function stateTriple(graph: string, { mark, quads }: GraphState): TripleText {
  return `${stateId(graph)} ${TERM.state} ${quoteNQuads(`${mark} ${quads}`)}`;
}

/** What {@link stateTriple} wrote. */
export function readState(text: string): GraphState {
  const [mark = '', quads] = text.split(' ');
  return { mark, quads: Number(quads) };
}

/**
 * Says that a batch is being written, and which graphs it drops. A write that is cut leaves it: then its graphs are not
 * whole, and of those that are gone the bookkeeping may still be there.
 */
export function openTriples(batch: string, dropped: readonly string[]): TripleText[] {
  const id = batchId(batch);
  return [`${id} ${TERM.open} "${batch}"`, ...dropped.map((graph) => `${id} ${TERM.graph} ${iriToNQuads(graph)}`)];
}

/** The subject of a batch. */
export function batchId(batch: string): string {
  return `<${BOOKKEEPING}:batch:${batch}>`;
}

/** Says which graph a state is about. */
export function nameTriple(graph: string): TripleText {
  return `${stateId(graph)} ${TERM.graph} ${iriToNQuads(graph)}`;
}

/** A record with its file. */
export function* recordTriples(
  { graph, mark, number }: Pick<KeptRecord, 'graph' | 'mark' | 'number'>,
  { source, sha256, data, file }: NewRecord,
): Generator<TripleText> {
  const id = recordId(graph, source);
  yield `${id} ${TERM.graph} ${iriToNQuads(graph)}`;
  yield `${id} ${TERM.source} ${quoteNQuads(source)}`;
  yield `${id} ${TERM.sha256} ${quoteNQuads(sha256)}`;
  yield* contentTriples({ graph, source, sha256, kept: file !== undefined, data, mark, number });
  if (file === undefined) return;
  const kept = iriToNQuads(fileIri(sha256));
  yield `${id} ${TERM.keeps} ${kept}`;
  yield* partTriples(kept, file);
}

/** What a record says, as triples. */
export function contentTriples(record: KeptRecord): Generator<TripleText> {
  const id = recordId(record.graph, record.source);
  return partTriples(id, [Packable.of(Buffer.from(JSON.stringify(record)))]);
}

/** Characters of a part: there are engines that refuse long literals. */
const PART_LENGTH = 18_000;

/**
 * Bytes in packed form: the m-th part of the n-th chunk is `n.m` and Base64; the last part of
 * all begins with `n.m.end`.
 */
function* partTriples(id: string, chunks: Iterable<Packable>): Generator<TripleText> {
  let before: string | undefined;
  let number = 0;
  for (const { packed } of chunks) {
    const text = Buffer.from(packed).toString('base64');
    for (let at = 0, part = 0; at < text.length; at += PART_LENGTH, part += 1) {
      if (before !== undefined) yield `${id} ${TERM.part} "${before}"`;
      before = `${padded(number)}.${padded(part)} ${text.slice(at, at + PART_LENGTH)}`;
    }
    number += 1;
  }
  yield `${id} ${TERM.part} "${(before ?? '000000.000000 ').replace(' ', '.end ')}"`;
}

/** The chunks that {@link partTriples} wrote. @returns undefined if a part is missing */
export function joinParts(parts: Iterable<string>): Packable[] | undefined {
  const chunks: string[] = [];
  let next = 0;
  let isEnded = false;
  for (const text of [...parts].sort()) {
    const [, number, part, end, base64 = ''] = /^(\d{6})\.(\d{6})(\.end)? (.*)$/su.exec(text) ?? [];
    if (isEnded) return undefined;
    if (Number(part) === 0 && Number(number) === chunks.length) chunks.push(base64);
    else if (Number(part) === next && Number(number) === chunks.length - 1) chunks[chunks.length - 1] += base64;
    else return undefined;
    next = Number(part) + 1;
    isEnded = end !== undefined;
  }
  if (!isEnded) return undefined;
  // A file without bytes has no chunks.
  const packed = chunks.filter((text) => text !== '').map((text) => Buffer.from(text, 'base64'));
  return packed.map((bytes) => Packable.packed({ packed: bytes, sha256: '' }));
}

function padded(number: number): string {
  return String(number).padStart(6, '0');
}

/** 132 bits name a subject. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
