import { lstat, mkdir, readFile, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noteOf, type Note } from '../../../src/crate/read/report.js';
import { exportPackage, type ExportPackageOptions } from '../../../src/tasks/export/export-package.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import type { WrittenFiles } from '../../../src/package/write/write-folder.js';
import { openPackage } from '../../../src/package/open/open-package.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { loadRecords } from '../../../src/tasks/stored/load-records.js';
import {
  bagFiles,
  FILES,
  METADATA,
  scratch,
  tarGzOf,
  textOf,
  writeTree,
  zipOf,
} from '../../package/helpers/crate-forms.js';
import { answerFile, serve } from '../../package/helpers/server.js';

const contexts = openContexts({ offline: true });
const packages = { http: { env: {} } };
let folder: string;
let forms: Record<string, string>;

beforeAll(async () => {
  folder = await scratch();
  forms = {
    folder: await writeTree(join(folder, 'plain'), FILES),
    zip: join(folder, 'a.zip'),
    eln: join(folder, 'a.eln'),
    'tar.gz': join(folder, 'a.tar.gz'),
    bag: await writeTree(join(folder, 'bag'), bagFiles()),
  };
  await writeFile(forms['zip'] as string, zipOf(FILES));
  await writeFile(forms['eln'] as string, zipOf(FILES, 'top/'));
  await writeFile(forms['tar.gz'] as string, await tarGzOf(FILES));
});

async function filesIn(path: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const found = await openPackage(path);
  for await (const file of found.files()) files[file.path] = await textOf(file.content());
  await found.close();
  return files;
}

async function exported(
  source: string,
  target: string,
  options: Partial<ExportPackageOptions> = {},
): Promise<WrittenFiles> {
  const store = new MemoryStore();
  const [result] = await loadCrates(store, [source], { contexts, packages });
  expect(result?.error).toBeUndefined();
  try {
    return await exportPackage(store, result?.graph as string, target, { contexts, packages, ...options });
  } finally {
    await store.close();
  }
}

describe('one crate from many sources', () => {
  it('gives the same document, with its own base for each source', async () => {
    const server = await serve((request, response) => answerFile(request, response, Buffer.from(METADATA)));
    const places = { ...forms, url: `${server.url}/c/ro-crate-metadata.json` };
    const store = new MemoryStore();
    const results = await loadCrates(store, Object.values(places), { contexts, packages });
    expect(results.map(({ status }) => status)).toEqual(Object.keys(places).map(() => 'loaded'));
    expect(new Set(results.map(({ graph }) => graph)).size).toBe(results.length);
    expect(results.at(-1)?.graph).toBe(`${server.url}/c/`);
    for (const { graph } of results) {
      expect(await exportCrate(store, graph as string, { contexts })).toBe(METADATA);
      expect(JSON.parse(await exportCrate(store, graph as string, { contexts, layout: false }))).toEqual(
        JSON.parse(await exportCrate(store, results[0]?.graph as string, { contexts, layout: false })),
      );
    }
    await store.close();
  });

  it('records its source, and keeps its base when it is loaded again', async () => {
    let version = METADATA;
    const server = await serve((request, response) => {
      if (request.url === '/id') response.writeHead(302, { location: '/v1/ro-crate-metadata.json' }).end();
      else response.end(version);
    });
    const store = new MemoryStore();
    await loadCrates(store, [`${server.url}/id`], { contexts, packages });
    const [record] = await loadRecords(store);
    expect(record).toMatchObject({
      source: `${server.url}/id`,
      location: `${server.url}/v1/ro-crate-metadata.json`,
      base: `${server.url}/v1/ro-crate-metadata.json`,
      baseReason: 'url',
      hops: [
        { url: `${server.url}/id`, status: 302, step: 'redirect' },
        { url: `${server.url}/v1/ro-crate-metadata.json`, status: 200, step: 'address' },
      ],
    });
    version = METADATA.replace('in many forms', 'edited');
    expect(await loadCrates(store, [`${server.url}/id`], { contexts, packages })).toMatchObject([
      { status: 'replaced', graph: `${server.url}/v1/` },
    ]);
    await writeFile(join(folder, 'again.zip'), zipOf(FILES));
    const [first] = await loadCrates(store, [join(folder, 'again.zip')], { contexts });
    await writeFile(join(folder, 'again.zip'), zipOf({ ...FILES, 'ro-crate-metadata.json': version }));
    expect(await loadCrates(store, [join(folder, 'again.zip')], { contexts })).toMatchObject([
      { status: 'replaced', graph: first?.graph },
    ]);
    await store.close();
  });

  it('finds archives in a folder tree, skips those that are not crates, and fails for those that cannot be read', async () => {
    const tree = await writeTree(join(folder, 'tree'), {
      'a/ro-crate-metadata.json': METADATA,
      'a/inside.zip': zipOf(FILES),
      'x.zip': zipOf(FILES, 'x/'),
      'b/y.tar.gz': await tarGzOf({ ...FILES, more: 'y' }),
      'no.zip': zipOf({ 'a.txt': '' }),
      'broken.eln': 'nonsense',
    });
    const store = new MemoryStore();
    const results = await loadCrates(store, [tree], { contexts });
    expect(results.map(({ crate, status }) => [crate.slice(tree.length), status])).toEqual([
      ['/broken.eln', 'failed'],
      ['/x.zip', 'loaded'],
      ['/a/ro-crate-metadata.json', 'loaded'],
      ['/b/y.tar.gz', 'loaded'],
    ]);
    await store.close();
  });

  it('reports nested crates and unsafe entries', async () => {
    await writeFile(join(folder, 'unsafe.zip'), zipOf({ ...FILES, 'in/ro-crate-metadata.json': '{}', '../x': '' }));
    const store = new MemoryStore();
    const [result] = await loadCrates(store, [join(folder, 'unsafe.zip')], { contexts });
    expect(result?.counts).toMatchObject({ 'nested-crate': 1, 'entry-unsafe': 1 });
    await store.close();
  });
});

