import { CrateError } from '../../../base/errors.js';
import { loadRecords, type LoadRecord } from '../../../tasks/stored/load-records.js';
import { filesOfCrates } from '../../../tasks/stored/reference-graphs.js';
import type { GraphReader } from '../../../store/port.js';
import type { CrateCheck } from '../../view/crate-check.js';
import type { CrateView } from '../../view/crate-view.js';
import { isSearchInCrate, searchedWords } from '../../view/crate-words.js';
import type { ContentBeginning, FilesSum } from '../../view/files/crate-contents.js';
import { entitiesByType } from '../../view/entities-by-type.js';
import { shortName } from '../../view/entity-label.js';
import { imagesOf, pictureOf, readImages, type CrateImage, type CratePicture } from '../../view/files/crate-picture.js';
import type { CrateSummary } from '../../view/store-index.js';
import { contentsHref } from '../listing/contents-view.js';
import { pageNumber, pageOf, type ListPage } from '../listing/page-of.js';
import type { Message } from '../message-page.js';
import type { PageData } from '../page-data.js';
import { IMAGES_OF_PAGE } from './images-view.js';
import { FOUND_OF_PAGE, type FoundInCrate } from './search-view.js';

/** A crate that a page is about. */
export interface CrateOnPage {
  readonly data: PageData;
  readonly crate: CrateSummary;
  readonly view: CrateView;
  readonly search: URLSearchParams;
}

/** What the rules find, or why they cannot be asked. */
export interface CheckedFacts {
  readonly check?: CrateCheck | undefined;
  readonly uncheckable?: string | undefined;
}

/** What only the overview shows. */
export interface OverviewFacts extends CheckedFacts {
  /** What is directly in the crate. */
  readonly beginning: ContentBeginning;
  readonly sum: FilesSum | undefined;
  /** How the crate came into the store. */
  readonly records: readonly LoadRecord[];
  readonly isEdited: boolean;
  readonly picture: CratePicture | undefined;
  /** The graphs of its RDF files. */
  readonly rdfFiles: RdfFilesOfCrate;
}

/** The graphs that were made of the RDF files of a crate. */
export interface RdfFilesOfCrate {
  readonly total: number;
  /** The first of them, with their sizes in quads. */
  readonly shown: readonly (readonly [graph: string, quads: number])[];
}

/** Graphs of files that the overview names; a link leads to all. */
const MOST_RDF_FILES = 20;

/** What a page that is about more shows of the contents of a crate or folder. */
export const MOST_CONTENTS = 50;

/** What only the overview of a crate needs. */
export async function overviewOf({ data, crate, view }: CrateOnPage): Promise<OverviewFacts> {
  const files = data.files(crate);
  const contents = data.contents(view, files);
  const records = await loadRecords(data.store, { graph: crate.graph });
  return {
    beginning: await contents.beginning(view.root, MOST_CONTENTS),
    sum: await contents.sum(),
    records,
    isEdited: await data.isEdited(crate, records),
    picture: await pictureOf(view, files),
    rdfFiles: await rdfFilesOf(data.store, crate.graph),
    // The view of the check says why it cannot be asked.
    ...(await checkedCrate({ crate, data }, true)),
  };
}

async function rdfFilesOf(store: GraphReader, graph: string): Promise<RdfFilesOfCrate> {
  const graphs = [...((await filesOfCrates(store)).get(graph) ?? [])].sort();
  const shown = graphs.slice(0, MOST_RDF_FILES);
  const sizes = shown.length === 0 ? undefined : await store.graphs(shown);
  return { total: graphs.length, shown: shown.map((one) => [one, sizes?.get(one) ?? 0] as const) };
}

/** One page of the images of a crate that is served from a folder. */
export async function shownImages({
  data,
  crate,
  view,
  search,
}: CrateOnPage): Promise<ListPage<CrateImage> | undefined> {
  const files = data.files(crate);
  if (files === undefined) return undefined;
  const shown = pageOf(imagesOf(view), search, IMAGES_OF_PAGE);
  return { ...shown, items: await readImages(shown.items, view, files) };
}

/** One page of the entities of a crate that have the words of the address; undefined without words. */
export async function foundInCrate(props: CrateOnPage): Promise<FoundInCrate | undefined> {
  if (!isSearchInCrate(props.search)) return undefined;
  return searchInCrate(props, { rows: FOUND_OF_PAGE, offset: (pageNumber(props.search) - 1) * FOUND_OF_PAGE });
}

/** Some of the entities of a crate that have the words of the address. */
export async function searchInCrate(
  { data, crate, search }: CrateOnPage,
  part: { readonly rows: number; readonly offset: number },
): Promise<FoundInCrate> {
  if (data.search === undefined)
    return { refusal: 'The texts of the crates are still being read: look again in a moment' };
  try {
    return await data.search(searchedWords(search), { graphs: [crate.graph], ...part });
  } catch (error) {
    if (error instanceof CrateError && error.code === 'ERR_USAGE') return { refusal: error.message };
    throw error;
  }
}

/** What the rules find in a crate, or why they cannot be asked. */
export async function checkedCrate(
  { crate, data }: Pick<CrateOnPage, 'crate' | 'data'>,
  isQuick?: boolean,
): Promise<CheckedFacts> {
  try {
    return { check: await data.check(crate, isQuick) };
  } catch (error) {
    if (error instanceof CrateError) return { uncheckable: error.message };
    throw error;
  }
}

/** What a page says instead of something that the crate does not have. */
export type Absent = Pick<Message, 'title' | 'link'>;

/** Says that the crate does not have the folder of an address; undefined if it has, or no folder is asked for. */
export async function absentFolder({ data, crate, view, search }: CrateOnPage): Promise<Absent | undefined> {
  const folder = search.get('view') === 'files' ? search.get('folder') : null;
  if (folder === null) return undefined;
  const tree = await data.contents(view, data.files(crate)).tree();
  if (tree.folder(folder) !== undefined) return undefined;
  return { title: 'The crate has no such folder.', link: { href: contentsHref(''), label: 'All that it contains' } };
}

/** Says that the crate has no entity of the type of an address; undefined if it has, or no type is asked for. */
export function absentType({ view, search }: CrateOnPage): Absent | undefined {
  const type = search.get('type');
  if (type === null || entitiesByType(view).has(type)) return undefined;
  const title = `The crate has no entity ${type === '' ? 'without a type' : `of the type “${shortName(type)}”`}.`;
  return { title, link: { href: './#entities', label: 'The types of its entities' } };
}
