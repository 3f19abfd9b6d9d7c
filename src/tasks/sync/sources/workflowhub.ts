import { locationArcp } from '../../../package/open/open-url.js';
import { isWebAddress } from '../../../package/package-options.js';
import type { CatalogueItem, SourceKind, CatalogueReading } from '../catalogue.js';
import { invalidCatalogue } from '../source-document.js';
import type { JsonField } from './json-field.js';
import { jsonPages } from './paged-json.js';

/**
 * The workflows of WorkflowHub, or of another SEEK: each has an RO-Crate for each version. They are listed with the GA4GH
 * Tool Registry Service (TRS 2.0.0, `GET /tools`, https://ga4gh.github.io/tool-registry-service-schemas/), whose answer
 * has the versions in it. The source is the page of the workflow, its state the latest version: what is edited without a
 * new version is not seen, as TRS does not tell of it.
 */
export const WORKFLOW_HUB: SourceKind = {
  name: 'workflowhub',
  meaning: 'the workflows of WorkflowHub or of another SEEK',
  isOwn: (place) => isWebAddress(place) && HOSTS.includes(new URL(place).host),
  list: async (place, reading) => ({ items: workflowsOf(place, reading), isComplete: true }),
};

const HOSTS = ['workflowhub.eu', 'dev.workflowhub.eu'];

/** How many a page has; SEEK has 1000 by default. */
const LIMIT = '500';

async function* workflowsOf(place: string, reading: CatalogueReading): AsyncGenerator<CatalogueItem> {
  const { site, first } = addressesOf(place);
  const seen = new Set<string>();
  for await (const { content, address } of jsonPages(first, reading, ({ content: page, headers }) => {
    const next = headers.get('next_page') ?? undefined;
    if (next !== undefined && page.items().length === 0) throw page.isNo('page that another one follows');
    return next;
  })) {
    for (const tool of content.items()) {
      const item = itemOf(tool, site);
      if (seen.has(item.source))
        throw invalidCatalogue(address, `it lists ${item.source} a second time: it has changed while it was read`, {
          hint: 'try again',
        });
      seen.add(item.source);
      yield item;
    }
  }
}

/** The site, and the first page of its tools: all of them, or those that the address of the user asks for. */
function addressesOf(place: string): { site: string; first: string } {
  if (!URL.canParse(place)) throw invalidCatalogue(place, 'WorkflowHub has an address');
  const url = new URL(place);
  const [, above, api] = /^(.*?)(\/ga4gh\/trs\/v2(?:\/tools)?|\/workflows)?\/?$/.exec(url.pathname) ?? [];
  const isTools = api?.endsWith('/tools') === true;
  if ((url.search !== '' && !isTools) || url.hash !== '')
    throw invalidCatalogue(place, 'it is neither a site nor an address of the Tool Registry Service', {
      hint: `such as ${url.origin}/ or ${url.origin}/ga4gh/trs/v2/tools?organization=Name`,
    });
  const site = `${url.origin}${above}/`;
  const first = new URL(`ga4gh/trs/v2/tools${url.search}`, site);
  first.searchParams.delete('offset');
  first.searchParams.set('limit', LIMIT);
  return { site, first: first.href };
}

function itemOf(tool: JsonField, site: string): CatalogueItem {
  const id = tool.at('id').name();
  if (!/^[\w.~-]+$/.test(id)) throw tool.at('id').isNo('identifier of a workflow');
  const versions = tool.at('versions').items();
  const ids = versions.map((version) => version.at('id').name());
  // SEEK counts versions; others list the latest one last.
  const latest = ids.every((one) => /^\d+$/.test(one))
    ? ids.toSorted((a, b) => Number(a) - Number(b)).at(-1)
    : ids.at(-1);
  if (latest === undefined) throw tool.at('versions').isNo('list with a version');
  const state = versions[ids.lastIndexOf(latest)]?.at('meta_version').optional((field) => field.name());
  const source = `${site}workflows/${id}`;
  return {
    source,
    crate: `${source}/ro_crate?version=${encodeURIComponent(latest)}`,
    // That of the archive would be another for each version.
    base: locationArcp(new URL(source)),
    version: state === undefined ? latest : `${latest} ${state}`,
  };
}
