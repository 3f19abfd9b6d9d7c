import type { Child } from 'hono/jsx';
import { imagesOf } from '../../view/files/crate-picture.js';
import { shortName } from '../../view/entity-label.js';
import { describesRuns } from '../../view/run-graph.js';
import { SITE_RUN_LINKS } from '../graph/run-links.js';
import { GraphView } from '../graph-view.js';
import { Layout } from '../layout.js';
import { contentsList } from '../listing/contents-list.js';
import { ContentsView } from '../listing/contents-view.js';
import { pageNumber } from '../listing/page-of.js';
import type { HeadLink, PageHead } from '../page-head.js';
import { Breadcrumb, Notice, Tabs } from '../parts.js';
import { RunView } from '../run-view.js';
import { StatisticsParts } from '../statistics-parts.js';
import { DATA_FORMS } from '../other-forms.js';
import type { PageContent } from '../page-content.js';
import type { DataForm } from '../page-request.js';
import { CheckView } from './check-view.js';
import { checkedCrate, foundInCrate, shownImages, type CrateOnPage } from './crate-data.js';
import { ImagesView } from './images-view.js';
import { SearchView } from './search-view.js';
import { linkText, type CrateScene } from './scene.js';
import {
  checkData,
  contentsData,
  entitiesData,
  foundData,
  graphData,
  imagesData,
  runData,
  statisticsOfCrate,
} from './view-data.js';

/** What the pages of one crate get. */
export interface CratePageProps extends CrateOnPage {
  readonly scene: CrateScene;
}

/** Views of a crate besides its overview, by `?view=`. */
const CRATE_VIEWS: Readonly<Record<string, CrateTab>> = {
  files: {
    label: 'Files',
    content: async ({ data, crate, view, scene, search }) => {
      const tree = await data.contents(view, data.files(crate)).tree();
      const list = contentsList(tree, search);
      return list && <ContentsView tree={tree} list={list} scene={scene} search={search} />;
    },
    data: contentsData,
  },
  images: {
    label: 'Images',
    suits: ({ data, crate, view }) => data.files(crate) !== undefined && imagesOf(view).length > 0,
    content: async (props) => {
      const images = await shownImages(props);
      return images && <ImagesView images={images} scene={props.scene} search={props.search} />;
    },
    data: imagesData,
  },
  graph: {
    label: 'Picture',
    content: ({ view, search }) => <GraphView view={view} search={search} home={HOME} />,
    data: graphData,
    forms: ['json'],
  },
  run: {
    label: 'Runs',
    suits: ({ view }) => describesRuns(view),
    content: ({ view, search }) => <RunView view={view} page={pageNumber(search)} links={SITE_RUN_LINKS} />,
    data: runData,
  },
  find: {
    label: 'Search',
    content: async (props) => {
      const { search, data } = props;
      return <SearchView found={await foundInCrate(props)} search={search} index={data.index} home={HOME} />;
    },
    data: foundData,
  },
  statistics: {
    label: 'Statistics',
    content: async ({ data, crate }) => <StatisticsParts statistics={await data.statistics(crate)} />,
    data: statisticsOfCrate,
  },
  check: {
    label: 'Check',
    content: async (props) => {
      const { check, uncheckable } = await checkedCrate(props);
      return <CheckView scene={props.scene} search={props.search} check={check} problem={uncheckable} />;
    },
    data: checkData,
  },
};

/** A view of a crate by its name in addresses; undefined for the overview. */
export function crateTab(name: string | null): CrateTab | undefined {
  return name !== null && Object.hasOwn(CRATE_VIEWS, name) ? CRATE_VIEWS[name] : undefined;
}

/** One of the views of a crate. */
export interface CrateTab {
  readonly label: string;
  /** Whether the view has anything to show of a crate. Default: always. */
  readonly suits?: (props: CratePageProps) => boolean;
  /** What is below the tabs. */
  readonly content: (props: CratePageProps) => Child | Promise<Child>;
  /** The same for programs. */
  readonly data: (props: CratePageProps) => PageContent | Promise<PageContent>;
  /** The forms that it has. Default: JSON and CSV. */
  readonly forms?: readonly DataForm[];
}

/** What the page of a crate has for programs: that of its view, or the entities of a type; the overview has nothing. */
export function dataOfPage(search: URLSearchParams): Required<Pick<CrateTab, 'data' | 'forms'>> | undefined {
  const tab = crateTab(search.get('view'));
  if (tab !== undefined) return { data: tab.data, forms: tab.forms ?? DATA_FORMS };
  return search.has('type') ? { data: entitiesData, forms: DATA_FORMS } : undefined;
}

/** The path from the pages of a crate to the start of the website. */
export const HOME = '../../';

/** What a crate is called. */
export function crateTitle({ view, crate }: Pick<CratePageProps, 'view' | 'crate'>): string {
  return view.root.name === undefined ? shortName(crate.title) : linkText(view.root);
}

interface FrameProps {
  readonly page: CratePageProps;
  readonly title: string;
  /** Steps below the crate, such as its entity; the last one is this page. */
  readonly below?: readonly string[];
  readonly tab?: string | undefined;
  readonly head?: PageHead | undefined;
  /** The forms of the page for programs. */
  readonly links?: readonly HeadLink[] | undefined;
  readonly children?: Child;
}

/** The frame of the pages of a crate: the way to it, and its views. */
export function CrateFrame({ page, title, below = [], tab, head, links, children }: FrameProps) {
  const trail = [
    { label: 'Crates', href: HOME },
    { label: crateTitle(page), href: below.length === 0 ? undefined : './' },
    ...below.map((label) => ({ label })),
  ];
  const views = Object.entries(CRATE_VIEWS).filter(([, { suits }]) => suits?.(page) ?? true);
  const tabs = [
    { label: 'Overview', href: './', isCurrent: tab === '' },
    ...views.map(([key, { label }]) => ({ label, href: `?view=${key}`, isCurrent: tab === key })),
  ];
  return (
    <Layout title={title} home={HOME} current="crates" head={head} links={links}>
      <Breadcrumb trail={trail} />
      {page.view.missingContext === undefined ? null : (
        <Notice>
          <p>Terms that only this crate defines are named after their IRIs: {page.view.missingContext}.</p>
        </Notice>
      )}
      {tabs.length > 1 ? <Tabs label="Views of this crate" tabs={tabs} /> : null}
      {children}
    </Layout>
  );
}
