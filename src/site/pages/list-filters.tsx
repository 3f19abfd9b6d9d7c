import { shortIri } from '../view/crate-title.js';
import { facetLabels } from '../view/facet-labels.js';
import type { CrateSearch, CrateSort, FacetValue, FoundCrates, ToSearch } from '../view/crate-search.js';
import { FACETS, type FacetName, type OfFacets } from '../view/facets.js';
import type { StoreIndex } from '../view/store-index.js';
import { Chip } from './parts.js';

const FACET_TITLES: OfFacets<string> = {
  type: 'Type',
  keyword: 'Keyword',
  author: 'Author',
  publisher: 'Publisher',
  place: 'Place',
  year: 'Year',
  licence: 'Licence',
  profile: 'Profile',
  version: 'RO-Crate version',
};
/** Values of a facet that are shown at once. */
const SHOWN_VALUES = 10;

/** What the reader has chosen, each with a link that takes it away. */
export function ChosenFilters({ index, search, found, to }: ChosenFiltersProps) {
  const filters = [
    ...(search.q === '' ? [] : [{ label: `“${search.q}”`, href: to({ q: '', sort: withoutBest(search.sort) }) }]),
    ...(search.mentions === undefined
      ? []
      : [
          {
            label: `Mentions ${index.nameOf(search.mentions) ?? shortIri(search.mentions)}`,
            href: to({ mentions: undefined }),
          },
        ]),
    ...FACETS.flatMap((facet) => {
      const labels = facetLabels(index, facet, shownValues(found.facets[facet]));
      return search.chosen[facet].map((value) => ({
        label: `${FACET_TITLES[facet]}: ${labels.get(value) ?? shortIri(value)}`,
        href: to({ chosen: without(search, facet, value) }),
      }));
    }),
  ];
  if (filters.length === 0) return null;
  return (
    <ul class="chips" aria-label="Chosen filters">
      {filters.map(({ label, href }) => (
        <li>
          <a class="chip removable" href={href} title="Remove this filter">
            <span class="hidden-text">Remove filter </span>
            <span>{label}</span>
            <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
interface ChosenFiltersProps {
  readonly index: StoreIndex;
  readonly search: CrateSearch;
  readonly found: FoundCrates;
  readonly to: ToSearch;
}

/** The values that the crates of the list have, with their numbers. */
export function Facet({ facet, values, index, search, to }: FacetProps) {
  const shown = shownValues(values);
  if (shown.length === 0) return null;
  const labels = facetLabels(index, facet, shown);
  const link = ({ value, count, isChosen }: FacetValue) => (
    <li>
      <Chip
        href={to({ chosen: isChosen ? without(search, facet, value) : withValue(search, facet, value) })}
        count={count}
        isCurrent={isChosen}
      >
        {labels.get(value)}
      </Chip>
    </li>
  );
  const id = `facet-${facet}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{FACET_TITLES[facet]}</h2>
      <ul class="chips">{shown.slice(0, SHOWN_VALUES).map(link)}</ul>
      {shown.length > SHOWN_VALUES ? (
        <details>
          <summary>{(values.length - SHOWN_VALUES).toLocaleString('en')} more</summary>
          <ul class="chips">{shown.slice(SHOWN_VALUES).map(link)}</ul>
          {values.length > shown.length ? <p class="quiet small">Search to see the rest.</p> : null}
        </details>
      ) : null}
    </section>
  );
}
interface FacetProps {
  readonly facet: FacetName;
  readonly values: readonly FacetValue[];
  readonly index: StoreIndex;
  readonly search: CrateSearch;
  readonly to: ToSearch;
}

/** Values of a facet that a page contains, besides the chosen ones. */
const MOST_VALUES = 100;

function shownValues(values: readonly FacetValue[]): FacetValue[] {
  return values.filter(({ isChosen }, at) => isChosen || at < MOST_VALUES);
}

function withoutBest(sort: CrateSort): CrateSort {
  return sort === 'best' ? 'name' : sort;
}

function withValue({ chosen }: CrateSearch, facet: FacetName, value: string): CrateSearch['chosen'] {
  return { ...chosen, [facet]: [...chosen[facet], value] };
}

function without({ chosen }: CrateSearch, facet: FacetName, value: string): CrateSearch['chosen'] {
  return { ...chosen, [facet]: chosen[facet].filter((one) => one !== value) };
}
