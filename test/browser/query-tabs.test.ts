import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describeWebsite, endVisit, expectAccessible, expectNoSideScroll, keepPicture } from './helpers.js';
import { editor, rows, run, status, write } from './query-page.js';

const tabs = (page: Page) => page.locator('.query-tab');

/** More rows than the page shows. */
const MANY = `SELECT ?a ?b { VALUES ?a { ${Array.from({ length: 40 }, (_, at) => at).join(' ')} } VALUES ?b { ${Array.from({ length: 30 }, (_, at) => `"n${at}"`).join(' ')} } }`; // prettier-ignore
const GRAPH = 'CONSTRUCT { ?s a ?t ; schema:author ?a . ?a schema:name ?n } WHERE { ?s schema:author ?a ; a ?t . ?a schema:name ?n }'; // prettier-ignore

describeWebsite('the open queries of the query page', (open) => {
  it('keep their texts, values, answers and undone changes, and come back after a reload', async () => {
    const opened = await open('query');
    const { page } = opened;
    await run(page, '# Some people\nASK { ?s a schema:Person }');
    await page.locator('.query-boolean', { hasText: 'Yes' }).waitFor();
    await page.getByRole('button', { name: 'New query' }).click();
    expect(await page.locator('.query-boolean').count()).toBe(0);
    await run(page, '#+ param: type iri\nSELECT ?s { ?s a ?type }');
    await page.getByRole('textbox', { name: 'type' }).fill('schema:Person');
    await tabs(page).first().click();
    expect(await editor(page).textContent()).toContain('ASK');
    expect(await page.locator('.query-boolean').textContent()).toBe('Yes');
    expect(await status(page).textContent()).toContain('Yes in');
    await editor(page).click();
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('ControlOrMeta+Z');
    expect(await editor(page).textContent()).not.toContain('param'); // the changes of another tab
    await page.keyboard.press('ControlOrMeta+Y');
    await tabs(page).nth(1).click();
    await page.reload();
    expect(await tabs(page).allTextContents()).toEqual([expect.any(String), 'Query 2']);
    expect(await tabs(page).nth(1).getAttribute('aria-current')).toBe('true');
    expect(await page.getByRole('textbox', { name: 'type' }).inputValue()).toBe('schema:Person');
    await page.keyboard.press('Tab');
    await tabs(page).nth(1).focus();
    await page.keyboard.press('Delete');
    expect(await tabs(page).count()).toBe(1);
    await page.getByRole('button', { name: /^Close / }).click();
    expect(await tabs(page).allTextContents()).toEqual(['Query 1']);
    expect(await editor(page).textContent()).not.toContain('SELECT');
    await endVisit(opened, '400 (Bad Request)'); // the query without its value
  });

  it('get their answers when another one is shown', async () => {
    const opened = await open('query');
    const { page } = opened;
    await run(page, 'ASK { ?s a schema:Person }');
    await page.getByRole('button', { name: 'New query' }).click();
    await tabs(page).first().click();
    await page.locator('.query-boolean', { hasText: 'Yes' }).waitFor();
    await endVisit(opened);
  });

  it('are remembered when they ran, and open again', async () => {
    const opened = await open('query');
    const { page } = opened;
    await run(page, '# Gone tomorrow\nASK {}');
    await status(page).getByText('Yes in').waitFor();
    await run(page, 'ASK { ?s ?p 7 }');
    await status(page).getByText('No in').waitFor();
    await page.reload();
    await page.locator('summary', { hasText: 'History' }).click();
    const past = page.locator('#query-history .query-open');
    expect(await past.allTextContents()).toEqual(['ASK { ?s ?p 7 }', 'Gone tomorrow']);
    await past.nth(1).click();
    expect(await editor(page).textContent()).toContain('# Gone tomorrow');
    expect(await tabs(page).count()).toBe(2);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await past.count()).toBe(0);
    await endVisit(opened);
  });

  it('are found among the ready-made ones', async () => {
    const opened = await open('query');
    const { page } = opened;
    const shown = page.locator('#query-saved a:visible');
    expect(await shown.count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Filter the ready-made queries' }).fill('licence crates');
    expect(await shown.allTextContents()).toEqual(expect.arrayContaining(['licences', 'crates-by-licence']));
    expect(await shown.allTextContents()).not.toContain('people');
    await shown.first().click();
    expect(await tabs(page).count()).toBe(1); // nobody had done anything with the first one
    await page.getByRole('searchbox', { name: 'Filter the ready-made queries' }).fill('');
    expect(await shown.count()).toBe(0);
    await endVisit(opened);
    const linked = await open('query?saved=people');
    expect(await linked.page.locator('#query-saved a:visible').allTextContents()).toContain('people');
    await endVisit(linked);
  });

  it('are not sent if they are updates: the page says where these go', async () => {
    const opened = await open('query');
    const { page, requests } = opened;
    await run(page, '# INSERT\nPREFIX delete: <urn:x#> INSERT DATA { <urn:a> <urn:b> "it\'s" }');
    await status(page).getByText('was not sent').waitFor();
    expect(await page.locator('#query-update pre').first().textContent()).toContain('crategraph update --store');
    expect(requests.filter((address) => address.includes('/sparql'))).toEqual([]);
    await expectAccessible(page);
    await keepPicture(page, 'query-update');
    await write(page, '# INSERT\nASK { ?s ?p "DELETE" }');
    expect(await page.locator('#query-update').isVisible()).toBe(false);
    await endVisit(opened);
  });
});

