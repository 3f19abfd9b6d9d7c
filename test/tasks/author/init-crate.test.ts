import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeFolder, initCrate, type InitOptions } from '../../../src/tasks/author/init-crate.js';
import { checkCrate } from '../../../src/tasks/check/check-crate.js';
import { localDay } from '../../../src/crate/iso-date.js';
import type { JsonObject } from '../../../src/crate/json/value.js';
import { exportChunks } from '../../../src/tasks/export/export-crate.js';
import { takeInventory } from '../../../src/tasks/inspect/take-inventory.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { openStore } from '../../../src/store/open-store.js';
import { tries } from '../../helpers/seed.js';

const contexts = openContexts({ offline: true });
let home: string;
let count = 0;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'crategraph-init-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** A new folder with files, by path; a path that ends in `/` is an empty folder. */
async function folderOf(files: Readonly<Record<string, string>>, name = 'tide data'): Promise<string> {
  const folder = join(home, String((count += 1)), name);
  await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    const place = join(folder, path);
    await mkdir(path.endsWith('/') ? place : dirname(place), { recursive: true });
    if (!path.endsWith('/')) await writeFile(place, text);
  }
  return folder;
}

async function documentOf(folder: string): Promise<{ text: string; graph: JsonObject[] }> {
  const text = await readFile(join(folder, 'ro-crate-metadata.json'), 'utf8');
  return { text, graph: (JSON.parse(text) as JsonObject)['@graph'] as JsonObject[] };
}

async function described(folder: string, options: InitOptions = {}): Promise<JsonObject[]> {
  await initCrate(folder, { datePublished: '2026-03-01', checksums: false, ...options });
  return (await documentOf(folder)).graph;
}

/** Checks a crate: there are no errors, whatever the rules are. */
async function expectNoErrors(folder: string): Promise<void> {
  const { findings, complete, files } = await checkCrate(folder, { contexts, checksums: true });
  expect([complete, files]).toEqual([true, true]);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
}

/** What stands in place of a licence that nobody has named. */
const UNSTATED_LICENSE = {
  '@id': '#license',
  '@type': 'CreativeWork',
  name: 'No licence stated',
  description: 'No licence has been stated yet: ask before you use these data.',
};

