import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NamedNode, Quad } from '@rdfjs/types';
import { CrateError } from '../../errors.js';
import type { GraphChange } from '../graph-store.js';
import { countLines, parseLines, PIECE_SIZE, syntaxError } from '../nquads-lines.js';
import type { Staged, StagedLines } from '../staging.js';
import { OxigraphEngine } from './engine.js';

/** Merges up to this size are done quad by quad, so that adding a line to a large graph does not count the graph. */
const SMALL_MERGE = 1024 * 1024;

/** From this size on the quads that came are counted by what the store has grown: a count walks all of a graph. */
const LARGE = 1024 * 1024;

/** What is to be done, in reverse order, to have the engine as it was. */
export type Undo = (() => void)[];

/**
 * Puts staged writes into the engine, those that make new graphs many at a time: the engine takes a thousand small
 * graphs in one text as fast as a large one. An error in the middle leaves what is done: see `undo`.
 * @param lines the lines of the writes
 * @param undo gets what takes back what is done; without it nothing is kept for that
 * @throws CrateError ERR_GRAPH_EXISTS (before anything is done), ERR_RDF_SYNTAX
 */
export async function applyWrites(
  engine: OxigraphEngine,
  writes: readonly Staged[],
  lines: StagedLines,
  undo?: Undo,
): Promise<GraphChange[]> {
  try {
    return await applyAll(engine, writes, lines, undo);
  } catch (error) {
    throw error instanceof CrateError && error.code === 'ERR_RDF_SYNTAX'
      ? await namingRefused(error, writes, lines)
      : error;
  }
}

/** The error with the writes whose lines cannot be read, which are looked for one by one. */
async function namingRefused(error: CrateError, writes: readonly Staged[], lines: StagedLines): Promise<CrateError> {
  const refused: { graph: string; from: string | undefined }[] = [];
  for (const { write, start, end } of writes) {
    const scratch = new OxigraphEngine();
    try {
      await loadPieces(scratch, lines(start, end), write.trusted === true);
    } catch {
      refused.push({ graph: write.graph.value, from: write.from });
    } finally {
      scratch.free();
    }
  }
  return error.with({ graph: refused[0]?.graph, refused });
}

async function applyAll(
  engine: OxigraphEngine,
  writes: readonly Staged[],
  lines: StagedLines,
  undo: Undo | undefined,
): Promise<GraphChange[]> {
  const sizeOf = sizes(engine, writes.length);
  const planned = writes.map((staged) => ({ staged, before: sizeOf(staged.write.graph) }));
  for (const { staged, before } of planned) refuseExisting(staged, before);
  const changes: GraphChange[] = [];
  for (let at = 0; at < planned.length;) {
    let end = at;
    while (end < planned.length && isFresh(planned[end] as Planned)) end += 1;
    if (end > at) {
      const fresh = writes.slice(at, end);
      for (const change of await addGraphs(engine, fresh, lines, undo)) changes.push(change);
      at = end;
    } else {
      const { staged, before } = planned[at] as Planned;
      changes.push(await applyOne(engine, staged, before, lines, undo).catch(inGraph(staged)));
      at += 1;
    }
  }
  return changes;
}

interface Planned {
  readonly staged: Staged;
  readonly before: number;
}

/** Whether a write makes a new graph of lines that need no check. */
function isFresh({ staged, before }: Planned): boolean {
  return before === 0 && staged.write.trusted === true && staged.remove.length === 0;
}

/** From this many graphs on it is quicker to list the graphs of the store once than to ask for each. */
const MANY = 100;

/** Sizes of graphs before they are written; most graphs of a large import are new. */
function sizes(engine: OxigraphEngine, writes: number): (graph: NamedNode) => number {
  const known = writes < MANY ? undefined : new Set(engine.graphs().map(({ value }) => value));
  const written = new Set<string>();
  return (graph) => {
    // A second write of one import finds what the first will have put there; how much does not matter.
    if (written.has(graph.value)) return 1;
    written.add(graph.value);
    return known === undefined || known.has(graph.value) ? engine.count(graph) : 0;
  };
}

