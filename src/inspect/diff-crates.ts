import { withNamedCrate, type OpenStore } from '../argument/named-crate.js';
import { storedDocument } from '../argument/stored-crate.js';
import {
  compactEntities,
  compareEntities,
  type CompactedEntities,
  type CrateDifference,
} from '../crate/compare-entities.js';
import type { JsonValue } from '../crate/json/value.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import type { Report } from '../crate/read/report.js';
import type { ExportOptions } from '../export/export-crate.js';
import { openBytes, openCrate, type OpenCrateOptions } from '../open/open-crate.js';
import { dataFactory } from '../rdf/data-factory.js';

export type { CrateDifference } from '../crate/compare-entities.js';

/** How to read the two crates. */
export interface DiffOptions extends OpenCrateOptions, Pick<ExportOptions, 'contexts'> {
  /** Opens the store of arguments that may name a crate of it; not called for a path. */
  readonly store: OpenStore;
  /** Receives the repairs and warnings of each side. */
  readonly onReport?: ((side: string, report: Report) => void) | undefined;
}

/**
 * Compares two crates: folders, metadata files, archives, URLs, `-`, or crates of a store by any of their names. Order,
 * spelling and the base of either side do not count; only the statements do.
 * @throws CrateError as `openCrate` and `withNamedCrate`
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

function openSide(argument: string, options: DiffOptions): Promise<CrateDocument> {
  return withNamedCrate(argument, options.store, {
    elsewhere: (crate) => openCrate(crate, options),
    stored: async (snapshot, graph) => {
      const { bytes, contexts } = await storedDocument(snapshot, graph, options.contexts);
      return openBytes(bytes, { ...options, contexts });
    },
  });
}
