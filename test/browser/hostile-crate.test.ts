import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../src/crate/json/lazy-document.js';
import { crate, writeCrate } from '../cli/helpers/crates.js';
import { freshFolder, spawnCli } from '../cli/helpers/run.js';
import { startServer } from '../helpers/server.js';
import { describeInBrowser, endVisit, visit, type Visit } from './helpers.js';

/** Another host: a request for it would be seen. */
const AWAY = 'http://127.0.0.2:45679';

/** Texts that run scripts, ask other hosts or turn the page around where a page takes them for markup. */
const TEXTS: readonly string[] = [
  '<script>globalThis.hacked = 1</script>',
  '</script><script>globalThis.hacked = 1</script>',
  '</title></textarea></style></noscript><script>globalThis.hacked = 1</script>',
  '--><script>globalThis.hacked = 1</script><!--',
  ']]><script>globalThis.hacked = 1</script>',
  `<img src="${AWAY}/x.png" onerror="globalThis.hacked = 1">`,
  '"><img src=x onerror=globalThis.hacked=1>',
  "' onmouseover='globalThis.hacked=1' autofocus onfocus='globalThis.hacked=1",
  '<svg onload="globalThis.hacked=1"><animate onbegin="globalThis.hacked=1" attributeName="x"/></svg>',
  '<svg><script href="data:text/javascript,globalThis.hacked=1"/></svg>',
  `<style>@import "${AWAY}/x.css"; * { display: none }</style>`,
  `<link rel="stylesheet" href="${AWAY}/x.css"><meta http-equiv="refresh" content="0;url=${AWAY}/">`,
  `<iframe srcdoc="<script>parent.hacked=1</script>"></iframe><iframe src="${AWAY}/"></iframe>`,
  `<base href="${AWAY}/"><form action="${AWAY}/"><input name=x></form>`,
  '[click](javascript:globalThis.hacked=1) ![x](http://127.0.0.2:45679/x.png)',
  '<a href="javascript:globalThis.hacked=1">x</a>',
  '{{constructor.constructor("globalThis.hacked=1")()}} ${globalThis.hacked=1} <%= hacked %>',
  '\\u003cscript\\u003eglobalThis.hacked=1\\u003c/script\\u003e',
  '&lt;script&gt;globalThis.hacked=1&lt;/script&gt;',
  '\u202egnp.exe\u202c \u2066\u2067 \u200f\u200e \u0000\u0007\u001b[31m \ufeff',
  '\u2028\u2029 __proto__ constructor toString',
  'x'.repeat(200_000),
  '\u0301'.repeat(5000),
  'a '.repeat(50_000),
];

/** Addresses that a click or a picture must not follow. */
const ADDRESSES: readonly string[] = [
  ...['javascript:globalThis.hacked=1', 'JaVaScRiPt:globalThis.hacked=1', ' javascript:globalThis.hacked=1', 'java\tscript:globalThis.hacked=1'],
  ...['data:text/html,<script>globalThis.hacked=1</script>', 'vbscript:x', 'blob:http://x/y', 'file:///etc/passwd', 'about:blank'],
  ...[`${AWAY}/" onclick="globalThis.hacked=1`, `${AWAY}/'><script>globalThis.hacked=1</script>`, '//127.0.0.2:45679/x', 'view-source:http://127.0.0.2:45679/'],
  ...['#"><script>globalThis.hacked=1</script>', '?x=</script><script>globalThis.hacked=1</script>', '__proto__', 'constructor'],
]; // prettier-ignore

/** A crate that is hostile in each of its fields. */
const HOSTILE = crate({
  name: TEXTS.slice(0, 3).join(' '),
  more: {
    description: TEXTS.join('\n'),
    keywords: [...TEXTS],
    url: ADDRESSES.map((id) => ({ '@id': id })),
    identifier: [...ADDRESSES],
    license: { '@id': 'javascript:globalThis.hacked=1' },
    thumbnail: { '@id': `${AWAY}/x.svg` },
    image: [{ '@id': 'picture.svg' }, { '@id': 'data:image/svg+xml,<svg onload="globalThis.hacked=1"/>' }],
    citation: ADDRESSES.map((id) => ({ '@id': id })),
    author: TEXTS.map((_, at) => ({ '@id': `#author${at}` })),
    hasPart: [{ '@id': 'picture.svg' }, { '@id': 'page.html' }, ...ADDRESSES.map((id) => ({ '@id': id }))],
    '"><script>globalThis.hacked=1</script>': 'a property',
    datePublished: TEXTS[0] as string,
  },
  entities: [
    ...TEXTS.map((text, at): JsonObject => ({ '@id': `#author${at}`, '@type': ['Person', text.slice(0, 300)], name: text, email: `mailto:${text.slice(0, 300)}`, affiliation: text, url: ADDRESSES[at % ADDRESSES.length] as string })), // prettier-ignore
    ...ADDRESSES.map((id, at): JsonObject => ({ '@id': id, '@type': 'File', name: TEXTS[at % TEXTS.length] as string, contentUrl: id, encodingFormat: ['text/html', TEXTS[0] as string], contentSize: TEXTS[5] as string })), // prettier-ignore
    {
      '@id': 'picture.svg',
      '@type': ['File', 'ImageObject'],
      name: TEXTS[8] as string,
      encodingFormat: 'image/svg+xml',
    },
    { '@id': 'page.html', '@type': 'File', name: 'A page', encodingFormat: 'text/html' },
    { '@id': 'javascript:globalThis.hacked=1//licence', '@type': 'CreativeWork', name: TEXTS[6] as string, url: 'javascript:globalThis.hacked=1' }, // prettier-ignore
  ],
});

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.hacked=1"><script>globalThis.hacked=1</script><image href="${AWAY}/x.png"/></svg>`; // prettier-ignore
const PAGE = `<script>globalThis.hacked = 1</script><img src="${AWAY}/x.png"><p>text</p>`;

