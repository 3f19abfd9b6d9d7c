import type { Quad } from '@rdfjs/types';
import { compactEntities, compareEntities, type CrateDifference } from '../crate/compare-entities.js';
import { emptyIfUnavailable, type ContextSource } from '../crate/context/context-source.js';
import { judgeBase } from '../crate/judge-base.js';
import { contextAddress } from '../crate/spec-version.js';
import { withoutBase } from '../crate/write/written-context.js';
import { mergedContext } from '../export/export-crate.js';
import { Turns } from '../load/turns.js';
import { dataFactory } from '../rdf/data-factory.js';
import { parseNQuadsStream } from '../rdf/parse-rdf.js';
import type { GraphDifference, GraphReader, GraphStore, NQuadsChunks, TriedGraph } from '../store/port.js';
import { withSnapshot } from '../store/store-snapshots.js';
import { loadRecords } from '../stored/load-records.js';
import { linesAbout, touchedNodes } from './touched-nodes.js';
import { prepareUpdate, type UpdateOptions } from './update-store.js';

/** How to try an update. */
export interface PreviewUpdateOptions extends UpdateOptions {
  /** Called before each crate that the update would change is compared. */
  readonly onProgress?: ((done: number, total: number, graph: string) => void) | undefined;
}

/** What an update would do to one crate. */
export interface UpdatePreview extends GraphDifference {
  /** The same, entity by entity. */
  readonly difference: CrateDifference;
}

/**
 * Runs an update and commits nothing: the store does not change and is not locked. Costs what the update costs, and a
 * comparison of the entities that it would change.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * const update = 'DELETE { ?s schema:name ?old } INSERT { ?s schema:name "Atlas" } WHERE { ?s a schema:Dataset ; schema:name ?old }';
 * for (const { graph, difference } of await previewUpdate(store, update, { crate: 'https://example.org/coastal-atlas/' }))
 *   console.log(graph, JSON.stringify(difference.changed));
 * @throws CrateError as `updateStore`
 */
export async function previewUpdate(
  store: GraphStore,
  sparql: string,
  options: PreviewUpdateOptions = {},
): Promise<UpdatePreview[]> {
  return withSnapshot(store, async (snapshot) => {
    const { text, explain } = await prepareUpdate(snapshot, sparql, options);
    const tried = await snapshot.tryUpdate(text, { signal: options.signal }).catch((error: unknown) => {
      throw explain(error);
    });
    // One source for all crates: resolved contexts are kept by source, and thousands of crates share a handful.
    const contexts = emptyIfUnavailable(options.contexts ?? (await offlineContexts()));
    const previews: UpdatePreview[] = [];
    const turns = new Turns();
    for (const one of tried) {
      const { graph, added, removed } = one;
      options.signal?.throwIfAborted();
      options.onProgress?.(previews.length, tried.length, graph);
      await turns.give();
      previews.push({ graph, added, removed, difference: await differenceOf(snapshot, one, contexts) });
    }
    return previews;
  });
}

async function offlineContexts(): Promise<ContextSource> {
  return (await import('../package/contexts/open-contexts.js')).openContexts({ offline: true });
}

async function differenceOf(
  snapshot: GraphReader,
  tried: TriedGraph,
  contexts: ContextSource,
): Promise<CrateDifference> {
  const { graph, pieces } = tried;
  const [linesBefore, linesAfter] = [() => snapshot.nquads(graph), () => contentOf(pieces)];
  const nodes = await touchedNodes(tried, [linesBefore, linesAfter]);
  const records = await loadRecords(snapshot, { graph });
  const { base } = await judgeBase({ remembered: records[0]?.base, node: graph });
  const declared =
    records.length === 0
      ? contextAddress()
      : await withoutBase(mergedContext(records.map(({ context }) => context)), contexts);
  const factory = await dataFactory();
  const write = { base, contexts, exact: records.length > 0 };
  const before = await compactEntities(quadsAbout(nodes, linesBefore()), factory, { ...write, context: declared });
  const after = await compactEntities(quadsAbout(nodes, linesAfter()), factory, { ...write, context: before.context });
  return compareEntities(before.entities, after.entities);
}

function quadsAbout(nodes: ReadonlySet<string>, lines: NQuadsChunks): AsyncIterable<Quad> {
  return parseNQuadsStream(linesAbout(nodes, lines));
}

function* contentOf(pieces: TriedGraph['pieces']): Generator<Uint8Array> {
  for (const { content } of pieces) yield content.bytes;
}
