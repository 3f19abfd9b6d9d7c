import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPackage } from '../../../src/package/open/open-package.js';
import type { PackageOptions } from '../../../src/package/package-options.js';
import { METADATA, scratch, textOf } from '../helpers/crate-forms.js';
import { rawZip, type RawEntry } from '../helpers/raw-zip.js';

let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await scratch();
});

const DOCUMENT: RawEntry = { name: 'ro-crate-metadata.json', data: METADATA, method: 8 };

async function open(bytes: Buffer, options?: PackageOptions) {
  const path = join(folder, `${(count += 1)}.zip`);
  await writeFile(path, bytes);
  return openPackage(path, options);
}

async function contents(bytes: Buffer, options?: PackageOptions): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { path, content } of (await open(bytes, options)).files()) files[path] = await textOf(content());
  return files;
}

describe('ZIP', () => {
  it.each<[string, Buffer]>([
    ['a comment at the end', rawZip([DOCUMENT], { comment: 'x'.repeat(65_535) })],
    [
      'data descriptors',
      rawZip([
        { ...DOCUMENT, descriptor: true },
        { name: 'a', data: 'b', descriptor: true },
      ]),
    ],
    ['ZIP64', rawZip([{ ...DOCUMENT, zip64: true }], { zip64: true })],
    ['ZIP64 with a comment', rawZip([{ ...DOCUMENT, zip64: true }], { zip64: true, comment: 'hello' })],
    ['stored entries', rawZip([{ ...DOCUMENT, method: 0 }])],
    ['./ in front of names', rawZip([{ ...DOCUMENT, name: './ro-crate-metadata.json' }])],
  ])('with %s', async (_name, bytes) => {
    const { metadata } = await open(bytes);
    expect(Buffer.from(metadata.content.bytes).toString()).toBe(METADATA);
  });

  it('with Windows separators', async () => {
    const found = await open(
      rawZip([
        { ...DOCUMENT, name: 'top\\ro-crate-metadata.json' },
        { name: 'top\\sub\\a.txt', data: 'a' },
      ]),
    );
    expect(found.root).toBe('top/');
    expect(await contents(rawZip([DOCUMENT, { name: 'sub\\a.txt', data: 'a' }]))).toHaveProperty(['sub/a.txt'], 'a');
  });

  it('with names in UTF-8, with and without the flag, and in CP437', async () => {
    const names = [
      { name: 'é.txt', data: '1' },
      { name: 'ü.txt', data: '2', flags: 0 },
      { name: Buffer.from([0x82, 0x2e, 0x63]), data: '3', flags: 0 },
    ];
    expect(Object.keys(await contents(rawZip([DOCUMENT, ...names])))).toEqual([
      'ro-crate-metadata.json',
      'é.txt',
      'ü.txt',
      'é.c',
    ]);
  });

  it('with many entries', async () => {
    const bytes = rawZip([...Array.from({ length: 3000 }, (_, index) => ({ name: `${index}.txt` })), DOCUMENT]);
    expect(Object.keys(await contents(bytes))).toHaveLength(3001);
    await expect(open(bytes, { limits: { entries: 3000 } })).rejects.toMatchObject({
      code: 'ERR_LIMIT',
      message: expect.stringContaining('more than 3000 entries'),
    });
  });
});

describe('an invalid ZIP', () => {
  const invalid = (message: string) => ({ code: 'ERR_ARCHIVE_INVALID', message: expect.stringContaining(message) });

  it.each<[string, RawEntry, string]>([
    ['states a smaller size', { ...DOCUMENT, claimedSize: 100 }, 'unpacks to more than its 100 bytes'],
    ['states a larger size', { ...DOCUMENT, claimedSize: 100_000 }, 'of its 100000 bytes'],
    ['states another CRC', { ...DOCUMENT, claimedCrc: 1 }, 'does not match its CRC-32'],
    ['is encrypted', { ...DOCUMENT, flags: 0x801 }, 'is encrypted'],
    ['is packed by bzip2', { ...DOCUMENT, method: 12 }, 'method 12'],
  ])('its metadata entry %s', async (_name, entry, message) => {
    await expect(open(rawZip([entry]))).rejects.toMatchObject(invalid(message));
  });

  it('without its end', async () => {
    await expect(open(rawZip([DOCUMENT]).subarray(0, -4))).rejects.toMatchObject(
      invalid('is not a complete ZIP archive'),
    );
  });

  it('a duplicate metadata file', async () => {
    await expect(open(rawZip([DOCUMENT, DOCUMENT]))).rejects.toMatchObject({
      code: 'ERR_ARCHIVE_ENTRY',
      message: expect.stringContaining('is a duplicate'),
    });
  });
});

