import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openPackage } from '../../../src/package/open/open-package.js';
import type { PackageOptions } from '../../../src/package/package-options.js';
import { FILES, METADATA, scratch, tarGzOf, tarOf, textOf } from '../helpers/crate-forms.js';

let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await scratch();
});

async function contents(bytes: Buffer, options?: PackageOptions): Promise<Record<string, string>> {
  const path = join(folder, `${(count += 1)}.tar`);
  await writeFile(path, bytes);
  const files: Record<string, string> = {};
  const found = await openPackage(path, options);
  for await (const file of found.files()) files[file.path] = await textOf(file.content());
  return files;
}

describe('tar', () => {
  it('supports long names and names that are not ASCII', async () => {
    const long = `${'long name/'.repeat(30)}ü.txt`;
    expect(await contents(await tarOf({ ...FILES, [long]: 'x', './dot.txt': 'y' }))).toEqual({
      ...FILES,
      [long]: 'x',
      'dot.txt': 'y',
    });
  });

  it('can be listed without reading the files', async () => {
    const path = join(folder, 'skip.tgz');
    await writeFile(path, await tarGzOf(FILES));
    const paths: string[] = [];
    for await (const { path: one } of (await openPackage(path)).files()) paths.push(one);
    expect(paths).toEqual(Object.keys(FILES));
  });

  it('without its end is a clear error', async () => {
    const bytes = await tarOf({ ...FILES, 'big.txt': 'x'.repeat(5000) });
    await expect(contents(bytes.subarray(0, bytes.length - 4000))).rejects.toMatchObject({
      code: 'ERR_ARCHIVE_INVALID',
      message: expect.stringContaining('is not a complete tar archive'),
    });
    await expect(contents((await tarGzOf(FILES)).subarray(0, -20))).rejects.toMatchObject({
      code: 'ERR_ARCHIVE_INVALID',
    });
  });

  it('that is cut between two entries, or in the metadata, is the same error', async () => {
    const bytes = await tarOf({ ...FILES, 'big.txt': '\0'.repeat(1024) });
    const cuts = [700, 1536, 2560, bytes.length - 1024];
    for (const cut of cuts)
      await expect(contents(bytes.subarray(0, cut))).rejects.toMatchObject({ code: 'ERR_ARCHIVE_INVALID' });
    expect(Object.keys(await contents(bytes.subarray(0, -512)))).toHaveLength(4);
  });

  it('cut anywhere is the same error, also within the metadata document', async () => {
    const values = Array.from({ length: 50 }, (_, n) => createHash('sha256').update(`${n}`).digest('hex'));
    const bytes = await tarGzOf({ 'ro-crate-metadata.json': JSON.stringify({ '@graph': values }) });
    const codes = new Set<unknown>();
    // The first bytes alone are not recognised as gzip.
    for (let end = 10; end < bytes.length; end += 13)
      await openPackage(bytes.subarray(0, end), { verify: 'metadata' }).then(
        () => codes.add(`opens at ${end}`),
        ({ code }: { readonly code?: string }) => codes.add(code),
      );
    expect([...codes]).toEqual(['ERR_ARCHIVE_INVALID']);
  });

  it.each([
    [{ '../x': '' }, 'leaves the package'],
    [{ '/x': '' }, 'absolute path'],
  ])('refuses %j, naming the entry', async (files, message) => {
    await expect(contents(await tarOf({ ...FILES, ...files }))).rejects.toMatchObject({
      code: 'ERR_ARCHIVE_ENTRY',
      message: expect.stringContaining(message),
    });
  });

  it('refuses links, but reads the metadata', async () => {
    const bytes = await tarOf(FILES, [{ name: 'sub', linkname: '/tmp' }]);
    await expect(contents(bytes)).rejects.toMatchObject({
      code: 'ERR_ARCHIVE_ENTRY',
      message: expect.stringContaining('"sub" is a link'),
    });
    const found = await openPackage(join(folder, `${count}.tar`));
    expect(found.warnings).toEqual([{ kind: 'entry-unsafe', detail: 'sub is a link' }]);
  });

  it('refuses a bomb', async () => {
    const bytes = gzipSync(await tarOf({ 'ro-crate-metadata.json': METADATA, bomb: '\0'.repeat(70_000_000) }));
    await expect(contents(bytes)).rejects.toMatchObject({
      code: 'ERR_LIMIT',
      message: expect.stringContaining('250 times'),
    });
    await expect(contents(await tarOf(FILES), { limits: { entries: 2 } })).rejects.toMatchObject({ code: 'ERR_LIMIT' });
  });
});
