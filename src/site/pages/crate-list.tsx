import { crateHref } from './crate/site-links.js';
import { catalogueName, type Branding } from '../branding/branding.js';
import { CRATES_PER_PAGE, SORTS, searchAddress } from '../view/crate-search.js';
import type { CrateSearch, CrateSort, ToSearch } from '../view/crate-search.js';
import { FACETS } from '../view/facets.js';
import type { FoundList } from '../view/find-list.js';
import type { CrateSummary, StoreIndex } from '../view/store-index.js';
import { CrateCards } from './crate-cards.js';
import { CrateMap } from './crate-map.js';
import { EntityFacet, FoundEntitiesList } from './found-entities.js';
import { websiteHref } from './imprint.js';
import { Layout } from './layout.js';
import { Prose } from './prose/prose.js';
import type { HeadLink, PageHead } from './page-head.js';
import { DATA_FORMS, OtherForms, otherFormLinks } from './other-forms.js';
import { JSONLD, TURTLE, usualEnding } from '../../base/rdf/syntaxes.js';
import { catalogueDescription } from '../view/dataset-description.js';
import { crateAddress } from '../../tasks/stored/crate-keys.js';
import { ChosenFilters, Facet } from './list-filters.js';
import { EmptyState, Notice, Pagination, StillReading, Tabs } from './parts.js';

const SORT_TITLES: Readonly<Record<CrateSort, string>> = {
  best: 'Best match',
  name: 'Name',
  date: 'Newest',
  entities: 'Most entities',
  size: 'Largest',
};
const LIST_FORMS = { forms: DATA_FORMS, what: 'This list' };

/** What a list of crates needs. */
export interface CrateListProps {
  readonly index: StoreIndex;
  readonly search: CrateSearch;
  readonly found: FoundList;
  readonly home: string;
  /** The address of the website, with `/` at its end. */
  readonly address: string;
  readonly branding: Branding;
  /** Names of the folders that are served as files only. */
  readonly plainFolders: readonly string[];
  /** How many graphs are beside the crates. */
  readonly references: number;
}

/** The start page: all crates, or the crates and entities of a search. */
export function CrateListPage(props: CrateListProps) {
  const { index, search, found, home, address, branding, plainFolders } = props;
  const isOfEntities = search.show === 'entities' && found.entities !== undefined;
  const number = isOfEntities ? (found.entities?.total ?? 0) : found.crates.length;
  const pages = Math.max(1, Math.ceil(number / CRATES_PER_PAGE));
  const page = Math.min(search.page, pages);
  const to = (change: Partial<CrateSearch>) => `${home}${searchAddress({ ...search, page: 1, ...change })}`;
  const count = isOfEntities ? countText(number, ['entity', 'entities']) : ofAll(number, index.crates.length);
  const isStart = searchAddress({ ...search, page }).replace(/^\?$/, '') === '';
  const title = search.q === '' ? 'Crates' : `“${search.q}”`;
  const shown = found.crates.slice((page - 1) * CRATES_PER_PAGE, page * CRATES_PER_PAGE);
  const head = listHead({ address, branding, search: { ...search, page }, number: index.crates.length, shown });
  return (
    <Layout title={title} home={home} current="crates" search={search.q} head={head}>
      <header class="page-header">
        <ListHeading title={title} introduced={isStart ? branding : undefined} />
        <p class="lead" role="status">
          {pageText(count, page, search.show === 'map' ? 1 : pages)}
        </p>
        <ChosenFilters index={index} search={search} found={found} to={to} />
      </header>
      <StillReading pending={index.pending} />
      <PlainFolders names={plainFolders} home={home} />
      {index.crates.length + index.pending === 0 ? (
        <EmptyState title="The store has no crates yet">
          Load one with <code>crategraph load my-crate/</code>.
        </EmptyState>
      ) : (
        <div class="columns facets-first">
          <a class="skip" href="#results">
            Skip to the results
          </a>
          <details class="roomy" open>
            <summary>Filters</summary>
            <nav class="facets" aria-label="Filters">
              {isOfEntities ? <EntityFacet types={found.entities?.types ?? []} search={search} to={to} /> : null}
              {FACETS.map((facet) => (
                <Facet facet={facet} values={found.facets[facet]} index={index} search={search} to={to} />
              ))}
            </nav>
          </details>
          <section id="results" tabindex={-1} aria-label={isOfEntities ? 'Entities' : 'Crates'}>
            <SearchTabs found={found} search={search} to={to} />
            <Results {...{ index, search, found, home, to, page }} />
            {search.show === 'map' ? null : (
              <Pagination page={page} pages={pages} href={(next) => to({ page: next })} />
            )}
            <OtherForms {...LIST_FORMS} href={(form) => `crates.${form}${searchAddress(search).replace(/^\?$/, '')}`} />
          </section>
        </div>
      )}
      {isStart ? <BesideCrates references={props.references} home={home} /> : null}
    </Layout>
  );
}

/** Leads to the graphs that no list of crates has. */
function BesideCrates({ references, home }: Pick<CrateListProps, 'references' | 'home'>) {
  if (references === 0) return null;
  return (
    <p class="quiet small">
      Beside the crates:{' '}
      <a href={`${home}references`}>
        {references.toLocaleString('en')} reference graph{references === 1 ? '' : 's'}
      </a>
    </p>
  );
}

/** The owner of a website says first what its crates are. */
function ListHeading({ title, introduced }: { readonly title: string; readonly introduced: Branding | undefined }) {
  if (introduced?.introduction === undefined) return <h1>{title}</h1>;
  return (
    <>
      <h1>{introduced.title}</h1>
      <Prose text={introduced.introduction} href={websiteHref} level={2} />
      <h2>{title}</h2>
    </>
  );
}

