import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OxigraphEngine } from '../oxigraph/engine.js';
import { syncFolder } from './durable.js';
import { isOurs, MANIFEST, readManifest, segmentFiles, writeManifest, type Manifest } from './manifest.js';
import { SegmentWriter } from './segment-writer.js';

/** Below this number of dead quads a rewrite is not worth it. */
const MEANINGFUL = 50_000;
/** Commits that may stand beside each other, and one more for every so many quads: a rewrite costs what it holds. */
const COMMITS = 64;
const QUADS_PER_COMMIT = 10_000;

/** Whether the store is to be rewritten: most of its quads are dead, or it has fallen into too many small files. */
export function needsCompaction({ segments }: Manifest, live: number): boolean {
  const written = segments.reduce((sum, { added, deleted }) => sum + (added?.quads ?? 0) + (deleted?.quads ?? 0), 0);
  const dead = written - live;
  if (dead > MEANINGFUL && dead > live) return true;
  return segments.length > COMMITS + live / QUADS_PER_COMMIT;
}

/**
 * Rewrites the store as one segment. Crash-safe like any commit: the new segment is whole before the manifest names
 * it, the old ones go after that.
 * @throws CrateError ERR_OUTPUT
 */
export async function compact(store: string, manifest: Manifest, engine: OxigraphEngine): Promise<Manifest> {
  const writer = await SegmentWriter.start(store, manifest.next);
  try {
    for (const graph of engine.graphs()) for (const text of engine.text(graph)) await writer.write(Buffer.from(text));
    const added = await writer.finish(engine.size);
    await syncFolder(join(store, 'segments'));
    const compacted: Manifest = {
      ...manifest,
      generation: manifest.generation + 1,
      next: manifest.next + 1,
      segments: added.bytes > 0 ? [{ added }] : [],
    };
    await writeManifest(store, compacted);
    await sweep(store);
    return compacted;
  } catch (error) {
    await writer.abandonUnfinished();
    throw error;
  }
}

/** Removes what a writer left that died: temporary files, and segments that the manifest does not name. Only a writer may. */
export async function sweep(store: string): Promise<void> {
  const named = new Set(segmentFiles(await readManifest(store)).map(({ file }) => file));
  const folder = join(store, 'segments');
  const names = await readdir(folder).catch(() => []);
  const dead = names.filter((name) => isOurs(name) && !named.has(name)).map((name) => join(folder, name));
  for (const path of [...dead, join(store, `${MANIFEST}.tmp`)]) await rm(path, { force: true }).catch(() => undefined);
}
