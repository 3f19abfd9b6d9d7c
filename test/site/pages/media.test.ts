import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Media } from '../../../src/site/pages/media/media.js';
import type { ViewEntity } from '../../../src/site/view/crate-view.js';
import { FolderFiles } from '../../../src/site/view/files/crate-files.js';
import { readPreview, type FilePreview } from '../../../src/site/view/files/file-preview.js';
import { openCrateView } from '../../../src/site/view/open-crate-view.js';
import { crate, open } from '../../helpers/read.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-media-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Shown {
  readonly preview: FilePreview | undefined;
  readonly html: string;
}

const links = { hrefOf: (written: string) => `#to-${written}`, pageHref: (to: number) => `?part=${to}` };

/** Writes a file, describes it, and renders what a page shows of it. */
async function shown(
  id: string,
  content: string | Uint8Array | undefined,
  described: object = {},
  page = 1,
): Promise<Shown> {
  if (content !== undefined) {
    const path = join(folder, decodeURIComponent(id));
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, content);
  }
  return shownFrom(id, described, new FolderFiles(folder), page);
}

async function shownFrom(id: string, described: object, files: FolderFiles | undefined, page = 1): Promise<Shown> {
  const view = await openCrateView(await open(crate([{ '@id': id, '@type': 'File', ...described }] as never)));
  const entity = view.entity(id) as ViewEntity;
  const preview = await readPreview(entity, view, files, page);
  return { preview, html: preview === undefined ? '' : (Media({ entity, preview, links }).toString() as string) };
}

