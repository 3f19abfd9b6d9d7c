import type { Child } from 'hono/jsx';
import { CrateError } from '../../base/errors.js';
import { withCharset } from '../../package/media-type.js';
import { CITE_FORMATS } from '../view/citation/cite.js';
import { citationOf } from '../view/citation/csl-item.js';
import { readSearch, searchAddress } from '../view/crate-search.js';
import type { CrateView, ViewEntity } from '../view/crate-view.js';
import { shortName } from '../view/entity-label.js';
import { findList } from '../view/find-list.js';
import type { CrateSummary } from '../view/store-index.js';
import { isFolderType } from '../view/files/file-place.js';
import { readPreview } from '../view/files/file-preview.js';
import { CrateListPage } from './crate-list.js';
import type { CratePageProps } from './crate/crate-frame.js';
import { absentFolder, absentType, MOST_CONTENTS, overviewOf } from './crate/crate-data.js';
import { crateTab, crateTitle, dataOfPage } from './crate/crate-frame.js';
import { CratePage } from './crate/crate-page.js';
import { EntityPage, FILE_PAGE } from './crate/entity-page.js';
import { pageNumber, pageOf } from './listing/page-of.js';
import { sceneOf } from './crate/scene.js';
import { siteLinks } from './crate/site-links.js';
import { statisticsData } from './crate/view-data.js';
import { describeReferences, filesOfCrates, referenceGraphs } from '../../tasks/stored/reference-graphs.js';
import { graphTerms } from '../view/graph-terms.js';
import { referenceContent, referencePath, referenceRows } from './reference-data.js';
import { ReferenceListPage } from './reference-list.js';
import { ReferencePage } from './reference-page.js';
import { crateAddress } from '../../tasks/stored/crate-keys.js';
import { wantsData } from './answer-form.js';
import { saidFacts, storeFacts } from './facts-json.js';
import { jsonPage } from './json-page.js';
import { crateRows, listContent, pendingOf } from './list-data.js';
import { ImprintPage } from './imprint.js';
import { MentionsPage } from './mentions.js';
import { messagePage, type Message } from './message-page.js';
import { DATA_FORMS, formHref } from './other-forms.js';
import { inForm } from './page-content.js';
import type { PageData } from './page-data.js';
import type { EntityFacts, PageRequest, RenderedPage } from './page-request.js';
import { renderQuery } from './query.js';
import { StatisticsPage } from './statistics.js';
import { websitePage } from './website-page.js';

/** Renders one page. @throws CrateError if the crate cannot be read */
export async function renderPage(request: PageRequest, data: PageData): Promise<RenderedPage> {
  switch (request.page) {
    case 'crate':
    case 'entity':
      return cratePage(request, data);
    case 'entity-facts':
      return entityFacts(request, data);
    case 'dataset-facts':
      return saidFacts(request.keys, data);
    case 'store-facts':
      return storeFacts(data);
    case 'query':
    case 'query-terms':
    case 'bound-query':
    case 'links':
      return renderQuery(request, data);
    case 'crates':
      return listPage(request, data);
    case 'mentions':
      return mentionsPage(request, data);
    case 'statistics':
      return statisticsPage(request, data);
    case 'references':
      return referencesPage(request, data);
    case 'imprint':
      return imprint(data);
  }
}

/** A request for the page of this name. */
type RequestOf<P extends PageRequest['page']> = Extract<PageRequest, { readonly page: P }>;

function listPage({ search: asked, form }: RequestOf<'crates'>, data: PageData): Promise<RenderedPage> {
  const search = readSearch(asked);
  return inForm(form, {
    html: async () => {
      const found = await findList(search, data);
      const { size } = await referenceGraphs(data.store);
      return html(<CrateListPage {...data} search={search} found={found} references={size} home="" />, data);
    },
    data: { forms: DATA_FORMS, content: () => listContent(search, data) },
    place: {
      search: new URLSearchParams(asked),
      pageAddress: (page) => `${data.address}crates.json${searchAddress({ ...search, page })}`,
    },
  });
}

