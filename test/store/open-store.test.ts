import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNewStore, openStore, type OpenStoreOptions } from '../../src/store/open-store.js';
import type { StoredRecord } from '../../src/store/port.js';
import { contents, G1, named, rejects, write } from '../contract/store-kind.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-open-'));
  path = join(folder, 'deep', 'store');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const CREATE: OpenStoreOptions = { mode: 'write', create: true };

describe('opening a store', () => {
  it('creates it, with its folder, only on request', async () => {
    for (const options of [
      { mode: 'read' },
      { mode: 'write' },
      { mode: 'scratch' },
      { mode: 'read', create: true },
    ] as const)
      await rejects(openStore(path, options), 'ERR_STORE_NOT_FOUND');
    expect(await readdir(folder)).toEqual([]);
    await (await openStore(path, CREATE)).close();
    await (await openStore(path, { mode: 'read' })).close();
  });

  it('takes no address of another kind for a file', async () => {
    for (const location of ['ftp://user:secret@example.org/ds?key=secret', 'http:/localhost:3030/ds', 'file:///tmp/x'])
      for (const options of [CREATE, {}]) {
        const opened = openStore(location, options);
        await rejects(opened, 'ERR_USAGE');
        await expect(opened).rejects.not.toThrow(/secret/);
      }
    await rejects(isNewStore('ftp://example.org/ds'), 'ERR_USAGE');
  });

  it('takes no device and no pipe for a store, and writes nothing beside it', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await symlink('/dev/null', join(folder, 'null'));
    for (const place of [pipe, join(folder, 'null')])
      for (const options of [CREATE, {}]) await rejects(openStore(place, options), 'ERR_STORE_INVALID');
    expect((await readdir(folder)).sort()).toEqual(['null', 'pipe']);
  });

  it('is for reading by default', async () => {
    await rejects(openStore(path), 'ERR_STORE_NOT_FOUND');
    await (await openStore(path, CREATE)).close();
    const store = await openStore(path);
    expect(await contents(store)).toEqual([]);
    await store.close();
  });

  it('as scratch gives a copy, whose changes are discarded', async () => {
    const store = await openStore(path, CREATE);
    await store.put([write(G1, 'create', '_:b <urn:p> "01"^^<http://www.w3.org/2001/XMLSchema#integer> @ .')]);
    const before = await contents(store);
    const scratch = await openStore(path, { mode: 'scratch' });
    expect(await contents(scratch)).toEqual(before);
    await scratch.put([write(G1, 'replace', named('other'))]);
    expect(await contents(store)).toEqual(before);
    await Promise.all([store.close(), scratch.close()]);
  });

  it('as scratch has the load records, several for a merged graph', async () => {
    const store = await openStore(path, CREATE);
    const record = (source: string) => ({ source, sha256: source.repeat(64), data: { of: source } });
    await store.put([{ ...write(G1, 'create', named('one')), record: record('a') }]);
    await store.put([{ ...write(G1, 'merge', named('two')), record: record('b') }]);
    const scratch = await openStore(path, { mode: 'scratch' });
    const plain = (records: readonly StoredRecord[]) => records.map(({ graph, source, sha256, data }) => ({ graph, source, sha256, data })); // prettier-ignore
    expect(plain(await scratch.records())).toEqual(plain(await store.records()));
    expect(await scratch.records()).toHaveLength(2);
    expect(await contents(scratch)).toEqual(await contents(store));
    await Promise.all([store.close(), scratch.close()]);
  });

  it('does not touch other files and folders', async () => {
    const file = join(folder, 'thesis.txt');
    await writeFile(file, 'do not touch');
    await mkdir(join(folder, 'old', 'segments'), { recursive: true });
    for (const options of [CREATE, { mode: 'read' }] as const)
      for (const other of [file, join(folder, 'old')]) await rejects(openStore(other, options), 'ERR_STORE_INVALID');
    expect(await readFile(file, 'utf8')).toBe('do not touch');
    expect((await readdir(folder)).sort()).toEqual(['old', 'thesis.txt']);
    await rejects(openStore(join(file, 'store'), CREATE), 'ERR_OUTPUT');
  });

  it('at an address where nothing answers is an error', () =>
    rejects(openStore('http://127.0.0.1:9/ds', { mode: 'read' }), 'ERR_ENDPOINT'));
});
