import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sceneOf } from '../../../src/site/pages/crate/scene.js';
import { siteLinks } from '../../../src/site/pages/crate/site-links.js';
import { contentsList, type ContentsList } from '../../../src/site/pages/listing/contents-list.js';
import { ContentsView } from '../../../src/site/pages/listing/contents-view.js';
import type { CrateView } from '../../../src/site/view/crate-view.js';
import { CrateContents } from '../../../src/site/view/files/crate-contents.js';
import { FolderFiles } from '../../../src/site/view/files/crate-files.js';
import type { ContentRow } from '../../../src/site/view/files/content-row.js';
import type { ContentTree } from '../../../src/site/view/files/content-tree.js';
import { openCrateView } from '../../../src/site/view/open-crate-view.js';
import { crate, open } from '../../helpers/read.js';
import { attribute, readHtml, textIn } from './helpers/page-html.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-files-'));
  const files = [
    'ro-crate-metadata.json',
    'ro-crate-preview.html',
    'a.txt',
    'a/b.csv',
    'a-b/c',
    'new/x y.txt',
    '.git/x',
  ];
  for (const path of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), 'four');
  }
});
afterAll(() => rm(folder, { recursive: true }));

async function viewOf(entities: readonly object[], root: object = {}): Promise<CrateView> {
  return openCrateView(await open(crate(entities as never, undefined, root as never)));
}

function described(): Promise<CrateView> {
  return viewOf([
    { '@id': 'a', '@type': 'Dataset', name: 'Folder <A>' },
    { '@id': 'a/b.csv', '@type': 'File', contentSize: '9', license: { '@id': '#l' }, encodingFormat: [{ '@id': '#f' }, 'text/csv'] }, // prettier-ignore
    { '@id': 'lost/z.bin', '@type': 'File', contentSize: 'ten' },
    { '@id': 'a.txt', '@type': 'File' },
    { '@id': 'a-b/c', '@type': 'File' },
    { '@id': 'https://example.org/w', '@type': 'File', contentSize: 7 },
    { '@id': 'javascript:alert(1)', '@type': 'File' },
    { '@id': '#l', '@type': 'CreativeWork', name: 'Licence <L>' },
  ]);
}

function treeOf(view: CrateView, path?: string): Promise<ContentTree> {
  return new CrateContents(view, path === undefined ? undefined : new FolderFiles(path)).tree();
}

function page(tree: ContentTree, search = '') {
  const scene = sceneOf(tree.view, siteLinks(tree.view, tree.hasFolder));
  const asked = new URLSearchParams(search);
  const list = contentsList(tree, asked) as ContentsList;
  const html = String(ContentsView({ tree, list, scene, search: asked }));
  const read = readHtml(`<!doctype html><title>x</title><main>${html}</main>`);
  expect(read.errors).toEqual([]);
  const names = read.elements
    .filter((one) => one.tagName === 'th' && attribute(one, 'scope') === 'row')
    .map((one) => textIn(one.childNodes[0] as typeof one));
  return { ...read, html, names };
}

const keys = (rows: readonly ContentRow[] | undefined) =>
  rows?.map(({ key, kind, problem }) => [key, kind, problem].filter(Boolean).join(' '));

