import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startServer } from '../helpers/server.js';
import { describeInBrowser, endVisit, expectAccessible, expectNoSideScroll, keepPicture, visit } from './helpers.js';

const FILES = 400;
const PATH = 'crates/many/?view=graph&nodes=all';

let home: string;
let folder: string;

/** Serves a crate with more entities than SVG shows. */
async function serveMany(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-picture-'));
  const files = Array.from({ length: FILES }, (_, at) => ({
    '@id': `gauge-${String(at)}.csv`,
    '@type': 'File',
    name: `Gauge ${String(at)}`,
  }));
  const graph = [
    {
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      about: { '@id': './' },
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
    },
    { '@id': './', '@type': 'Dataset', name: 'Many gauges', hasPart: files.map((file) => ({ '@id': file['@id'] })) },
    ...files,
  ];
  await mkdir(join(folder, 'many'));
  const document = { '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': graph };
  await writeFile(join(folder, 'many', 'ro-crate-metadata.json'), JSON.stringify(document));
  ({ address: home } = await startServer({ folders: [join(folder, 'many')] }));
}

describeInBrowser('a picture of hundreds of entities', () => {
  beforeAll(serveMany);
  afterAll(() => rm(folder, { recursive: true }));

  it('takes shape, and opens an entity by the keyboard', async () => {
    const opened = await visit(home, PATH);
    const { page } = opened;
    await page.locator('.graph-box[data-state=placed] canvas').first().waitFor();
    await expectAccessible(page);
    await keepPicture(page, 'large-picture');
    await page.getByRole('searchbox', { name: 'Mark' }).fill('gauge 37');
    await page.getByRole('status').getByText('11 found').waitFor();
    await page.locator('.graph-found a', { hasText: /^Gauge 370$/ }).press('Enter');
    await page.waitForURL('**entity=gauge-370.csv');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Gauge 370');
    await endVisit(opened);
  });

  it('opens an entity by the pointer', async () => {
    const opened = await visit(home, PATH);
    await opened.page.locator('.graph-box[data-state=placed] canvas').first().waitFor();
    await overNode(opened.page);
    await opened.page.mouse.down();
    await opened.page.mouse.up();
    await opened.page.waitForURL('**entity=**');
    await endVisit(opened);
  });

  it('fits a phone, and can be kept as an image', async () => {
    const opened = await visit(home, PATH, { viewport: { width: 390, height: 800 }, colorScheme: 'dark' });
    const { page } = opened;
    await page.locator('.graph-box[data-state=placed] canvas').first().waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await page.locator('summary', { hasText: 'Zoom and filter' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save PNG' }).click();
    expect((await saved).suggestedFilename()).toBe('crate.png');
    await endVisit(opened);
  });

  it('is a list where scripts are off', async () => {
    const opened = await visit(home, PATH, { javaScriptEnabled: false });
    await opened.page.locator('.graph-list a', { hasText: /^Gauge 0$/ }).first().click(); // prettier-ignore
    await opened.page.waitForURL('**entity=gauge-0.csv');
    await endVisit(opened);
  });
});

describeInBrowser(
  'a picture of hundreds of entities, without WebGL',
  () => {
    beforeAll(serveMany);
    afterAll(() => rm(folder, { recursive: true }));

    it('says that it cannot be drawn, and leads to the list', async () => {
      const opened = await visit(home, PATH);
      const { page } = opened;
      await page.locator('.graph-box', { hasText: 'this browser has no WebGL' }).waitFor();
      expect(await page.locator('.graph-box canvas').count()).toBe(0);
      await expectAccessible(page);
      await page.locator('.graph-list a', { hasText: /^Gauge 0$/ }).first().click(); // prettier-ignore
      await page.waitForURL('**entity=gauge-0.csv');
      await endVisit(opened);
    });
  },
  ['--disable-3d-apis'],
);

/** Moves the pointer over the picture until it is over a node. */
async function overNode(page: Page): Promise<void> {
  const box = (await page.locator('.graph-canvas').boundingBox())!;
  const over = page.locator('.graph-canvas.is-over-node');
  for (let turn = 0; turn < 2000; turn += 1) {
    // A spiral from the middle, where the picture is.
    const [angle, far] = [turn * 0.7, turn * 0.15];
    await page.mouse.move(
      box.x + box.width / 2 + far * Math.cos(angle),
      box.y + box.height / 2 + far * Math.sin(angle),
    );
    if ((await over.count()) > 0) return;
  }
  throw new Error('the pointer finds no node');
}
