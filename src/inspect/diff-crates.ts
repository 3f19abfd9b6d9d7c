import { loadRecords } from '../stored/load-records.js';
import { isAbsoluteIri } from '../rdf/iri.js';
import type { JsonValue } from '../crate/json/value.js';
import {
  compactEntities,
  compareEntities,
  type CompactedEntities,
  type CrateDifference,
} from '../crate/compare-entities.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import type { Report } from '../crate/read/report.js';
import { CrateError } from '../errors.js';
import { exportOf, type ExportOptions } from '../export/export-crate.js';
import { contextsOfGraph } from '../export/stored-graph.js';
import { openBytes, openCrate, type OpenCrateOptions } from '../open/open-crate.js';
import { readAll } from '../package/limits.js';
import { isWebAddress } from '../package/package-options.js';
import { dataFactory } from '../rdf/data-factory.js';
import { withSnapshot } from '../store/store-snapshots.js';
import type { GraphStore } from '../store/port.js';

export type { CrateDifference } from '../crate/compare-entities.js';

/** How to read the two crates. */
export interface DiffOptions extends OpenCrateOptions, Pick<ExportOptions, 'contexts'> {
  /** Opens the store of arguments that name a graph; only called for such an argument. */
  readonly store: () => Promise<GraphStore>;
  /** Receives the repairs and warnings of each side. */
  readonly onReport?: ((side: string, report: Report) => void) | undefined;
}

/**
 * Compares two crates: folders, metadata files, `-`, or graphs of a store by their IRI. Order, spelling and the base
 * of either side do not count; only the statements do.
 * @throws CrateError as `openCrate`, ERR_GRAPH_NOT_FOUND
 */
export async function diffCrates(left: string, right: string, options: DiffOptions): Promise<CrateDifference> {
  const before = await entitiesOf(left, options);
  const after = await entitiesOf(right, options, before.context);
  return compareEntities(before.entities, after.entities);
}

/** @param context compacts the entities; default: that of the crate */
async function entitiesOf(argument: string, options: DiffOptions, context?: JsonValue): Promise<CompactedEntities> {
  const document = await openSide(argument, options);
  const { base, candidates } = document;
  const factory = await dataFactory();
  const compacted = await compactEntities(document.quads(factory), factory, {
    base,
    context: context ?? document.writtenContext ?? null,
    contexts: options.contexts,
    root: candidates.length === 0 ? undefined : document.root,
  });
  options.onReport?.(argument, document.report);
  return compacted;
}

/** The document of a graph; undefined if the graph does not exist and the argument may be the URL of a crate. */
async function openGraph(argument: string, options: DiffOptions): Promise<CrateDocument | undefined> {
  try {
    return await withSnapshot(await options.store(), async (snapshot) => {
      const contexts = contextsOfGraph(await loadRecords(snapshot, { graph: argument }), options.contexts);
      const bytes = await readAll(exportOf(snapshot, argument, options), Infinity, argument);
      return openBytes(bytes, { ...options, contexts });
    });
  } catch (error) {
    const isMissing =
      error instanceof CrateError && (error.code === 'ERR_GRAPH_NOT_FOUND' || error.code === 'ERR_STORE_NOT_FOUND');
    if (isMissing && isWebAddress(argument)) return undefined;
    throw error;
  }
}

async function openSide(argument: string, options: DiffOptions) {
  if (!isAbsoluteIri(argument) || /^[A-Za-z]:[\\/]/.test(argument)) return openCrate(argument, options);
  return (await openGraph(argument, options)) ?? openCrate(argument, options);
}