describe('writing packages', () => {
  it.each(['folder', 'zip', 'eln', 'tar.gz', 'bag'])('exports the payload of a %s into any form', async (form) => {
    for (const target of ['out/', 'out.zip', 'out.eln']) {
      const path = join(folder, `${form} to ${target}`);
      await exported(forms[form] as string, path, { withPayload: true });
      expect(await filesIn(path)).toEqual(FILES);
    }
    const found = await openPackage(join(folder, `${form} to out.eln`));
    expect(found.root).toBe(`${form} to out/`);
  });

  it.each(['out/', 'out.zip', 'out.eln'])('exports the payload of all merged crates into %s', async (target) => {
    const called = (name: string) => METADATA.replace('many forms', name);
    const third = { ...FILES, 'ro-crate-metadata.json': called('tar'), 'data 1.txt': 'third', 'c.txt': 'c' };
    const [tar, zip, document] = [join(folder, 'c.tar.gz'), join(folder, 'b.zip'), join(folder, 'alone.json')];
    await writeFile(tar, await tarGzOf(third));
    await writeFile(zip, zipOf({ ...FILES, 'ro-crate-metadata.json': called('zip'), 'b.txt': 'b' }));
    await writeFile(document, called('document'));
    const store = new MemoryStore();
    const base = 'https://example.org/merged/';
    const sources = [document, forms['folder'] as string, tar, zip];
    await loadCrates(store, sources, { contexts, packages, base, mode: 'merge' });
    const notes: Note[] = [];
    const onNote = (note: Note) => void notes.push(note);
    const path = join(folder, `merged ${target}`);
    await exportPackage(store, base, path, { contexts, packages, withPayload: true, onNote });
    const { 'ro-crate-metadata.json': _, ...files } = await filesIn(path);
    const { 'ro-crate-metadata.json': __, ...first } = FILES;
    expect(files).toEqual({ ...first, 'b.txt': 'b', 'c.txt': 'c' });
    const twice = ['data 1.txt', 'sub/é.csv', 'data 1.txt', 'sub/é.csv'];
    expect(notes.sort((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
      noteOf({ kind: 'payload-none', detail: document }),
      ...twice.map((detail) => noteOf({ kind: 'payload-twice', detail })),
    ]);
    await store.close();
  });

  it('the same crate gives the same bytes at any time and in any time zone', async () => {
    for (const name of ['one.zip', 'two.zip']) {
      process.env['TZ'] = name === 'one.zip' ? 'Asia/Tokyo' : 'America/Lima';
      await exported(forms[name === 'one.zip' ? 'folder' : 'tar.gz'] as string, join(folder, name), {
        withPayload: true,
      });
    }
    expect((await readFile(join(folder, 'one.zip'))).equals(await readFile(join(folder, 'two.zip')))).toBe(true);
  });

  it('keeps existing files at the target', async () => {
    const target = await writeTree(join(folder, 'keeps'), { 'ro-crate-metadata.json': 'old', 'data 1.txt': 'mine' });
    await exported(forms['zip'] as string, target);
    expect(await filesIn(target)).toEqual({ 'ro-crate-metadata.json': METADATA, 'data 1.txt': 'mine' });
    await writeFile(join(folder, 'keeps.zip'), zipOf({ 'ro-crate-metadata.json': '{"old": 1}', 'data 1.txt': 'mine' }));
    await exported(forms['zip'] as string, join(folder, 'keeps.zip'));
    expect(await filesIn(join(folder, 'keeps.zip'))).toEqual({
      'ro-crate-metadata.json': METADATA,
      'data 1.txt': 'mine',
    });
    await writeFile(join(folder, 'other.zip'), zipOf({ 'a.txt': 'mine' }));
    await expect(exported(forms['zip'] as string, join(folder, 'other.zip'))).rejects.toMatchObject({
      code: 'ERR_NOT_A_CRATE',
    });
  });

  it('replaces data files of the target that differ only with force', async () => {
    const edited = { 'data 1.txt': 'mine!', 'sub/é.csv': FILES['sub/é.csv'] as string };
    const target = await writeTree(join(folder, 'edited'), { ...edited, 'ro-crate-metadata.json': 'old' });
    for (const form of ['folder', 'zip'])
      await expect(exported(forms[form] as string, target, { withPayload: true })).rejects.toMatchObject({
        code: 'ERR_OUTPUT',
        message: `${target}/data 1.txt exists and differs from the file of the crate; nothing was written`,
        hint: expect.stringContaining('--force'),
      });
    expect(await filesIn(target)).toEqual({ ...edited, 'ro-crate-metadata.json': 'old' });
    expect((await readdir(target)).sort()).toEqual(['data 1.txt', 'ro-crate-metadata.json', 'sub']);
    const written = await exported(forms['zip'] as string, target, { withPayload: true, force: true });
    expect(written).toEqual({ files: ['data 1.txt', 'ro-crate-metadata.json'], kept: ['sub/é.csv'] });
    expect(await filesIn(target)).toEqual(FILES);
    const again = await exported(forms['folder'] as string, target, { withPayload: true });
    expect(again).toEqual({ files: ['ro-crate-metadata.json'], kept: ['data 1.txt', 'sub/é.csv'] });
  });

  it('leaves nothing behind if it fails', async () => {
    const source = join(folder, 'damaged.zip');
    await writeFile(source, zipOf(FILES));
    const store = new MemoryStore();
    const [result] = await loadCrates(store, [source], { contexts });
    await writeFile(source, zipOf({ ...FILES, '../evil': 'x' }));
    const target = await writeTree(join(folder, 'half'), { 'there/data 1.txt': 'mine' });
    for (const place of [join(target, 'x.zip'), `${target}/y/`, `${target}/there/`]) {
      await expect(
        exportPackage(store, result?.graph as string, place, { contexts, withPayload: true }),
      ).rejects.toMatchObject({ code: 'ERR_ARCHIVE_ENTRY' });
    }
    expect((await readdir(folder)).filter((name) => name.includes('evil') || name.endsWith('.tmp'))).toEqual([]);
    expect(await readdir(target, { recursive: true })).toEqual(['there', 'there/data 1.txt']);
    expect(await readFile(join(target, 'there', 'data 1.txt'), 'utf8')).toBe('mine');
    await store.close();
  });

  it('checks every target before writing', async () => {
    const blocked = { 'sub is a file': { sub: 'mine' }, 'a file is a folder': { 'sub/é.csv/x': 'mine' } };
    for (const [name, files] of Object.entries(blocked)) {
      const target = await writeTree(join(folder, name), { ...files, 'data 1.txt': 'mine' });
      const before = await readdir(target, { recursive: true });
      await expect(exported(forms['zip'] as string, target, { withPayload: true })).rejects.toMatchObject({
        code: 'ERR_OUTPUT',
      });
      expect(await readdir(target, { recursive: true })).toEqual(before);
      expect(await readFile(join(target, 'data 1.txt'), 'utf8')).toBe('mine');
    }
    const target = await writeTree(join(folder, 'no alias'), { 'ro-crate-metadata.jsonld': 'mine' });
    await expect(exported(forms['zip'] as string, target, { jsonldAlias: true })).rejects.toMatchObject({
      code: 'ERR_OUTPUT',
    });
    expect(await readdir(target)).toEqual(['ro-crate-metadata.jsonld']);
  });

  it('exports into the source folder, and into a folder inside it', async () => {
    const source = await writeTree(join(folder, 'itself'), FILES);
    await exported(source, source, { withPayload: true });
    expect(await filesIn(source)).toEqual(FILES);
    await exported(source, join(source, 'sub', 'copy'), { withPayload: true });
    expect(await filesIn(join(source, 'sub', 'copy'))).toEqual(FILES);
  });

  it('never follows a link out of the target', async () => {
    const target = join(folder, 'linked');
    await mkdir(join(folder, 'outside'));
    await mkdir(target);
    await symlink(join(folder, 'outside'), join(target, 'sub'), 'dir');
    await expect(exported(forms['folder'] as string, target, { withPayload: true })).rejects.toMatchObject({
      code: 'ERR_OUTPUT',
      message: expect.stringContaining('is a link'),
    });
    expect(await readdir(join(folder, 'outside'))).toEqual([]);
  });

  it('writes a .jsonld link next to the metadata file with jsonldAlias', async () => {
    const target = join(folder, 'alias');
    for (let times = 0; times < 2; times += 1) await exported(forms['folder'] as string, target, { jsonldAlias: true });
    expect((await lstat(join(target, 'ro-crate-metadata.jsonld'))).isSymbolicLink()).toBe(true);
    expect(await readlink(join(target, 'ro-crate-metadata.jsonld'))).toBe('ro-crate-metadata.json');
    await expect(
      exported(forms['folder'] as string, join(folder, 'alias.zip'), { jsonldAlias: true }),
    ).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });

  it('refuses the payload of a metadata document without files', async () => {
    const file = join(folder, 'lonely.json');
    await writeFile(file, METADATA);
    await expect(exported(file, join(folder, 'lonely/'), { withPayload: true })).rejects.toMatchObject({
      code: 'ERR_UNSUPPORTED',
    });
  });
});

describe('a package without --with-files', () => {
  const lacks = (notes: readonly Note[]) =>
    notes.filter(({ kind }) => kind === 'payload-missing').map(({ detail }) => detail);
  let place: string;
  beforeEach(async () => {
    place = await writeTree(await scratch(), { ...prefixed('c/', FILES) });
  });

  async function exportAs(target: string, options: Partial<ExportPackageOptions> = {}, before = async () => {}) {
    const store = new MemoryStore();
    const [{ graph = '' } = {}] = await loadCrates(store, [join(place, 'c')], { contexts, packages });
    await before();
    const notes: Note[] = [];
    try {
      await exportPackage(store, graph, join(place, target), {
        contexts,
        packages,
        ...options,
        onNote: (note) => notes.push(note),
      });
    } finally {
      await store.close();
    }
    return lacks(notes);
  }

  it.each(['out.zip', 'out.eln', 'out'])('in %s has the files that are at hand', async (target) => {
    expect(await exportAs(target)).toEqual([]);
    expect(Object.keys(await filesIn(join(place, target))).sort()).toEqual(Object.keys(FILES).sort());
  });

  it.each(['out.zip', 'out.eln', 'out'])('in %s says which files it lacks', async (target) => {
    const described = await exportAs(`none-${target}`, { withPayload: false });
    expect(described.length).toBeGreaterThan(1);
    const gone = () => rename(join(place, 'c'), join(place, 'moved'));
    expect(await exportAs(target, {}, gone)).toEqual(described);
    await rename(join(place, 'moved'), join(place, 'c'));
    const changed = () => writeFile(join(place, 'c', 'ro-crate-metadata.json'), `${METADATA} `);
    expect(await exportAs(`changed-${target}`, {}, changed)).toEqual(described);
    expect(Object.keys(await filesIn(join(place, `changed-${target}`)))).toEqual(['ro-crate-metadata.json']);
  });

  it.each(['out.zip', 'out'])(
    'with --with-files fails if all files are gone, and names those that are: %s',
    async (target) => {
      const without = (names: readonly string[]) => async () => {
        for (const name of names) await rm(join(place, 'c', name));
      };
      const data = Object.keys(FILES).filter((name) => name !== 'ro-crate-metadata.json');
      const [first = '', ...others] = data;
      const described = await exportAs('first', { withPayload: false });
      expect(await exportAs(target, { withPayload: true }, without([first]))).toEqual(described.filter((one) => one === first)); // prettier-ignore
      await expect(exportAs(`none-${target}`, { withPayload: true }, without(others))).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' }); // prettier-ignore
      expect(await readdir(place)).not.toContain(`none-${target}`);
    },
  );

  it('keeps the files of a target that has some, and says which it lacks', async () => {
    expect(await exportAs('c')).toEqual([]);
    await exportAs('out.zip');
    expect(await exportAs('out.zip', {}, () => rename(join(place, 'c'), join(place, 'moved')))).toEqual([]);
    expect(Object.keys(await filesIn(join(place, 'out.zip'))).sort()).toEqual(Object.keys(FILES).sort());
  });
});

function prefixed(prefix: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [prefix + path, text]));
}
