import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noteOf } from '../../../src/crate/read/report.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { openPackage } from '../../../src/package/open/open-package.js';
import type { PackageOptions } from '../../../src/package/package-options.js';
import { BUNDLED } from '../../helpers/read.js';
import { BAG_UUID, bagFiles, FILES, scratch, textOf, writeTree, zipOf } from '../helpers/crate-forms.js';

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

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

  it('may be opened without checking its payload, which is checked when it is read', async () => {
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

  it('may be opened to be checked later, file by file', async () => {
    const damaged = { ...bagFiles(), 'data/data 1.txt': 'hellO', 'data/ro-crate-metadata.json': '{}' };
    const found = await open(damaged, form, { verify: 'later' });
    expect((await listOf(found.files())).map(({ path }) => path)).toContain('data 1.txt');
    for await (const { content } of found.files()) await textOf(content());
    const faults = await listOf(found.bagFaults());
    expect(faults.map(({ details }) => details['entry']).sort()).toEqual([
      'data/data 1.txt',
      'data/ro-crate-metadata.json',
    ]);
    expect(await listOf((await open(bagFiles(), form, { verify: 'later' })).bagFaults())).toEqual([]);
  });

  it('must be complete except for the files of fetch.txt', async () => {
    const { 'data/data 1.txt': _, ...files } = bagFiles();
    await expect(open(files, form)).rejects.toMatchObject({
      code: 'ERR_BAG_INVALID',
      message: expect.stringContaining('data/data 1.txt is in manifest-sha256.txt but not in the bag'),
    });
    await open({ ...files, 'fetch.txt': 'https://example.org/1 5 data/data 1.txt\n' }, form);
    await expect(open({ ...bagFiles(), 'data/extra.txt': '' }, form)).rejects.toMatchObject({
      code: 'ERR_BAG_INVALID',
      message: expect.stringContaining('is not in manifest-sha256.txt'),
    });
  });

  it('without a manifest is a clear error', async () => {
    const { 'manifest-sha256.txt': _, ...files } = bagFiles();
    await expect(open(files, form)).rejects.toMatchObject({
      code: 'ERR_BAG_INVALID',
      message: expect.stringContaining('has no payload manifest'),
    });
  });

  it.each([
    ['lower case', 'bagit-version: 0.97\n', 'external-identifier'],
    ['capitals', 'BAGIT-VERSION: 1.0\n', 'EXTERNAL-IDENTIFIER'],
    ['another case, with blanks and a BOM', '\uFEFFBagIt-version :  1.0 \r\n', 'External-identifier  '],
  ])('has labels in %s', async (_name, version, label) => {
    const files = { ...bagFiles(FILES, 'sha256', `${label}: urn:uuid:${BAG_UUID}\n`), 'bagit.txt': version };
    const found = await open(files, form);
    expect([found.bag?.arcp, found.warnings]).toEqual([`arcp://uuid,${BAG_UUID}/`, []]);
  });

  it.each(['manifest-SHA256.txt', 'manifest-sha-256.txt'])('has a manifest called %s', async (name) => {
    const { 'manifest-sha256.txt': manifest = '', ...files } = bagFiles();
    expect((await open({ ...files, [name]: manifest }, form)).bag?.algorithm).toBe('sha256');
    await expect(open({ ...files, [name]: manifest, 'data/data 1.txt': 'x' }, form)).rejects.toMatchObject({
      code: 'ERR_CHECKSUM',
    });
  });

  it.each<[string, Record<string, string>, string]>([
    ['without a version', { 'bagit.txt': '' }, 'bagit.txt: no valid version, such as `BagIt-Version: 1.0`'],
    [
      'with an invalid version',
      { 'bagit.txt': 'BagIt-Version: one\n' },
      'bagit.txt: no valid version, such as `BagIt-Version: 1.0`',
    ],
    [
      'with invalid lines in bag-info.txt',
      { 'bag-info.txt': `What is this?\nExternal-Identifier: ${BAG_UUID}\n:\n` },
      'bag-info.txt: no label with a value in 2 lines, the first is "What is this?"',
    ],
    [
      'with invalid lines in fetch.txt',
      { 'fetch.txt': 'nothing\n' },
      'fetch.txt: no address with a length and a path in the line "nothing"',
    ],
    [
      'with invalid lines in its manifest',
      { 'manifest-sha256.txt': `# made by hand\n${bagFiles()['manifest-sha256.txt'] ?? ''}` },
      'manifest-sha256.txt: no checksum with a path in the line "# made by hand"',
    ],
  ])('%s is opened with a warning', async (_name, change, detail) => {
    const found = await open({ ...bagFiles(), ...change }, form);
    expect(found.warnings).toEqual([{ kind: 'bag-odd', detail }]);
    expect(found.bag?.arcp).toBe(`arcp://uuid,${BAG_UUID}/`);
    const document = await openCrateDocument(join(folder, `${count}.zip`), { contexts: BUNDLED });
    expect(document.report.notes).toContainEqual(noteOf({ kind: 'bag-odd', detail }));
    expect(document.report.repairs).toBe(0);
  });

  it('with lines of a million spaces is read in linear time', async () => {
    const blanks = ' '.repeat(1_000_000);
    const info = `Contact-Name: a${blanks}b\nb${blanks}c\nExternal-Identifier: urn:uuid:${BAG_UUID}\n`;
    expect((await open({ ...bagFiles(), 'bag-info.txt': info }, form)).bag?.arcp).toBe(`arcp://uuid,${BAG_UUID}/`);
  });

  it('with invalid UTF-8 is opened with a warning', async () => {
    const files = { ...bagFiles(), 'bag-info.txt': Buffer.from('Contact-Name: Jos\xe9\n', 'latin1') as never };
    expect((await open(files, form)).warnings).toEqual([{ kind: 'bag-odd', detail: 'bag-info.txt: not valid UTF-8' }]);
  });

  it('whose manifest has no valid line is an error, because its files are not in the manifest', async () => {
    await expect(open({ ...bagFiles(), 'manifest-sha256.txt': 'nonsense\n' }, form)).rejects.toMatchObject({
      code: 'ERR_BAG_INVALID',
      message: expect.stringContaining('is not in manifest-sha256.txt'),
    });
  });

  it('is an error with a wrong checksum, whatever the warnings', async () => {
    const invalid = { ...bagFiles(), 'bagit.txt': '', 'data/data 1.txt': 'hellO' };
    await expect(open(invalid, form)).rejects.toMatchObject({ code: 'ERR_CHECKSUM' });
  });

  it.each(['bag-info.txt', 'manifest-sha256.txt', 'bagit.txt'])(
    'has its %s checked by a tag manifest',
    async (name) => {
      const files = bagFiles();
      const tagManifest = ['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt']
        .map(
          (file) =>
            `${createHash('md5')
              .update(files[file] as string)
              .digest('hex')}  ${file}\n`,
        )
        .join('');
      const listed = { ...files, 'tagmanifest-md5.txt': `${tagManifest}0  elsewhere/tag.txt\n` };
      expect((await open(listed, form)).warnings).toEqual([]);
      await expect(open({ ...listed, [name]: `${files[name]}\n` }, form)).rejects.toMatchObject({
        code: 'ERR_CHECKSUM',
        message: expect.stringContaining(`${name} does not match its md5 checksum`),
      });
    },
  );

  it('has all files of its tag manifest checked, used or not', async () => {
    const about = { ...bagFiles(), 'meta/about.txt': 'about' };
    const listed = {
      ...about,
      'tagmanifest-md5.txt': `${createHash('md5').update('about').digest('hex')}  meta/about.txt\n`,
    };
    expect((await open(listed, form)).warnings).toEqual([]);
    await expect(open({ ...listed, 'meta/about.txt': 'abouT' }, form)).rejects.toMatchObject({
      code: 'ERR_CHECKSUM',
      message: expect.stringContaining('meta/about.txt does not match its md5 checksum'),
    });
  });

  it('with two checksums for one file is an error', async () => {
    const files = bagFiles();
    const manifest = files['manifest-sha256.txt'] as string;
    const line = `${'0'.repeat(64)}  data/data 1.txt\n`;
    expect((await open({ ...files, 'manifest-sha256.txt': manifest + manifest }, form)).warnings).toEqual([]);
    for (const both of [line + manifest, manifest + line])
      await expect(open({ ...files, 'manifest-sha256.txt': both }, form)).rejects.toMatchObject({
        code: 'ERR_BAG_INVALID',
        message: expect.stringContaining('manifest-sha256.txt: two checksums for data/data 1.txt'),
      });
  });

  it('has encoded paths, folded lines and several identifiers', async () => {
    const payload = { ...FILES, '100%.txt': 'x' };
    const info = `External-Identifier: doi:10.1/x\nBag-Group: a\n  b\nEXTERNAL-IDENTIFIER:\n  urn:uuid:${BAG_UUID.toUpperCase()}\n`;
    const files = bagFiles(payload, 'sha256', info);
    const manifest = (files['manifest-sha256.txt'] as string)
      .replace('100%', '100%25')
      .replaceAll('  data', ' *./data');
    expect((await open({ ...files, 'manifest-sha256.txt': manifest.replaceAll('\n', '\r\n') }, form)).bag?.arcp).toBe(
      `arcp://uuid,${BAG_UUID}/`,
    );
  });

  it('is checked by its strongest manifest', async () => {
    const files = { ...bagFiles(FILES, 'md5'), ...bagFiles(FILES, 'sha512') };
    expect((await open(files, form)).bag?.algorithm).toBe('sha512');
  });
});

describe('a path below `data/` of a bag', () => {
  it.each(['data', 'data/ro-crate-metadata.json'])('is read without checking the bag: %s', async (path) => {
    const root = await writeTree(join(folder, `below-${(count += 1)}`), { ...bagFiles(), 'data/extra.txt': '' });
    const found = await openPackage(join(root, path));
    expect(found.warnings.map(({ kind }) => kind)).toEqual(['payload-unchecked']);
    expect(found.location.bag).toBe(`arcp://uuid,${BAG_UUID}/`);
    for await (const { content } of found.files()) await textOf(content());
    expect(await listOf(found.bagFaults())).toEqual([]);
    await expect(openPackage(join(root, path), { verify: 'all' })).rejects.toMatchObject({ code: 'ERR_BAG_INVALID' });
  });
});