interface ShownList {
  readonly address: string;
  readonly branding: Branding;
  readonly search: CrateSearch;
  readonly number: number;
  readonly shown: readonly CrateSummary[];
}

/** The list of all crates is a catalogue; a search is none. */
function listHead({ address, branding, search, number, shown }: ShownList): PageHead {
  const canonical = new URL(searchAddress(search).replace(/^\?$/, ''), address).href;
  const crates = `${number.toLocaleString('en')} RO-Crate${number === 1 ? '' : 's'}`;
  const description = `${crates} with files, people and machine-readable metadata, which can be searched and queried.`;
  const isWhole = new URL(canonical).search.replace(/^\?page=\d+$/, '') === '';
  const addresses = shown.map(({ key }) => crateAddress(address, key));
  const feed = {
    rel: 'alternate',
    href: `${address}feed.atom`,
    type: 'application/atom+xml',
    title: 'New crates',
  } as const;
  const list = new URL(canonical).search;
  const data = otherFormLinks({ ...LIST_FORMS, href: (form) => `${address}crates.${form}${list}` });
  return {
    description,
    canonical,
    links: [feed, ...data, ...(isWhole ? catalogueLinks(address) : [])],
    jsonLd: isWhole
      ? catalogueDescription({ name: catalogueName(branding, address), address }, description, addresses)
      : undefined,
  };
}

/** The catalogue in other forms. */
function catalogueLinks(address: string): HeadLink[] {
  const dcat = [TURTLE, JSONLD].map((syntax) => ({
    href: `${address}catalogue${usualEnding(syntax)}`,
    type: syntax.mediaType,
    title: `DCAT as ${syntax.label}`,
  }));
  const schema = { href: `${address}catalogue.schema.jsonld`, type: JSONLD.mediaType, title: 'schema.org' };
  return [...dcat, schema].map((link) => ({ rel: 'alternate', ...link }));
}

/** What a search has found: crates, entities of all types in them, and a map of the crates that are about a place. */
function SearchTabs({ found, search, to }: Pick<CrateListProps, 'found' | 'search'> & { readonly to: ToSearch }) {
  const number = (count: number) => count.toLocaleString('en');
  const entities = found.entities && {
    show: 'entities' as const,
    label: `Files, people and more (${number(found.entities.total)})`,
  };
  const map = found.facets.place.length > 0 ? { show: 'map' as const, label: 'Map' } : undefined;
  const others = [entities, map].filter((tab) => tab !== undefined);
  if (others.length === 0) return null;
  const tabs = [{ show: 'crates' as const, label: `Crates (${number(found.crates.length)})` }, ...others];
  return (
    <Tabs
      label="Results"
      tabs={tabs.map(({ show, label }) => ({
        label,
        href: to({ show, kind: undefined }),
        isCurrent: show === search.show,
      }))}
    />
  );
}

function Results({ index, search, found, home, to, page }: ResultsProps) {
  const { crates, entities } = found;
  if (search.show === 'entities' && entities !== undefined)
    return <FoundEntitiesList entities={entities.shown} words={search.q} index={index} home={home} />;
  if (crates.length === 0) return <NoCrate search={search} found={found} home={home} to={to} />;
  if (search.show === 'map') return <CrateMap crates={crates} index={index} search={search} home={home} to={to} />;
  return (
    <>
      <SortLinks search={search} to={to} />
      <CrateCards
        crates={crates.slice((page - 1) * CRATES_PER_PAGE, page * CRATES_PER_PAGE)}
        index={index}
        home={home}
      />
    </>
  );
}
type ResultsProps = Pick<CrateListProps, 'index' | 'search' | 'found' | 'home'> & {
  readonly to: ToSearch;
  readonly page: number;
};

/** Says why there is nothing, and what to do. */
function NoCrate({ search, found, home, to }: Omit<ResultsProps, 'index' | 'page'>) {
  const all = <a href={home === '' ? './' : home}>see all crates</a>;
  if (found.refusal === 'still reading')
    return (
      <EmptyState title="The texts of the crates are still being read">
        <a href={to({ page: search.page })}>Look again</a> in a moment, or {all}.
      </EmptyState>
    );
  if (found.refusal !== undefined) {
    const { message } = found.refusal;
    return (
      <EmptyState title={`${message.charAt(0).toUpperCase()}${message.slice(1)}`}>
        Write a few words with letters or digits, or {all}.
      </EmptyState>
    );
  }
  const longer = search.q.replace(/[\p{L}\p{N}]+(?=\s|$)/gu, '$&*');
  return (
    <EmptyState title="No crates match">
      {search.q === '' || longer === search.q ? null : (
        <>
          Words are found whole: look for <a href={to({ q: longer })}>words that begin so</a>.{' '}
        </>
      )}
      Try fewer words or filters, or {all}.
    </EmptyState>
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
            <a href={crateHref(name, `${home}crates/`)}>{name}</a>
          </>
        ))}
      </p>
    </Notice>
  );
}

function countText(number: number, [one, many]: readonly [string, string]): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

function pageText(text: string, page: number, pages: number): string {
  return pages === 1 ? text : `${text}, page ${page.toLocaleString('en')} of ${pages.toLocaleString('en')}`;
}

function ofAll(found: number, all: number): string {
  const total = countText(all, ['crate', 'crates']);
  return found === all ? total : `${found.toLocaleString('en')} of ${total}`;
}

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
