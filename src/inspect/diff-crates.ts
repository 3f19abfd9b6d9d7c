import type { Quad } from '@rdfjs/types';
import { basename } from 'node:path';
import { withNamedCrate, type OpenStore } from '../argument/named-crate.js';
import { storedDocument } from '../argument/stored-crate.js';
import type { CrateBase } from '../crate/base.js';
import type { RootCandidate } from '../crate/choose-root.js';
import {
  compactEntities,
  compareEntities,
  type CompactedEntities,
  type CrateDifference,
} from '../crate/compare-entities.js';
import type { JsonValue } from '../crate/json/value.js';
import { isMetadataFileName } from '../crate/metadata-names.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import { Report } from '../crate/read/report.js';
import { isFolder } from '../disk/read-file.js';
import type { ExportOptions } from '../export/export-crate.js';
import { openBytes, openCrate, type OpenCrateOptions } from '../open/open-crate.js';
import { readRdfCrate, type RdfCrateOptions } from '../open/rdf-crates.js';
import { isRdfFile } from '../open/read-rdf.js';
import { isWebAddress } from '../package/package-options.js';
import { dataFactory } from '../rdf/data-factory.js';

export type { CrateDifference } from '../crate/compare-entities.js';

/** How to read the two crates. */
export interface DiffOptions
  extends OpenCrateOptions, Pick<ExportOptions, 'contexts'>, Pick<RdfCrateOptions, 'from' | 'root'> {
  /** Opens the store of arguments that may name a crate of it; not called for a path. */
  readonly store: OpenStore;
  /** Receives the repairs and warnings of each side. */
  readonly onReport?: ((side: string, report: Report) => void) | undefined;
}

/**
 * Compares two crates: folders, metadata files, archives, URLs, RDF files, `-`, or crates of a store by any of their
 * names. Order, spelling and the base of either side do not count; only the statements do.
 * @throws CrateError as `openCrate`, `readRdfCrate` and `withNamedCrate`
 */
export async function diffCrates(left: string, right: string, options: DiffOptions): Promise<CrateDifference> {
  const before = await entitiesOf(left, options);
  const after = await entitiesOf(right, options, before.context);
  return compareEntities(before.entities, after.entities);
}

/** @param context compacts the entities; default: that of the crate */
async function entitiesOf(argument: string, options: DiffOptions, context?: JsonValue): Promise<CompactedEntities> {
  const { quads, base, root, report, ...side } = await openSide(argument, options);
  const { contexts } = options;
  const compacted = await compactEntities(quads, await dataFactory(), {
    base,
    context: context ?? side.context,
    contexts,
    root,
  });
  options.onReport?.(argument, report);
  return compacted;
}

/** One side of the comparison. */
interface Side {
  readonly quads: Iterable<Quad> | AsyncIterable<Quad>;
  readonly base: CrateBase;
  readonly root: RootCandidate | undefined;
  readonly context: JsonValue;
  readonly report: Report;
}

function openSide(argument: string, options: DiffOptions): Promise<Side> {
  return withNamedCrate(argument, options.store, {
    elsewhere: async (place) =>
      (await isRdfSide(place, options)) ? rdfSide(place, options) : documentSide(await openCrate(place, options)),
    stored: async (snapshot, graph) => {
      const { bytes, contexts } = await storedDocument(snapshot, graph, options.contexts);
      return documentSide(await openBytes(bytes, { ...options, contexts }));
    },
  });
}

async function documentSide(document: CrateDocument): Promise<Side> {
  const { base, candidates, report, writtenContext: context = null } = document;
  const root = candidates.length === 0 ? undefined : document.root;
  return { quads: document.quads(await dataFactory()), base, root, context, report };
}

async function rdfSide(place: string, options: DiffOptions): Promise<Side> {
  const report = new Report(options.strict);
  const from = isRdfFile(place) ? undefined : options.from; // the other side may be the one with an odd name
  return { ...(await readRdfCrate(place, { ...options, from, onNote: report.add.bind(report) })), report };
}

/** Whether a side is RDF. `from` is for standard input and for files whose name is not that of a crate. */
async function isRdfSide(place: string, { from }: DiffOptions): Promise<boolean> {
  if (isRdfFile(place)) return !(await isFolder(place));
  if (from === undefined || isWebAddress(place)) return false;
  return place === '-' || !(isMetadataFileName(basename(place)) || (await isFolder(place)));
}