describe('the metadata file of a folder', () => {
  it('describes files and folders', async () => {
    const folder = await folderOf({ 'a b.csv': '1,2\n', 'raw/x.png': 'png', 'raw/more/y.unknown': '', 'none/': '' });
    const graph = await described(folder);
    expect(graph.slice(1)).toEqual([
      {
        '@id': './',
        '@type': 'Dataset',
        name: 'tide data',
        description: 'A folder with 3 files and 3 folders.',
        datePublished: '2026-03-01',
        license: { '@id': '#license' },
        hasPart: [{ '@id': 'a%20b.csv' }, { '@id': 'none/' }, { '@id': 'raw/' }],
      },
      { '@id': 'a%20b.csv', '@type': 'File', name: 'a b.csv', encodingFormat: 'text/csv', contentSize: '4' },
      { '@id': 'none/', '@type': 'Dataset', name: 'none' },
      { '@id': 'raw/', '@type': 'Dataset', name: 'raw', hasPart: [{ '@id': 'raw/more/' }, { '@id': 'raw/x.png' }] },
      { '@id': 'raw/more/', '@type': 'Dataset', name: 'more', hasPart: { '@id': 'raw/more/y.unknown' } },
      { '@id': 'raw/more/y.unknown', '@type': 'File', name: 'y.unknown', contentSize: '0' },
      { '@id': 'raw/x.png', '@type': 'File', name: 'x.png', encodingFormat: 'image/png', contentSize: '3' },
      UNSTATED_LICENSE,
    ]);
    await expectNoErrors(folder);
  });

  it('says what the options say', async () => {
    const folder = await folderOf({ 'a.csv': '1' });
    const { unsaid } = await initCrate(folder, {
      name: 'Tides',
      description: 'Water levels.',
      license: 'cc-by-4.0',
      authors: [{ name: 'Ingrid Holm', id: 'https://orcid.org/0000-0002-1825-0097' }, { name: 'Ada Brook' }],
      version: '1.1',
      checksums: true,
    });
    expect(unsaid).toEqual([]);
    const { graph, text } = await documentOf(folder);
    expect(graph[1]).toMatchObject({
      name: 'Tides',
      description: 'Water levels.',
      datePublished: localDay(),
      license: { '@id': 'https://spdx.org/licenses/CC-BY-4.0' },
      author: [{ '@id': 'https://orcid.org/0000-0002-1825-0097' }, { '@id': '#Ada-Brook' }],
    });
    expect(graph[2]).toMatchObject({ sha256: createHash('sha256').update('1').digest('hex') });
    expect(text).toContain('"https://w3id.org/ro/crate/1.1/context",\n    {\n      "sha256"');
    await expectNoErrors(folder);
  });

  it('says what nobody has said', async () => {
    const { unsaid } = await describeFolder(await folderOf({}));
    expect(unsaid).toEqual(['description', 'license', 'author']);
  });

  it('leaves out what is hidden, what leads elsewhere and what does not match, and says so', async () => {
    const folder = await folderOf({
      ...{ '.git/HEAD': '', '.hidden': '', 'a.csv': 'a', 'a\\b.csv': '', 'skip/deep/x.csv': '', 'y.tmp': '' },
      ...{ 'ro-crate-preview.html': '', 'ro-crate-preview_files/x.css': '', 'raw/z.csv': '' },
    });
    await symlink('a.csv', join(folder, 'inside.csv'));
    await symlink('raw', join(folder, 'raw link'));
    await symlink('/etc', join(folder, 'etc'));
    await symlink('.', join(folder, 'loop'));
    await symlink('/etc/hostname', join(folder, 'host.csv'));
    await symlink('nothing', join(folder, 'broken.csv'));
    execFileSync('mkfifo', [join(folder, 'pipe.csv')]);
    const { crate, leftOut } = await describeFolder(folder, { exclude: ['skip', '*.tmp'] });
    const graph = crate.document()['@graph'] as JsonObject[];
    expect(graph.slice(2).map((entity) => entity['@id'])).toEqual(['a.csv', 'inside.csv', 'raw/', 'raw/z.csv', '#license']); // prettier-ignore
    expect(leftOut.map(({ path, why }) => `${path}: ${why}`)).toEqual([
      '.git/: the history of git',
      '.hidden: hidden',
      'a\\b.csv: a name with `\\`, which separates folders on Windows',
      'broken.csv: a link to nothing',
      'etc: a link out of the folder',
      'host.csv: a link out of the folder',
      'loop: a link to a folder',
      'pipe.csv: neither file nor folder',
      'raw link: a link to a folder',
      'skip/: an exclude pattern matches',
      'y.tmp: an exclude pattern matches',
    ]);
    const some = await describeFolder(folder, { include: ['raw/**'] });
    const parts = some.crate.document()['@graph'] as JsonObject[];
    expect(parts.slice(2).map((entity) => entity['@id'])).toEqual(['raw/', 'raw/z.csv', '#license']);
  });

  it('leaves out a file whose name is no text', async () => {
    const folder = await folderOf({ 'a.csv': '' });
    await writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xe9, 0x2e, 0x63])]), '');
    const { files, leftOut } = await describeFolder(folder);
    expect([files, leftOut]).toEqual([1, [{ path: '\uFFFD.c', why: 'a name that is not UTF-8' }]]);
  });

  it('leaves out a folder whose name is no text, and describes the rest', async () => {
    const folder = await folderOf({ 'a.txt': 'a' });
    const misnamed = Buffer.concat([Buffer.from(`${folder}/x`), Buffer.of(0xff)]);
    await mkdir(misnamed);
    await writeFile(Buffer.concat([misnamed, Buffer.from('/inside.txt')]), '');
    const { files, leftOut } = await initCrate(folder);
    expect([files, leftOut]).toEqual([1, [{ path: 'x\uFFFD/', why: 'a name that is not UTF-8' }]]);
    await expect(checkCrate(folder, { contexts })).resolves.toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ rule: 'file-safe', entity: 'x\uFFFD' })]) as unknown,
    });
    expect(await takeInventory(folder, { contexts })).toMatchObject([
      { path: 'a.txt', status: 'ok' },
      { path: 'x\uFFFD' },
    ]);
  });

  it('describes a crate in the folder as one entity', async () => {
    const folder = await folderOf({ 'inner/data.csv': 'x', 'top.csv': 'y' });
    await initCrate(join(folder, 'inner'));
    const { crates, crate } = await describeFolder(folder, { checksums: false });
    expect(crates).toBe(1);
    expect((crate.document()['@graph'] as JsonObject[]).slice(2)).toEqual([
      {
        '@id': 'inner/',
        '@type': 'Dataset',
        name: 'inner',
        conformsTo: { '@id': 'https://w3id.org/ro/crate' },
        subjectOf: { '@id': 'inner/ro-crate-metadata.json' },
      },
      { '@id': 'top.csv', '@type': 'File', name: 'top.csv', encodingFormat: 'text/csv', contentSize: '1' },
      UNSTATED_LICENSE,
      {
        '@id': 'inner/ro-crate-metadata.json',
        '@type': 'CreativeWork',
        name: 'Metadata of inner/',
        encodingFormat: 'application/ld+json',
      },
    ]);
    await initCrate(folder);
    await expectNoErrors(folder);
  });

  it('is never replaced without force, and never half written', async () => {
    const folder = await folderOf({ 'a.csv': '1', 'ro-crate-metadata.json': 'mine' });
    await expect(initCrate(folder)).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
    await expect(initCrate(folder, { force: true, license: 'CC-BY-4' })).rejects.toMatchObject({
      code: 'ERR_USAGE',
      hint: 'did you mean CC-BY-4.0?',
    });
    expect(await readFile(join(folder, 'ro-crate-metadata.json'), 'utf8')).toBe('mine');
    await initCrate(folder, { force: true });
    expect((await readdir(folder)).sort()).toEqual(['a.csv', 'ro-crate-metadata.json']);
    await expectNoErrors(folder);
    const old = await folderOf({ 'ro-crate-metadata.jsonld': 'mine' });
    await expect(initCrate(old, { force: true })).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
    expect(await readdir(old)).toEqual(['ro-crate-metadata.jsonld']);
  });

  it.each([
    [{ datePublished: 'yesterday' }, 'ERR_USAGE'],
    [{ authors: [{ name: 'Ada', id: 'not an iri' }] }, 'ERR_USAGE'],
    [{ include: [''] }, 'ERR_USAGE'],
  ])('is not written with %j', async (options, code) => {
    const folder = await folderOf({ 'a.csv': '1' });
    await expect(initCrate(folder, options)).rejects.toMatchObject({ code });
    expect(await readdir(folder)).toEqual(['a.csv']);
  });

  it('is refused if something cannot be read, unless that is left out', async () => {
    const folder = await folderOf({ 'a.csv': '1', 'secret/b.csv': '2', 'private.csv': '3' });
    await chmod(home, 0o755);
    await chmod(join(folder, 'private.csv'), 0o000);
    const nobody = (...exclude: string[]) =>
      JSON.parse(
        execFileSync('node', ['test/tasks/author/describe-as-nobody.mjs', folder, ...exclude], { encoding: 'utf8' }),
      ) as unknown;
    const refusal = { code: 'ERR_NOT_FOUND', message: `"${join(folder, 'private.csv')}" cannot be read: EACCES` };
    expect(nobody()).toMatchObject(refusal);
    expect(nobody('private.csv')).toEqual({ files: 2 });
    await chmod(join(folder, 'secret'), 0o000);
    expect(nobody('private.csv')).toMatchObject({
      message: expect.stringMatching(/secret\/?"? cannot be read: EACCES/),
    });
    expect(nobody('private.csv', 'secret')).toEqual({ files: 1 });
    await chmod(join(folder, 'secret'), 0o755);
  });

  it('needs a folder', async () => {
    await expect(initCrate(join(home, 'none'))).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    const folder = await folderOf({ 'a.csv': '1' });
    await expect(initCrate(join(folder, 'a.csv'))).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });

  it('counts files while it reads them', async () => {
    const folder = await folderOf({ 'a.csv': '1', 'b/c.csv': '2' });
    const seen: unknown[] = [];
    const onProgress = (...step: unknown[]) => void seen.push(step);
    await describeFolder(folder, { onProgress, checksums: false });
    await describeFolder(folder, { onProgress, checksums: true });
    expect(seen).toEqual([[1, undefined, 'a.csv'], [2, undefined, 'b/c.csv'], [1, 2, 'a.csv'], [2, 2, 'b/c.csv']]); // prettier-ignore
  });
});

