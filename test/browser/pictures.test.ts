import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { previewCrate } from '../../src/site/door.js';
import { writePreview } from '../../src/site/pages/preview/write-preview.js';
import { BUNDLED } from '../helpers/read.js';
import {
  describeInBrowser,
  describeWebsite,
  endVisit,
  expectAccessible,
  expectNoSideScroll,
  keepPicture,
  visit,
} from './helpers.js';

describeWebsite('the pictures', (open) => {
  it('of a crate zoom, find, and open an entity', async () => {
    const opened = await open('crates/rainfall-model-run/?view=graph');
    const { page } = opened;
    await page.locator('.graph-live').waitFor();
    const before = await widthSeen(page);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect(await widthSeen(page)).toBeLessThan(before);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.getByRole('button', { name: 'Fit' }).click();
    expect(await widthSeen(page)).toBeCloseTo(before);
    await page.getByRole('searchbox', { name: 'Search in the picture' }).fill('Carberry');
    await page.keyboard.press('Enter');
    await page.getByText('1 entity matches').waitFor();
    await page.locator('.graph-live .is-match').waitFor();
    await expectAccessible(page);
    await page.locator('.graph-node', { hasText: 'Josiah Carberry' }).click();
    await page.waitForURL('**entity=**');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Josiah Carberry');
    await endVisit(opened);
  });

  it('of a crate search and open an entity without a script', async () => {
    const opened = await open('crates/rainfall-model-run/?view=graph', { javaScriptEnabled: false });
    const { page } = opened;
    await page.getByRole('searchbox', { name: 'Search in the picture' }).fill('carberry');
    await page.getByRole('button', { name: 'Search', exact: true }).last().click();
    await page.getByText('1 entity matches').waitFor();
    await page.locator('.graph-node.is-match').click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Josiah Carberry');
    await page.getByRole('link', { name: 'Picture around this' }).click();
    await page.getByText('what it refers to').waitFor();
    await endVisit(opened);
  });

  it('of a run open what made and what was made', async () => {
    const opened = await open('crates/rainfall-model-run/?view=run');
    const { page } = opened;
    await expectAccessible(page);
    await page.locator('.run-picture a[href*="monthly-totals.csv"]').click();
    await page.waitForURL('**entity=**');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Monthly totals');
    await endVisit(opened);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`fit a phone, ${colorScheme}`, async () => {
      for (const path of [
        'rainfall-model-run/?view=graph',
        'rainfall-model-run/?view=graph&q=rain',
        'rainfall-model-run/?view=run',
        'rainfall-survey/?view=files',
      ]) {
        const opened = await open(`crates/${path}`, { colorScheme, viewport: { width: 390, height: 800 } });
        const { page } = opened;
        await page.waitForLoadState('networkidle');
        await expectNoSideScroll(page);
        await expectAccessible(page);
        await keepPicture(page, `${path.replace(/\W+/g, '-')}-390-${colorScheme}`);
        await endVisit(opened);
      }
    });
});

describeInBrowser('a static preview', () => {
  it('opens from the disk, without a script or request', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crategraph-preview-'));
    try {
      const target = join(folder, 'ro-crate-preview.html');
      await writePreview(target, previewCrate('data/crates/rainfall-survey', { contexts: BUNDLED }), false);
      for (const colorScheme of ['light', 'dark'] as const) {
        const opened = await visit(pathToFileURL(`${folder}/`).href, 'ro-crate-preview.html', { colorScheme });
        const { page } = opened;
        await page.getByRole('link', { name: 'Mirela Osei' }).first().click();
        await page.getByRole('rowheader', { name: 'Mirela Osei' }).waitFor();
        await expectNoSideScroll(page);
        await expectAccessible(page);
        await keepPicture(page, `preview-${colorScheme}`);
        expect(new Set(opened.requests.map((address) => address.replace(/#.*$/, '')))).toEqual(new Set([pathToFileURL(target).href])); // prettier-ignore
        await endVisit(opened);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** How much of the picture is seen. */
function widthSeen(page: Page): Promise<number> {
  return page.locator('.crate-graph').evaluate((svg) => (svg as unknown as SVGSVGElement).viewBox.baseVal.width);
}
