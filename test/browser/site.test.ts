import { IDENTITIES } from '../../src/store/graph-errors.js';
import { startServer } from '../helpers/server.js';
import { CRATE, LONG_GRAPH, ONTOLOGY, PERSON, storeWithReferences } from '../server/helpers/store-with-references.js';
import { describeInBrowser, describeWebsite, endVisit, expectAccessible, expectNoSideScroll, keepPicture, visit, type OpenPage } from './helpers.js'; // prettier-ignore

describeWebsite('the website', (open) => {
  it('lists the crates, finds one, opens it and an entity of it', async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByRole('searchbox').first().fill('herbarium');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/?q=herbarium**');
    await page.locator('main a[href*="herbarium-scans"]').first().click();
    await page.waitForURL('**/crates/herbarium-scans/');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('herbarium');
    await page.locator('main a[href*="entity="]').first().click();
    await page.waitForURL('**entity=**');
    await endVisit(opened);
  });

  it('shows the focus wherever Tab leads', async () => {
    const opened = await open('crates/rainfall-survey/');
    const { page } = opened;
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Skip');
    for (let turn = 0; turn < 20; turn += 1) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
      expect(outline).not.toBe('none');
    }
    await endVisit(opened);
  });

  it('leads past its filters, from title to title, and with "/" to the search', async () => {
    const opened = await open();
    const { page } = opened;
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await page.locator('a.skip[href="#results"]').focus();
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('results');
    expect(await page.locator('#results h2 a').allTextContents()).toContain('Tarn Valley rainfall survey, winter 2023');
    await page.keyboard.press('/');
    expect(await focused()).toBe('site-search');
    await page.keyboard.type('a/b');
    expect(await page.locator('#site-search').inputValue()).toBe('a/b');
    await endVisit(opened);
  });

  areAccessible(open, ['', '?q=rain*', '?q=rain*&show=entities', '?q=!!', 'crates/rainfall-survey/', 'statistics']);
});

describeInBrowser('a website with graphs beside its crates', () => {
  let home = '';
  beforeAll(async () => void ({ address: home } = await startServer({ store: await storeWithReferences() })));
  const open: OpenPage = (path, options) => visit(home, path, options);
  const of = (page: string, parameters: Record<string, string>) =>
    `${page}?${new URLSearchParams(parameters).toString()}`;
  areAccessible(open, [
    '',
    'statistics',
    'references',
    of('references', { partOf: CRATE }),
    of('references', { graph: ONTOLOGY }),
    of('references', { graph: LONG_GRAPH }),
    of('references', { graph: IDENTITIES }),
    of('mentions', { iri: PERSON }),
    of('mentions', { iri: `${CRATE}#ada` }),
    of('crates/', { graph: CRATE }),
    of('crates/', { graph: `${CRATE}#ada` }),
  ]);
});

describeInBrowser('a private website', () => {
  it('is read and queried by somebody whom the browser has asked for the token', async () => {
    const token = 'a-secret-token';
    const { address } = await startServer({ folders: ['data/crates/rainfall-survey'], isPrivate: true, token });
    const opened = await visit(address, '', { httpCredentials: { username: 'anna', password: token } });
    const { page } = opened;
    await page.locator('main a[href*="rainfall-survey"]').first().click();
    await page.waitForURL('**/crates/rainfall-survey/');
    await page.goto(new URL('query', address).href);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('table').first().waitFor();
    await endVisit(opened);
  });
});

/** Declares that pages are accessible, and that none is wider than its screen. */
function areAccessible(open: OpenPage, paths: readonly string[]): void {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390])
      it(`is accessible, ${String(width)} wide, ${colorScheme}`, async () => {
        for (const path of paths) {
          const opened = await open(path, { colorScheme, viewport: { width, height: 800 } });
          expect(await opened.page.getByRole('heading', { level: 1 }).textContent()).not.toBe('Not found');
          await expectNoSideScroll(opened.page);
          await expectAccessible(opened.page);
          const name = path.replace(/[^\w]+/g, '-').slice(0, 100);
          await keepPicture(opened.page, `${name}site-${String(width)}-${colorScheme}`);
          await endVisit(opened);
        }
      });
}
