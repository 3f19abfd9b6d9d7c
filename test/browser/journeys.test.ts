import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startServer } from '../helpers/server.js';
import { describeInBrowser, endVisit, EXAMPLES, expectAccessible, visit } from './helpers.js';

/** A property with an explanation of its own, which is not at its IRI. */
const DEFINED = {
  '@context': ['https://w3id.org/ro/crate/1.1/context', { gaugeType: 'https://example.org/terms#gaugeType' }],
  '@graph': [
    {
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      about: { '@id': './' },
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      name: 'Gauges',
      hasPart: [{ '@id': 'sound.wav' }],
      mentions: { '@id': '#gauge' },
    },
    { '@id': '#gauge', '@type': 'Product', name: 'Gauge 7', gaugeType: 'tipping bucket' },
    {
      '@id': 'https://example.org/terms#gaugeType',
      '@type': 'rdf:Property',
      name: 'gaugeType',
      sameAs: { '@id': 'https://example.com/about-gauges' },
    },
    { '@id': 'sound.wav', '@type': 'File', name: 'Sound of the gauge' },
  ],
};

let home: string;
let folder: string;

describeInBrowser('a journey through the website', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crategraph-journeys-'));
    const crates = { gauges: JSON.stringify(DEFINED), broken: '{ "@graph": [' };
    for (const [name, text] of Object.entries(crates)) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'ro-crate-metadata.json'), text);
    }
    await writeFile(join(folder, 'gauges', 'sound.wav'), wave());
    const folders = [...EXAMPLES.map((name) => join('data/crates', name)), ...Object.keys(crates).map((name) => join(folder, name))]; // prettier-ignore
    ({ address: home } = await startServer({ folders }));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('leads from a key to the sameAs of its definition', async () => {
    const opened = await visit(home, 'crates/gauges/?entity=%23gauge');
    const key = opened.page.getByRole('link', { name: 'gaugeType', exact: true });
    expect(await key.getAttribute('href')).toBe('https://example.com/about-gauges');
    await endVisit(opened);
  });

  it('lists a folder whose crate cannot be read, with a way to its files', async () => {
    const opened = await visit(home);
    await opened.page.getByRole('link', { name: 'broken' }).click();
    await opened.page.getByRole('link', { name: 'ro-crate-metadata.json' }).waitFor();
    await endVisit(opened);
  });

  it('goes with the keyboard only: search, crate, entity, query', async () => {
    const opened = await visit(home);
    const { page } = opened;
    await tabTo(page, 'Search crates, files and people');
    await page.keyboard.type('rainfall survey');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/?q=rainfall**');
    await tabTo(page, 'Tarn Valley rainfall survey, winter 2023');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/crates/rainfall-survey/');
    await tabTo(page, 'Mirela Osei');
    await page.keyboard.press('Enter');
    await page.waitForURL('**entity=**');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Mirela Osei');
    await tabTo(page, 'Query');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/query');
    await page.locator('.cm-content').focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.locator('#query-results tbody tr').first().waitFor();
    await endVisit(opened);
  });

  it('shows a picture, a table, a sound and a map, without errors', async () => {
    const pages = {
      'crates/herbarium-scans/?entity=sheets%2FTVH-00041.png': 'figure.media img',
      'crates/rainfall-survey/?entity=data%2Fstations.csv': 'figure.media table',
      'crates/gauges/?entity=sound.wav': 'figure.media audio',
      'crates/rainfall-survey/?entity=https%3A%2F%2Fexample.org%2Fplaces%2Ftarn-valley': 'figure.map svg',
    };
    for (const [path, shown] of Object.entries(pages)) {
      const opened = await visit(home, path);
      await opened.page.locator(shown).waitFor();
      await expectAccessible(opened.page);
      await endVisit(opened);
    }
    const opened = await visit(home, Object.keys(pages)[0]);
    const width = () =>
      opened.page.locator('figure.media img').evaluate((img) => (img as HTMLImageElement).naturalWidth);
    await expect(poll(width, (pixels) => pixels > 0)).resolves.toBeGreaterThan(0);
    await endVisit(opened);
    const sound = await visit(home, Object.keys(pages)[2]);
    // The policy of the page lets it load.
    const length = () =>
      sound.page.locator('audio').evaluate((audio) => {
        (audio as HTMLAudioElement).preload = 'auto';
        return (audio as HTMLAudioElement).duration;
      });
    await expect(poll(length, (seconds) => seconds > 0)).resolves.toBeGreaterThan(0);
    await endVisit(sound);
  });

  it('opens and downloads a file from the list of files', async () => {
    const opened = await visit(home, 'crates/rainfall-survey/?view=files');
    const { page } = opened;
    await page.getByRole('link', { name: 'data/', exact: true }).click();
    await page.getByRole('link', { name: 'stations.csv', exact: true }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toBe('stations.csv');
    await endVisit(opened);
  });

  it('keeps the choice of dark or light', async () => {
    const opened = await visit(home, '', { colorScheme: 'light' });
    const { page } = opened;
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.getByRole('button', { name: 'Switch to dark colours' }).click();
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.getByRole('link', { name: 'Statistics' }).click();
    await page.waitForURL('**/statistics');
    expect(await paper()).toBe(dark);
    await page.getByRole('button', { name: 'Switch to light colours' }).click();
    expect(await paper()).toBe(light);
    await endVisit(opened);
  });

  it.each(['crates/nowhere/', 'nowhere', 'far/away/'])('says in a page that there is no %s', async (path) => {
    const opened = await visit(home, path);
    expect(await opened.page.getByRole('heading', { level: 1 }).textContent()).toBe('Not found');
    await expectAccessible(opened.page);
    await opened.page.getByRole('main').getByRole('link', { name: 'All crates' }).click();
    await opened.page.waitForURL(home);
    await endVisit(opened, '404 (Not Found)');
  });
});

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : element;
      return label?.textContent?.trim();
    });
  for (let turn = 0; turn < 120 && (await focused()) !== name; turn += 1) await page.keyboard.press('Tab');
  expect(await focused()).toBe(name);
}

/** Asks until an answer is good: the policy of the pages lets no condition run inside of them. */
async function poll<T>(ask: () => Promise<T>, isGood: (answer: T) => boolean): Promise<T> {
  for (let turn = 0; ; turn += 1) {
    const answer = await ask();
    if (isGood(answer) || turn === 100) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A second of silence. */
function wave(): Buffer {
  const bytes = Buffer.alloc(44 + 8000, 128);
  bytes.write('RIFF');
  bytes.writeUInt32LE(36 + 8000, 4);
  bytes.write('WAVEfmt ', 8);
  for (const [value, at] of [[16, 16], [8000, 24], [8000, 28], [8000, 40]] as const) bytes.writeUInt32LE(value, at); // prettier-ignore
  for (const [value, at] of [[1, 20], [1, 22], [1, 32], [8, 34]] as const) bytes.writeUInt16LE(value, at); // prettier-ignore
  bytes.write('data', 36);
  return bytes;
}
