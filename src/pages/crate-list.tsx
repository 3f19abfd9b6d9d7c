import { FACETS, CRATES_PER_PAGE, SORTS, searchAddress, searchCrates, shortIri } from '../view/crate-search.js';
import type { CrateSearch, CrateSort, FacetName, FacetValue } from '../view/crate-search.js';
import type { CrateSummary, StoreIndex } from '../view/store-index.js';
import { formatSize } from './format-size.js';
import { Layout } from './layout.js';
import { Badge, Card, Chip, EmptyState, Notice, Pagination, StillReading } from './parts.js';

const FACET_TITLES: Readonly<Record<FacetName, string>> = { type: 'Type', profile: 'Profile', licence: 'Licence' };
const SORT_TITLES: Readonly<Record<CrateSort, string>> = {
  best: 'Best match',
  name: 'Name',
  date: 'Newest',
  entities: 'Most entities',
  size: 'Largest',
};
/** Values of a facet that are shown at once. */
const SHOWN_VALUES = 10;

/** What a list of crates needs. */
export interface CrateListProps {
  readonly index: StoreIndex;
  readonly search: CrateSearch;
  readonly home: string;
  /** Names of the folders that are served as files only. */
  readonly plainFolders: readonly string[];
}

/** The start page: all crates, or those that somebody looks for. */
export function CrateListPage({ index, search, home, plainFolders }: CrateListProps) {
  const { crates, facets } = searchCrates(index, search);
  const pages = Math.max(1, Math.ceil(crates.length / CRATES_PER_PAGE));
  const page = Math.min(search.page, pages);
  const shown = crates.slice((page - 1) * CRATES_PER_PAGE, page * CRATES_PER_PAGE);
  const to = (change: Partial<CrateSearch>) => `${home}${searchAddress({ ...search, page: 1, ...change })}`;
  const title = search.q === '' ? 'Crates' : `Crates with “${search.q}”`;
  return (
    <Layout title={`${title} · crategraph`} home={home} current="crates" search={search.q}>
      <header class="page-header">
        <h1>{title}</h1>
        <p class="lead" role="status">
          {summaryOf(crates.length, index.crates.length, page, pages)}
        </p>
        <ChosenFilters index={index} search={search} to={to} />
      </header>
      <StillReading pending={index.pending} />
      <PlainFolders names={plainFolders} home={home} />
      {index.crates.length + index.pending === 0 ? (
        <EmptyState title="The store has no crates yet">
          Load one with <code>crategraph load my-crate/</code>.
        </EmptyState>
      ) : (
        <div class="columns facets-first">
          <details class="roomy" open>
            <summary>Filters</summary>
            <nav class="facets" aria-label="Filters">
              {FACETS.map((facet) => (
                <Facet facet={facet} values={facets[facet]} search={search} to={to} />
              ))}
            </nav>
          </details>
          <section aria-label="Crates">
            <SortLinks search={search} to={to} />
            {crates.length === 0 ? (
              <EmptyState title="No crate fits">
                Try fewer words or filters, or <a href={home === '' ? './' : home}>see all crates</a>.
              </EmptyState>
            ) : (
              <CrateCards crates={shown} index={index} home={home} />
            )}
            <Pagination page={page} pages={pages} href={(number) => to({ page: number })} />
          </section>
        </div>
      )}
    </Layout>
  );
}

/** Folders that no search finds, because the store does not have their crates. */
function PlainFolders({ names, home }: { readonly names: readonly string[]; readonly home: string }) {
  if (names.length === 0) return null;
  return (
    <Notice kind="warn">
      <p>
        Served as files only, because the store does not have their crates:{' '}
        {names.map((name, at) => (
          <>
            {at === 0 ? '' : ', '}
            <a href={`${home}crates/${encodeURIComponent(name)}/`}>{name}</a>
          </>
        ))}
      </p>
    </Notice>
  );
}

/** Makes the address of a changed search. */
type ToSearch = (change: Partial<CrateSearch>) => string;

function summaryOf(found: number, all: number, page: number, pages: number): string {
  const count = (number: number) => `${number.toLocaleString('en')} ${number === 1 ? 'crate' : 'crates'}`;
  const text = found === all ? count(all) : `${found.toLocaleString('en')} of ${count(all)}`;
  return pages === 1 ? text : `${text}, page ${page.toLocaleString('en')} of ${pages.toLocaleString('en')}`;
}

