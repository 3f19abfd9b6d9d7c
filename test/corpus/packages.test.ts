import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, truncate } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describeWithShared, SHARED } from '../helpers/shared.js';
import { METADATA, scratch, textOf } from '../package/helpers/crate-forms.js';
import { rawZipSegments, type RawEntry } from '../package/helpers/raw-zip.js';
import { exportCrate } from '../../src/tasks/export/export-crate.js';
import { takeInventory } from '../../src/tasks/inspect/take-inventory.js';
import { loadCrates } from '../../src/tasks/load/load-crates.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { openPackage } from '../../src/package/open/open-package.js';
import { MemoryStore } from '../../src/store/memory-store.js';

const contexts = openContexts({ offline: true, folders: [join(SHARED, 'corpus/contexts')] });

interface Listed {
  readonly file: string;
  readonly kind: string;
  readonly entities: number | null;
  readonly negative?: string;
  readonly metadataMembers?: readonly { readonly name: string; readonly bytes: number }[];
  readonly archiveOddities?: readonly string[];
}

describeWithShared('archives of real crates', 'corpus/archives', (folder) => {
  it('are opened and loaded, and their document is exported unchanged', async () => {
    const manifest = JSON.parse(await readFile(join(folder, '../manifest.json'), 'utf8')) as Listed[];
    const archives = manifest.filter(({ kind, file }) => kind === 'archive' && file.startsWith('archives/'));
    expect(archives.length).toBe((await readdir(folder)).length);
    const store = new MemoryStore();
    for (const { file, negative, metadataMembers = [], archiveOddities = [] } of archives) {
      const path = join(folder, '..', file);
      if (negative !== undefined) {
        await expect(openPackage(path)).rejects.toMatchObject({
          code: expect.stringMatching(/^ERR_(?:NOT_A_CRATE|ARCHIVE_INVALID)$/),
        });
        continue;
      }
      const found = await openPackage(path);
      const [shallowest] = [...metadataMembers].sort((a, b) => a.name.split('/').length - b.name.split('/').length);
      expect([file, found.root + found.metadata.name, found.metadata.content.bytes.length]).toEqual([
        file,
        shallowest?.name,
        shallowest?.bytes,
      ]);
      if (archiveOddities.includes('zip-slip-entry-name')) expect(found.warnings).not.toEqual([]);
      else for await (const { content } of found.files()) await textOf(content());
      const [result] = await loadCrates(store, [path], { contexts });
      expect([file, result?.status, result?.error?.message]).toEqual([file, 'loaded', undefined]);
      expect(await exportCrate(store, result?.graph as string, { contexts })).toBe(
        Buffer.from(found.metadata.content.bytes).toString(),
      );
      await found.close();
    }
    await store.close();
  });

  it('with a wrong checksum are reported by the inventory', async () => {
    const items = await takeInventory(join(folder, 'elabftw--data-invalid-shasum.eln'), { contexts });
    expect(items.filter(({ problems }) => problems.includes('sha256 differs'))).not.toEqual([]);
  });
});

describeWithShared('crate folders with their files', 'corpus/attached', (folder) => {
  it('have an inventory, with nested crates as payload', async () => {
    for (const name of await readdir(folder)) {
      const items = await takeInventory(join(folder, name), { contexts });
      expect(items.length).toBeGreaterThan(0);
    }
    const items = await takeInventory(join(folder, 'crate-with-subcrates'), { contexts });
    expect(items.filter(({ status }) => status === 'missing')).toEqual([]);
  });
});

describe('an archive that is larger than memory', () => {
  const GB = 1e9;
  const document: RawEntry = { name: 'top/ro-crate-metadata.json', data: METADATA, method: 8 };
  const archives: [name: string, entries: RawEntry[], zip64: boolean][] = [
    ['2 GB', [{ name: 'top/big.bin', hole: 2 * GB }, document], false],
    ['2 GB, metadata first', [document, { name: 'top/big.bin', hole: 2 * GB }], false],
    [
      '10 GB in ZIP64',
      [
        { name: 'top/a.bin', hole: 5 * GB, zip64: true },
        { ...document, zip64: true },
        { name: 'top/b.bin', hole: 5 * GB, zip64: true },
      ],
      false,
    ],
  ];

  async function sparse(entries: RawEntry[], zip64: boolean): Promise<{ path: string; size: number }> {
    const path = join(await scratch(), 'sparse.zip');
    const file = await open(path, 'w');
    let size = 0;
    for (const { at, bytes } of rawZipSegments(entries, {
      zip64: zip64 || entries.some((entry) => entry.zip64 === true),
      comment: 'a comment',
    })) {
      await file.write(bytes, 0, bytes.length, at);
      size = Math.max(size, at + bytes.length);
    }
    await file.close();
    await truncate(path, size);
    return { path, size };
  }

  it.each(archives)('%s: opens in less than 1 s of CPU time and 100 MB', async (_name, entries, zip64) => {
    const { path, size } = await sparse(entries, zip64);
    expect(size).toBeGreaterThan(2 * GB);
    // `maxRSS` of getrusage would not do: a process inherits it from its parent.
    const script = `const { readFileSync } = await import('node:fs');
      const { openPackage } = await import(${JSON.stringify(resolve('dist/package/open/open-package.js'))});
      const start = process.cpuUsage();
      const found = await openPackage(${JSON.stringify(path)});
      const { user, system } = process.cpuUsage(start);
      await found.close();
      const megabytes = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1000;
      console.log(JSON.stringify({ milliseconds: (user + system) / 1000, megabytes, bytes: found.metadata.content.length }));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    const { milliseconds, megabytes, bytes } = JSON.parse(stdout) as Record<string, number>;
    console.info(`${_name}: ${Math.round(milliseconds as number)} ms, ${Math.round(megabytes as number)} MB`);
    expect(bytes).toBe(Buffer.byteLength(METADATA));
    expect(milliseconds).toBeLessThan(1000);
    expect(megabytes).toBeLessThan(100);
  });

  it.each(archives)('%s: opens over HTTP with at most 5 requests and 3 MB', async (_name, entries, zip64) => {
    const { path, size } = await sparse(entries, zip64);
    let [requests, sent] = [0, 0];
    const server = createServer((request, response) => {
      requests += 1;
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const headers = { 'accept-ranges': 'bytes', etag: '"1"' };
      if (from === undefined) {
        response.writeHead(200, { ...headers, 'content-length': size });
        createReadStream(path, { start: 0, end: 65_535 }).on('data', (chunk) => response.write(chunk)); // the client closes the connection earlier
        return;
      }
      sent += Number(to) - Number(from) + 1;
      response.writeHead(206, {
        ...headers,
        'content-range': `bytes ${from}-${to}/${size}`,
        'content-length': Number(to) - Number(from) + 1,
      });
      createReadStream(path, { start: Number(from), end: Number(to) })
        .on('data', (chunk) => response.write(chunk))
        .on('end', () => response.end());
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      const found = await openPackage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/big.zip`, {
        http: { env: {} },
      });
      expect(Buffer.from(found.metadata.content.bytes).toString()).toBe(METADATA);
      await found.close();
    } finally {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    }
    console.info(`${_name} over HTTP: ${requests} requests, ${(sent / 1e6).toFixed(2)} MB`);
    expect(requests).toBeLessThanOrEqual(5);
    expect(sent).toBeLessThan(3_000_000);
  });
});
