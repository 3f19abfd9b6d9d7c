import { spdxIdentifier } from '../../package/spdx-license.js';
import { oncePer } from './once-per.js';
import { eachFacet, FACETS, type FacetName, type OfFacets } from './facets.js';
import type { CrateSummary, StoreIndex } from './store-index.js';

/** Crates on one page of a list. */
export const CRATES_PER_PAGE = 50;

/** The orders of a list; `best` is for a search. */
export const SORTS = ['best', 'name', 'date', 'entities', 'size'] as const;

/** One of {@link SORTS}. */
export type CrateSort = (typeof SORTS)[number];

/** What a list shows: the crates, the entities that have the words of a search, or a map of the crates. */
export type Shown = 'crates' | 'entities' | 'map';

/** What a reader looks for. */
export interface CrateSearch {
  readonly q: string;
  /** Chosen values; a crate needs one of each facet that has some. */
  readonly chosen: OfFacets<readonly string[]>;
  /** Only crates that describe or refer to this IRI. */
  readonly mentions: string | undefined;
  readonly show: Shown;
  /** IRI of the type that the shown entities have; undefined for any. */
  readonly kind: string | undefined;
  readonly sort: CrateSort;
  /** From 1. */
  readonly page: number;
}

/** Makes the address of a changed search. */
export type ToSearch = (change: Partial<CrateSearch>) => string;

/** A value that crates of the list have. */
export interface FacetValue {
  readonly value: string;
  readonly count: number;
  readonly isChosen: boolean;
}

/** The crates that were found. */
export interface FoundCrates {
  /** All of them, in order. */
  readonly crates: readonly CrateSummary[];
  /** The values of these crates, the most frequent first. */
  readonly facets: OfFacets<readonly FacetValue[]>;
}

/** Reads the parameters of an address. What they lack or say wrongly is as if it were not there. */
export function readSearch(query: string): CrateSearch {
  const parameters = new URLSearchParams(query);
  const all = (name: string) => [...new Set(parameters.getAll(name).filter((value) => value !== ''))];
  const q = (parameters.get('q') ?? '').trim();
  const sort = SORTS.find((one) => one === parameters.get('sort'));
  const page = Number(parameters.get('page') ?? 1);
  const isOfEntities = q !== '' && parameters.get('show') === 'entities';
  return {
    q,
    chosen: { ...eachFacet(all), licence: [...new Set(all('licence').map((one) => spdxIdentifier(one) ?? one))] },
    mentions: all('mentions')[0],
    show: isOfEntities ? 'entities' : parameters.get('show') === 'map' ? 'map' : 'crates',
    kind: isOfEntities ? all('kind')[0] : undefined,
    sort: sort === undefined || (sort === 'best' && q === '') ? (q === '' ? 'name' : 'best') : sort,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/**
 * Finds crates.
 * @param having the graphs that have the words of the search, the best ones first; no search has words without them
 */
export function searchCrates(index: StoreIndex, search: CrateSearch, having: readonly string[] = []): FoundCrates {
  const kept = searchesOf(index.moment);
  const address = searchAddress({ ...search, show: 'crates', page: 1 });
  const found = kept.get(address) ?? findCrates(index, search, having);
  kept.delete(address);
  kept.set(address, found); // the last one asked for is at the end
  const [oldest] = kept.keys();
  if (kept.size > KEPT_SEARCHES && oldest !== undefined) kept.delete(oldest);
  return found;
}

/** Searches of one moment whose results are kept: all pages of a list come from one search. */
const KEPT_SEARCHES = 20;

const searchesOf = oncePer((_: object) => new Map<string, FoundCrates>());

function findCrates(index: StoreIndex, search: CrateSearch, best: readonly string[]): FoundCrates {
  const ranks = new Map(best.map((graph, rank) => [graph, rank]));
  const rankOf = ({ graph }: CrateSummary) => ranks.get(graph) ?? best.length;
  const candidates = search.mentions === undefined ? index.crates : index.cratesWith(search.mentions);
  const having = search.q === '' ? candidates : candidates.filter(({ graph }) => ranks.has(graph));
  const suits = (crate: CrateSummary, facet: FacetName) => {
    const chosen = search.chosen[facet];
    return chosen.length === 0 || crate.facets[facet].some((value) => chosen.includes(value));
  };
  const crates = having.filter((crate) => FACETS.every((facet) => suits(crate, facet)));
  const order = (a: CrateSummary, b: CrateSummary) =>
    search.sort === 'best' ? rankOf(a) - rankOf(b) : compare(a, b, search.sort);
  if (search.sort !== 'name') crates.sort(order); // the index is sorted by name
  // Another value of the same facet would add its crates, so they count.
  const facetOf = (facet: FacetName) => {
    const others = FACETS.filter((other) => other !== facet);
    const ofOthers = having.filter((crate) => others.every((other) => suits(crate, other)));
    const values = countValues(ofOthers, facet, search.chosen[facet]);
    // Every crate has a Dataset: a type of nearly all of them narrows nothing.
    return facet === 'type'
      ? values.filter(({ count, isChosen }) => isChosen || count <= NEARLY_ALL * ofOthers.length)
      : values;
  };
  return { crates, facets: eachFacet(facetOf) };
}

/** The part of the crates from which on a type is not offered. */
const NEARLY_ALL = 0.95;

/** The address of a search, without what is the default. */
export function searchAddress({ q, chosen, mentions, show, kind, sort, page }: CrateSearch): string {
  const parameters = new URLSearchParams();
  if (q !== '') parameters.set('q', q);
  for (const facet of FACETS) for (const value of chosen[facet]) parameters.append(facet, value);
  if (mentions !== undefined) parameters.set('mentions', mentions);
  if (show === 'map' || (q !== '' && show === 'entities')) parameters.set('show', show);
  if (q !== '' && show === 'entities' && kind !== undefined) parameters.set('kind', kind);
  if (sort !== (q === '' ? 'name' : 'best')) parameters.set('sort', sort);
  if (page > 1) parameters.set('page', String(page));
  return `?${parameters.toString()}`;
}

function countValues(crates: readonly CrateSummary[], facet: FacetName, chosen: readonly string[]): FacetValue[] {
  const counts = new Map<string, number>(chosen.map((value) => [value, 0]));
  for (const crate of crates) for (const value of crate.facets[facet]) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([value, count]) => ({ value, count, isChosen: chosen.includes(value) }));
}

function compare(a: CrateSummary, b: CrateSummary, sort: Exclude<CrateSort, 'best'>): number {
  switch (sort) {
    case 'date': // ISO dates sort as text
      return compareDates(a, b);
    case 'entities':
      return b.entities - a.entities;
    case 'size':
      return b.bytes - a.bytes || b.files - a.files;
    case 'name':
      return 0;
  }
}

/** The newest crate first, what has no date last. */
export function compareDates(a: CrateSummary, b: CrateSummary): number {
  return compareTexts(dateOf(b), dateOf(a));
}

/** A date as text; empty without one, and for what does not begin with a year, such as `unpublished`. */
function dateOf({ datePublished = '' }: CrateSummary): string {
  return /^\d{4}/.test(datePublished) ? datePublished : '';
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