function ChosenFilters({ index, search, to }: Pick<CrateListProps, 'index' | 'search'> & { readonly to: ToSearch }) {
  const filters = [
    ...(search.q === '' ? [] : [{ label: `“${search.q}”`, href: to({ q: '', sort: withoutBest(search.sort) }) }]),
    ...(search.mentions === undefined
      ? []
      : [{ label: `Mentions ${index.nameOf(search.mentions) ?? shortIri(search.mentions)}`, href: to({ mentions: undefined }) }]), // prettier-ignore
    ...FACETS.flatMap((facet) =>
      search.chosen[facet].map((value) => ({
        label: `${FACET_TITLES[facet]}: ${facet === 'type' ? value : (index.nameOf(value) ?? shortIri(value))}`,
        href: to({ chosen: without(search, facet, value) }),
      })),
    ),
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

function Facet({ facet, values, search, to }: FacetProps) {
  if (values.length === 0) return null;
  const link = ({ value, label, count, isChosen }: FacetValue) => (
    <li>
      <Chip
        href={to({ chosen: isChosen ? without(search, facet, value) : withValue(search, facet, value) })}
        count={count}
        isCurrent={isChosen}
      >
        {label}
      </Chip>
    </li>
  );
  const id = `facet-${facet}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{FACET_TITLES[facet]}</h2>
      <ul class="chips">{values.slice(0, SHOWN_VALUES).map(link)}</ul>
      {values.length > SHOWN_VALUES ? (
        <details>
          <summary>{(values.length - SHOWN_VALUES).toLocaleString('en')} more</summary>
          <ul class="chips">{values.slice(SHOWN_VALUES, MOST_VALUES).map(link)}</ul>
          {values.length > MOST_VALUES ? <p class="quiet small">Search to see the rest.</p> : null}
        </details>
      ) : null}
    </section>
  );
}
interface FacetProps {
  readonly facet: FacetName;
  readonly values: readonly FacetValue[];
  readonly search: CrateSearch;
  readonly to: ToSearch;
}

/** Values of a facet that a page contains. */
const MOST_VALUES = 200;

function SortLinks({ search, to }: { readonly search: CrateSearch; readonly to: ToSearch }) {
  const sorts = SORTS.filter((sort) => sort !== 'best' || search.q !== '');
  return (
    <nav class="sort-links" aria-label="Sort by">
      <span class="quiet small" aria-hidden="true">
        Sort by
      </span>
      <ul>
        {sorts.map((sort) => (
          <li>
            <a href={to({ sort })} {...(sort === search.sort ? { 'aria-current': 'true' } : {})}>
              {SORT_TITLES[sort]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Crates as cards. */
export function CrateCards({ crates, index, home }: CrateCardsProps) {
  return (
    <ul class="cards">
      {crates.map((crate) => (
        <Card
          title={shortText(crate.name ?? shortIri(crate.graph))}
          href={`${home}crates/${encodeURIComponent(crate.key)}/`}
        >
          {crate.authors.length === 0 ? null : <p class="small quiet">{shortList(crate.authors, 4)}</p>}
          {crate.description === undefined ? null : <p>{shortText(crate.description)}</p>}
          <p class="crate-facts small quiet">
            {factsOf(crate, index).map((fact) => (
              <span>{fact}</span>
            ))}
            {crate.profiles.map((profile) => (
              <Badge kind="accent">{index.nameOf(profile) ?? shortIri(profile)}</Badge>
            ))}
          </p>
        </Card>
      ))}
    </ul>
  );
}
interface CrateCardsProps {
  readonly crates: readonly CrateSummary[];
  readonly index: StoreIndex;
  readonly home: string;
}

function factsOf({ datePublished, entities, files, bytes, licences }: CrateSummary, index: StoreIndex): string[] {
  const date = datePublished?.replace(/^(\d{4}-\d\d-\d\d)T.*$/s, '$1');
  const size = bytes === 0 ? '' : `, ${formatSize(bytes)}`;
  return [
    ...(date === undefined ? [] : [shortText(date)]),
    `${entities.toLocaleString('en')} ${entities === 1 ? 'entity' : 'entities'}`,
    ...(files === 0 ? [] : [`${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}${size}`]),
    ...licences.map(({ iri, name }) => shortText(name ?? index.nameOf(iri) ?? shortIri(iri))),
  ];
}

function shortList(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map(shortText).join(', ');
  return names.length > most ? `${shown} and ${(names.length - most).toLocaleString('en')} more` : shown;
}

/** The beginning of a text, up to a word. */
function shortText(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length <= 280 ? plain : `${plain.slice(0, 280).replace(/\s+\S*$/, '')} …`;
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
