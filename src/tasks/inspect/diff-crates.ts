import type { Quad } from '@rdfjs/types';
import { basename } from 'node:path';
import { DataFactory } from 'n3';
import type { OpenStore } from '../argument/crate-in-store.js';
import { givenStore, withNamedCrate } from '../argument/named-crate.js';
import { storedDocument } from '../argument/stored-crate.js';
import { crateBase, type CrateBase } from '../../crate/base.js';
import type { RootCandidate } from '../../crate/choose-root.js';
import {
  compactEntities,
  compareEntities,
  type CompactedEntities,
  type CrateDifference,
} from '../../crate/compare-entities.js';
import type { ContextSource } from '../../crate/context/context-source.js';
import type { JsonValue } from '../../crate/json/value.js';
import { judgeBase } from '../../crate/judge-base.js';
import { isMetadataFileName } from '../../crate/metadata-names.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { Report } from '../../crate/read/report.js';
import { CrateError } from '../../base/errors.js';
import { isFolder } from '../../base/disk/read-file.js';
import { placeOrContent, type CrateArgument } from '../../package/open/crate-argument.js';
import { openBytes, openCrateDocument, type OpenCrateOptions } from '../../package/open/open-crate.js';
import { readRdfCrate, type RdfCrateOptions } from '../../package/open/rdf-crates.js';
import { isRdfFile, readRdf } from '../../package/open/read-rdf.js';
import { contextsOrDefault } from '../../package/contexts/open-contexts.js';
import { isWebAddress } from '../../package/package-options.js';
import { dataFactory } from '../../base/rdf/data-factory.js';
import type { GraphReader, GraphStore } from '../../store/port.js';
import { match } from '../../store/rdf-answers.js';
import { isReferenceGraph, loadRecords } from '../stored/load-records.js';

export type { CrateDifference } from '../../crate/compare-entities.js';

/** How to read the two crates. */
export interface DiffOptions extends OpenCrateOptions, Pick<RdfCrateOptions, 'from' | 'root'> {
  /** The store of arguments that may name a crate of it, or a function that opens it; not called for a path. */
  readonly store?: GraphStore | OpenStore | undefined;
  /** Receives the repairs and warnings of each side. */
  readonly onReport?: ((side: string, report: Report) => void) | undefined;
}

/**
 * Compares two crates: whatever `openCrateDocument` opens, RDF files, or crates and reference graphs of a
 * store by any of their names; RDF that is no crate can be compared with a reference graph. Order,
 * spelling and the base of either side do not count; only the statements do.
 * @example
 * const before = await openPackage('data/crates/coastal-atlas');
 * const document = JSON.parse(new TextDecoder().decode(before.metadata.content.bytes));
 * document['@graph'][1].name = 'Atlas of the coast';
 * console.log(await diffCrates('data/crates/coastal-atlas', document));
 * @throws CrateError as `openCrateDocument`, and for RDF and stores as `rdfToCrate` and `findGraph`
 */
export async function diffCrates(
  left: CrateArgument,
  right: CrateArgument,
  options: DiffOptions = {},
): Promise<CrateDifference> {
  const isOfReferences = (await isReference(left, options)) || (await isReference(right, options));
  const before = await entitiesOf(left, { ...options, isOfReferences });
  const after = await entitiesOf(right, { ...options, isOfReferences }, before.context);
  return compareEntities(before.entities, after.entities);
}

/** Whether an argument names a reference graph of the store: then a file on the other side need not be a crate. */
async function isReference(argument: CrateArgument, { store }: DiffOptions): Promise<boolean> {
  const place = placeOrContent(argument);
  if (typeof place !== 'string' || place === '-' || store === undefined) return false;
  return withNamedCrate(place, () => givenStore(store), {
    elsewhere: async () => false,
    stored: async (snapshot, graph) => isReferenceGraph(await loadRecords(snapshot, { graph })),
  });
}

/** The options of one of two sides. */
interface SideOptions extends DiffOptions {
  readonly isOfReferences: boolean;
}

