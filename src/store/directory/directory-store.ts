import { join } from 'node:path';
import type { NamedNode, Quad } from '@rdfjs/types';
import { Writer } from 'n3';
import { CrateError } from '../../errors.js';
import { deletions, EngineStore } from '../engine-store.js';
import { differences, snapshot, type QuadHashes } from '../differences.js';
import type { GraphChange, GraphDifference, GraphWrite } from '../graph-store.js';
import { applyWrites } from '../oxigraph/apply.js';
import type { GraphTerm } from '../oxigraph/engine.js';
import { stage, type Staged } from '../staging.js';
import { compact, needsCompaction, sweep } from './compact.js';
import { syncFolder } from './durable.js';
import type { WriterLock } from './lock.js';
import { readManifest, writeManifest, type Manifest, type Segment } from './manifest.js';
import { openPieces, openSnapshot, type Snapshot } from './replay.js';
import { SegmentWriter } from './segment-writer.js';
import { writeGraphs } from './write-graphs.js';

/**
 * A graph store in a folder. Reads are answered by an engine in memory; a write goes to the disk as one segment before
 * the manifest, switched in one step, makes it part of the store.
 */
export class DirectoryStore extends EngineStore {
  readonly #path: string;
  readonly #lock: WriterLock | undefined;
  #manifest: Manifest;
  #live: number;

  /** Without a lock the store is for reading, and stays as it was when it was opened. */
  constructor(path: string, { manifest, engine }: Snapshot, lock?: WriterLock) {
    super(engine);
    this.#path = path;
    this.#lock = lock;
    this.#manifest = manifest;
    this.#live = engine.size;
  }