/** Names that people and programs give, some of them odd. */
const NAME = fc
  .oneof(
    fc.constantFrom('a b', 'é', 'e\u0301', '#1', '50%', '%41', 'a?b', '-x', 'x:y', 'ab:c', '@type', '@id', '~', '[x]', '{y}', 'data'), // prettier-ignore
    fc.constantFrom('<a>', '"q"', 'a\nb', 'a\tb', '日本', '😀', '\u0085', '\uE000', '\uFFFE', '...', 'a.', 'name', 'aux', '_:b'), // prettier-ignore
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
  )
  .filter((name) => !/[/\0\\]/.test(name) && !name.startsWith('.') && name.isWellFormed());

it('of any folder passes the check, describes every file, and goes through a store unchanged', async () => {
  const path = fc.array(NAME, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(path, { maxLength: 8 }), fc.boolean(), async (paths, checksums) => {
      const files = paths.filter((one) => !paths.some((other) => other !== one && other.startsWith(`${one}/`)));
      const folder = await folderOf(Object.fromEntries(files.map((one) => [one, one])));
      const { leftOut } = await initCrate(folder, { checksums, license: 'CC0-1.0' });
      expect(leftOut).toEqual([]);
      const { text } = await documentOf(folder);
      const items = await takeInventory(folder, { contexts });
      const undescribed = items.filter(({ id }) => id === undefined);
      expect(undescribed).toEqual([]);
      expect(items.filter(({ path: one }) => one?.endsWith('/') !== true)).toHaveLength(files.length);
      await expectNoErrors(folder);
      const store = await openStore('memory:');
      const loaded = await loadCrates(store, folder, { contexts });
      expect(loaded).toMatchObject([{ status: 'loaded' }]);
      const exported: Uint8Array[] = [];
      for await (const chunk of exportChunks(store, loaded[0]?.graph ?? '')) exported.push(chunk);
      expect(Buffer.concat(exported).toString()).toBe(text);
      await store.close();
      await rm(dirname(folder), { recursive: true });
    }),
    tries(600),
  );
});