describe('what a crate contains', () => {
  it('is a tree of what is described and what is there', async () => {
    const tree = await treeOf(await described(), folder);
    expect(keys(tree.rows)).toEqual([
      'a/ folder',
      'a/b.csv file',
      'a-b/ folder',
      'a-b/c file',
      'lost/ folder',
      'lost/z.bin file missing',
      'new/ folder',
      'new/x y.txt file undescribed',
      'a.txt file',
      'ro-crate-metadata.json file',
      'ro-crate-preview.html file',
      'https://example.org/w web',
    ]);
    expect(keys(tree.folder('')?.rows)).toEqual(['a/ folder', 'a-b/ folder', 'lost/ folder', 'new/ folder', 'a.txt file', 'ro-crate-metadata.json file', 'ro-crate-preview.html file', 'https://example.org/w web']); // prettier-ignore
    expect(keys(tree.folder('a/')?.rows)).toEqual(['a/b.csv file']);
    expect(tree.folder('a')?.key).toBe('a/');
    expect(tree.below('')).toEqual({ files: 7, folders: 4, bytes: 24, sized: 6 });
    expect(tree.below('a/')).toEqual({ files: 1, folders: 0, bytes: 4, sized: 1 });
    for (const none of ['b/', '../', '.git/', 'a/b.csv', '/', 'https://example.org/w'])
      expect(tree.folder(none)).toBeUndefined();
  });

  it('is what is described, where there is no folder', async () => {
    const tree = await treeOf(await described());
    expect(keys(tree.rows)).toEqual(['a/ folder', 'a/b.csv file', 'a-b/ folder', 'a-b/c file', 'lost/ folder', 'lost/z.bin file', 'a.txt file', 'https://example.org/w web']); // prettier-ignore
    expect(tree.below('')).toEqual({ files: 4, folders: 3, bytes: 9, sized: 1 });
    expect(page(tree).text).toContain('without its files');
  });

  it('has parts that are no files, parts of other places, and what is only named', async () => {
    const view = await viewOf(
      [
        { '@id': 'a/', '@type': 'Dataset', hasPart: [{ '@id': 'a/x' }, { '@id': 'b/y' }, { '@id': '#who' }, { '@id': 'a/z' }] },
        { '@id': 'a/x', '@type': 'File' },
        { '@id': 'b/y', '@type': 'File' },
        { '@id': '#who', '@type': 'Person', name: 'Ada' },
        { '@id': '#set', '@type': 'Dataset', name: 'A set', hasPart: [{ '@id': 'https://example.org/1' }, { '@id': 'a/x' }] },
        { '@id': 'https://example.org/1', '@type': 'File' },
        { '@id': 'javascript:alert(1)', '@type': 'File' },
      ],
      { hasPart: [{ '@id': 'a/' }, { '@id': '#set' }, { '@id': 'https://example.org/gone' }, { '@id': 'javascript:alert(1)' }, 'text.csv'] },
    ); // prettier-ignore
    const tree = await treeOf(view);
    expect(keys(tree.folder('')?.rows)).toEqual(['a/ folder', 'b/ folder', '#set part', 'javascript:alert(1) part', 'https://example.org/gone web undescribed']); // prettier-ignore
    expect(keys(tree.folder('a/')?.rows)).toEqual(['a/x file', 'a/z file undescribed', 'b/y part', '#who part']);
    expect(keys(tree.folder('#set')?.rows)).toEqual(['a/x part', 'https://example.org/1 web']);
    expect(keys(tree.rows)).toEqual(expect.arrayContaining(['#who part', 'https://example.org/1 web']));
    const { hrefs, names } = page(tree);
    expect(names).toContain('#set');
    expect(hrefs).toContain('?view=files&folder=%23set');
    expect(hrefs.filter((href) => href.startsWith('javascript'))).toEqual([]);
  });

  it('may be part of itself', async () => {
    const view = await viewOf(
      [
        { '@id': 'a/', '@type': 'Dataset', hasPart: [{ '@id': 'a/' }, { '@id': './' }, { '@id': 'a/b/' }] },
        { '@id': 'a/b/', '@type': 'Dataset', hasPart: { '@id': 'a/' } },
        { '@id': 'https://example.org/1', '@type': 'Dataset', hasPart: { '@id': 'https://example.org/2' } },
        { '@id': 'https://example.org/2', '@type': 'Dataset', hasPart: { '@id': 'https://example.org/1' } },
      ],
      { hasPart: { '@id': './' } },
    );
    const tree = await treeOf(view);
    expect(keys(tree.rows)).toEqual(['a/ folder', 'a/b/ folder', 'https://example.org/1 web', 'https://example.org/2 web']); // prettier-ignore
    expect(keys(tree.folder('a/b/')?.rows)).toEqual(['a/ part']);
    // No other folder has the two, which have each other.
    expect(keys(tree.folder('')?.rows)).toContain('https://example.org/1 web');
    expect(keys(tree.folder('https://example.org/1')?.rows)).toEqual(['https://example.org/2 web']);
    for (const { inside } of tree.rows) if (inside !== undefined) expect(page(tree, `folder=${encodeURIComponent(inside)}`).names.length).toBeGreaterThan(0); // prettier-ignore
  });

  it('keeps two descriptions of one file apart, and folders that are files', async () => {
    const view = await viewOf([{ '@id': 'a%2Etxt', '@type': 'File' }, { '@id': 'a.txt', '@type': 'File' }, { '@id': 'a-b/c', '@type': 'Dataset' }, { '@id': 'new', '@type': ['File', 'Dataset'] }]); // prettier-ignore
    const rows = (await treeOf(view, folder)).folder('')?.rows ?? [];
    expect(keys(rows)).toEqual(expect.arrayContaining(['a.txt file', 'new/ folder']));
    expect(rows.filter(({ entity }) => entity?.types.includes('File')).map(({ key }) => key)).toEqual(['new/', 'a.txt', 'a.txt']); // prettier-ignore
    expect(keys((await treeOf(view, folder)).folder('a-b/')?.rows)).toEqual(['a-b/c file']);
  });

  it('has no folders without end', async () => {
    const deep = `${'d/'.repeat(100_000)}x`;
    const long = `${'l'.repeat(100_000)}/x`;
    const tree = await treeOf(await viewOf([deep, long].map((id) => ({ '@id': id, '@type': 'File' }))));
    expect(tree.below('')).toMatchObject({ files: 2, folders: 40 });
    expect(keys(tree.folder('d/'.repeat(40))?.rows)).toEqual([`${deep} file`]);
    expect(page(tree).html.length).toBeLessThan(500_000);
  });
});

