import { mkdir, writeFile } from 'node:fs/promises';
import { openServer } from '../../../src/server/open-server.js';
import { SURVEY } from '../../cli/helpers/crates.js';
import { BUNDLED } from '../../helpers/read.js';
import { startServer } from '../../helpers/server.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const FOLDERS = [SURVEY];

let address: string;
beforeAll(async () => {
  ({ address } = await startServer({ folders: FOLDERS, site: 'data/site/site.json' }));
});

const page = async (path: string, of = address) =>
  (await fetch(`${of}${path}`, { headers: { accept: 'text/html' } })).text();

describe('a website of its own', () => {
  it.each([
    '',
    '?q=rain',
    'query',
    'statistics',
    'references',
    'imprint',
    'crates/rainfall-survey/',
    'crates/rainfall-survey/?view=check',
    'crates/rainfall-survey/data/',
    'crates/none/',
    'nothing/here',
  ])(
    // prettier-ignore
    'has title, logo, colours and imprint on every page: /%s',
    async (path) => {
      const text = await page(path);
      const home = path === 'query' ? './' : '../'.repeat(path.split('?')[0]!.split('/').length - 1);
      expect(text).toMatch(/<title>[^<]+ · Tideline Data<\/title>/);
      expect(text).toContain(`<link rel="stylesheet" href="${home}assets/colours.css"/>`);
      expect(text).toContain(`<img src="${home}assets/logo.svg" alt="" width="56" height="56"/>Tideline Data</a>`);
      expect(text).toContain(`<a href="${home}imprint">Imprint</a>`);
    },
  );

  it('says on its first page what it is, and on no other', async () => {
    const start = await page('');
    expect(start).toContain('<h1>Tideline Data</h1><div class="prose"><p>Everything that Tideline');
    expect(start).toContain('<a href="query">Ask in SPARQL</a>');
    expect(start).toContain('<meta property="og:site_name" content="Tideline Data"/>');
    for (const path of ['?q=rain', '?sort=date', 'query']) expect(await page(path)).not.toContain('Everything that Tideline'); // prettier-ignore
  });

  it('is what catalogues call it', async () => {
    const forms = ['catalogue.ttl', 'catalogue.schema.jsonld', 'oai?verb=Identify', '.well-known/void'];
    for (const path of [...forms, '', 'crates/rainfall-survey/']) {
      const text = await page(path);
      expect(text).toContain('Tideline Data');
      expect([path, text.includes('RO-Crates at')]).toEqual([path, false]);
    }
  });

  it('serves its files with their types, and 304 to those who have them', async () => {
    for (const [name, type] of [
      ['logo.svg', 'image/svg+xml'],
      ['colours.css', 'text/css; charset=utf-8'],
    ] as const) {
      // prettier-ignore
      const answer = await fetch(`${address}assets/${name}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
      const again = { 'if-none-match': answer.headers.get('etag')! };
      expect((await fetch(`${address}assets/${name}`, { headers: again })).status).toBe(304);
    }
  });
});

it('the texts of its owner cannot run anything', async () => {
  const folder = await scratch();
  await mkdir(`${folder}/own`);
  await writeFile(
    `${folder}/own/in.md`,
    '<script>alert(1)</script> [a](javascript:alert(1)) ![p](https://e.example/p.png)',
  );
  await writeFile(`${folder}/own/site.json`, JSON.stringify({ title: '<b>&"', introduction: 'in.md' }));
  const server = await startServer({ folders: FOLDERS, site: `${folder}/own/site.json` });
  const text = await page('', server.address);
  expect(text).toContain('<h1>&lt;b&gt;&amp;&quot;</h1>');
  expect(text).not.toMatch(/<script>alert|href="javascript|<img[^>]*e\.example/);
});

it('a website without a site file is as before: no imprint, no colours', async () => {
  const server = await startServer({ folders: FOLDERS });
  expect(await page('', server.address)).not.toMatch(/colours\.css|Imprint/);
  const answer = await fetch(`${server.address}imprint`);
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('no imprint')]);
  expect((await fetch(`${server.address}assets/colours.css`)).status).toBe(404);
});

it('a site file that cannot be read stops the start', async () => {
  await expect(openServer({ folders: FOLDERS, site: 'data/site/none.json', contexts: BUNDLED })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' }); // prettier-ignore
});
