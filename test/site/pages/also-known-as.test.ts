import { renderPage } from '../../../src/site/pages/render-page.js';
import type { PageRequest } from '../../../src/site/pages/page-request.js';
import type { PageData } from '../../../src/site/pages/page-data.js';
import { StoreIndexer } from '../../../src/site/view/store-indexer.js';
import { makeIdentities } from '../../../src/tasks/identity/make-identities.js';
import { crate } from '../../cli/helpers/crates.js';
import { pageDataOf, ROOT } from './helpers/page-data.js';

const ORCID = 'https://orcid.org/0000-0002-1825-0097';
const OLD_ORCID = 'http://orcid.org/0000-0002-1825-0097';
const ADA = `${ROOT}#ada`;
const by = (name: string, id: string, more: object = {}) =>
  crate({ name, more: { author: { '@id': id } }, entities: [{ '@id': id, '@type': 'Person', name: 'Ada', ...more }] });

let before: PageData;
let data: PageData;

beforeAll(async () => {
  const loaded = await pageDataOf(
    by('North', '#ada', { identifier: '0000-0002-1825-0097' }),
    by('South', ORCID),
    by('West', OLD_ORCID),
  );
  before = loaded;
  await makeIdentities(loaded.store);
  data = { ...loaded, index: await new StoreIndexer().of(loaded.store.snapshot()) };
});

async function page(request: PageRequest, from = data): Promise<string> {
  const { status, body } = await renderPage(request, from);
  expect(status).toBe(200);
  return body;
}

it('the page of an IRI has the crates of all IRIs of the person, the other IRIs and the reasons', async () => {
  const html = await page({ page: 'mentions', iri: OLD_ORCID });
  expect(html).toContain('3 crates mention it');
  for (const name of ['North', 'South', 'West']) expect(html).toContain(`>${name}</a>`);
  expect(html).toContain('Also known as <span class="count">2</span>');
  expect(html).toContain(`mentions?iri=${encodeURIComponent(ADA)}`);
  expect(html).toContain('its identifier is this ORCID');
  expect(await page({ page: 'mentions', iri: ADA })).toContain('3 crates mention it');
});

it('without the graph of identities it has those of the IRI alone', async () => {
  const html = await page({ page: 'mentions', iri: OLD_ORCID }, before);
  expect(html).toContain('1 crate mentions it');
  expect(html).not.toContain('Also known as');
});

it('the page of the person in a crate leads to the person in other crates, as they call it', async () => {
  const north = data.index.crateOf(ROOT)!;
  const html = await page({ page: 'entity', key: north.key, id: '#ada', search: '' });
  expect(html).toContain('Also known as');
  expect(html).toContain('Other crates that mention this <span class="count">2</span>');
  expect(html).toContain(`entity=${encodeURIComponent(ORCID)}`);
  expect(html).toContain(`entity=${encodeURIComponent(OLD_ORCID)}`);
});
