import { startServer } from '../helpers/server.js';
import { describeInBrowser, describeWebsite, endVisit, expectAccessible, expectNoSideScroll, keepPicture, visit } from './helpers.js'; // prettier-ignore

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

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390])
      it(`is accessible, ${String(width)} wide, ${colorScheme}`, async () => {
        for (const path of [
          '',
          '?q=rain*',
          '?q=rain*&show=entities',
          '?q=!!',
          'crates/rainfall-survey/',
          'statistics',
        ]) {
          const opened = await open(path, { colorScheme, viewport: { width, height: 800 } });
          await expectNoSideScroll(opened.page);
          await expectAccessible(opened.page);
          await keepPicture(opened.page, `${path.replace(/[^\w]+/g, '-')}site-${String(width)}-${colorScheme}`);
          await endVisit(opened);
        }
      });
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