  override import(writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>): Promise<GraphChange[]> {
    return this.#write(async () => {
      const added = await SegmentWriter.start(this.#path, this.#manifest.next);
      try {
        return await this.#importInto(added, writes);
      } finally {
        await added.abandonUnfinished();
      }
    });
  }

  async #importInto(
    segment: SegmentWriter,
    writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>,
  ): Promise<GraphChange[]> {
    const staged: Staged[] = [];
    for await (const one of stage(writes, (piece) => segment.write(piece))) staged.push(one);
    if (staged.length === 0) return [];
    const added = await segment.finish(staged.reduce((sum, { quads }) => sum + quads, 0));
    const deleted = await this.#writeDeleted(staged.flatMap(({ remove }) => remove));
    return this.commit(async () => {
      const changes = await this.#applySegment(segment.path, staged);
      const dropped = staged.filter(({ write }, at) => write.mode === 'replace' && changes[at]!.before > 0);
      await this.#append({
        dropped: dropped.map(({ write }) => write.graph.value),
        deleted,
        ...(added.bytes > 0 && { added }),
      });
      this.#live += changes.reduce((sum, { before, after }) => sum + after - before, 0);
      return changes;
    });
  }

  async #applySegment(path: string, staged: readonly Staged[]): Promise<GraphChange[]> {
    const pieces = openPieces(path);
    try {
      return await applyWrites(this.engine, staged, pieces.between);
    } catch (error) {
      await this.#reload(); // to take single steps back is for stores that have nothing else
      throw error;
    } finally {
      pieces.close();
    }
  }

  /** Only quads that are there: those are known to be written as they can be read. */
  async #writeDeleted(remove: readonly Quad[]): Promise<Segment['deleted']> {
    const there = remove.filter((quad) => this.engine.has(quad));
    if (there.length === 0) return undefined;
    const writer = await SegmentWriter.start(this.#path, this.#manifest.next, '.deleted');
    try {
      const syntax = new Writer({ format: 'N-Quads' });
      await writer.write(Buffer.from(syntax.quadsToString(there)));
      return await writer.finish(there.length);
    } finally {
      await writer.abandonUnfinished();
    }
  }

  override deleteGraphs(graphs: Iterable<NamedNode>): Promise<GraphChange[]> {
    return this.#write(async () => {
      const changes = deletions(this.engine, graphs);
      if (changes.length === 0) return changes;
      return this.commit(async () => {
        await this.#append({ dropped: changes.map(({ graph }) => graph.value) });
        this.engine.drop(changes.map(({ graph }) => graph));
        this.#live -= changes.reduce((sum, { before }) => sum + before, 0);
        return changes;
      });
    });
  }

  /** Runs the update in the engine, then writes the graphs that it changed anew. */
  override update(sparql: string): Promise<GraphDifference[]> {
    return this.#write(() =>
      this.commit(async () => {
        const before = snapshot(this.engine, sparql);
        await this.engine.update(sparql);
        const after = snapshot(this.engine, sparql);
        const changes = differences(before, after);
        if (changes.length === 0) return changes;
        try {
          const isFull = (graph: GraphTerm, at: QuadHashes) => (at.get(graph.value)?.size ?? 0) > 0;
          const graphs = changes.map(({ graph }) => graph);
          const rewritten = graphs.filter((graph) => isFull(graph, after));
          const added = await writeGraphs(this.#path, this.#manifest.next, this.engine, rewritten);
          const dropped = graphs.filter((graph) => isFull(graph, before)).map(({ value }) => value);
          await this.#append({ dropped, ...(added && { added }) });
          this.#live = this.engine.size;
        } catch (error) {
          await this.#reload();
          throw error;
        }
        return changes;
      }),
    );
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#lock?.release();
  }

  /** One write after the other; after each, garbage is taken out if there is much of it. */
  #write<T>(write: () => Promise<T>): Promise<T> {
    if (!this.#lock) return Promise.reject(new CrateError('ERR_USAGE', `the store ${this.#path} is open for reading`));
    return this.exclusive(async () => {
      if (this.#lock?.lost) throw overtaken(this.#path);
      try {
        const result = await write();
        await this.#tidy();
        return result;
      } catch (error) {
        if (!this.#lock?.lost) await sweep(this.#path).catch(() => undefined);
        throw error;
      }
    });
  }

  /** Makes a segment part of the store: after this the commit is durable. When it fails the engine shows the disk. */
  async #append(segment: Segment): Promise<void> {
    const { generation, next, segments } = this.#manifest;
    const { dropped = [], ...files } = segment;
    const entry = dropped.length > 0 ? { dropped, ...files } : files;
    try {
      await this.#checkLock();
      await syncFolder(join(this.#path, 'segments'));
      const manifest = {
        ...this.#manifest,
        generation: generation + 1,
        next: next + 1,
        segments: [...segments, entry],
      };
      await writeManifest(this.#path, manifest);
      this.#manifest = manifest;
    } catch (error) {
      await this.#reload();
      throw error;
    }
  }

  /** The lock says who may write; the manifest on the disk, whether someone did all the same. */
  async #checkLock(): Promise<void> {
    const { generation } = await readManifest(this.#path);
    if (!this.#lock?.lost && generation === this.#manifest.generation) return;
    throw overtaken(this.#path);
  }

  /** Shows the last commit on the disk again; a store that cannot is closed, so that nobody sees half a commit. */
  async #reload(): Promise<void> {
    try {
      const { manifest, engine } = await openSnapshot(this.#path);
      this.engine.free();
      this.engine = engine;
      this.#manifest = manifest;
      this.#live = engine.size;
    } catch {
      this.abandon();
    }
  }

  /** The commit is done and durable: a rewrite that fails (a full disk) is tried again after the next one. */
  async #tidy(): Promise<void> {
    if (!needsCompaction(this.#manifest, this.#live)) return;
    try {
      await this.#checkLock();
      this.#manifest = await compact(this.#path, this.#manifest, this.engine);
    } catch {
      this.#manifest = await readManifest(this.#path).catch(() => this.#manifest);
    }
  }
}

function overtaken(store: string): CrateError {
  return new CrateError('ERR_STORE_LOCKED', `another process has written to the store ${store}`, {
    details: { store },
  });
}
