import { crateAddress } from '../../tasks/stored/crate-keys.js';
import type { FoundEntity } from '../../store/text/found-texts.js';
import { CRATES_PER_PAGE, type CrateSearch } from '../view/crate-search.js';
import { eachFacet } from '../view/facets.js';
import { findList } from '../view/find-list.js';
import type { CrateSummary } from '../view/store-index.js';
import type { ContentRefusal, ContentRows, PageContent } from './page-content.js';
import type { PageData } from './page-data.js';

const CRATE_COLUMNS = [
  ...['address', 'graph', 'title', 'datePublished', 'licence', 'profile', 'version', 'keyword', 'author'],
  ...['publisher', 'place', 'entities', 'files', 'bytes'],
];
const ENTITY_COLUMNS = ['entity', 'name', 'types', 'crate', 'crates', 'text'];

/** Values of a facet that a list in JSON has. */
const MOST_VALUES = 100;

/**
 * The list of crates, or of the entities of a search, for programs: JSON has one page of it with the facets, CSV all
 * crates that were found, or one page of entities.
 */
export async function listContent(search: CrateSearch, data: PageData): Promise<PageContent> {
  const found = await findList(search, data);
  const { refusal, entities, facets } = found;
  if (refusal === 'still reading') return STILL_READING;
  if (refusal !== undefined) return { status: 400, code: refusal.code, message: refusal.message };
  const besides = {
    ...pendingOf(data.index),
    ...(entities !== undefined && { entityTypes: entities.types.map(({ type, entities: count }) => ({ value: type, count })) }), // prettier-ignore
    facets: eachFacet((facet) => facets[facet].slice(0, MOST_VALUES)),
  };
  if (search.show !== 'entities' || entities === undefined) return crateRows(found.crates, data, besides);
  const find = async (from: number) => {
    const page = from / CRATES_PER_PAGE + 1;
    const shown = page === search.page ? found : await findList({ ...search, page }, data);
    return shown.entities?.shown ?? [];
  };
  return { ...entityRows(entities.total, data, find), size: CRATES_PER_PAGE, atOnce: 'page', besides };
}

/** What is not counted yet. */
export function pendingOf({ pending }: { readonly pending: number }): { readonly pending?: number } {
  return pending > 0 ? { pending } : {};
}

/** Why there is nothing while the texts of crates are read. */
export const STILL_READING: ContentRefusal = { status: 503, message: 'the texts of the crates are still being read' };

/** Crates as rows. */
export function crateRows(crates: readonly CrateSummary[], data: PageData, besides: object): ContentRows {
  return {
    name: 'crates',
    columns: CRATE_COLUMNS,
    total: crates.length,
    size: CRATES_PER_PAGE,
    rows: (from, to) => crates.slice(from, to).map((one) => crateRow(one, data)),
    besides,
  };
}

/** Entities that were found, as rows. @param find those from a place up to another */
export function entityRows(total: number, data: PageData, find: FindEntities): ContentRows {
  return {
    name: 'entities',
    columns: ENTITY_COLUMNS,
    total,
    rows: async (from, to) => (await find(from, to)).map((one) => entityRow(one, data)),
  };
}

type FindEntities = (from: number, to: number) => readonly FoundEntity[] | Promise<readonly FoundEntity[]>;

/** A crate, in the words of the facets. */
function crateRow({ key, graph, title, datePublished, facets, entities, files, bytes }: CrateSummary, data: PageData) {
  const { licence, profile, version, keyword, author, publisher, place } = facets;
  return {
    address: crateAddress(data.address, key),
    graph,
    title,
    ...{ datePublished, licence, profile, version, keyword, author, publisher, place, entities, files, bytes },
  };
}

/** An entity with the first crate that has the words. */
function entityRow({ entity, name, types, graphs, inGraphs, matches }: FoundEntity, { index, address }: PageData) {
  const crate = graphs[0] === undefined ? undefined : index.crateOf(graphs[0]);
  return {
    entity,
    name,
    types,
    crate: crate && crateAddress(address, crate.key),
    crates: inGraphs,
    text: matches.map(({ text }) => text),
  };
}