describe('a folder on the disk', () => {
  it('is read one folder at a time for the beginning, and says sizes', async () => {
    const view = await described();
    const contents = new CrateContents(view, new FolderFiles(folder));
    const { rows, total, isCut } = await contents.beginning(view.root, 5);
    expect(rows.map(({ key, size, problem }) => [key, size, problem])).toEqual([['a/', undefined, undefined], ['a-b/', undefined, undefined], ['lost/', undefined, undefined], ['new/', undefined, undefined], ['a.txt', 4, undefined]]); // prettier-ignore
    expect([total, isCut]).toEqual([8, false]);
    const inside = await contents.beginning(view.entity('a')!, 5);
    expect(inside.rows.map(({ key, size }) => [key, size])).toEqual([['a/b.csv', 4]]);
  });

  it('may have links to folders, which are not followed, and more files than are listed', async () => {
    const linked = await mkdtemp(join(tmpdir(), 'crategraph-files-'));
    await mkdir(join(linked, 'real'));
    await writeFile(join(linked, 'real/x'), 'four');
    await symlink('real', join(linked, 'round'));
    await symlink('..', join(linked, 'real/up'));
    await symlink('real/x', join(linked, 'file'));
    const view = await viewOf([{ '@id': 'round/x', '@type': 'File' }]);
    const tree = await treeOf(view, linked);
    expect(keys(tree.rows)).toEqual(['real/ folder', 'real/up/ folder', 'real/x file undescribed', 'round/ folder', 'round/x file', 'file file undescribed']); // prettier-ignore
    const cut = await new CrateContents(view, new FolderFiles(linked, 2)).tree();
    expect(cut.isCut).toBe(true);
    expect(page(cut).text).toContain('The folder has more files than are listed here');
    expect(page(cut).text).not.toContain('missing');
    await rm(linked, { recursive: true });
  });
});

