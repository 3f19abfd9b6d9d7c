import type { Child } from 'hono/jsx';
import type { CrateStatistics } from '../../../tasks/inspect/statistics.js';
import type { LoadRecord } from '../../../tasks/stored/load-records.js';
import { imagesOf, type CrateImage, type CratePicture } from '../../view/files/crate-picture.js';
import type { CrateCheck } from '../../view/crate-check.js';
import type { CrateView } from '../../view/crate-view.js';
import { shortName } from '../../view/entity-label.js';
import { describesRuns } from '../../view/run-graph.js';
import type { ContentTree } from '../../view/files/content-tree.js';
import type { ContentBeginning } from '../../view/files/crate-contents.js';
import type { CrateSummary } from '../../view/store-index.js';
import { GraphView } from '../graph-view.js';
import { Layout } from '../layout.js';
import { ContentsView } from '../listing/contents-view.js';
import type { PageHead } from '../page-head.js';
import type { PageData } from '../page-data.js';
import { CheckView } from './check-view.js';
import { ImagesView } from './images-view.js';
import { pageNumber, type ListPage } from '../listing/page-of.js';
import { SITE_RUN_LINKS } from '../graph/run-links.js';
import { SearchView, type FoundInCrate } from './search-view.js';
import { Breadcrumb, Notice, Tabs } from '../parts.js';
import { RunView } from '../run-view.js';
import { StatisticsParts } from '../statistics-parts.js';
import { linkText, type CrateScene } from './scene.js';

/** What the pages of one crate get. */
export interface CratePageProps {
  readonly data: PageData;
  readonly crate: CrateSummary;
  readonly view: CrateView;
  readonly scene: CrateScene;
  readonly search: URLSearchParams;
  /** For the overview, and for a folder: what is directly in it. */
  readonly beginning?: ContentBeginning | undefined;
  /** For the overview: how the crate came into the store, and its picture. */
  readonly records?: readonly LoadRecord[] | undefined;
  readonly isEdited?: boolean | undefined;
  readonly picture?: CratePicture | undefined;
  /** For the view `check` and the overview, and why there is none. */
  readonly check?: CrateCheck | undefined;
  readonly uncheckable?: string | undefined;
  /** For the view `files`. */
  readonly tree?: ContentTree | undefined;
  /** For the view `images`. */
  readonly images?: ListPage<CrateImage> | undefined;
  /** For the view `find`, where there are words. */
  readonly found?: FoundInCrate | undefined;
  /** For the view `statistics`. */
  readonly statistics?: CrateStatistics | undefined;
}

/** Views of a crate besides its overview, by `?view=`; each shows what is below the tabs. */
export const CRATE_VIEWS: Readonly<Record<string, CrateTab>> = {
  files: {
    label: 'Files',
    render: ({ tree, scene, search }) =>
      tree === undefined ? null : <ContentsView tree={tree} scene={scene} search={search} />,
  },
  images: {
    label: 'Images',
    suits: ({ data, crate, view }) => data.files(crate) !== undefined && imagesOf(view).length > 0,
    render: ({ images, scene, search }) =>
      images === undefined ? null : <ImagesView images={images} scene={scene} search={search} />,
  },
  graph: {
    label: 'Picture',
    render: ({ view, search }) => <GraphView view={view} search={search} home={HOME} />,
  },
  run: {
    label: 'Runs',
    suits: ({ view }) => describesRuns(view),
    render: ({ view, search }) => <RunView view={view} page={pageNumber(search)} links={SITE_RUN_LINKS} />,
  },
  find: {
    label: 'Search',
    render: ({ found, search, data }) => <SearchView found={found} search={search} index={data.index} home={HOME} />,
  },
  statistics: {
    label: 'Statistics',
    render: ({ statistics }) => (statistics === undefined ? null : <StatisticsParts statistics={statistics} />),
  },
  check: {
    label: 'Check',
    render: ({ scene, search, check, uncheckable }) => (
      <CheckView scene={scene} search={search} check={check} problem={uncheckable} />
    ),
  },
};

/** One of the views of a crate. */
export interface CrateTab {
  readonly label: string;
  /** Scripts besides `site.js`. */
  readonly scripts?: readonly string[];
  /** Whether the view has anything to show of a crate. Default: always. */
  readonly suits?: (props: CratePageProps) => boolean;
  readonly render: (props: CratePageProps) => Child;
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
  readonly children?: Child;
}

/** The frame of the pages of a crate: the way to it, and its views. */
export function CrateFrame({ page, title, below = [], tab, head, children }: FrameProps) {
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
  const scripts = tab === undefined ? [] : (CRATE_VIEWS[tab]?.scripts ?? []);
  return (
    <Layout title={title} home={HOME} current="crates" scripts={scripts} head={head}>
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
