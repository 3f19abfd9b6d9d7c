import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NamedNode, Quad } from '@rdfjs/types';
import { CrateError } from '../../errors.js';
import type { GraphChange } from '../graph-store.js';
import { countLines, parseLines, PIECE_SIZE, syntaxError } from '../nquads-lines.js';
import type { Staged } from '../staging.js';
import type { OxigraphEngine } from './engine.js';

/** A staged write and a way to read its lines again, in pieces of whole lines, each good until the next one is read. */
export interface StagedLines extends Staged {
  pieces(): Iterable<Uint8Array>;
}

/** Merges up to this size are undone quad by quad, so that adding a line to a large graph does not copy the graph. */
const SMALL_MERGE = 1024 * 1024;

/**
 * Puts staged writes into the engine, all or none.
 *
 * How: in place, with an undo list. A graph that is new needs only its name to be undone (the usual case costs
 * nothing); one that is replaced is kept as N-Quads until all is done; a small merge keeps the quads that it adds.
 * @throws CrateError ERR_GRAPH_EXISTS, ERR_RDF_SYNTAX
 */
export async function applyWrites(engine: OxigraphEngine, writes: readonly StagedLines[]): Promise<GraphChange[]> {
  const undo: (() => void)[] = [];
  const changes: GraphChange[] = [];
  const sizeOf = sizes(engine, writes.length);
  let write: StagedLines | undefined;
  try {
    for (write of writes) changes.push(await applyOne(engine, write, sizeOf(write.write.graph), undo));
    return changes;
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error instanceof CrateError && write ? error.with({ graph: write.write.graph.value }) : error;
  }
}

/** From this many graphs on it is quicker to list the graphs of the store once than to ask for each. */
const MANY = 100;

/** Sizes of graphs before they are written; most graphs of a large import are new. */
function sizes(engine: OxigraphEngine, writes: number): (graph: NamedNode) => number {
  if (writes < MANY) return (graph) => engine.count(graph);
  const known = new Set(engine.graphs().map(({ value }) => value));
  return (graph) => {
    if (known.has(graph.value)) return engine.count(graph);
    known.add(graph.value);
    return 0;
  };
}

async function applyOne(
  engine: OxigraphEngine,
  staged: StagedLines,
  before: number,
  undo: (() => void)[],
): Promise<GraphChange> {
  const { graph, mode } = staged.write;
  if (before > 0 && mode === 'create') {
    throw new CrateError('ERR_GRAPH_EXISTS', `the store already holds the graph ${graph.value}`);
  }
  if (before > 0 && mode === 'merge' && staged.bytes <= SMALL_MERGE) {
    return { graph, before, after: before + mergeQuads(engine, staged, undo) };
  }
  undo.push(restore(engine, graph, before));
  if (before > 0 && mode === 'replace') engine.drop([graph]);
  for (const quad of staged.remove) if (engine.has(quad)) engine.delete(quad);
  const trusted = staged.write.trusted === true;
  const isLarge = staged.bytes > LARGE;
  const kept = before > 0 && mode === 'merge' ? engine.count(graph) : 0;
  const start = isLarge ? engine.size : 0;
  let linesBefore = 0;
  for (const piece of staged.pieces()) {
    engine.load(piece, { trusted, linesBefore });
    if (!trusted) linesBefore += countLines(piece);
    if (piece.length > PIECE_SIZE / 8) await nextTurn();
  }
  return { graph, before, after: isLarge ? kept + engine.size - start : engine.count(graph) };
}

/** From this size on the quads of a graph are counted by what the store has grown: a count walks all of the graph. */
const LARGE = 1024 * 1024;

/** A function that brings the graph back to what it is now. */
function restore(engine: OxigraphEngine, graph: NamedNode, size: number): () => void {
  const backup = size === 0 ? [] : [...engine.text(graph)].map((text) => Buffer.from(text));
  return () => {
    engine.drop([graph]);
    for (const piece of backup) engine.load(piece, { trusted: true });
  };
}

/** Merges quad by quad; returns by how many quads the graph has grown. */
function mergeQuads(engine: OxigraphEngine, staged: StagedLines, undo: (() => void)[]): number {
  let text = '';
  for (const piece of staged.pieces()) text += Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString();
  let growth = 0;
  for (const quad of staged.remove) if (engine.has(quad)) growth += change(engine, quad, 'delete', undo);
  for (const quad of parsed(text)) if (!engine.has(quad)) growth += change(engine, quad, 'add', undo);
  return growth;
}

function change(engine: OxigraphEngine, quad: Quad, what: 'add' | 'delete', undo: (() => void)[]): 1 | -1 {
  engine[what](quad);
  undo.push(() => engine[what === 'add' ? 'delete' : 'add'](quad));
  return what === 'add' ? 1 : -1;
}

function parsed(text: string): Quad[] {
  try {
    return parseLines(text);
  } catch (error) {
    throw syntaxError(error, 0);
  }
}