function refuseExisting({ write: { graph, mode } }: Staged, before: number): void {
  if (before === 0 || mode !== 'create') return;
  const message = `the store already holds the graph ${graph.value}`;
  throw new CrateError('ERR_GRAPH_EXISTS', message, { details: { graph: graph.value } });
}

async function addGraphs(
  engine: OxigraphEngine,
  writes: readonly Staged[],
  lines: StagedLines,
  undo: Undo | undefined,
): Promise<GraphChange[]> {
  const graphs = writes.map(({ write }) => write.graph);
  undo?.push(() => engine.drop(graphs));
  const [first, last] = [writes[0], writes.at(-1)] as [Staged, Staged];
  const isLarge = last.end - first.start > LARGE;
  const size = isLarge ? engine.size : 0;
  await loadPieces(engine, lines(first.start, last.end), true);
  // A line that is written twice is one quad; without any, the lines of each graph are its size.
  const exact = isLarge && engine.size - size === writes.reduce((sum, { quads }) => sum + quads, 0);
  return writes.map(({ write: { graph }, quads }) => ({
    graph,
    before: 0,
    after: exact ? quads : engine.count(graph),
  }));
}

async function applyOne(
  engine: OxigraphEngine,
  staged: Staged,
  known: number,
  lines: StagedLines,
  undo: Undo | undefined,
): Promise<GraphChange> {
  const { graph, mode, trusted = false } = staged.write;
  const before = known === 0 ? 0 : engine.count(graph);
  const bytes = staged.end - staged.start;
  if (before > 0 && mode === 'merge' && bytes <= SMALL_MERGE) {
    return { graph, before, after: before + mergeQuads(engine, staged, lines, undo) };
  }
  undo?.push(restore(engine, graph, before));
  if (before > 0 && mode === 'replace') engine.drop([graph]);
  for (const quad of staged.remove) if (engine.has(quad)) engine.delete(quad);
  const kept = before > 0 && mode === 'merge' ? engine.count(graph) : 0;
  const size = bytes > LARGE ? engine.size : 0;
  await loadPieces(engine, lines(staged.start, staged.end), trusted);
  return { graph, before, after: bytes > LARGE ? kept + engine.size - size : engine.count(graph) };
}

async function loadPieces(engine: OxigraphEngine, pieces: Iterable<Uint8Array>, trusted: boolean): Promise<void> {
  let linesBefore = 0;
  for (const piece of pieces) {
    engine.load(piece, { trusted, linesBefore });
    if (!trusted) linesBefore += countLines(piece);
    if (piece.length > PIECE_SIZE / 8) await nextTurn();
  }
}

/** A function that brings the graph back to what it is now. */
function restore(engine: OxigraphEngine, graph: NamedNode, size: number): () => void {
  const backup = size === 0 ? [] : [...engine.text(graph)].map((text) => Buffer.from(text));
  return () => {
    engine.drop([graph]);
    for (const piece of backup) engine.load(piece, { trusted: true });
  };
}

/** Merges quad by quad; returns by how many quads the graph has grown. */
function mergeQuads(engine: OxigraphEngine, staged: Staged, lines: StagedLines, undo: Undo | undefined): number {
  const pieces = Array.from(lines(staged.start, staged.end), (piece) => Buffer.from(piece));
  let growth = 0;
  for (const quad of staged.remove) if (engine.has(quad)) growth += change(engine, quad, 'delete', undo);
  for (const quad of parsed(Buffer.concat(pieces).toString()))
    if (!engine.has(quad)) growth += change(engine, quad, 'add', undo);
  return growth;
}

function change(engine: OxigraphEngine, quad: Quad, what: 'add' | 'delete', undo: Undo | undefined): 1 | -1 {
  engine[what](quad);
  undo?.push(() => engine[what === 'add' ? 'delete' : 'add'](quad));
  return what === 'add' ? 1 : -1;
}

function parsed(text: string): Quad[] {
  try {
    return parseLines(text);
  } catch (error) {
    throw syntaxError(error, 0);
  }
}

function inGraph({ write }: Staged): (error: unknown) => never {
  return (error) => {
    throw error instanceof CrateError ? error.with({ graph: write.graph.value }) : error;
  };
}
