import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalCrate, newCrate, openCrate } from '../../../src/tasks/author/local-crate.js';
import { openPackage } from '../../../src/package/open/open-package.js';
import { zipChunks } from '../../../src/package/write/write-zip.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { changedLines } from '../../crate/entities/helpers.js';

const NAME = 'ro-crate-metadata.json';
const ABOUT = { name: 'Tides', description: 'Levels.', license: 'https://example.org/l', datePublished: '2026-03-01' };

let folder: string;
let file: string;
let text: string;

beforeEach(async () => {
  folder = await freshFolder('local-crate');
  const crate = await newCrate(ABOUT);
  crate.addFile('levels.csv', { name: 'Levels' });
  file = await crate.save(folder);
  text = await readFile(file, 'utf8');
});

const now = () => readFile(file, 'utf8');

/** Writes a ZIP of texts. */
async function zip(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const chunks: Uint8Array[] = [];
  const all = Object.entries(files).map(([path, content]) => ({
    path,
    size: content.length,
    content: async function* () {
      yield new TextEncoder().encode(content);
    },
  }));
  for await (const chunk of zipChunks(all)) chunks.push(chunk);
  const path = join(folder, name);
  await writeFile(path, Buffer.concat(chunks));
  return path;
}

async function filesOf(path: string): Promise<Record<string, string>> {
  const opened = await openPackage(path);
  const files: Record<string, string> = {};
  for await (const entry of opened.requireContainer().entries()) {
    const chunks: Uint8Array[] = [];
    if (entry.type === 'file') for await (const chunk of entry.content()) chunks.push(chunk);
    files[entry.path] = Buffer.concat(chunks).toString();
  }
  await opened.close();
  return files;
}

describe('a new crate', () => {
  it('has the place that it was saved to', async () => {
    const crate = await newCrate(ABOUT);
    expect(crate.path).toBeUndefined();
    expect(crate.isChanged).toBe(true);
    await expect(crate.save()).rejects.toMatchObject({ code: 'ERR_USAGE' });
    expect(await crate.save(join(folder, 'new', 'deep'))).toBe(join(folder, 'new', 'deep', NAME));
    expect(crate.isChanged).toBe(false);
    crate.root.set('name', 'Other');
    expect(crate.isChanged).toBe(true);
    await crate.save();
    expect(await readFile(join(folder, 'new', 'deep', NAME), 'utf8')).toBe(crate.toString());
  });

  it('replaces another document only with force', async () => {
    const crate = await newCrate({ ...ABOUT, name: 'Other' });
    await expect(crate.save(folder)).rejects.toMatchObject({ code: 'ERR_OUTPUT', message: `${file} exists; nothing was written` }); // prettier-ignore
    expect(await now()).toBe(text);
    await crate.save(folder, { force: true });
    expect(await now()).toBe(crate.toString());
  });

  it.each(['https://example.org/', 'new.zip'])('cannot be saved to %s', async (place) => {
    const crate = await newCrate(ABOUT);
    await expect(crate.save(place.endsWith('zip') ? join(folder, place) : place)).rejects.toMatchObject({
      code: place.endsWith('zip') ? 'ERR_UNSUPPORTED' : 'ERR_USAGE',
    });
  });
});

