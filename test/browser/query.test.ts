import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describeWebsite, endVisit, expectAccessible, expectNoSideScroll, keepPicture } from './helpers.js';
import { editor, rows, run, status, write } from './query-page.js';

describeWebsite('the query page', (open) => {
  it('runs the query that it begins with, and links crates to their pages', async () => {
    const opened = await open('query');
    const { page } = opened;
    await page.getByRole('button', { name: 'Run' }).click();
    await rows(page).first().waitFor();
    await page.locator('#query-results a[href*="crates/rainfall-survey/"]').first().click();
    await page.waitForURL('**/crates/rainfall-survey/');
    await endVisit(opened);
  });

  it('completes names from the store, and leaves the editor on Tab', async () => {
    const opened = await open('query');
    const { page } = opened;
    await write(page, 'SELECT ?x { ?x a ');
    await page.keyboard.type('Pers');
    const offers = page.locator('.cm-tooltip-autocomplete li');
    await offers.first().waitFor();
    expect(await offers.first().textContent()).toMatch(/^schema:Person\d+ uses$/);
    await page.keyboard.press('Escape');
    await offers.first().waitFor({ state: 'detached' });
    await page.keyboard.type('o');
    await offers.first().waitFor();
    // A list that has just appeared takes no Enter, so that nobody chooses by accident.
    await page.waitForTimeout(150);
    await page.keyboard.press('Enter');
    await page.keyboard.type(' ; sch');
    expect(await editor(page).textContent()).toContain('?x a schema:Person ; sch');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Run');
    await endVisit(opened);
  });

  it('marks an error of the syntax at its place', async () => {
    const opened = await open('query');
    const { page } = opened;
    await run(page, 'SELECT ?s { ?s ?p ?o }\nLIMIIT 3');
    await page.locator('.query-wrong', { hasText: 'LIMIIT' }).waitFor();
    expect(await status(page).textContent()).toMatch(/line 2, column 1.*did you mean LIMIT/s);
    await keepPicture(page, 'query-error');
    await expectAccessible(page);
    await endVisit(opened, '400 (Bad Request)');
  });

  it('stops a query on Escape', async () => {
    const opened = await open('query');
    const { page } = opened;
    const many = Array.from({ length: 12 }, (_, at) => `?a${String(at)} ?b${String(at)} ?c${String(at)} .`).join(' ');
    await run(page, `SELECT (COUNT(*) AS ?n) { ${many} FILTER(?a0 = ?c11) }`);
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await page.keyboard.press('Escape');
    await status(page).getByText('Cancelled.').waitFor();
    await run(page, 'ASK { ?s a schema:Person }');
    await page.locator('.query-boolean', { hasText: 'Yes' }).waitFor();
    await endVisit(opened);
  });

  it('sorts and pages rows, draws a chart, and says types', async () => {
    const opened = await open('query');
    const { page } = opened;
    await run(page, 'SELECT ?type (COUNT(?s) AS ?entities) { ?s a ?type } GROUP BY ?type ORDER BY ?type');
    await rows(page).first().waitFor();
    const numbers = async () => {
      const texts = await page.locator('#query-results tbody td.number').allTextContents();
      return texts.map(Number);
    };
    await page.getByRole('button', { name: 'entities' }).click();
    const up = await numbers();
    expect(up).toEqual([...up].sort((a, b) => a - b));
    await page.getByRole('button', { name: 'entities' }).click();
    expect(await numbers()).toEqual([...up].sort((a, b) => b - a));
    expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
    await page.locator('summary', { hasText: 'Chart' }).click();
    expect(await page.locator('.query-chart rect.bar').count()).toBe(Math.min(up.length, 40));
    await keepPicture(page, 'query-chart');
    await expectAccessible(page);

    await run(page, 'SELECT ?s ?p ?o { ?s ?p ?o }');
    await page.getByText(/^Page 1 of/).waitFor();
    expect(await rows(page).count()).toBe(100);
    await page.getByRole('button', { name: 'Last' }).click();
    await page.getByText(/^Page (\d+) of \1$/).waitFor();
    await endVisit(opened);
  });

  it('downloads rows and graphs, and shows graphs as Turtle', async () => {
    const opened = await open('query');
    const { page } = opened;
    await run(page, 'SELECT ?name { ?s a schema:Person ; schema:name ?name } ORDER BY ?name');
    for (const [format, begin] of [
      ['CSV', 'name\r\n'],
      ['TSV', '?name\n'],
      ['JSON', '{'],
      ['XML', '<?xml'],
    ] as const)
      expect((await download(page, format)).slice(0, begin.length)).toBe(begin);
    await run(page, 'CONSTRUCT { ?s schema:name ?name } WHERE { ?s a schema:Person ; schema:name ?name }');
    await page.getByRole('radio', { name: 'Turtle' }).check();
    await page.locator('#query-results pre', { hasText: 'schema:name' }).waitFor();
    expect(await download(page, 'N-Triples')).toContain('<http://schema.org/name>');
    await endVisit(opened);
  });

  it('asks for the parameters of a saved query, and sets them as terms', async () => {
    const opened = await open('query');
    const { page } = opened;
    await page.locator('#query-saved summary', { hasText: 'Entities' }).click();
    await page.locator('#query-saved a', { hasText: 'entities-by-type' }).click();
    await page.getByRole('textbox', { name: /^type/ }).fill('schema:Person');
    await page.getByRole('button', { name: 'Run' }).click();
    await rows(page).first().waitFor();
    await page.getByRole('textbox', { name: /^type/ }).fill('schema:Person> }');
    await page.getByRole('button', { name: 'Run' }).click();
    await status(page).getByText('cannot be used').waitFor();
    await endVisit(opened, '400 (Bad Request)');
  });

  it('keeps queries of its own, renames and deletes them, and has them in the address', async () => {
    const opened = await open('query');
    const { page } = opened;
    await write(page, 'ASK { ?s ?p "mine" }');
    await page.getByRole('textbox', { name: 'Name of the query' }).fill('My query');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.reload();
    expect(await editor(page).textContent()).toContain('"mine"');
    await page.getByRole('button', { name: 'Rename My query' }).click();
    await page.getByRole('textbox', { name: 'New name' }).fill('Other');
    await page.keyboard.press('Enter');
    await write(page, 'ASK {}');
    await page.getByRole('button', { name: 'Other', exact: true }).click();
    expect(await editor(page).textContent()).toContain('"mine"');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Other' }).click();
    expect((await saved).suggestedFilename()).toBe('Other.rq');
    await page.getByRole('button', { name: 'Delete Other' }).click();
    await page.getByRole('button', { name: 'Delete Other' }).waitFor({ state: 'detached' });
    await endVisit(opened);
  });

  it('says when the server cannot be reached', async () => {
    const opened = await open('query');
    await opened.page.context().setOffline(true);
    await run(opened.page, 'ASK {}');
    await status(opened.page).getByText('cannot be reached').waitFor();
    await endVisit(opened, 'ERR_INTERNET_DISCONNECTED');
  });

  it('works without scripts', async () => {
    const opened = await open('query?saved=people', { javaScriptEnabled: false });
    const { page } = opened;
    expect(await page.locator('textarea').inputValue()).toContain('ORDER BY DESC(?crates)');
    const answer = page.waitForResponse((response) => response.url().includes('/sparql?query='));
    await page.locator('select[name=format]').selectOption('json');
    await page.getByRole('button', { name: 'Run' }).click();
    expect((await answer).status()).toBe(200);
    await endVisit(opened, 'favicon.ico'); // the browser asks for it where an answer is no page
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390])
      it(`is accessible, ${String(width)} wide, ${colorScheme}`, async () => {
        const opened = await open('query', { colorScheme, viewport: { width, height: 800 } });
        const { page } = opened;
        await page.getByRole('button', { name: 'Run' }).click();
        await rows(page).first().waitFor();
        await page.locator('summary', { hasText: 'Prefixes' }).click();
        await expectNoSideScroll(page);
        await expectAccessible(page);
        await keepPicture(page, `query-${String(width)}-${colorScheme}`);
        await endVisit(opened);
      });
});

async function download(page: Page, format: string): Promise<string> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download as ${format}` }).click();
  return readFile(await (await saved).path(), 'utf8');
}
