import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attribute, readHtml } from '../site/pages/helpers/page-html.js';
import { scratch } from '../package/helpers/crate-forms.js';
import { crate, writeCrate } from './helpers/crates.js';
import { runHere } from './helpers/run-here.js';

let folder: string;
const at = (...path: string[]) => join(folder, ...path);
const textOf = (...path: string[]) => readFile(at(...path), 'utf8');

beforeEach(async () => {
  folder = await scratch();
  const entities = [
    { '@id': 'a b.txt', '@type': 'File', name: 'Notes', author: { '@id': '#p' } },
    { '@id': '#p', '@type': 'Person', name: 'Ada', contactPoint: { '@id': '_:c' } },
    { '@id': '_:c', '@type': 'ContactPoint', email: 'ada@example.org' },
  ];
  await writeCrate(at('one'), crate({ name: 'One', more: { hasPart: { '@id': 'a b.txt' } }, entities }));
});

describe('preview', () => {
  it('writes a page into the folder of the crate, and later replaces it', async () => {
    const first = await runHere('preview', at('one'), '--offline');
    expect([first.status, first.stdout]).toEqual([0, '']);
    expect(first.stderr).toMatch(/wrote .*one.ro-crate-preview\.html: preview, /);
    const page = readHtml(await textOf('one', 'ro-crate-preview.html'));
    expect(page.errors).toEqual([]);
    for (const shown of ['One', 'Notes', 'Ada', 'ada@example.org']) expect(page.text).toContain(shown);
    expect((await runHere('preview', at('one'), '--offline')).status).toBe(0);
    expect(await readdir(at('one'))).not.toContain('ro-crate-preview_files');
  });

  it('works without other files, and each of its links within the page leads somewhere', async () => {
    const { stdout } = await runHere('preview', at('one'), '-o', '-', '--offline');
    const { elements, hrefs } = readHtml(stdout);
    const names = elements.map(({ tagName }) => tagName);
    for (const tag of ['img', 'link', 'iframe']) expect(names).not.toContain(tag);
    const ids = elements.flatMap((element) => attribute(element, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const inside = hrefs.filter((href) => href.startsWith('#')).map((href) => decodeURIComponent(href.slice(1)));
    expect(inside.length).toBeGreaterThan(3);
    expect(inside.filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids).toContain('entity-%23p');
  });

  it('runs only its own script, which its policy knows by a hash', async () => {
    const { stdout } = await runHere('preview', at('one'), '-o', '-', '--offline');
    const [script] = /<script>([^]*?)<\/script>/.exec(stdout)?.slice(1) ?? [];
    const hash = createHash('sha256').update(String(script)).digest('base64');
    expect(stdout).toContain(`script-src &#39;sha256-${hash}&#39;`);
    const scripts = [...stdout.matchAll(/<script(?: type="([^"]*)")?>/g)].map(([, type]) => type);
    expect(scripts).toEqual(['application/ld+json', undefined]);
    const [json] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(stdout)?.slice(1) ?? [];
    expect(JSON.parse(String(json))).toMatchObject({ '@type': 'Dataset', name: 'One' });
  });

  it('shows plain entities as rows, by type, and others by themselves', async () => {
    const files = Array.from({ length: 300 }, (_, at) => ({ '@id': `f${at}.txt`, '@type': 'File', name: `F${at};`, contentSize: String(at), author: { '@id': '#p' } })); // prettier-ignore
    const odd = { '@id': 'odd.txt', '@type': 'File', name: 'Odd', description: 'Long. '.repeat(100) };
    await mkdir(at('rows'));
    const person = { '@id': '#p', '@type': 'Person', name: 'Ada' };
    await writeCrate(at('rows'), crate({ name: 'Rows', entities: [...files, odd, person] }));
    await runHere('preview', at('rows'), '--offline');
    const text = await textOf('rows', 'ro-crate-preview.html');
    const { text: shown, hrefs, elements } = readHtml(text);
    expect(text).toContain(
      '<tr id="entity-f7.txt"><th scope="row"><a href="./f7.txt">F7;</a><small>f7.txt</small></th>',
    );
    expect(text).toContain('<td>299</td>');
    expect(text).toContain('<article id="entity-odd.txt">');
    for (const value of ['F0;', 'F299;', 'Odd', 'Ada']) expect(shown).toContain(value);
    const ids = new Set(elements.flatMap((element) => attribute(element, 'id') ?? []));
    const types = hrefs.filter((href) => href.startsWith('#type-'));
    expect(types.length).toBeGreaterThan(2);
    expect(types.filter((href) => !ids.has(href.slice(1)))).toEqual([]);
    expect(text.length).toBeLessThan(110_000);
  });

  it('loses nothing in a row: what one cannot say is shown by itself', async () => {
    const plain = Array.from({ length: 9 }, (_, at) => ({
      '@id': `#p${at}`,
      '@type': 'Place',
      name: `P${at}`,
      address: 'x',
    }));
    const odd = [
      { '@id': '#two', '@type': 'Place', name: ['First name', 'Second name'], address: 'x' },
      { '@id': '#lang', '@type': 'Place', name: 'L', address: { '@value': 'chez nous', '@language': 'fr' } },
      { '@id': '#type', '@type': 'Place', name: 'T', address: { '@value': '2020', '@type': 'http://www.w3.org/2001/XMLSchema#gYear' } }, // prettier-ignore
      { '@id': '#many', '@type': 'Place', name: 'M', address: ['a1;', 'a2;', 'a3;', 'a4;'] },
    ];
    await mkdir(at('odd'));
    await writeCrate(at('odd'), crate({ name: 'Odd', entities: [...plain, ...odd] }));
    const { stdout } = await runHere('preview', at('odd'), '-o', '-', '--offline');
    for (const id of ['two', 'lang', 'type', 'many']) expect(stdout).toContain(`<article id="entity-%23${id}">`);
    const { text } = readHtml(stdout);
    for (const said of ['Second name', 'chez nous', 'gYear', 'a4;', 'P8']) expect(text).toContain(said);
  });

  it('shows pictures and tables: beside the files by their paths, elsewhere in the page', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';
    await mkdir(at('shown'));
    const entities = ['a.svg', 'b.svg', 'large.svg', 't.csv'].map((id) => ({
      '@id': id,
      '@type': 'File',
      name: `N ${id}`,
    }));
    await writeCrate(at('shown'), crate({ name: 'Shown', entities }));
    for (const name of ['a.svg', 'b.svg']) await writeFile(at('shown', name), svg);
    await writeFile(at('shown', 'large.svg'), svg + ' '.repeat(200_000));
    await writeFile(at('shown', 't.csv'), `a,b\n${Array.from({ length: 50 }, (_, row) => `${row},"<b>"\n`).join('')}`);
    await runHere('preview', at('shown'), '--offline');
    const beside = await textOf('shown', 'ro-crate-preview.html');
    for (const name of ['a.svg', 'b.svg', 'large.svg'])
      expect(beside).toContain(`<img src="./${name}" width="4" height="3"`);
    expect(beside).toContain('<td class="number">4</td><td>&lt;b&gt;</td>');
    expect(beside).toContain('Rows 1 to 5 of 50.');
    await runHere('preview', at('shown'), '-o', at('sent.html'), '--offline');
    const sent = await textOf('sent.html');
    expect(sent).toContain(`<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}"`);
    expect(sent).not.toContain('src="./');
    expect(sent).toContain('1 more are among the entities below.');
  });

  it('shows runs with links inside of the page', async () => {
    const { stdout } = await runHere('preview', 'data/crates/rainfall-model-run', '-o', '-', '--offline');
    expect(stdout).toContain('class="run-picture"');
    expect(stdout).not.toContain('?entity=');
    expect(stdout).not.toContain('?view=');
  });

  it('calls a crate without a name so, not by an address that means nothing to readers', async () => {
    await mkdir(at('nameless'));
    const document = { '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': [{ '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } }, { '@id': './', '@type': 'Dataset' }] }; // prettier-ignore
    await writeFile(at('nameless', 'ro-crate-metadata.json'), JSON.stringify(document));
    const { stdout } = await runHere('preview', at('nameless'), '-o', '-', '--offline');
    expect(stdout).toContain('<title>A crate without a name</title>');
    expect(stdout).toContain('<h1>A crate without a name</h1>');
  });

  it('links files only where they are', async () => {
    await runHere('preview', at('one'), '--offline');
    expect(readHtml(await textOf('one', 'ro-crate-preview.html')).hrefs).toContain('./a%20b.txt');
    await runHere('preview', at('one'), '-o', at('elsewhere.html'), '--offline');
    expect(readHtml(await textOf('elsewhere.html')).hrefs).not.toContain('./a%20b.txt');
  });

  it('never replaces what is not its own without --force', async () => {
    await writeFile(at('one', 'ro-crate-preview.html'), '<p>by hand</p>');
    const refused = await runHere('preview', at('one'), '--offline');
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/^ERR_OUTPUT.*crategraph did not make it/)]); // prettier-ignore
    expect(await textOf('one', 'ro-crate-preview.html')).toBe('<p>by hand</p>');
    expect((await runHere('preview', at('one'), '--offline', '--force')).status).toBe(0);
    expect(await textOf('one', 'ro-crate-preview.html')).toContain('<h1>One</h1>');
  });

  it('divides a large crate into pages whose links lead to each other, and removes pages that are too many', async () => {
    const people = Array.from({ length: 2200 }, (_, index) => ({ '@id': `#${index}`, '@type': 'Person', name: `P${index};` })); // prettier-ignore
    await mkdir(at('big'));
    const more = { author: people.map(({ '@id': id }) => ({ '@id': id })) };
    await writeCrate(at('big'), crate({ name: 'Big', more, entities: people }));
    const ran = await runHere('preview', at('big'), '--offline');
    expect(ran.stderr).toMatch(/preview, first of 3 pages/);
    expect(await readdir(at('big', 'ro-crate-preview_files'))).toEqual(['entities-2.html', 'entities-3.html']);
    const last = await textOf('big', 'ro-crate-preview_files', 'entities-3.html');
    expect(last).toContain('P2199;');
    expect(readHtml(last).hrefs).toEqual(expect.arrayContaining(['../ro-crate-preview.html', 'entities-2.html']));
    await writeCrate(at('big'), crate({ name: 'Big', entities: people.slice(0, 10) }));
    await runHere('preview', at('big'), '--offline');
    expect(await readdir(at('big', 'ro-crate-preview_files'))).toEqual([]);
  });

  it('does not follow a link in place of the folder of its further pages, not even with --force', async () => {
    const people = Array.from({ length: 1100 }, (_, index) => ({ '@id': `#${index}`, '@type': 'Person', name: `P${index};` })); // prettier-ignore
    await mkdir(at('linked'));
    await mkdir(at('outside'));
    const more = { author: people.map(({ '@id': id }) => ({ '@id': id })) };
    await writeCrate(at('linked'), crate({ name: 'Linked', more, entities: people }));
    await symlink(at('outside'), at('linked', 'ro-crate-preview_files'));
    const ran = await runHere('preview', at('linked'), '--offline', '--force');
    expect([ran.status, ran.stderr]).toEqual([1, expect.stringMatching(/^ERR_OUTPUT: .* is a link/)]);
    expect(await readdir(at('outside'))).toEqual([]);
  });
});