function mentionsPage({ iri, search: asked, form }: RequestOf<'mentions'>, data: PageData): Promise<RenderedPage> {
  const { index, address } = data;
  const search = new URLSearchParams(asked);
  return inForm(form, {
    html: () => html(<MentionsPage index={index} iri={iri} home="" />, data),
    data: {
      forms: DATA_FORMS,
      content: () => crateRows(index.cratesWith(iri), data, { name: index.nameOf(iri), ...pendingOf(index) }),
    },
    place: { search, pageAddress: (page) => `${address}mentions${formHref(search, 'json', page)}` },
  });
}

function statisticsPage({ form }: RequestOf<'statistics'>, data: PageData): Promise<RenderedPage> {
  return inForm(form, {
    html: async () => {
      const { size } = await referenceGraphs(data.store);
      return html(<StatisticsPage {...await data.sumOfStatistics()} references={size} home="" />, data);
    },
    data: {
      forms: DATA_FORMS,
      content: async () => {
        const { statistics, pending } = await data.sumOfStatistics();
        return statisticsData(statistics, pendingOf({ pending }));
      },
    },
    place: { search: new URLSearchParams(), pageAddress: () => `${data.address}statistics?format=json` },
  });
}

/** The reference graphs by their IRIs, so that only those of a page are looked up, or one of them. */
async function referencesPage(request: RequestOf<'references'>, data: PageData): Promise<RenderedPage> {
  const search = new URLSearchParams(request.search);
  const graph = search.get('graph');
  if (graph !== null) return referencePage(graph, request, data);
  const { store, index, address } = data;
  const partOf = search.get('partOf');
  const ofCrate = partOf === null ? undefined : ((await filesOfCrates(store)).get(partOf) ?? []);
  const graphs = [...(ofCrate ?? (await referenceGraphs(store)))].sort();
  return inForm(request.form, {
    html: async () => {
      const page = pageOf(graphs, search);
      const shown = { ...page, items: await describeReferences(store, page.items) };
      const list = { shown, total: graphs.length, search, index, home: '' };
      return html(<ReferenceListPage {...list} />, data);
    },
    data: { forms: DATA_FORMS, content: () => referenceRows(graphs, data) },
    place: { search, pageAddress: (page) => `${address}references${formHref(search, 'json', page)}` },
  });
}

async function referencePage(graph: string, { form }: RequestOf<'references'>, data: PageData): Promise<RenderedPage> {
  const [reference] = await describeReferences(data.store, [graph]);
  if (reference === undefined) {
    const title = `There is no reference graph “${shortName(graph)}” here.`;
    if (wantsData(form)) return jsonPage({ message: title }, 404);
    return missing({ home: '', title, link: { href: 'references', label: 'All reference graphs' } }, data);
  }
  const { index, store, address } = data;
  const terms = () => graphTerms(store, graph);
  return inForm(form, {
    html: async () => html(<ReferencePage reference={reference} terms={await terms()} index={index} home="" />, data),
    data: { forms: ['json'], content: async () => referenceContent(reference, await terms(), data) },
    place: { search: new URLSearchParams({ graph }), pageAddress: () => `${address}${referencePath(graph)}` },
  });
}

type CrateRequest = RequestOf<'crate' | 'entity'>;

async function cratePage(request: CrateRequest, data: PageData): Promise<RenderedPage> {
  const crate = data.index.crate(request.key);
  if (crate === undefined) {
    const title = `There is no crate “${request.key}” here.`;
    return wantsData(request.form) ? jsonPage({ message: title }, 404) : missing({ home: '../../', title }, data);
  }
  const view = await data.view(crate);
  const links = siteLinks(view, data.files(crate) !== undefined);
  const scene = sceneOf(view, links, { profiles: await profilesOf(crate, data) });
  const props = { data, crate, view, scene, search: new URLSearchParams(request.search) };
  const cite = request.page === 'crate' ? props.search.get('cite') : null;
  if (cite !== null) return citation(cite, { crate, view }, data);
  const shown = request.page === 'crate' ? dataOfPage(props.search) : undefined;
  return inForm(request.form, {
    html: () => (request.page === 'crate' ? htmlOfCrate(props) : htmlOfEntity(request, props)),
    data: shown && { forms: shown.forms, content: () => shown.data(props) },
    place: {
      search: props.search,
      prefix: `${crate.key}-`,
      pageAddress: (page) => `${crateAddress(data.address, crate.key)}${formHref(props.search, 'json', page)}`,
    },
  });
}