/** @param context compacts the entities; default: that of the crate */
async function entitiesOf(
  argument: CrateArgument,
  options: SideOptions,
  context?: JsonValue,
): Promise<CompactedEntities> {
  const { quads, base, root, report, contexts, ...side } = await openSide(argument, options);
  const compacted = await compactEntities(quads, await dataFactory(), {
    base,
    context: context ?? side.context,
    contexts,
    root,
  });
  const place = placeOrContent(argument);
  options.onReport?.(typeof place === 'string' ? place : place.name, report);
  return compacted;
}

/** One side of the comparison. */
interface Side {
  readonly quads: Iterable<Quad> | AsyncIterable<Quad>;
  readonly base: CrateBase;
  readonly root: RootCandidate | undefined;
  readonly context: JsonValue;
  readonly contexts: ContextSource;
  readonly report: Report;
}

async function openSide(argument: CrateArgument, options: SideOptions): Promise<Side> {
  const place = placeOrContent(argument);
  if (typeof place !== 'string') return documentSide(await openCrateDocument(argument, options));
  return withNamedCrate(place, () => givenStore(options.store), {
    elsewhere: async (crate) =>
      (await isRdfSide(crate, options))
        ? rdfSide(crate, options)
        : documentSide(await openCrateDocument(crate, options)),
    stored: async (snapshot, graph) => {
      if (isReferenceGraph(await loadRecords(snapshot, { graph }))) return referenceSide(snapshot, graph, options);
      const { bytes } = await storedDocument(snapshot, graph, options);
      return documentSide(await openBytes(bytes, options));
    },
  });
}

async function documentSide(document: CrateDocument): Promise<Side> {
  const { candidates, report, contexts, writtenContext: context = null } = document;
  const root = candidates.length === 0 ? undefined : document.root;
  const base = await ownBase(document.base, root);
  return { quads: document.quads(await dataFactory()), base, root, context, contexts, report };
}

/** The base of a crate whose identifiers are all absolute, such as expanded JSON-LD, is where its descriptor is. */
async function ownBase(base: CrateBase, root: RootCandidate | undefined): Promise<CrateBase> {
  const isElsewhere = root !== undefined && [root.root, root.descriptor].every((iri) => !iri.startsWith(base.root));
  return isElsewhere ? (await judgeBase({ node: root.descriptor })).base : base;
}

async function rdfSide(place: string, options: SideOptions): Promise<Side> {
  const report = new Report(options.strict);
  const from = isRdfFile(place) ? undefined : options.from; // the other side may be the one with an odd name
  const contexts = contextsOrDefault(options.contexts);
  const reading = { ...options, contexts, from, onNote: report.add.bind(report) };
  try {
    return { ...(await readRdfCrate(place, reading)), contexts, report };
  } catch (error) {
    const isNoCrate = error instanceof CrateError && error.code === 'ERR_ROOT_NOT_FOUND';
    // Standard input cannot be read a second time.
    if (!(isNoCrate && options.isOfReferences) || place === '-') throw error;
    return { ...graphOf(await readRdf(place, reading)), contexts, report: new Report(options.strict) };
  }
}

/** A reference graph of a store, which has no root. */
async function referenceSide(store: GraphReader, graph: string, options: DiffOptions): Promise<Side> {
  const quads: Quad[] = [];
  for await (const quad of match(store, null, null, null, DataFactory.namedNode(graph))) quads.push(quad);
  return {
    ...graphOf(quads),
    contexts: contextsOrDefault(options.contexts),
    report: new Report(options.strict),
  };
}

/** A base that no identifier is relative to. */
const NO_BASE = crateBase('arcp://name,none/', 'given');

/** RDF that is no crate, whose identifiers stay absolute. */
function graphOf(quads: readonly Quad[]): Pick<Side, 'quads' | 'base' | 'root' | 'context'> {
  return { quads, base: NO_BASE, root: undefined, context: null };
}

/** Whether a side is RDF. `from` is for standard input and for files whose name is not that of a crate. */
async function isRdfSide(place: string, { from }: DiffOptions): Promise<boolean> {
  if (isRdfFile(place)) return !(await isFolder(place));
  if (from === undefined || isWebAddress(place)) return false;
  return place === '-' || !(isMetadataFileName(basename(place)) || (await isFolder(place)));
}