let folder: string;
beforeAll(async () => {
  folder = await writeCrate(join(await freshFolder('hostile'), 'hostile'), HOSTILE);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'picture.svg'), SVG);
  await writeFile(join(folder, 'page.html'), PAGE);
});

/** Nothing of the crate has run, and its texts are texts. */
async function expectNothingRan({ page }: Visit): Promise<void> {
  const found = await page.evaluate(() => {
    const links = [...document.querySelectorAll('[href], [src], [action], [formaction]')];
    const addresses = links.flatMap((one) =>
      ['href', 'src', 'action', 'formaction'].map((name) => one.getAttribute(name) ?? ''),
    );
    const isBad = (text: string): boolean => {
      // As a browser reads an address: without spaces around it, and without tabs and line ends.
      const plain = text.replace(/^[\0- ]+|[\t\r\n]/g, '').toLowerCase();
      return /^(?:javascript|vbscript|data:text|data:image\/svg|blob|view-source)/.test(plain);
    };
    const handlers = [...document.querySelectorAll('*')].flatMap((one) =>
      [...one.attributes].filter(({ name }) => name.startsWith('on')).map(({ name }) => `${one.tagName} ${name}`),
    );
    return {
      hacked: (globalThis as unknown as { hacked?: unknown }).hacked,
      addresses: addresses.filter(isBad),
      handlers,
      frames: document.querySelectorAll('iframe, object, embed, base, meta[http-equiv=refresh]').length,
    };
  });
  expect(found).toEqual({ hacked: undefined, addresses: [], handlers: [], frames: 0 });
}

/** Opens what can be opened, and follows the first links with the keyboard. */
async function touchAll({ page }: Visit): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  for (let turn = 0; turn < 15; turn += 1) await page.keyboard.press('Tab');
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 3000);
}

describeInBrowser('a crate that is hostile in each of its fields', () => {
  it('is a preview of one file without scripts of the crate, requests and errors', async () => {
    const place = join(await freshFolder('preview'), 'preview.html');
    const { status, stderr } = await spawnCli(['preview', folder, '-o', place, '--offline']);
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    const home = pathToFileURL(place).href;
    for (const javaScriptEnabled of [true, false]) {
      const opened = await visit(home, '', { javaScriptEnabled });
      await expectNothingRan(opened);
      await touchAll(opened);
      expect(await opened.page.locator('body').textContent()).toContain('globalThis.hacked = 1');
      await expectNothingRan(opened);
      expect(opened.page.url().split('#')[0]).toBe(home);
      await endVisit(opened);
    }
  });

  it('is shown by the website: crate, entities, search, files', async () => {
    const { address } = await startServer({ folders: [folder] });
    const entities = ['#author0', '#author8', ...ADDRESSES].map((id) => `crates/hostile/?entity=${encodeURIComponent(id)}`); // prettier-ignore
    const search = `?q=${encodeURIComponent('<script>globalThis.hacked=1</script>')}`;
    for (const path of [
      '',
      'crates/hostile/',
      search,
      'statistics',
      'references',
      `query?query=${encodeURIComponent(TEXTS[1] as string)}`,
      ...entities,
    ]) {
      // prettier-ignore
      const opened = await visit(address, path);
      await touchAll(opened);
      await expectNothingRan(opened);
      expect(opened.page.url().startsWith(address)).toBe(true);
      await endVisit(opened, '404');
    }
  });

  it.each(['picture.svg', 'page.html'])('has a file %s that runs nothing', async (file) => {
    const { address } = await startServer({ folders: [folder] });
    const opened = await visit(address, `crates/hostile/${file}`);
    expect(await opened.page.evaluate(() => (globalThis as unknown as { hacked?: unknown }).hacked)).toBeUndefined();
    // It is a document of the crate and shown as it is: its pictures are fetched, its scripts are not run.
    expect(opened.errors.join('\n')).toMatch(/Blocked script execution|sandbox/);
    await opened.page.context().close();
  });

  it('is shown as the rows of a query', async () => {
    const { address } = await startServer({ folders: [folder] });
    const opened = await visit(address, `query?query=${encodeURIComponent('SELECT * { ?s ?p ?o } LIMIT 200')}`);
    await opened.page.getByRole('button', { name: 'Run' }).click();
    await opened.page.getByRole('table').first().waitFor();
    await touchAll(opened);
    await expectNothingRan(opened);
    await endVisit(opened);
  });
});
