import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderPage } from '../../../src/site/pages/render-page.js';
import { FolderFiles } from '../../../src/site/view/files/crate-files.js';
import { licenceLabel } from '../../../src/site/view/licence-label.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { crate } from '../../helpers/read.js';
import { pageDataOf, ROOT } from './helpers/page-data.js';
import { attribute, readHtml, textIn } from './helpers/page-html.js';

const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';
const ADA = 'https://orcid.org/0000-0002-1825-0097';

type Data = Awaited<ReturnType<typeof pageDataOf>>;

async function overview(data: Data) {
  const key = data.index.crateOf(ROOT)?.key as string;
  const { body, status } = await renderPage({ page: 'crate', key, search: '' }, data);
  expect(status).toBe(200);
  const page = readHtml(body);
  expect(page.errors).toEqual([]);
  const [glance] = page.elements.filter((one) => attribute(one, 'class') === 'glance');
  const [origin] = page.elements.filter((one) => attribute(one, 'class') === 'origin');
  const keys = page.elements.filter(({ tagName }) => tagName === 'dt').map(textIn);
  return { ...page, body, keys, glance: glance && textIn(glance), origin: origin && textIn(origin) };
}

describe('the facts below the title of a crate', () => {
  const people = [
    { '@id': ADA, '@type': 'Person', name: 'Ada' },
    { '@id': '#ben', '@type': 'Person', name: 'Ben', identifier: 'https://orcid.org/0000-0001-5109-3700' },
  ];
  const root = {
    name: 'Rain',
    author: [{ '@id': ADA }, { '@id': '#ben' }, 'Cleo', { '@id': 'https://orcid.org/0000-0002-1694-233X' }],
    license: { '@id': 'https://creativecommons.org/licenses/by-nc/4.0/' },
    datePublished: '2026-03-03T10:00:00+00:00',
    version: '1.2',
    publisher: { '@id': 'https://ror.org/04m01e293' },
  };

  it('are who, licence, date, version and publisher, and are not repeated below', async () => {
    const { glance, hrefs, keys } = await overview(await pageDataOf(crate(people, CONTEXT, root)));
    expect(glance).toBe('AuthorsAda ORCID, Ben ORCID, Cleo, 0000-0002-1694-233X ORCIDLicenceCC BY-NC 4.0Published2026-03-03Version1.2Publisherror.org/04m01e293'); // prettier-ignore
    expect(hrefs).toEqual(expect.arrayContaining([`?entity=${encodeURIComponent(ADA)}`, ADA, '?entity=%23ben', 'https://orcid.org/0000-0001-5109-3700', 'https://orcid.org/0000-0002-1694-233X', 'https://ror.org/04m01e293'])); // prettier-ignore
    for (const key of ['author', 'license', 'datePublished', 'version', 'publisher']) expect(keys).not.toContain(key);
  });

  it('leave what needs more room where it was, and say how many people there are more', async () => {
    const many = Array.from({ length: 200 }, (_, at) => `Person ${at}`);
    const { glance, keys } = await overview(
      await pageDataOf(
        crate([{ '@id': '_:a', '@type': 'Organization', url: 'x' }], CONTEXT, { ...root, author: many, publisher: { '@id': '_:a' }, license: 'x'.repeat(5000) }), // prettier-ignore
      ),
    );
    const shown = many.slice(0, 11).join(', ');
    expect(glance).toBe(`Authors${shown} and 189 morePublished2026-03-03Version1.2`);
    expect(keys).toEqual(expect.arrayContaining(['author', 'publisher', 'license']));
  });

  it('have no link of a false ORCID', async () => {
    const { hrefs } = await overview(await pageDataOf(crate([{ '@id': '#x', '@type': 'Person', name: 'X', identifier: 'https://orcid.org/0000-0000-0000-0000' }], CONTEXT, { author: { '@id': '#x' } }))); // prettier-ignore
    expect(hrefs.filter((href) => href.includes('orcid'))).toEqual([]);
  });

  it('call licences by their short names', () => {
    const known = { 'https://spdx.org/licenses/MIT': 'MIT', 'https://spdx.org/licenses/CC-BY-SA-4.0.html': 'CC BY-SA 4.0', 'http://creativecommons.org/publicdomain/zero/1.0/': 'CC0 1.0', 'apache-2.0': 'Apache-2.0', 'https://creativecommons.org/licenses/by/3.0/au/': 'CC BY 3.0 AU', 'https://opensource.org/license/mit/': 'MIT' }; // prettier-ignore
    for (const [text, label] of Object.entries(known)) expect(licenceLabel(text)).toBe(label);
    for (const text of ['', 'ours', 'https://example.org/MIT', 'constructor']) expect(licenceLabel(text)).toBeUndefined(); // prettier-ignore
  });
});

describe('where a crate is from', () => {
  it('is said with the day, and whether it was changed since', async () => {
    const data = await pageDataOf(crate([], CONTEXT, { name: 'Rain' }));
    const today = new Date().toISOString().slice(0, 10);
    expect((await overview(data)).origin).toMatch(new RegExp(`^Loaded from .+ on ${today}, unchanged since · Check: `));
    await updateStore(data.store, `INSERT DATA { GRAPH <${ROOT}> { <${ROOT}> <http://schema.org/keywords> "new" } }`);
    expect((await overview(data)).origin).toMatch(/, changed since · Check: /);
  });
});

