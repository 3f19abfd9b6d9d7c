import { closeSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DataFactory } from 'n3';
import { CrateError } from '../../errors.js';
import { parseLines, PIECE_SIZE } from '../nquads-lines.js';
import { OxigraphEngine, type GraphTerm } from '../oxigraph/engine.js';
import { codeOf } from './durable.js';
import { readManifest, segmentPath, type Manifest, type Segment, type SegmentFile } from './manifest.js';

/** How often a reader starts again when a writer compacts the store under its hands. */
const ATTEMPTS = 10;

/** A store's last commit, in an engine. */
export interface Snapshot {
  readonly manifest: Manifest;
  readonly engine: OxigraphEngine;
}

/**
 * Loads the last commit of a store. Needs no lock: files never change, and when one is gone because a writer has
 * compacted the store in the meantime, there is a newer manifest to start again with.
 * @throws CrateError ERR_STORE_NOT_FOUND, ERR_STORE_INVALID
 */
export async function openSnapshot(store: string): Promise<Snapshot> {
  let manifest = await readManifest(store);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { manifest, engine: await replay(store, manifest) };
    } catch (error) {
      const newer = await readManifest(store);
      if (newer.generation === manifest.generation || attempt === ATTEMPTS) throw error;
      manifest = newer;
    }
  }
}

async function replay(store: string, manifest: Manifest): Promise<OxigraphEngine> {
  const engine = new OxigraphEngine();
  try {
    for (const segment of manifest.segments) await replayOne(store, segment, engine);
    return engine;
  } catch (error) {
    engine.free();
    throw error;
  }
}

async function replayOne(store: string, segment: Segment, engine: OxigraphEngine): Promise<void> {
  engine.drop((segment.dropped ?? []).map(graphOf));
  await eachPiece(store, segment.deleted, (piece) => {
    for (const quad of parseLines(Buffer.from(piece).toString())) engine.delete(quad);
  });
  // The lines were validated when they were written.
  await eachPiece(store, segment.added, (piece) => engine.load(piece, { trusted: true }));
}

/** The graph of a name in a manifest. */
export function graphOf(name: string): GraphTerm {
  return name === '' ? DataFactory.defaultGraph() : DataFactory.namedNode(name);
}

async function eachPiece(
  store: string,
  file: SegmentFile | undefined,
  use: (piece: Uint8Array) => void,
): Promise<void> {
  if (!file) return;
  const path = segmentPath(store, file);
  try {
    const { size } = await stat(path);
    if (size !== file.bytes) throw damaged(path, `${size} bytes instead of ${file.bytes}`);
    const pieces = openPieces(path);
    try {
      for (const piece of pieces.between(0, size)) {
        use(piece);
        await nextTurn();
      }
    } finally {
      pieces.close();
    }
  } catch (error) {
    if (!(error instanceof CrateError)) throw damaged(path, codeOf(error) ?? String(error), error);
    throw error.code === 'ERR_RDF_SYNTAX' ? damaged(path, error.message, error) : error;
  }
}

function damaged(file: string, why: string, cause?: unknown): CrateError {
  const hint = 'restore the file from a backup; the other segments/*.nq files are plain N-Quads';
  return new CrateError('ERR_STORE_INVALID', `damaged store: ${file}: ${why}`, { hint, details: { file }, cause });
}

/** An open file, for reading pieces of it. */
export interface Pieces {
  /**
   * A stretch of the file in pieces of whole lines, bounded in memory (but for a line that is longer than a piece).
   * A piece is good until the next one is asked for.
   */
  between(start: number, end: number): Iterable<Uint8Array>;
  close(): void;
}

/** Opens a file for reading in pieces. Close it. */
export function openPieces(path: string): Pieces {
  const file = openSync(path, 'r');
  let buffer = Buffer.allocUnsafe(PIECE_SIZE);
  function* between(start: number, end: number): Generator<Uint8Array> {
    for (let at = start; at < end;) {
      const read = readSync(file, buffer, 0, Math.min(buffer.length, end - at), at);
      if (read === 0) return;
      const last = at + read >= end ? read : buffer.lastIndexOf(10, read - 1) + 1;
      if (last > 0) yield buffer.subarray(0, last);
      else buffer = Buffer.allocUnsafe(buffer.length * 2);
      at += last;
    }
  }
  return { between, close: () => closeSync(file) };
}
