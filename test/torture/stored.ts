import { crateBase } from '../../src/crate/base.js';
import { exportCrate } from '../../src/tasks/export/export-crate.js';
import { loadCrates } from '../../src/tasks/load/load-crates.js';
import type { GraphStore } from '../../src/store/port.js';
import { MemoryStore } from '../../src/store/memory-store.js';
import { updateStore } from '../../src/tasks/query/update-store.js';
import { canonicalOf, graphOf } from '../crate/follow/helpers.js';
import { GENERATED_CONTEXTS as contexts } from '../helpers/documents.js';
import { BASE } from '../helpers/read.js';
import { quadsOf } from '../helpers/stored.js';
import { blocksOf, changedBlocks } from './blocks.js';
import { difference, type Fault } from './fault.js';
import { Random } from './random.js';
import { randomUpdate } from './random-update.js';

const reading = { base: crateBase(BASE.iri, 'known-source'), contexts };

/** One store for all documents, emptied after each: starting the engine takes longer than testing a document. */
const store = new MemoryStore();

/** Loads a document, exports it, changes it in the store and exports it again. */
export async function storeFaults(text: string, seed: number): Promise<Fault[]> {
  try {
    const [loaded] = await loadCrates(store, [new TextEncoder().encode(text)], { contexts, base: BASE.iri });
    if (loaded?.graph === undefined) return [{ kind: 'refused', detail: `load: ${String(loaded?.error)}` }];
    const exported = await exportCrate(store, loaded.graph, { contexts });
    if (exported !== text) return [{ kind: 'bytes', detail: firstDifference(text, exported) }];
    return await updateFaults(store, loaded.graph, text, loaded.counts?.['entity-merged'] ?? 0, seed);
  } catch (error) {
    return [{ kind: 'crash', detail: `store: ${String(error)}` }];
  } finally {
    await store.drop((await store.graphs()).keys());
  }
}

async function updateFaults(
  store: GraphStore,
  graph: string,
  text: string,
  merged: number,
  seed: number,
): Promise<Fault[]> {
  const before = await quadsOf(store, graph);
  const update = randomUpdate(before, graph, new Random(seed, 'update'));
  const [change] = await updateStore(store, update);
  const written = await exportCrate(store, graph, { contexts });
  const after = await canonicalOf(await quadsOf(store, graph));
  const reread = await graphOf(written, reading).catch((error: unknown) => [String(error)]);
  if (after.join('') !== reread.join(''))
    return [{ kind: 'update', detail: `${update}\n${difference(reread, after)}` }];
  const { added = 0, removed = 0 } = change ?? {};
  const blocks = changedBlocks(blocksOf(text), blocksOf(written));
  // A triple may change one item, or more if its entity is described more than once.
  const allowed = added + removed + merged + blocks.nested;
  if (blocks.changed > allowed || blocks.inserted > added + blocks.values || blocks.inserted < -removed || blocks.moved)
    return [{ kind: 'diff', detail: `${update}\n+${added} -${removed}: ${JSON.stringify(blocks)}` }];
  return [];
}

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 40));
  return `${part(one)}\n${part(other)}`;
}
