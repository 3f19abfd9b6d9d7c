import type { Quad } from '@rdfjs/types';
import { compactEntities, compareEntities, type CrateDifference } from '../../crate/compare-entities.js';
import { emptyIfUnavailable, type ContextSource } from '../../crate/context/context-source.js';
import { judgeBase } from '../../crate/judge-base.js';
import { contextAddress } from '../../crate/spec-version.js';
import { withoutBase } from '../../crate/write/written-context.js';
import { mergedContext } from '../export/export-crate.js';
import { Turns } from '../../base/threads/turns.js';
import { dataFactory } from '../../base/rdf/data-factory.js';
import { parseNQuads } from '../../base/rdf/parse-rdf.js';
import type { GraphDifference, GraphReader, GraphStore, Piece, TriedGraph } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { loadRecords } from '../stored/load-records.js';
import { linesAbout, touchedNodes } from './touched-nodes.js';
import { prepareUpdate, type UpdateOptions } from './update-store.js';

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
 * const crate = 'https://example.org/coastal-atlas/';
 * const update =
 *   'DELETE { ?s schema:name ?old } INSERT { ?s schema:name "Atlas" } WHERE { ?s a schema:Dataset ; schema:name ?old }';
 * for (const { graph, difference } of await previewUpdate(store, update, { crate }))
 *   console.log(graph, JSON.stringify(difference.changed));
 * @throws CrateError as `updateStore`
 */
export async function previewUpdate(
  store: GraphStore,
  sparql: string,
  options: UpdateOptions = {},
): Promise<UpdatePreview[]> {
  return withSnapshot(store, async (snapshot) => {
    const { text, graphs, explain } = await prepareUpdate(snapshot, sparql, options);
    const tried = await snapshot
      .tryUpdate(text, { graphs, signal: options.signal, onProgress: options.onProgress })
      .catch(async (error: unknown) => {
        throw await explain(error);
      });
    // One source for all crates: resolved contexts are kept by source, and thousands of crates share a handful.
    const contexts = emptyIfUnavailable(options.contexts ?? (await offlineContexts()));
    snapshot.readAhead?.(tried.map(({ graph }) => graph));
    const previews: UpdatePreview[] = [];
    const turns = new Turns();
    for (const one of tried) {
      const { graph, added, removed } = one;
      options.signal?.throwIfAborted();
      options.onProgress?.(previews.length, tried.length, graph, 'compared');
      await turns.give();
      previews.push({ graph, added, removed, difference: await differenceOf(snapshot, one, contexts) });
    }
    return previews;
  });
}

async function offlineContexts(): Promise<ContextSource> {
  return (await import('../../package/contexts/open-contexts.js')).openContexts({ offline: true });
}

async function differenceOf(
  snapshot: GraphReader,
  tried: TriedGraph,
  contexts: ContextSource,
): Promise<CrateDifference> {
  const { graph, kept, gained, lost } = tried;
  const nodes = touchedNodes(tried);
  // What does not change is read once for both sides.
  const staying = quadsAbout(nodes, kept);
  const records = await loadRecords(snapshot, { graph });
  const { base } = await judgeBase({ remembered: records[0]?.base, node: graph });
  const declared =
    records.length === 0
      ? contextAddress()
      : await withoutBase(mergedContext(records.map(({ context }) => context)), contexts);
  const factory = await dataFactory();
  const write = { base, contexts, exact: records.length > 0 };
  const before = await compactEntities([...staying, ...quadsAbout(nodes, lost)], factory, {
    ...write,
    context: declared,
  });
  const after = await compactEntities([...staying, ...quadsAbout(nodes, gained)], factory, {
    ...write,
    context: before.context,
  });
  return compareEntities(before.entities, after.entities);
}

function quadsAbout(nodes: ReadonlySet<string>, pieces: readonly Piece[]): Quad[] {
  return [...linesAbout(nodes, pieces)].flatMap((lines) => parseNQuads(lines));
}