describe('a malicious ZIP', () => {
  it.each<[string, RawEntry[], string]>([
    ['leaves the package', [{ name: '../../etc/passwd', data: 'x' }], '"../../etc/passwd" leaves the package'],
    ['leaves it by Windows separators', [{ name: '..\\..\\x', data: 'x' }], 'leaves the package'],
    ['leaves it from inside', [{ name: 'a/../../x', data: 'x' }], 'leaves the package'],
    ['has an absolute path', [{ name: '/etc/passwd', data: 'x' }], 'has an absolute path'],
    ['has a drive', [{ name: 'C:\\x', data: 'x' }], 'has an absolute path'],
    ['is a link', [{ name: 'l', data: '/etc', mode: 0o120777 }], 'is a link'],
    ['is a device', [{ name: 'd', mode: 0o060644 }], 'is not a regular file'],
    ['is named like a device', [{ name: 'sub/NUL.txt' }], 'name of a device'],
    ['is a duplicate', [{ name: 'a' }, { name: 'a' }], 'is a duplicate'],
    ['differs in case only', [{ name: 'a.txt' }, { name: 'A.txt' }], '"A.txt" clashes with a.txt'],
    ['differs in normalisation only', [{ name: 'e\u0301' }, { name: '\u00e9' }], 'clashes with'],
    ['has a file as folder', [{ name: 'a' }, { name: 'a/b' }], 'clashes with a'],
    ['has a folder in another case', [{ name: 'a/x' }, { name: 'A/y' }], 'clashes with a/'],
  ])('an entry that %s is refused by name, but the metadata is read', async (_name, entries, message) => {
    const bytes = rawZip([DOCUMENT, ...entries]);
    const { metadata } = await open(bytes);
    expect(Buffer.from(metadata.content.bytes).toString()).toBe(METADATA);
    await expect(contents(bytes)).rejects.toMatchObject({
      code: 'ERR_ARCHIVE_ENTRY',
      message: expect.stringContaining(message),
    });
  });

  it('a local header with another name than the central directory is refused by name', async () => {
    const bytes = rawZip([DOCUMENT, { name: 'safe.txt', localName: '../evil', data: 'x' }]);
    const { metadata } = await open(bytes);
    expect(Buffer.from(metadata.content.bytes).toString()).toBe(METADATA);
    await expect(contents(bytes)).rejects.toMatchObject({
      code: 'ERR_ARCHIVE_ENTRY',
      message: expect.stringContaining('"safe.txt" has another name in its local header'),
    });
    await expect(open(rawZip([{ ...DOCUMENT, localName: 'other.json' }]))).rejects.toMatchObject({
      code: 'ERR_ARCHIVE_ENTRY',
    });
    const spelled = { name: 'a/\u00e9.txt', localName: Buffer.from('a\\\x82.txt', 'latin1'), data: 'x' };
    expect(await contents(rawZip([DOCUMENT, { ...spelled, flags: 0 }]))).toHaveProperty(['a/\u00e9.txt'], 'x');
  });

  it.each<[string, RawEntry]>([
    ['a name in Unicode in the directory only', { name: 'a.txt', unicodeName: 'good.txt' }],
    ['a name in Unicode before the data only', { name: 'a.txt', localUnicodeName: '../evil' }],
    ['two names in Unicode', { name: 'a.txt', unicodeName: 'good.txt', localUnicodeName: 'evil' }],
    ['two names of a folder', { name: 'dir/', localName: '../x' }],
  ])('%s is refused by name before its content is read', async (_name, entry) => {
    const bytes = rawZip([DOCUMENT, entry]);
    const listed = async () => {
      for await (const { path } of (await open(bytes)).files()) void path;
    };
    await expect(listed()).rejects.toMatchObject({
      code: 'ERR_ARCHIVE_ENTRY',
      message: expect.stringContaining('has another name in its local header'),
    });
    const same = { name: 'a.txt', unicodeName: '\u00e9.txt', localUnicodeName: '\u00e9.txt', data: 'x' };
    expect(await contents(rawZip([DOCUMENT, same]))).toHaveProperty(['\u00e9.txt'], 'x');
  });

  it('gives warnings if only its metadata is read', async () => {
    const { warnings } = await open(rawZip([DOCUMENT, { name: '../x' }, { name: 'l', data: '/', mode: 0o120777 }]));
    expect(warnings).toEqual([
      { kind: 'entry-unsafe', detail: '../x leaves the package with ../' },
      { kind: 'entry-unsafe', detail: 'l is a link' },
    ]);
  });

  it('a bomb is refused before it is unpacked', async () => {
    const bomb = rawZip([DOCUMENT, { name: 'bomb', data: Buffer.alloc(70_000_000), method: 8 }]);
    expect(bomb.length).toBeLessThan(200_000);
    await expect(contents(bomb)).rejects.toMatchObject({
      code: 'ERR_LIMIT',
      message: expect.stringContaining('250 times its packed size'),
    });
    await expect(contents(bomb, { limits: { unpackedBytes: 1_000_000, ratio: 1e9 } })).rejects.toMatchObject({
      code: 'ERR_LIMIT',
      message: expect.stringContaining('more than 1 MB'),
    });
    await expect(open(rawZip([{ ...DOCUMENT, data: Buffer.alloc(70_000_000, ' ') }]))).rejects.toMatchObject({
      code: 'ERR_LIMIT',
    });
  });
});
