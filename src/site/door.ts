import { openCrateDocument } from '../package/open/open-crate.js';
import type { CrateArgument } from '../package/open/crate-argument.js';
import type { GraphStore } from '../store/port.js';
import type { CatalogueKind } from './catalogue/catalogue-kinds.js';
import type { CatalogueOptions } from './catalogue/write-catalogue.js';
import type { PreviewFile, PreviewOptions } from './pages/preview/preview-crate.js';

export type { ListedEntry } from './pages/folder-listing.js';
export type { Message } from './pages/message-page.js';
export type {
  AskedForm,
  EntityFacts,
  PageForm,
  PageRequest,
  Pages,
  RenderedPage,
  SaidFacts,
  StoreFacts,
} from './pages/page-request.js';
export type { CatalogueEntry } from './catalogue/catalogue-entry.js';
export type { DataCiteName, DataCiteRecord } from './catalogue/datacite-record.js';
export type { DatasetFacts } from './view/dataset-facts.js';
export type { CatalogueKind } from './catalogue/catalogue-kinds.js';
export type { Unsaid } from './catalogue/unsaid.js';
export type { CatalogueOptions } from './catalogue/write-catalogue.js';
export type { CrateView, ViewEntity } from './view/crate-view.js';
export type { CrateDescription, DescribedProperty, DescribedValue, EntityDescription } from './view/crate-in-words.js';
export type { Branding } from './branding/branding.js';
export type { PreviewFile, PreviewOptions } from './pages/preview/preview-crate.js';

/** Loads what opens the pages of a store. */
export const loadPages = () => import('./pages/open-pages.js');
/** Loads what reads how a website presents itself. */
export const loadBranding = () => import('./branding/read-branding.js');
/** Loads what lists a folder as a page. */
export const loadListings = () => import('./pages/folder-listing.js');
/** Loads what says as a page why there is nothing else. */
export const loadMessages = () => import('./pages/message-page.js');
/** Loads what makes static previews. */
export const loadPreviews = () => import('./pages/preview/preview-crate.js');
/** Loads what writes static previews as files. */
export const loadPreviewFiles = () => import('./pages/preview/write-preview.js');
/** Loads what says in a few words what a crate or an entity is. */
export const loadDescriptions = () => import('./view/crate-in-words.js');
/** Loads what describes crates as a catalogue. */
export const loadCatalogues = () => import('./catalogue/write-catalogue.js');
/** Loads what writes the catalogue of a website. */
export const loadCatalogueTexts = () => import('./catalogue/catalogue-texts.js');
/** Loads what opens a crate as pages show it. */
export const loadViews = () => import('./view/open-crate-view.js');

/**
 * Makes a static preview of a crate: HTML that needs no server and no script. The first page has the root with its
 * metadata, and every entity has a place of its own.
 * @param crate as for `openCrateDocument`
 * @example
 * for await (const { path, text } of previewCrate('data/crates/coastal-atlas')) console.log(path, text.length);
 * @throws CrateError as `openCrateDocument`
 */
export async function* previewCrate(crate: CrateArgument, options: PreviewOptions = {}): AsyncGenerator<PreviewFile> {
  const { openCrateView } = await loadViews();
  const { previewPages } = await loadPreviews();
  yield* previewPages(await openCrateView(await openCrateDocument(crate, options)), options);
}

/**
 * Describes the crates of a store as a catalogue, from one snapshot: `dcat` (DCAT 3, in RDF), `schema` (a `DataCatalog` of
 * schema.org), or a line of JSON for each crate, `croissant` (Croissant 1.0) or `datacite` (DataCite 4). What a crate does
 * not say is left out, and reported.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * const catalogue = dumpCatalogue(store, 'dcat', { onUnsaid: (unsaid) => console.error(unsaid) });
 * for await (const text of catalogue) process.stdout.write(text);
 * @throws CrateError ERR_USAGE, ERR_UNSUPPORTED, ERR_GRAPH_NOT_FOUND
 */
export async function* dumpCatalogue(
  store: GraphStore,
  kind: CatalogueKind,
  options: CatalogueOptions = {},
): AsyncGenerator<string> {
  const { writeCatalogue } = await loadCatalogues();
  yield* writeCatalogue(store, kind, options);
}