/** A PNG of one dot. */
const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'); // prettier-ignore

describe('the picture of a crate', () => {
  async function pictures(root: object, files: Readonly<Record<string, Uint8Array | string>>) {
    const folder = await freshFolder('picture');
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const described = [{ '@id': 'map.png', '@type': 'File', name: 'Where it rains' }];
    const data = await pageDataOf(crate(described, CONTEXT, root));
    const { elements } = await overview({ ...data, files: () => new FolderFiles(folder) });
    return elements.flatMap((one) =>
      one.tagName === 'img' ? [['src', 'width', 'height', 'alt'].map((name) => attribute(one, name))] : [],
    );
  }

  it('is a file that it names, with its size', async () => {
    expect(await pictures({ image: { '@id': 'map.png' } }, { 'map.png': DOT })).toEqual([['./map.png', '1', '1', 'Where it rains']]); // prettier-ignore
    expect(await pictures({ thumbnailUrl: 'small.png' }, { 'small.png': DOT })).toEqual([['./small.png', '1', '1', 'A picture of the crate']]); // prettier-ignore
  });

  it('is never on another server, missing, damaged or something else', async () => {
    const image = [{ '@id': 'https://example.org/x.png' }, { '@id': 'lost.png' }, { '@id': '../map.png' }, { '@id': 'bad.png' }]; // prettier-ignore
    expect(await pictures({ image, thumbnail: { '@id': 'a.csv' } }, { 'bad.png': '<svg width="3" height="4"/', 'a.csv': DOT })).toEqual([]); // prettier-ignore
  });
});

describe('what one can take away', () => {
  const zip = { '@id': 'https://example.org/main.zip', '@type': 'DataDownload', contentSize: '2500000' };
  const own = { '@id': '#d', '@type': 'DataDownload', name: 'As a table', contentUrl: 'https://example.org/t.csv' };
  const distribution = [{ '@id': zip['@id'] }, { '@id': '#d' }, { '@id': 'javascript:x' }, 'nothing'];

  it('are the metadata, RDF and the distributions; the ZIP of a folder comes first', async () => {
    const data = await pageDataOf(crate([zip, own], CONTEXT, { name: 'Rain', distribution }));
    const buttons = async (served: Data) =>
      (await overview(served)).elements
        .filter((one) => attribute(one, 'class')?.startsWith('button') === true && one.tagName === 'a')
        .map((one) => [attribute(one, 'href'), textIn(one)]);
    const key = data.index.crateOf(ROOT)?.key as string;
    const stored = await buttons(data);
    expect(stored).toEqual(expect.arrayContaining([[`../${key}.jsonld`, 'Metadata (JSON-LD)'], [`../${key}.nq`, 'N-Quads'], ['https://example.org/main.zip', 'main.zip, 2.5 MB'], ['https://example.org/t.csv', 'As a table']])); // prettier-ignore
    expect(stored.map(([href]) => href)).not.toContain(`../${key}.zip`);
    const folder = await freshFolder('zip');
    for (const path of ['d/e', 'b', 'many']) await mkdir(join(folder, path), { recursive: true });
    for (const path of ['a.csv', 'b/c.csv', 'd/e/f.csv']) await writeFile(join(folder, path), 'x'.repeat(1500));
    const first = async () => (await buttons({ ...data, files: () => new FolderFiles(folder) }))[0];
    expect(await first()).toEqual([`../${key}.zip`, 'ZIP of 4.5 kB']);
    for (let at = 0; at < 1000; at += 1) await writeFile(join(folder, `many/${at}.csv`), '');
    const again = await pageDataOf(crate([zip, own], CONTEXT, { name: 'Rain', distribution }));
    const [[, label] = []] = await buttons({ ...again, files: () => new FolderFiles(folder) });
    expect(label).toBe('ZIP');
  });

  it('are citations in files of their own', async () => {
    const data = await pageDataOf(crate([], CONTEXT, { name: 'Rain', author: 'Ada' }));
    const { hrefs } = await overview(data);
    const key = data.index.crateOf(ROOT)?.key as string;
    for (const [name, type, begin] of [['bibtex', 'application/x-bibtex; charset=utf-8', '@misc{'], ['ris', 'application/x-research-info-systems; charset=utf-8', 'TY  - DATA\r\n'], ['csl', 'application/vnd.citationstyles.csl+json', '['], ['text', 'text/plain; charset=utf-8', 'Ada. (n.d.). Rain']] as const) {
      expect(hrefs).toContain(`?cite=${name}`);
      const page = await renderPage({ page: 'crate', key, search: `?cite=${name}` }, data);
      expect(page).toMatchObject({ status: 200, contentType: type });
      expect(page.fileName).toMatch(new RegExp(`^${key}\\.`));
      expect(page.body.startsWith(begin)).toBe(true);
    }
    expect((await renderPage({ page: 'crate', key, search: '?cite=word' }, data)).status).toBe(404);
  }); // prettier-ignore
});
