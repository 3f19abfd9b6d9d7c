import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPackage } from '../../src/package/open.js';
import type { PackageOptions } from '../../src/package/settings.js';
import { BAG_UUID, bagFiles, FILES, scratch, textOf, writeTree, zipOf } from './helpers/crate-forms.js';

let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await scratch();
});

async function open(files: Readonly<Record<string, string>>, form: string, options?: PackageOptions) {
  const path = join(folder, `${(count += 1)}.zip`);
  if (form === 'ZIP') await writeFile(path, zipOf(files, 'bag/'));
  else await writeTree(path, files);
  return openPackage(path, options);
}

describe.each(['folder', 'ZIP'])('a bag as %s', (form) => {
  it.each(['sha512', 'sha256', 'sha1', 'md5'])('is checked by %s', async (algorithm) => {
    const files = bagFiles(FILES, algorithm);
    expect((await open(files, form)).bag).toMatchObject({ algorithm, arcp: `arcp://uuid,${BAG_UUID}/` });
    await expect(open({ ...files, 'data/data 1.txt': 'hellO' }, form)).rejects.toMatchObject({
      code: 'ERR_CHECKSUM',
      message: expect.stringContaining(`data/data 1.txt does not match its ${algorithm} checksum`),
    });
    await expect(open({ ...files, 'data/ro-crate-metadata.json': '{}' }, form)).rejects.toMatchObject({
      code: 'ERR_CHECKSUM',
    });
  });

  it('may leave its payload for later, which is checked when it is read', async () => {
    const damaged = { ...bagFiles(), 'data/data 1.txt': 'hellO' };
    const found = await open(damaged, form, { verify: 'metadata' });
    const read = async () => {
      for await (const { content } of found.files()) await textOf(content());
    };
    await expect(read()).rejects.toMatchObject({ code: 'ERR_CHECKSUM' });
    await expect(
      open({ ...damaged, 'data/ro-crate-metadata.json': '{}' }, form, { verify: 'metadata' }),
    ).rejects.toMatchObject({ code: 'ERR_CHECKSUM' });
  });

  it('must be complete, but for what is to be fetched', async () => {
    const { 'data/data 1.txt': _, ...files } = bagFiles();
    await expect(open(files, form)).rejects.toMatchObject({
      code: 'ERR_BAG_INVALID',
      message: expect.stringContaining('data/data 1.txt is in the manifest and not in the bag'),
    });
    await open({ ...files, 'fetch.txt': 'https://example.org/1 5 data/data 1.txt\n' }, form);
    await expect(open({ ...bagFiles(), 'data/extra.txt': '' }, form)).rejects.toMatchObject({
      code: 'ERR_BAG_INVALID',
      message: expect.stringContaining('in no manifest'),
    });
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['without manifest', { 'manifest-sha256.txt': undefined }, 'has no payload manifest'],
    ['with a broken manifest', { 'manifest-sha256.txt': 'nonsense\n' }, 'is no checksum with a path'],
    ['of no version', { 'bagit.txt': '' }, 'names no version'],
  ])('%s is a clear error', async (_name, change, message) => {
    const files = Object.fromEntries(
      Object.entries({ ...bagFiles(), ...change }).filter(([, text]) => text !== undefined),
    ) as Record<string, string>;
    await expect(open(files, form)).rejects.toMatchObject({
      code: 'ERR_BAG_INVALID',
      message: expect.stringContaining(message),
    });
  });

  it('has encoded paths, folded lines and several identifiers', async () => {
    const odd = { ...FILES, '100%.txt': 'x' };
    const info = `External-Identifier: doi:10.1/x\nBag-Group: a\n  b\nEXTERNAL-IDENTIFIER:\n  urn:uuid:${BAG_UUID.toUpperCase()}\n`;
    const files = bagFiles(odd, 'sha256', info);
    const manifest = (files['manifest-sha256.txt'] as string)
      .replace('100%', '100%25')
      .replaceAll('  data', ' *./data');
    expect((await open({ ...files, 'manifest-sha256.txt': manifest.replaceAll('\n', '\r\n') }, form)).bag?.arcp).toBe(
      `arcp://uuid,${BAG_UUID}/`,
    );
  });

  it('counts by its strongest manifest', async () => {
    const files = { ...bagFiles(FILES, 'md5'), ...bagFiles(FILES, 'sha512') };
    expect((await open(files, form)).bag?.algorithm).toBe('sha512');
  });
});
