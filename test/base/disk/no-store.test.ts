import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { replaceFile, writeNamedFile } from '../../../src/base/disk/write-file.js';
import { writeFolder } from '../../../src/package/write/write-folder.js';
import { openStore } from '../../../src/store/open-store.js';
import { G1, named, write } from '../../contract/store-kind.js';
import { scratch } from '../../package/helpers/crate-forms.js';

/** A closed store. */
async function storeAt(path: string): Promise<string> {
  const store = await openStore(path, { mode: 'write', create: true });
  await store.put([write(G1, 'create', named('one'))]);
  await store.close();
  return path;
}

const refused = (message: string) => ({ code: 'ERR_OUTPUT', message: expect.stringContaining(message) as string });

describe('a store', () => {
  it('is never replaced by an output, by its name or behind a link', async () => {
    const store = await storeAt(join(await scratch(), 's.db'));
    const before = await readFile(store);
    await symlink('s.db', join(dirname(store), 'link'));
    for (const write of [() => writeNamedFile(store, ['x']), () => replaceFile(store, ['x'])])
      await expect(write()).rejects.toMatchObject({
        ...refused(`${store} is a store`),
        hint: 'give the output another name',
      });
    await expect(writeNamedFile(join(dirname(store), 'link'), ['x'])).rejects.toMatchObject(refused('s.db is a store'));
    expect(await readFile(store)).toEqual(before);
  });

  it.each(['-wal', '-shm', '-journal', '-writer'])('keeps the file next to it: %s', async (end) => {
    const store = await storeAt(join(await scratch(), 's.db'));
    const target = store + end;
    await expect(writeNamedFile(target, ['x'])).rejects.toMatchObject(
      refused(`${target} belongs to the store ${store}`),
    );
    await rename(store, `${store}.old`);
    await writeNamedFile(target, ['x']);
    expect(await readFile(target, 'utf8')).toBe('x');
  });

  it('is recognised even while it is entirely in its log', async () => {
    const path = join(await scratch(), 's.db');
    const store = await openStore(path, { mode: 'write', create: true });
    expect((await readFile(path)).readUInt32BE(68)).toBe(0);
    await expect(writeNamedFile(path, ['x'])).rejects.toMatchObject(refused('is a store'));
    await store.close();
  });

  it('in a folder is never replaced by a file of a package', async () => {
    const folder = await scratch();
    const store = await storeAt(join(folder, 's.db'));
    const before = await readFile(store);
    const files = [{ path: 's.db', size: 1, content: async function* () {
      yield Buffer.from('x');
    } }]; // prettier-ignore
    await expect(writeFolder(folder, files)).rejects.toMatchObject(refused('is a store'));
    expect(await readFile(store)).toEqual(before);
  });
});

describe('a file that is not a store', () => {
  it('is replaced: another database, a short file, a text', async () => {
    const folder = await scratch();
    const other = join(folder, 'other.db');
    const database = new Database(other);
    database.exec('CREATE TABLE a (b)');
    database.close();
    await writeFile(join(folder, 'short'), 'SQLite format 3\0');
    await writeFile(join(folder, 'text'), 'text');
    for (const name of ['other.db', 'short', 'text', 'notes-wal']) {
      await writeNamedFile(join(folder, name), ['new']);
      expect(await readFile(join(folder, name), 'utf8')).toBe('new');
    }
  });

  it('is not opened if it is not a regular file', async () => {
    const folder = await scratch();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await mkdir(join(folder, 'folder'));
    for (const name of ['pipe', 'folder']) {
      await writeNamedFile(join(folder, `${name}-wal`), ['new']);
      expect(await readFile(join(folder, `${name}-wal`), 'utf8')).toBe('new');
    }
  });
});
