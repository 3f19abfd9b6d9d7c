import { crateAddress } from '../../tasks/stored/crate-keys.js';
import { delimited } from '../../store/delimited.js';
import type { FoundEntity } from '../../store/text/found-texts.js';
import { CRATES_PER_PAGE, searchAddress, type CrateSearch } from '../view/crate-search.js';
import { eachFacet } from '../view/facets.js';
import { findList, type FoundList } from '../view/find-list.js';
import type { CrateSummary } from '../view/store-index.js';
import type { PageData } from './page-data.js';
import { jsonPage } from './json-page.js';
import type { ListForm, RenderedPage } from './page-request.js';

const CRATE_COLUMNS = [
  ...(['address', 'graph', 'title', 'datePublished', 'licence', 'profile', 'version', 'keyword', 'author'] as const),
  ...(['publisher', 'place', 'entities', 'files', 'bytes'] as const),
];
const ENTITY_COLUMNS = ['entity', 'name', 'types', 'crate', 'crates', 'text'] as const;

/** Values of a facet that a list in JSON has. */
const MOST_VALUES = 100;

/**
 * The list of crates, or of the entities of a search, for programs: JSON has one page of it with the facets, CSV all
 * crates that were found, or one page of entities.
 */
export async function listData(search: CrateSearch, data: PageData, form: ListForm): Promise<RenderedPage> {
  const found = await findList(search, data);
  const { refusal } = found;
  if (refusal === 'still reading') return jsonPage({ message: 'the texts of the crates are still being read' }, 503);
  if (refusal !== undefined) return jsonPage({ code: refusal.code, message: refusal.message }, 400);
  if (form === 'json') return jsonPage(listJson(search, found, data));
  const body = isOfEntities(search, found)
    ? csv(ENTITY_COLUMNS, found.entities?.shown.map((one) => entityRow(one, data)) ?? [])
    : csv(CRATE_COLUMNS, found.crates.map((one) => crateRow(one, data))); // prettier-ignore
  return { status: 200, contentType: 'text/csv; charset=utf-8', body };
}

function isOfEntities({ show }: CrateSearch, { entities }: FoundList): boolean {
  return show === 'entities' && entities !== undefined;
}

function listJson(search: CrateSearch, found: FoundList, data: PageData): object {
  const { crates, facets, entities } = found;
  const isEntities = isOfEntities(search, found);
  const total = isEntities ? (entities?.total ?? 0) : crates.length;
  const pages = Math.max(1, Math.ceil(total / CRATES_PER_PAGE));
  const page = Math.min(search.page, pages);
  const to = (other: number) => `${data.address}crates.json${searchAddress({ ...search, page: other })}`;
  const from = (page - 1) * CRATES_PER_PAGE;
  return {
    total,
    page,
    pages,
    ...(page < pages && { next: to(page + 1) }),
    ...(data.index.pending > 0 && { pending: data.index.pending }),
    ...(isEntities
      ? { entities: entities?.shown.map((one) => entityRow(one, data)) }
      : { crates: crates.slice(from, from + CRATES_PER_PAGE).map((one) => crateRow(one, data)) }),
    ...(entities !== undefined && { entityTypes: entities.types.map(({ type, entities: count }) => ({ value: type, count })) }), // prettier-ignore
    facets: eachFacet((facet) => facets[facet].slice(0, MOST_VALUES)),
  };
}

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

function csv<C extends string>(header: readonly C[], rows: readonly Readonly<Record<C, unknown>>[]): string {
  const cell = (value: unknown) =>
    typeof value === 'number' ? value : noFormula(Array.isArray(value) ? value.join('; ') : String(value ?? ''));
  return [...delimited([header, ...rows.map((row) => header.map((column) => cell(row[column])))], 'csv')].join('');
}

/** A text that a spreadsheet would run as a formula gets an apostrophe before it: crates are written by others. */
function noFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
