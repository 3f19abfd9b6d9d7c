import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, writeCrate } from '../cli/helpers/crates.js';
import { freshFolder } from '../cli/helpers/run.js';
import { startServer } from '../helpers/server.js';
import { describeInBrowser, endVisit, expectAccessible, expectNoSideScroll, keepPicture, visit } from './helpers.js';

/** Files, which fill seven pages. */
const FILES = Array.from({ length: 620 }, (_, at) => `data/raw/run-${at}.csv`);

describeInBrowser('the contents of a crate', () => {
  let home = '';
  beforeAll(async () => {
    const folder = join(await freshFolder('contents'), 'runs');
    await mkdir(join(folder, 'data/raw'), { recursive: true });
    const described = FILES.map((path, at) => ({ '@id': path, '@type': 'File', name: `Run no ${at}` }));
    const web = { '@id': `https://example.org/${'long'.repeat(50)}`, '@type': 'File', name: 'A file on the web' };
    const person = { '@id': '#ada', '@type': 'Person', name: 'Ada' };
    const set = { '@id': 'data/', '@type': 'Dataset', name: 'Data', hasPart: [{ '@id': '#ada' }] };
    const lost = { '@id': 'lost.csv', '@type': ['File', 'SoftwareSourceCode'] };
    const more = { keywords: 'rain, wind' };
    await writeCrate(folder, crate({ name: 'Runs', more, entities: [...described, web, person, set, lost] }));
    for (const [at, path] of FILES.entries()) await writeFile(join(folder, path), 'x'.repeat(at));
    await writeFile(join(folder, `${'n'.repeat(150)}.txt`), 'new');
    ({ address: home } = await startServer({ folders: [folder] }));
  });

  const PATHS = ['', '?view=files', '?view=files&folder=data/raw/&page=3', '?view=files&q=run&sort=-size', '?view=files&q=none', '?entity=data/', '?type=File&sort=id']; // prettier-ignore
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390])
      it(`are accessible, ${width} wide, ${colorScheme}`, async () => {
        for (const path of PATHS) {
          const opened = await visit(home, `crates/runs/${path}`, { colorScheme, viewport: { width, height: 800 } });
          await expectNoSideScroll(opened.page);
          await expectAccessible(opened.page);
          await keepPicture(opened.page, `contents-${path.replace(/\W+/g, '-')}-${width}-${colorScheme}`);
          await endVisit(opened);
        }
      });

  it('are walked, sorted, filtered and turned without scripts', async () => {
    const opened = await visit(home, 'crates/runs/', { javaScriptEnabled: false });
    const { page } = opened;
    const names = () => page.locator('.contents-table tbody th[scope=row] > :first-child').allTextContents();
    await page.getByRole('link', { name: 'data/', exact: true }).click();
    await page.getByRole('link', { name: 'raw/', exact: true }).click();
    expect((await names()).slice(0, 3)).toEqual(['run-0.csv', 'run-1.csv', 'run-2.csv']);
    await page.getByRole('link', { name: 'Size' }).click();
    await page.getByRole('link', { name: 'Size' }).click();
    expect((await names())[0]).toBe('run-619.csv');
    expect(await page.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort')).toBe('descending');
    await page.getByLabel('Go to the page that begins with').selectOption('5');
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    expect((await names())[0]).toBe('run-219.csv');
    await page.getByLabel(/^Filter all in raw/).fill('RUN-42');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    expect(await names()).toEqual([...Array.from({ length: 10 }, (_, at) => `data/raw/run-${429 - at}.csv`), 'data/raw/run-42.csv']); // prettier-ignore
    expect(await page.locator('mark').first().textContent()).toBe('run-42');
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: /^Contents/ }).click(); // prettier-ignore
    expect(await page.locator('.contents-summary').textContent()).toMatch(/1 not described\s+1 missing/);
    await endVisit(opened);
  });

  it('stand below keywords that lead to other crates', async () => {
    const opened = await visit(home, 'crates/runs/');
    await opened.page.getByRole('link', { name: 'wind' }).click();
    expect(await opened.page.locator('.chips .removable').first().textContent()).toContain('Keyword: wind');
    await endVisit(opened);
  });
});