describeWebsite('the answers of the query page', (open) => {
  it('are the first rows, which a field filters; the download has all', async () => {
    const opened = await open('query');
    const { page } = opened;
    await run(page, MANY);
    await status(page).getByText('The first 1,000 rows').waitFor();
    await page.getByText('Page 1 of 10').waitFor();
    const filter = page.getByRole('searchbox', { name: 'Filter', exact: true });
    await filter.fill('n7');
    await page.getByText(/^\d+ of the first 1,000 rows$/).waitFor();
    const texts = await rows(page).allTextContents();
    expect(texts.filter((text) => !text.includes('n7'))).toEqual([]);
    await page.getByRole('button', { name: 'a', exact: true }).click();
    expect(await rows(page).count()).toBe(texts.length);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('results.csv');
    expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(1201);
    await filter.fill('nothing has this');
    expect(await rows(page).count()).toBe(0);
    await page.getByText('0 of the first 1,000 rows').waitFor();
    await expectAccessible(page);
    await endVisit(opened);
  });

  it('show triples as links, a table, a picture or Turtle, and remember the choice', async () => {
    const opened = await open('query');
    const { page } = opened;
    await run(page, GRAPH);
    const results = page.locator('#query-results');
    await results.locator('.query-subjects h2 a[href*="crates/rainfall-survey/"]').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('radio', { name: 'Table' }).check();
    await rows(page).first().waitFor();
    expect(await results.locator('th button').allTextContents()).toEqual(['subject', 'property', 'object']);
    await page.getByRole('radio', { name: 'Picture' }).check();
    await results.locator('.graph-node[href*="crates/rainfall-survey/"]').first().waitFor();
    expect(await results.locator('.graph-edge').count()).toBeGreaterThan(2);
    await expectAccessible(page);
    await keepPicture(page, 'query-picture');
    await page.reload();
    await page.getByRole('button', { name: 'Run' }).click();
    await results.locator('.graph-node').first().waitFor();
    await endVisit(opened);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`fit a phone, ${colorScheme}`, async () => {
      const opened = await open('query', { colorScheme, viewport: { width: 390, height: 800 } });
      const { page } = opened;
      await run(page, '# A query with a name that is much longer than what a tab has room for on a phone\nASK {}');
      await page.getByRole('button', { name: 'New query' }).click();
      await run(page, GRAPH);
      for (const view of ['Links', 'Table', 'Picture', 'Turtle']) {
        await page.getByRole('radio', { name: view }).check();
        await expectNoSideScroll(page);
        await expectAccessible(page);
      }
      await write(page, `INSERT DATA { <urn:a> <urn:b> "${'x'.repeat(500)}" }`);
      await page.locator('summary', { hasText: 'History' }).click();
      await expectNoSideScroll(page);
      await expectAccessible(page);
      await keepPicture(page, `query-tabs-390-${colorScheme}`);
      await endVisit(opened);
    });
});