describe('the page of the contents', () => {
  it('has links, is escaped, and says what is wrong', async () => {
    const { html, text } = page(await treeOf(await described(), folder));
    expect(text).toContain('7 files, 4 folders, 24 bytes where the size is known, 1 item on the web.');
    expect(text).toMatch(/1 not described.*1 missing/s);
    expect(html).toContain('href="?view=files&amp;folder=a%2F"');
    expect(html).toContain('Folder &lt;A&gt;');
    const inside = page(await treeOf(await described(), folder), 'view=files&folder=a/');
    expect(inside.hrefs).toEqual(
      expect.arrayContaining(['?view=files', '?entity=a%2Fb.csv', './a/b.csv', '?entity=a']),
    );
    expect(inside.html).toContain('Licence &lt;L&gt;');
    expect(inside.text).toMatch(/Contents \(7 files, 24 bytes\)\s*a\/ \(1 file, 4 bytes\)/);
    expect(page(await treeOf(await described(), folder), 'folder=new/').html).toContain('<a href="./new/x%20y.txt" aria-label="Open new/x y.txt">open</a>'); // prettier-ignore
    expect(html + inside.html).not.toMatch(/javascript:|<A>|\.git/);
  });

  it('says that nothing is in a folder', async () => {
    const empty = await treeOf(await viewOf([{ '@id': 'e/', '@type': 'Dataset' }]));
    expect(page(empty, 'folder=e/').text).toContain('Nothing is in here');
  });

  it('filters all files by name, title, type and format, and marks what was found', async () => {
    const tree = await treeOf(await described(), folder);
    for (const [words, names] of [
      ['B.CSV', ['a/b.csv']],
      ['text/csv', ['a/b.csv']],
      ['folder a', ['a/']],
      ['dataset', ['a/']],
      ['x y', ['new/x y.txt']],
      ['nothing', []],
    ] as const)
      // prettier-ignore
      expect(page(tree, new URLSearchParams({ q: words }).toString()).names).toEqual(names);
    expect(page(tree, 'q=B.c').html).toContain('a/<mark>b.c</mark>sv');
    expect(page(tree, 'folder=a/&q=a').names).toEqual(['a/b.csv']);
    expect(page(tree, 'q=%3Cscript%3E').html).toContain('value="&lt;script&gt;"');
    expect(page(tree, `q=${'x'.repeat(100_000)}`).html.length).toBeLessThan(10_000);
  });

  it('sorts by each column, both ways, with what has no value at the end', async () => {
    const sizes = [
      ['b', 10],
      ['c', undefined],
      ['a', 9],
      ['D', 100],
    ] as const;
    const tree = await treeOf(await viewOf(sizes.map(([id, size]) => ({ '@id': id, '@type': 'File', contentSize: size ?? 'much', encodingFormat: `x/${id}` })))); // prettier-ignore
    const four = (search: string) => page(tree, search).names;
    expect(four('sort=size')).toEqual(['a', 'b', 'D', 'c']);
    expect(four('sort=-size')).toEqual(['D', 'b', 'a', 'c']);
    expect(four('sort=size&order=desc')).toEqual(['D', 'b', 'a', 'c']);
    expect(four('sort=name')).toEqual(['a', 'b', 'c', 'D']);
    expect(four('sort=-format')).toEqual(['D', 'c', 'b', 'a']);
    const { html, hrefs } = page(tree, 'view=files&sort=size');
    expect(html).toContain('aria-sort="ascending"');
    expect(hrefs).toEqual(
      expect.arrayContaining(['?view=files&sort=-size#contents', '?view=files&sort=type#contents']),
    );
    expect(page(tree, 'sort=constructor').html).not.toContain('aria-sort');
  });

  it('has pages of 20,000 rows, and a way to each', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => ({
      '@id': `d/${String(at).padStart(5, '0')}`,
      '@type': 'File',
      contentSize: at,
    }));
    const tree = await treeOf(await viewOf(many));
    const at = (search: string) => page(tree, `view=files&folder=d/&${search}`);
    expect(at('').names).toHaveLength(100);
    expect(at('page=50').names[0]).toBe('04900');
    expect(at('page=2&sort=-size').names[0]).toBe('19899');
    expect(at('page=1e9').names).toEqual(at('page=200').names);
    expect(at('page=-1').names).toEqual(at('').names);
    const { elements, hrefs } = at('page=50&sort=name');
    expect(hrefs).toContain('?view=files&folder=d%2F&sort=name&page=51#contents');
    const options = elements.filter(({ tagName }) => tagName === 'option').map(textIn);
    expect(options).toHaveLength(100);
    expect(options[1]).toBe('3: 00200');
    expect(elements.filter((one) => attribute(one, 'type') === 'hidden').map((one) => [attribute(one, 'name'), attribute(one, 'value')])).toEqual(expect.arrayContaining([['view', 'files'], ['folder', 'd/'], ['sort', 'name']])); // prettier-ignore
    expect(at('q=0190').names).toEqual([
      'd/00190',
      ...Array.from({ length: 10 }, (_, last) => `d/0190${last}`),
      'd/10190',
    ]);
  });

  it('shows names of strangers as they are', async () => {
    const names = ['<script>alert(1)</script>', '\u202Etxt.exe', 'a%252Fb', 'x'.repeat(5000), '"onload=x'];
    const view = await viewOf(names.map((name) => ({ '@id': encodeURIComponent(name).replaceAll('%25', '%'), '@type': 'File', name }))); // prettier-ignore
    const { html, elements } = page(await treeOf(view));
    expect(elements.filter(({ tagName }) => tagName === 'script')).toEqual([]);
    expect(elements.flatMap(({ attrs }) => attrs).filter(({ name }) => name.startsWith('on'))).toEqual([]);
    expect(html).toContain('<bdi>\u202Etxt.exe</bdi>');
    expect(html.length).toBeLessThan(60_000);
  });
});