describe('an opened crate', () => {
  it('is saved where it was, with a diff of what was changed', async () => {
    const crate = await openCrate(folder);
    expect(crate).toBeInstanceOf(LocalCrate);
    expect([crate.path, crate.isChanged]).toEqual([file, false]);
    crate.root.set('name', 'Other');
    expect(await crate.save()).toBe(file);
    expect(changedLines(text, await now())).toEqual({ removed: ['"name": "Tides"'], added: ['"name": "Other"'] });
    expect(crate.isChanged).toBe(false);
    crate.root.set('name', 'Tides');
    await crate.save();
    expect(await now()).toBe(text);
  });

  it('without a change is saved byte for byte', async () => {
    await writeFile(file, `\ufeff ${text.replaceAll('\n', '\r\n')}\n`);
    const before = await readFile(file);
    const crate = await openCrate(file);
    await crate.save();
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it('notices that the file has been deleted meanwhile', async () => {
    const crate = await openCrate(file);
    crate.root.set('name', 'Other');
    await rm(file);
    await expect(crate.save()).rejects.toMatchObject({ code: 'ERR_OUTPUT', message: `${file} has been deleted meanwhile; nothing was written` }); // prettier-ignore
    await crate.save(undefined, { force: true });
    expect((await openCrate(file)).root.get('name')).toBe('Other');
  });

  it('notices that the file has changed meanwhile', async () => {
    const crate = await openCrate(folder);
    crate.root.set('name', 'Other');
    await writeFile(file, `${text} `);
    await expect(crate.save()).rejects.toMatchObject({ code: 'ERR_OUTPUT', hint: expect.stringContaining('force') });
    expect(await now()).toBe(`${text} `);
    await crate.save(undefined, { force: true });
    expect(await now()).toBe(crate.toString());
    await utimes(file, 1, 1); // only the content counts
    crate.root.set('name', 'Third');
    await crate.save();
  });

  it('is saved elsewhere, under its own name of the metadata file', async () => {
    const other = join(folder, 'x-ro-crate-metadata.json');
    await writeFile(
      other,
      text.replace(NAME, 'x-ro-crate-metadata.json').replaceAll('"./"', '"https://example.org/x/"'),
    );
    const crate = await openCrate(other);
    expect(await crate.save(join(folder, 'copy'))).toBe(join(folder, 'copy', 'x-ro-crate-metadata.json'));
    expect(crate.path).toBe(join(folder, 'copy', 'x-ro-crate-metadata.json'));
    expect(await crate.save(join(folder, 'else.json'))).toBe(join(folder, 'else.json'));
  });

  it('that has no file has no place', async () => {
    const crate = await openCrate(JSON.parse(text) as object as never);
    expect(crate.path).toBeUndefined();
    await expect(crate.save()).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });

  it('keeps its file when it cannot be written whole', async () => {
    const crate = await openCrate(folder);
    crate.root.set('name', 'Other');
    await mkdir(join(folder, 'taken', NAME), { recursive: true });
    await expect(crate.save(join(folder, 'taken', NAME, 'x', '..'))).resolves.toBe(join(folder, 'taken', NAME, NAME));
    await expect(crate.save(join(file, 'x'))).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
    expect(await now()).toBe(text);
  });
});

describe('an archive', () => {
  it.each(['crate.zip', 'crate.eln'])('%s is written again, and its other entries stay', async (name) => {
    const files = { 'top/levels.csv': '1,2', 'top/raw/': '', [`top/${NAME}`]: text, 'top/raw/ro-crate-preview.html': 'x' };
    const path = await zip(name, files);
    const crate = await openCrate(path);
    expect(crate.path).toBe(path);
    crate.root.set('name', 'Other');
    expect(await crate.save()).toBe(path);
    expect(await filesOf(path)).toEqual({ ...files, [`top/${NAME}`]: crate.toString() });
    crate.root.set('name', 'Third');
    await crate.save();
    expect((await openCrate(path)).root.get('name')).toBe('Third');
  }); // prettier-ignore

  it('is one by its content, whatever its name', async () => {
    const path = await zip('crate.dat', { [NAME]: text, 'a.csv': '1' });
    const crate = await openCrate(path);
    crate.root.set('name', 'Other');
    await crate.save();
    crate.root.set('name', 'Third');
    await crate.save();
    expect(await filesOf(path)).toEqual({ [NAME]: crate.toString(), 'a.csv': '1' });
  });

  it('that has changed meanwhile is refused', async () => {
    const path = await zip('crate.zip', { [NAME]: text, 'a.csv': '1' });
    const crate = await openCrate(path);
    crate.root.set('name', 'Other');
    await zip('crate.zip', { [NAME]: text, 'a.csv': '2' });
    const before = await readFile(path);
    await expect(crate.save()).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
    expect((await readFile(path)).equals(before)).toBe(true);
    await crate.save(undefined, { force: true });
    expect(await filesOf(path)).toEqual({ [NAME]: crate.toString(), 'a.csv': '2' });
  });

  it('of another crate is replaced only with force', async () => {
    const path = await zip('crate.zip', { [NAME]: text, 'a.csv': '1' });
    const { size } = await stat(path);
    const crate = await newCrate(ABOUT);
    await expect(crate.save(path)).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
    expect((await stat(path)).size).toBe(size);
    await crate.save(path, { force: true });
    expect(await filesOf(path)).toEqual({ [NAME]: crate.toString(), 'a.csv': '1' });
  });
});