async function htmlOfCrate(props: CratePageProps): Promise<RenderedPage> {
  const { search, data } = props;
  const tab = crateTab(search.get('view'));
  const absent = tab === undefined ? absentType(props) : await absentFolder(props);
  if (absent !== undefined) return missing({ home: '../../', ...absent }, data);
  const overview = tab === undefined && !search.has('type') ? await overviewOf(props) : undefined;
  const content = await tab?.content(props);
  return html(<CratePage {...props} overview={overview} content={content} />, data);
}

async function htmlOfEntity(request: RequestOf<'entity'>, props: CratePageProps): Promise<RenderedPage> {
  const { data, crate, view } = props;
  const entity = view.entity(request.id);
  if (entity === undefined)
    return missing(
      {
        home: '../../',
        title: `The crate does not describe “${request.id}”.`,
        link: { href: './', label: 'The crate' },
      },
      data,
    );
  await view.prepareMentions();
  const files = data.files(crate);
  const preview = await readPreview(entity, view, files, pageNumber(props.search, FILE_PAGE));
  const isFolder = entity !== view.root && isFolderType(entity);
  const beginning = isFolder ? await data.contents(view, files).beginning(entity, MOST_CONTENTS) : undefined;
  const page = html(<EntityPage {...props} entity={entity} preview={preview} beginning={beginning} />, data);
  return { ...page, entity: factsOf(entity, view) };
}

async function entityFacts(
  { key, id }: Extract<PageRequest, { readonly page: 'entity-facts' }>,
  data: PageData,
): Promise<RenderedPage> {
  const crate = data.index.crate(key);
  const view = crate && (await data.view(crate));
  const entity = view?.entity(id);
  if (view === undefined || entity === undefined) return { status: 404, contentType: 'application/json', body: '{}' };
  return { status: 200, contentType: 'application/json', body: '{}', entity: factsOf(entity, view) };
}

function factsOf({ iri, types }: ViewEntity, view: CrateView): EntityFacts {
  return { iri, types: [...new Set(types.flatMap((type) => view.typeIri(type) ?? []))] };
}

/** A citation of a crate, as a file. */
function citation(name: string, { crate, view }: Pick<CratePageProps, 'crate' | 'view'>, data: PageData): RenderedPage {
  const format = CITE_FORMATS.find((one) => one.name === name);
  if (format === undefined)
    return missing(
      {
        home: '../../',
        title: `There is no citation as “${name}”, only as ${CITE_FORMATS.map((one) => one.name).join(', ')}.`,
        link: { href: './', label: 'The crate' },
      },
      data,
    );
  const { mediaType, extension, write } = format;
  const contentType = withCharset(mediaType);
  return {
    status: 200,
    contentType,
    body: write(citationOf(view, crateTitle({ view, crate }))),
    fileName: `${crate.key}.${extension}`,
  };
}

/** So many profiles are looked at: a crate may name any number. */
const MOST_PROFILES = 10;

/** The profiles that a crate conforms to, of those that are crates of the store. */
async function profilesOf({ graph, facets }: CrateSummary, data: PageData): Promise<CrateView[]> {
  const crates = facets.profile.flatMap((iri) => (iri === graph ? [] : (data.index.crateOf(iri) ?? [])));
  const found: CrateView[] = [];
  for (const crate of crates.slice(0, MOST_PROFILES)) {
    // The page does not need a profile that cannot be read: terms then lead to their own IRIs.
    try {
      found.push(await data.view(crate));
    } catch (error) {
      if (!(error instanceof CrateError)) throw error;
    }
  }
  return found;
}

const HTML = 'text/html; charset=utf-8';

/** A page that exists. */
function html(page: Child, { branding }: Pick<PageData, 'branding'>): RenderedPage {
  return { status: 200, contentType: HTML, body: websitePage(page, branding) };
}

function missing(message: Omit<Message, 'heading'>, { branding }: Pick<PageData, 'branding'>): RenderedPage {
  return { status: 404, contentType: HTML, body: messagePage({ heading: 'Not found', ...message }, branding) };
}

/** Who is responsible for the website, where that is a text. */
function imprint(data: PageData): RenderedPage {
  const { imprint: said } = data.branding;
  if (said === undefined || 'href' in said) return missing({ home: '', title: 'This website has no imprint.' }, data);
  return html(<ImprintPage text={said.text} home="" />, data);
}
