import { CrateError } from '../../base/errors.js';
import type { FoundEntity, FoundTexts, SearchOptions } from '../../store/text/found-texts.js';
import { CRATES_PER_PAGE, searchCrates, type CrateSearch, type FoundCrates } from './crate-search.js';
import { eachFacet, FACETS } from './facets.js';
import { oncePer } from './once-per.js';
import type { StoreIndex } from './store-index.js';

/** Searches the full text of a store. @throws CrateError ERR_USAGE for a text without a word */
export type SearchTexts = (words: string, options: SearchOptions) => Promise<FoundTexts>;

/** Entities that have the words of a search, in the crates of the list. */
export interface FoundEntities {
  readonly total: number;
  readonly types: FoundTexts['types'];
  /** Those of the page; none if the page shows crates. */
  readonly shown: readonly FoundEntity[];
}

/** What a page of the list shows. */
export interface FoundList extends FoundCrates {
  /** Undefined without words to look for. */
  readonly entities: FoundEntities | undefined;
  /** Why the words were not looked for: it is impossible, or not yet possible. */
  readonly refusal?: 'still reading' | CrateError | undefined;
}

const NOTHING = { crates: [], facets: eachFacet(() => []), entities: undefined };

/** What finding takes. */
export interface ListPlace {
  readonly index: StoreIndex;
  /** Undefined while the full text is made. */
  readonly search: SearchTexts | undefined;
}

/**
 * Finds crates and entities: all words of a search are in one crate, or in one entity of it, in any field. An IRI finds
 * the crates that mention it.
 */
export async function findList(search: CrateSearch, place: ListPlace): Promise<FoundList> {
  const { index, search: searchTexts } = place;
  if (search.q === '') return { ...searchCrates(index, search), entities: undefined };
  const mentioned = /^[a-z][a-z\d+.-]*:\S+$/i.test(search.q) ? index.cratesWith(search.q) : [];
  const graphs = mentioned.map(({ graph }) => graph);
  if (graphs.length > 0) return { ...searchCrates(index, search, graphs), entities: undefined };
  if (searchTexts === undefined) return { ...NOTHING, refusal: 'still reading' };
  try {
    const all = await searchOnce(index, search.q, searchTexts);
    const crates = searchCrates(index, search, all.graphs);
    return { ...crates, entities: await findEntities(search, { all, crates, searchTexts }) };
  } catch (error) {
    if (error instanceof CrateError && error.code === 'ERR_USAGE') return { ...NOTHING, refusal: error };
    throw error;
  }
}

interface Found {
  readonly all: FoundTexts;
  readonly crates: FoundCrates;
  readonly searchTexts: SearchTexts;
}

/** The entities in the crates of the list. */
async function findEntities(search: CrateSearch, { all, crates, searchTexts }: Found): Promise<FoundEntities> {
  const isShown = search.show === 'entities';
  const isNarrowed = search.mentions !== undefined || FACETS.some((facet) => search.chosen[facet].length > 0);
  if (!isNarrowed && !isShown) return { ...all, shown: [] };
  const found = await searchTexts(search.q, {
    graphs: isNarrowed ? crates.crates.map(({ graph }) => graph) : undefined,
    type: search.kind,
    rows: isShown ? CRATES_PER_PAGE : 0,
    offset: (search.page - 1) * CRATES_PER_PAGE,
  });
  return { total: found.total, types: found.types, shown: found.entities };
}

/** Searches of one moment that are kept: all pages and orders of a list come from one. */
const KEPT = 20;

const searchesOf = oncePer((_: object) => new Map<string, Promise<FoundTexts>>());

function searchOnce(index: StoreIndex, words: string, searchTexts: SearchTexts): Promise<FoundTexts> {
  const kept = searchesOf(index.moment);
  const known = kept.get(words);
  if (known !== undefined) return known;
  const found = searchTexts(words, { rows: 0, listGraphs: true });
  kept.set(words, found);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  found.catch(() => kept.delete(words));
  return found;
}
