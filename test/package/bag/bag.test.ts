import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCrate } from '../../../src/open/open-crate.js';
import { openPackage } from '../../../src/open/open-package.js';
import type { PackageOptions } from '../../../src/package/package-options.js';
import { BUNDLED } from '../../helpers/read.js';
import { BAG_UUID, bagFiles, FILES, scratch, textOf, writeTree, zipOf } from '../helpers/crate-forms.js';

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

  it('without manifest is a clear error', async () => {
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
    ['of no version', { 'bagit.txt': '' }, 'bagit.txt: no version (`BagIt-Version: 1.0`)'],
    ['of an odd version', { 'bagit.txt': 'BagIt-Version: one\n' }, 'bagit.txt: no version (`BagIt-Version: 1.0`)'],
    [
      'with odd lines in bag-info.txt',
      { 'bag-info.txt': `What is this?\nExternal-Identifier: ${BAG_UUID}\n:\n` },
      'bag-info.txt: no label with a value in 2 lines, the first is "What is this?"',
    ],
    [
      'with odd lines in fetch.txt',
      { 'fetch.txt': 'nothing\n' },
      'fetch.txt: no address with a length and a path in the line "nothing"',
    ],
    [
      'with odd lines in its manifest',
      { 'manifest-sha256.txt': `# made by hand\n${bagFiles()['manifest-sha256.txt'] ?? ''}` },
      'manifest-sha256.txt: no checksum with a path in the line "# made by hand"',
    ],
  ])('%s is opened, and that is reported', async (_name, change, detail) => {
    const found = await open({ ...bagFiles(), ...change }, form);
    expect(found.warnings).toEqual([{ kind: 'bag-odd', detail }]);
    expect(found.bag?.arcp).toBe(`arcp://uuid,${BAG_UUID}/`);
    const document = await openCrate(join(folder, `${count}.zip`), { contexts: BUNDLED });
    expect(document.report.notes).toContainEqual({ kind: 'bag-odd', detail });
    expect(document.report.repairs).toBe(0);
  });

  it('with lines of a million blanks is read in no time', async () => {
    const blanks = ' '.repeat(1_000_000);
    const info = `Contact-Name: a${blanks}b\nb${blanks}c\nExternal-Identifier: urn:uuid:${BAG_UUID}\n`;
    expect((await open({ ...bagFiles(), 'bag-info.txt': info }, form)).bag?.arcp).toBe(`arcp://uuid,${BAG_UUID}/`);
  });

  it('with bytes that are not UTF-8 is opened, and that is reported', async () => {
    const files = { ...bagFiles(), 'bag-info.txt': Buffer.from('Contact-Name: Jos\xe9\n', 'latin1') as never };
    expect((await open(files, form)).warnings).toEqual([
      { kind: 'bag-odd', detail: 'bag-info.txt: bytes that are not UTF-8' },
    ]);
  });

  it('whose manifest is nonsense has files in no manifest, which is an error', async () => {
    await expect(open({ ...bagFiles(), 'manifest-sha256.txt': 'nonsense\n' }, form)).rejects.toMatchObject({
      code: 'ERR_BAG_INVALID',
      message: expect.stringContaining('in no manifest'),
    });
  });

  it('is odd in whatever way: a wrong checksum is an error', async () => {
    const odd = { ...bagFiles(), 'bagit.txt': '', 'data/data 1.txt': 'hellO' };
    await expect(open(odd, form)).rejects.toMatchObject({ code: 'ERR_CHECKSUM' });
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

  it('has other files checked by a tag manifest, those that we do not use too', async () => {
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

  it('with two checksums of one file is an error: one of them is wrong', async () => {
    const files = bagFiles();
    const manifest = files['manifest-sha256.txt'] as string;
    const line = `${'0'.repeat(64)}  data/data 1.txt\n`;
    expect((await open({ ...files, 'manifest-sha256.txt': manifest + manifest }, form)).warnings).toEqual([]);
    for (const both of [line + manifest, manifest + line])
      await expect(open({ ...files, 'manifest-sha256.txt': both }, form)).rejects.toMatchObject({
        code: 'ERR_BAG_INVALID',
        message: expect.stringContaining('manifest-sha256.txt: two checksums of data/data 1.txt'),
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
