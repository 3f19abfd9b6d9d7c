import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, writeCrate } from '../cli/helpers/crates.js';
import { freshFolder } from '../cli/helpers/run.js';
import { startServer } from '../helpers/server.js';
import { describeInBrowser, endVisit, expectAccessible, expectNoSideScroll, keepPicture, visit } from './helpers.js';

/** A picture, 400 wide and 100 high. */
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="400" height="100" fill="#7ac"/></svg>'; // prettier-ignore

const LONG = Array.from({ length: 40 }, (_, at) => `Paragraph ${at} of the method, with **words**.`).join('\n\n');

const DESCRIPTION = `# Rain

[![Build](https://ci.example.org/badge.svg)](https://ci.example.org/)

| a | b |
| - | - |
| ${'long'.repeat(60)} | 2 |

\`\`\`sh
${'run '.repeat(60)}
\`\`\`

### Method

${LONG}

The last word is heliotrope.`;

describeInBrowser('the page of a crate with everything', () => {
  let home = '';
  beforeAll(async () => {
    const folder = join(await freshFolder('landing'), 'rain');
    await mkdir(folder);
    const document = crate({
      name: 'Rain',
      more: {
        description: DESCRIPTION,
        author: [{ '@id': 'https://orcid.org/0000-0002-1825-0097' }, 'W'.repeat(150)],
        license: { '@id': 'https://spdx.org/licenses/MIT' },
        datePublished: '2026-01-01',
        version: '1.0',
        image: { '@id': 'map.svg' },
        distribution: { '@id': `https://example.org/${'x'.repeat(120)}.zip` },
      },
      entities: [
        { '@id': 'https://orcid.org/0000-0002-1825-0097', '@type': 'Person', name: 'Ada' },
        { '@id': 'map.svg', '@type': 'File', name: 'A map' },
      ],
    });
    await writeCrate(folder, document);
    await writeFile(join(folder, 'map.svg'), PICTURE);
    ({ address: home } = await startServer({ folders: [folder] }));
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390])
      it(`is accessible, ${width} wide, ${colorScheme}, also unfolded and checked`, async () => {
        for (const path of ['crates/rain/', 'crates/rain/?view=check']) {
          const opened = await visit(home, path, { colorScheme, viewport: { width, height: 800 } });
          for (const details of await opened.page.locator('main details > summary').all()) await details.click();
          await expectNoSideScroll(opened.page);
          await expectAccessible(opened.page);
          await keepPicture(opened.page, `${path.replace(/\W+/g, '-')}landing-${width}-${colorScheme}`);
          await endVisit(opened);
        }
      });

  it('keeps the room of its picture, finds folded text and saves a citation', async () => {
    const opened = await visit(home, 'crates/rain/');
    const { page } = opened;
    const box = await page.locator('.lead-picture img').boundingBox();
    expect(Math.round((box?.width ?? 0) / (box?.height ?? 1))).toBe(4);
    const last = page.getByText('heliotrope');
    expect(await last.isVisible()).toBe(false);
    await page.getByText('Read more').click();
    expect(await last.isVisible()).toBe(true);
    await page.locator('.cite > summary').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'BibTeX' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('rain.bib');
    const answer = await page.request.get(new URL('crates/rain/?cite=ris', home).href);
    expect(answer.headers()).toMatchObject({
      'content-disposition': 'attachment; filename="rain.ris"',
      'content-type': 'application/x-research-info-systems; charset=utf-8',
    });
    await endVisit(opened);
  });
});
