import type { FoundTexts } from '../../../store/text/found-texts.js';
import { searchedWords } from '../../view/crate-words.js';
import type { StoreIndex } from '../../view/store-index.js';
import { FoundEntitiesList } from '../found-entities.js';
import { pageHref, pageNumber } from '../listing/page-of.js';
import { EmptyState, Pagination } from '../parts.js';

/** Entities on one page. */
export const FOUND_OF_PAGE = 50;

/** What a search inside of a crate has found, or why nothing was looked for. */
export type FoundInCrate = FoundTexts | { readonly refusal: string };

interface SearchViewProps {
  /** Undefined without words. */
  readonly found: FoundInCrate | undefined;
  readonly search: URLSearchParams;
  readonly index: StoreIndex;
  readonly home: string;
}

/** A search in all texts of one crate. */
export function SearchView({ found, search, index, home }: SearchViewProps) {
  const words = searchedWords(search);
  return (
    <section aria-label="Search in this crate">
      <form class="fields" role="search" aria-label="In this crate">
        <input type="hidden" name="view" value="find" />
        <label>
          Words in this crate <input type="search" name="q" value={words} placeholder="“quoted phrase”, begin*" />
        </label>
        <button type="submit">Search</button>
      </form>
      {found === undefined ? null : 'refusal' in found ? (
        <EmptyState title={found.refusal} />
      ) : (
        <>
          <p role="status">
            {found.total === 1 ? '1 entity has' : `${found.total.toLocaleString('en')} entities have`} these words.
          </p>
          <FoundEntitiesList entities={found.entities} words={words} index={index} home={home} />
          <Pagination
            page={pageNumber(search)}
            pages={Math.ceil(found.total / FOUND_OF_PAGE)}
            href={(to) => pageHref(search, to)}
          />
        </>
      )}
    </section>
  );
}
