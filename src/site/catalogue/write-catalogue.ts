import { CrateError } from '../../base/errors.js';
import { isLoopbackHost } from '../../base/net/loopback.js';
import { outsideHref } from '../../base/net/outside-href.js';
import { lastSegment } from '../../base/rdf/iri.js';
import { JSONLD, syntaxOf, TURTLE } from '../../base/rdf/syntaxes.js';
import { displayAddress } from '../../crate/context/context-address.js';
import type { ContextSource } from '../../crate/context/context-source.js';
import { isMetadataFileName } from '../../crate/metadata-names.js';
import { mediaTypeOf } from '../../package/media-type.js';
import { isWebAddress } from '../../package/package-options.js';
import { requireGraphs } from '../../store/graph-errors.js';
import type { GraphSnapshot, GraphStore, WorkOptions } from '../../store/port.js';
import { CATALOGUE, loadRecords } from '../../tasks/stored/load-records.js';
import { crateGraphs } from '../../tasks/stored/reference-graphs.js';
import { plainText } from '../pages/prose/plain-text.js';
import { datasetFacts, datasetFiles, type FactDownload } from '../view/dataset-facts.js';
import { openStoredView } from '../view/open-crate-view.js';
import type { CatalogueEntry } from './catalogue-entry.js';
import { CATALOGUE_KINDS, type CatalogueKind } from './catalogue-kinds.js';
import { croissantDataset } from './croissant.js';
import { dataCiteRecord } from './datacite-record.js';
import { dcatText } from './dcat-text.js';
import { jsonLines } from './json-list.js';
import { schemaCatalogueText } from './schema-catalogue-text.js';
import { UnsaidReport, type Unsaid } from './unsaid.js';

/** How to describe the crates of a store as a catalogue. */
export interface CatalogueOptions extends WorkOptions {
  /** IRIs of the crates; default: all. */
  readonly graphs?: readonly string[] | undefined;
  /** An RDF syntax, for `dcat`. Default: Turtle. */
  readonly syntax?: string | undefined;
  readonly contexts?: ContextSource | undefined;
  /** Called once, after the last chunk, with what could not be said. */
  readonly onUnsaid?: ((unsaid: readonly Unsaid[]) => void) | undefined;
}

/**
 * Describes crates of a store, from one snapshot, as a catalogue: `dcat` (DCAT 3, in RDF), `schema` (a `DataCatalog` of
 * schema.org), or a line of JSON for each crate: `croissant` (Croissant 1.0) and `datacite` (DataCite 4). What a crate
 * does not say is left out, and reported.
 * @throws CrateError ERR_USAGE, ERR_UNSUPPORTED, ERR_GRAPH_NOT_FOUND
 */
export async function* writeCatalogue(
  store: GraphStore,
  kind: CatalogueKind,
  options: CatalogueOptions = {},
): AsyncGenerator<string> {
  const { graphs, syntax: name = kind === 'dcat' ? TURTLE.name : JSONLD.name, onUnsaid } = options;
  const syntax = syntaxOf(name);
  if (!CATALOGUE_KINDS.includes(kind)) throw new CrateError('ERR_USAGE', `unknown catalogue ${String(kind)}`);
  if (syntax === undefined || (kind !== 'dcat' && syntax !== JSONLD))
    throw new CrateError('ERR_UNSUPPORTED', `a catalogue of the kind ${kind} is not written as ${name}`);
  const snapshot = store.snapshot();
  try {
    if (graphs !== undefined) requireGraphs(await snapshot.graphs(graphs), graphs);
    const report = new UnsaidReport(kind);
    const entries = storedEntries(snapshot, graphs ?? [...(await crateGraphs(snapshot)).keys()], { ...options, kind, report }); // prettier-ignore
    if (kind === 'dcat') yield* dcatText({ '@id': CATALOGUE, '@type': ['dcat:Catalog'] }, entries, syntax);
    else if (kind === 'schema') yield* schemaCatalogueText({}, entries);
    else yield* jsonLines(kind === 'croissant' ? croissantDatasets(entries) : dataCiteRecords(entries));
    onUnsaid?.(report.list());
  } finally {
    snapshot.close();
  }
}

interface EntryOptions extends CatalogueOptions {
  readonly kind: CatalogueKind;
  readonly report: UnsaidReport;
}

/** Reads crate after crate; one that cannot be read is reported. */
async function* storedEntries(
  snapshot: GraphSnapshot,
  graphs: readonly string[],
  { kind, report, contexts, signal }: EntryOptions,
): AsyncGenerator<CatalogueEntry> {
  for (const graph of graphs) {
    signal?.throwIfAborted();
    try {
      const { view } = await openStoredView(snapshot, graph, contexts);
      const facts = datasetFacts(view, plainText);
      const downloads = [...facts.downloads, ...(await loadedFrom(snapshot, graph))];
      const files = kind === 'croissant' ? [...datasetFiles(view, plainText)] : undefined;
      const entry = { facts, downloads, files };
      report.add(entry, view.missingContext);
      yield entry;
    } catch (error) {
      if (!(error instanceof CrateError)) throw error;
      report.addUnread(graph, error.message);
    }
  }
}

/** Where a crate was loaded from, if others can load it from there too. */
async function loadedFrom(snapshot: GraphSnapshot, graph: string): Promise<FactDownload[]> {
  const addresses = (await loadRecords(snapshot, { graph })).map(({ source, location }) => location ?? source);
  return [...new Set(addresses)].filter(isForOthers).map((address) => {
    const name = lastSegment(address);
    return { address, format: isMetadataFileName(name) ? JSONLD.mediaType : mediaTypeOf(name), size: undefined };
  });
}

/** Whether an address of the web leads others to the crate, and contains no secret. */
function isForOthers(address: string): boolean {
  const isWhole = isWebAddress(address) && displayAddress(address) === address && outsideHref(address) !== undefined;
  return isWhole && !isLoopbackHost(new URL(address).hostname);
}

async function* croissantDatasets(entries: AsyncIterable<CatalogueEntry>): AsyncGenerator<object> {
  for await (const entry of entries) {
    const dataset = croissantDataset(entry);
    if (dataset !== undefined) yield dataset;
  }
}

async function* dataCiteRecords(entries: AsyncIterable<CatalogueEntry>): AsyncGenerator<object> {
  for await (const { facts } of entries) yield dataCiteRecord(facts);
}
