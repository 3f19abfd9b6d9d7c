import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, writeCrate } from '../cli/helpers/crates.js';
import { freshFolder } from '../cli/helpers/run.js';
import { startServer } from '../helpers/server.js';
import { describeInBrowser, endVisit, expectAccessible, expectNoSideScroll, keepPicture, visit } from './helpers.js';

/** A PDF of one page that says "gull". */
function pdf(): string {
  const text = 'BT /F1 24 Tf 40 100 Td (gull) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  return `%PDF-1.4\n${objects.map((one, at) => `${at + 1} 0 obj\n${one}\nendobj\n`).join('')}trailer << /Size 6 /Root 1 0 R >>\n`; // prettier-ignore
}

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';

const NOTEBOOK = {
  nbformat: 4,
  metadata: { language_info: { name: 'python' } },
  cells: [
    { cell_type: 'markdown', source: `# Gulls\n\n${'long'.repeat(100)} <img src=x onerror=alert(1)>` },
    {
      cell_type: 'code',
      execution_count: 1,
      source: `import csv # ${'x '.repeat(200)}`,
      outputs: [
        { output_type: 'stream', text: 'out '.repeat(100) },
        { output_type: 'display_data', data: { 'image/svg+xml': PICTURE.replace('<rect', '<script>alert(1)</script><rect') } }, // prettier-ignore
        { output_type: 'error', traceback: ['\u001b[31mValueError\u001b[0m'] },
      ],
    },
  ],
};

const PLACES = {
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: { name: 'Walney' }, geometry: { type: 'Point', coordinates: [-3.2, 54.1] } },
  ],
};

const FILES: Readonly<Record<string, string>> = {
  'paper.pdf': pdf(),
  'analysis.ipynb': JSON.stringify(NOTEBOOK),
  'sites.geojson': JSON.stringify(PLACES),
  'README.md': '# Gulls\n\nSee [the table](gulls.csv).\n',
  'run.py': 'import csv\n\ndef count(path: str) -> int:\n    return 1 # one "gull"\n',
  'gulls.csv': `id,note\n${Array.from({ length: 250 }, (_, at) => `${at},"${'wide '.repeat(50)}"`).join('\n')}\n`,
  'a.svg': PICTURE,
  'b.svg': PICTURE,
};

describeInBrowser('the viewers of files', () => {
  let home = '';
  beforeAll(async () => {
    const folder = join(await freshFolder('viewers'), 'gulls');
    await mkdir(folder);
    const entities = Object.keys(FILES).map((id) => ({ '@id': id, '@type': 'File', name: `File ${id}` }));
    await writeCrate(folder, crate({ name: 'Gulls', entities }));
    for (const [name, content] of Object.entries(FILES)) await writeFile(join(folder, name), content);
    ({ address: home } = await startServer({ folders: [folder] }));
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`are accessible, ${colorScheme}, also on a phone`, async () => {
      for (const path of [...Object.keys(FILES).map((id) => `?entity=${id}`), '?view=images'])
        for (const width of [1280, 390]) {
          const opened = await visit(home, `crates/gulls/${path}`, { colorScheme, viewport: { width, height: 800 } });
          await expectNoSideScroll(opened.page);
          await expectAccessible(opened.page);
          await keepPicture(opened.page, `viewer-${path.replace(/\W+/g, '-')}-${width}-${colorScheme}`);
          await endVisit(opened);
        }
    });

  it('show a PDF in the page, and open it', async () => {
    const opened = await visit(home, 'crates/gulls/?entity=paper.pdf');
    // The text in its place is shown by browsers that cannot; the console would name a policy that forbids it.
    expect(await opened.page.getByText('shows no PDF').isVisible()).toBe(false);
    expect(opened.requests).toContain(`${home}crates/gulls/paper.pdf`);
    await endVisit(opened);
  });

  it('open a table as a text, and go on to its last row', async () => {
    const opened = await visit(home, 'crates/gulls/?entity=gulls.csv', { javaScriptEnabled: false });
    const { page } = opened;
    await page.getByRole('link', { name: 'Page 3' }).click();
    expect(await page.locator('tbody tr').count()).toBe(50);
    await page.getByRole('link', { name: 'Open' }).click();
    expect(await page.locator('body').textContent()).toContain('249,"wide');
    await endVisit(opened, 'favicon');
  });

  it('lead from a README to what it names, and from an image to its page', async () => {
    const opened = await visit(home, 'crates/gulls/?entity=README.md');
    const { page } = opened;
    await page.getByRole('link', { name: 'the table' }).click();
    expect(await page.locator('h1').textContent()).toBe('File gulls.csv');
    await page.getByRole('link', { name: 'Images' }).click();
    await page.getByRole('link', { name: 'File b.svg' }).click();
    expect(await page.locator('.media-image img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
    await endVisit(opened);
  });
});