describe('media', () => {
  it('shows a picture with its description, or its name, as text', async () => {
    const { html } = await shown('my%20pictures/a%20b.png', 'x', { name: 'A "b"', description: 'Two <gulls>' });
    expect(html).toContain('<img src="./my%20pictures/a%20b.png" alt="Two &lt;gulls&gt;" loading="lazy"');
    expect(html).toContain('download="a b.png"');
    expect((await shown('c.svg', '<svg/>', { name: 'A "b"' })).html).toContain('alt="A &quot;b&quot;"');
  });

  it('keeps the place of a picture while it loads, not higher than style sheets let it be', async () => {
    const svg = (width: number, height: number) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
    expect((await shown('small.svg', svg(300, 200))).html).toContain('<img width="300" height="200" src="./small.svg"');
    expect((await shown('high.svg', svg(1000, 2000))).html).toContain('<img width="272" height="544" src="./high.svg"');
    expect((await shown('none.svg', svg(0, 0))).html).toContain('<img src="./none.svg"');
  });

  it.each([
    ['sound.mp3', '<audio controls'],
    ['film.webm', '<video controls'],
  ])('plays %s', async (id, tag) => {
    expect((await shown(id, 'x')).html).toContain(tag);
  });

  it('shows text escaped, whatever its name, and only the first 64 KiB', async () => {
    const { html } = await shown('notes', '<script>alert(1)</script>\n');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>');
    const { preview } = await shown('long.txt', 'é'.repeat(50_000));
    expect(preview).toMatchObject({ kind: 'text', isCut: true, size: 100_000, text: 'é'.repeat(32_768) });
    const { preview: odd } = await shown('odd.txt', `a${'é'.repeat(50_000)}`);
    expect(odd).toMatchObject({ kind: 'text', isCut: true, text: `a${'é'.repeat(32_767)}` });
  });

  it('says when a text is not UTF-8, and takes other bytes for no text', async () => {
    const { preview, html } = await shown('latin.txt', Buffer.from('caf\xe9', 'latin1'));
    expect(preview).toMatchObject({ kind: 'text', text: 'café' });
    expect(html).toContain('not UTF-8');
    for (const bytes of [Uint8Array.of(0, 1, 2), Buffer.from('%PDF-1.7\n'), Uint8Array.of(0xff, 0xfe)])
      expect((await shown('data.bin', bytes)).preview?.kind).toBe('file');
  });

  it('indents JSON and changes nothing else', async () => {
    const { preview } = await shown('a.json', '{"n":12345678901234567890,"n":[1e2,{}]}');
    expect(preview).toMatchObject({ text: '{\n  "n": 12345678901234567890,\n  "n": [\n    1e2,\n    {}\n  ]\n}' });
    expect((await shown('bad.json', '{"a":<b>')).html).toContain('&lt;b&gt;');
  });

  it('does not indent JSON whose brackets are in each other without end', async () => {
    const deep = '['.repeat(1000) + ']'.repeat(1000);
    expect((await shown('deep.json', deep)).html).toContain(deep);
  });

  it.each([
    ['old Macintosh', ['\r']],
    ['several', ['\r\n', '\n', '\r']],
  ])('shows all rows of a table with line ends of %s systems', async (name, ends) => {
    const lines = Array.from({ length: 150 }, (_, at) => `${at},x${at}${ends[at % ends.length]}`);
    const { preview } = await shown(`${name}.csv`, `a,b\r\n${lines.join('')}`, {}, 2);
    expect(preview).toMatchObject({ table: { header: ['a', 'b'], moreColumns: 0, rowCount: 150, pages: 2 } });
    const rows = preview?.kind === 'table' ? preview.table.rows : [];
    expect(rows).toEqual(Array.from({ length: 50 }, (_, at) => [String(at + 100), `x${at + 100}`]));
  });

  it('shows a table in pages, numbers at the right', async () => {
    const rows = Array.from({ length: 260 }, (_, at) => `${at},"a, <b>\n""${at}""",${at / 2}\n`).join('');
    const { preview, html } = await shown('t.csv', `\uFEFFid,name,value\n${rows}`);
    expect(preview).toMatchObject({ kind: 'table', table: { numeric: [true, false, true], rowCount: 260, pages: 3 } });
    expect(html.match(/<tr>/g)).toHaveLength(101);
    expect(html).toContain('<th scope="col" class="number">id</th><th scope="col">name</th>');
    expect(html).toContain('<td class="number">3</td><td>a, &lt;b&gt;\n&quot;3&quot;</td>');
    expect(html).toContain('Rows 1 to 100 of 260.');
    const { html: last } = await shown('t.csv', undefined, {}, 3);
    expect(last.match(/<tr>/g)).toHaveLength(61);
    expect(last).toContain('<td class="number">200</td>');
    expect(last).toContain('Rows 201 to 260 of 260.');
    expect((await shown('t.csv', undefined, {}, 999)).html).toBe(last);
  });

  it('shows the rows of a table as they are now', async () => {
    expect((await shown('now.csv', 'a\n1\n2\n')).html).toContain('2 rows.');
    expect((await shown('now.csv', 'a\n1\n2\n3\n')).html).toContain('3 rows.');
  });

  it.each([
    ['semicolons.csv', 'a;b\n1,5;x\n', {}, [['1,5', 'x']]],
    ['tabs.tsv', 'a\tb\n1\tx, y\n', {}, [['1', 'x, y']]],
    ['described', 'a,b\n1,2\n', { encodingFormat: 'text/csv; charset=utf-8' }, [['1', '2']]],
    ['ragged.csv', 'a,b\n1\n1,2,3\n', {}, [['1', '', ''], ['1', '2', '3']]], // prettier-ignore
    ['header.csv', 'a,b\n', {}, []],
  ])('reads %s', async (id, content, described, rows) => {
    const { preview } = await shown(id, content, described);
    expect(preview?.kind === 'table' ? preview.table.rows : preview).toEqual(rows);
  });

  it('never shows half a row, and says when a table is none', async () => {
    const { preview, html } = await shown('wide.csv', `a,b\n${`${'x'.repeat(99_999)},1\n`.repeat(20)}`);
    expect(preview).toMatchObject({ kind: 'table', table: { rowCount: 20 } });
    expect(preview?.kind === 'table' && preview.table.rows.every(([, last]) => last === '1')).toBe(true);
    expect(html).toContain('The rows of this page are long: these are the first 10.');
    expect((await shown('broken.csv', 'a,b\n"1,2\n')).html).toContain('could not be read');
    const headless = await shown('long-header.csv', `${'x'.repeat(2_000_000)},b\n${'1,2\n'.repeat(150)}`, {}, 2);
    expect(headless.preview).toMatchObject({ table: { header: ['', ''], rowCount: 150, page: 2 } });
    expect(headless.preview?.kind === 'table' && headless.preview.table.rows).toHaveLength(50);
    expect(headless.html).toContain('The first row, which has the names of the columns, is too long to be shown.');
    const counted = 'The file is large: its rows are counted as far as somebody has turned its pages.';
    expect((await shown('large.csv', 'a,b\n'.repeat(4_200_000))).html).toContain(counted);
    expect(html).not.toContain(counted);
    expect((await shown('empty.csv', '')).html).toContain('This file is empty.');
    await shown('late.csv', `a,b\n${'1,2\n'.repeat(150)}"3,4\n`);
    const late = (await shown('late.csv', undefined, {}, 2)).html;
    expect(late).toContain('The rows of this page could not be read.');
    expect(late).toContain('aria-label="Page 1"');
  });

  it('shows Markdown as text with headings, never as HTML', async () => {
    const { preview, html } = await shown(
      'README.md',
      '---\ntitle: x\n---\n# Gulls\n\n[a](b.csv) <script>1</script>\n',
    );
    expect(preview?.kind).toBe('markdown');
    expect(html).toContain('<h2>Gulls</h2>');
    expect(html).toContain('<a href="#to-b.csv">a</a>');
    expect(html).not.toMatch(/<script|title: x/);
  });

  it('colours code by its language, and nothing that nobody reads', async () => {
    const { html } = await shown('run.py', 'import csv\n# <b>\nx = "é"\n');
    expect(html).toContain(
      '<span class="code-keyword">import</span> csv\n<span class="code-comment"># &lt;b&gt;</span>',
    );
    expect((await shown('Snakefile', 'def a(): pass\n')).html).toContain('<span class="code-keyword">def</span>');
    expect((await shown('long.py', `import ${'a'.repeat(2000)}\n`)).html).not.toContain('<span class="code-');
    // Only the beginning of a long text has colours.
    const { html: long } = await shown('many.py', 'x = "é"\n'.repeat(7000));
    expect(long.match(/<span class="code-string">/g)).toHaveLength(2048);
    expect(long).toContain('</span>\nx = &quot;é&quot;\nx = &quot;é&quot;\n');
    const cells = Array.from({ length: 10 }, () => ({ cell_type: 'code', source: 'x = "é"\n'.repeat(1250) }));
    const language = { language_info: { name: 'python' } };
    const { html: notebook } = await shown('a.ipynb', JSON.stringify({ nbformat: 4, metadata: language, cells }));
    expect(notebook.match(/<span class="code-string">/g)).toHaveLength(8192);
    // Each bracket is inside of the one before it.
    expect((await shown('deep.rs', '{\n'.repeat(30_000))).html).toContain('{\n{');
  });

  it('shows a PDF in the viewer of the browser, but not a large one', async () => {
    const { html } = await shown('paper.pdf', '%PDF-1.7\n');
    expect(html).toContain('<object class="media-pdf" data="./paper.pdf" type="application/pdf"');
    expect((await shown('large.pdf', Buffer.alloc(20_000_001))).html).not.toContain('<object');
  });

  it.each([
    ['a.csv', 'a\n1\n', './a.csv?as=text'],
    ['a.py', 'a', './a.py?as=text'],
    ['a.json', '{}', './a.json'],
    ['a.html', '<p>', './a.html'],
    ['a.bin', Uint8Array.of(0, 1), undefined],
  ])('opens %s where browsers show it', async (id, content, href) => {
    const { html } = await shown(id, content);
    expect(/href="([^"]*)">Open</.exec(html)?.[1]).toBe(href);
  });

  it('links files of the web and loads nothing', async () => {
    const { html } = await shown('https://example.org/a.png', undefined, { encodingFormat: 'image/png' });
    expect(html).toContain('<a href="https://example.org/a.png" rel="noreferrer">');
    expect(html).not.toContain('<img');
    expect((await shown('javascript:alert(1)', undefined)).html).toBe('');
    expect((await shown('file:///etc/passwd', undefined)).html).toBe('');
  });

  it('says that a file is not there', async () => {
    expect((await shown('lost.png', undefined)).html).toContain('the folder of the crate does not have it');
    expect((await shownFrom('lost.png', {}, undefined)).html).toContain('without its files');
  });

  it('reads nothing outside of the folder, and nothing hidden', async () => {
    await mkdir(join(folder, 'inside/.git'), { recursive: true });
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await writeFile(join(folder, 'inside/.git/config'), 'hidden');
    await symlink('../secret.txt', join(folder, 'inside/link.txt'));
    await symlink('.git/config', join(folder, 'inside/shown.txt'));
    await symlink('.git', join(folder, 'inside/git'));
    const inside = new FolderFiles(join(folder, 'inside'));
    for (const path of [
      '../secret.txt',
      'link.txt',
      '.git/config',
      'shown.txt',
      'git/config',
      '..',
      '',
      'a\0b',
      '/etc/hostname',
    ])
      expect(await inside.part(path, 10)).toBeUndefined();
    expect(await inside.list()).toEqual({ sizes: new Map(), unread: new Set(), isCut: false });
    expect((await shownFrom('../secret.txt', {}, inside)).html).not.toContain('secret<');
    const files = new FolderFiles(folder);
    expect(await files.part('secret.txt', 3)).toMatchObject({ size: 6, bytes: Buffer.from('sec') });
    expect(await files.part('secret.txt', 9, 4)).toMatchObject({ size: 6, bytes: Buffer.from('et') });
  });
});
