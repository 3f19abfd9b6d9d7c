import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FilesView } from '../../../src/site/pages/files-view.js';
import type { CrateView } from '../../../src/site/view/crate-view.js';
import { FolderFiles } from '../../../src/site/view/files/crate-files.js';
import { fileTree, type FileTree } from '../../../src/site/view/files/file-tree.js';
import { openCrateView } from '../../../src/site/view/open-crate-view.js';
import { crate, open } from '../../helpers/read.js';

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

async function viewOf(entities: readonly object[]): Promise<CrateView> {
  return openCrateView(await open(crate(entities as never)));
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

function html(tree: FileTree, page?: number): string {
  return FilesView({ tree, ...(page !== undefined && { page }) }).toString() as string;
}

describe('the files of a crate', () => {
  it('are a tree of what is described and what is there', async () => {
    const tree = await fileTree(await described(), new FolderFiles(folder));
    expect(tree.local.map(({ path, problem }) => (problem === undefined ? path : `${path} ${problem}`))).toEqual([
      'a/',
      'a/b.csv',
      'a-b/',
      'a-b/c',
      'a.txt',
      'lost/',
      'lost/z.bin missing',
      'new/',
      'new/x y.txt undescribed',
      'ro-crate-metadata.json',
      'ro-crate-preview.html',
    ]);
    expect(tree.local[1]).toMatchObject({ size: 4, licence: 'Licence <L>', format: 'text/csv', href: './a/b.csv' });
    expect(tree.web.map(({ path, size }) => [path, size])).toEqual([['https://example.org/w', 7]]);
  });

  it('are what is described, where there is no folder', async () => {
    const tree = await fileTree(await described(), undefined);
    expect(tree.local.map(({ path }) => path)).toEqual([
      'a/',
      'a/b.csv',
      'a-b/',
      'a-b/c',
      'a.txt',
      'lost/',
      'lost/z.bin',
      'ro-crate-metadata.json',
    ]);
    expect(tree.local[1]).toMatchObject({ size: 9, href: undefined, problem: undefined });
    expect(html(tree)).toContain('without its files');
  });

  it('are shown with links, escaped, and with what is wrong', async () => {
    const page = html(await fileTree(await described(), new FolderFiles(folder)));
    expect(page).toContain('7 files, 4 folders');
    expect(page).toContain('<a href="?entity=a%2Fb.csv">b.csv</a>');
    expect(page).toContain('<a href="./new/x%20y.txt" aria-label="Open x y.txt">open</a>');
    expect(page).toContain('Folder &lt;A&gt;');
    expect(page).toContain('Licence &lt;L&gt;');
    expect(page).toMatch(/1 not described.*1 missing/s);
    expect(page).not.toMatch(/javascript:|<A>|\.git/);
  });

  it('come in pages, each with the folder that it begins in', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      '@id': `d/${String(at).padStart(5, '0')}`,
      '@type': 'File',
    }));
    const tree = await fileTree(await viewOf(many), undefined);
    const [first, last] = [html(tree), html(tree, 51)];
    expect(first.match(/<tr/g)).toHaveLength(201);
    expect(first).toContain('?view=files&amp;page=2');
    expect(last).toContain('in <code>d/</code>');
    expect(last).toContain('>09999<');
    expect(html(tree, 1e9)).toBe(last);
    expect(html(tree, -1)).toBe(first);
  });

  it('may be none', async () => {
    expect(html({ local: [], web: [], hasFolder: false })).toContain('No files');
  });
});
