import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import { ZipFile, type EndOptions, type ReadStreamOptions } from 'yazl';
import { openPackage } from '../../../src/package/open/open-package.js';
import { replaceInZip } from '../../../src/package/write/replace-in-zip.js';
import { METADATA, scratch } from '../helpers/crate-forms.js';
import { rawZip, type RawEntry } from '../helpers/raw-zip.js';

const NAME = 'ro-crate-metadata.json';

let path: string;

beforeEach(async () => {
  path = join(await scratch(), 'crate.zip');
});

/** Writes another metadata document into the archive. */
async function replace(text: string): Promise<void> {
  const opened = await openPackage(path);
  const content = async function* () {
    yield Buffer.from(text);
  };
  await replaceInZip(path, opened, { size: Buffer.byteLength(text), content }).finally(() => opened.close());
}

/** All that yauzl tells of the archive, in its order. */
async function facts() {
  const zip = await openPromise(path, { autoClose: false });
  const entries = [];
  for await (const entry of zip.eachEntry())
    entries.push({
      path: entry.fileName,
      mode: (entry.externalFileAttributes >>> 16).toString(8),
      time: entry.getLastModDate().toISOString(),
      method: entry.compressionMethod,
      comment: entry.fileComment,
      content: (await buffer(await zip.openReadStreamPromise(entry))).toString(),
    });
  zip.close();
  return { comment: zip.comment, entries };
}

type Kept = Partial<ReadStreamOptions>;
/** A time with an odd second, which the DOS format does not have. */
const EXACT = { mtime: new Date('2021-06-05T04:03:01Z') } as const;
const DOS = { mtime: new Date(2019, 11, 24, 18, 30, 2), forceDosTimestamp: true } as const;

it('keeps everything but content and time of the metadata file', async () => {
  const zip = new ZipFile();
  const add = (name: string, content: string, options: Kept) => zip.addBuffer(Buffer.from(content), name, options);
  add('top/run.sh', 'echo', { ...EXACT, mode: 0o100755 });
  zip.addEmptyDirectory('top/', { ...EXACT, mode: 0o040700 });
  add(`top/${NAME}`, METADATA, { ...DOS, mode: 0o100640, compress: false, fileComment: 'the document' });
  add('top/b/größe 日本.csv', '1,2', { ...DOS, mode: 0o100444, compress: false, fileComment: 'Länge \\ 長さ' });
  zip.addEmptyDirectory('top/b/', { ...DOS, mode: 0o042775 });
  add('top/b/a.jpg', 'jpg', { ...EXACT, mode: 0o100600, compress: true });
  add('top/b/void', '', { mtime: new Date('2060-01-02T03:04:06Z'), forceDosTimestamp: true, mode: 0 });
  zip.addEmptyDirectory('top/b/', { ...EXACT, mode: 0o040711 });
  zip.end({ comment: Buffer.from([0x80, 0x0a, 0xff]) as unknown as string } as EndOptions);
  await writeFile(path, await buffer(zip.outputStream as Readable));
  const before = await facts();
  const start = Math.floor(Date.now() / 1000) * 1000;
  await replace('{}');
  const after = await facts();
  const time = after.entries[2]?.time as string;
  const expected = before.entries.map((one, at) => (at === 2 ? { ...one, time, content: '{}' } : one));
  expect(after).toEqual({ comment: before.comment, entries: expected });
  expect(before.comment).toHaveLength(3);
  expect(new Date(time).getTime()).toBeGreaterThanOrEqual(start);
  expect(new Date(time).getTime()).toBeLessThanOrEqual(Date.now());
});

it.each<[string, Partial<RawEntry>, string, string]>([
  ['of Windows get a usual mode', { madeOn: 0, mode: 0 }, '100644', ''],
  ['keep a mode without a type', { mode: 0o600 }, '600', ''],
  ['may have descriptors', { descriptor: true, method: 8 }, '100644', ''],
  ['may have sizes of ZIP64', { zip64: true }, '100644', ''],
  ['may have a comment that is not UTF-8', { flags: 0, comment: Buffer.from('L\x84nge', 'latin1') }, '100644', 'Länge'],
])('entries %s', async (_, about, mode, comment) => {
  const entries: RawEntry[] = [
    { name: './z.csv', data: '1,2', ...about },
    { name: NAME, data: METADATA },
    { name: 'a/', ...(about.madeOn === 0 ? { madeOn: 0, mode: 0 } : { mode: 0o040755 }) },
  ];
  await writeFile(path, rawZip(entries));
  await replace('{}');
  const after = (await facts()).entries;
  expect(after.map((entry) => [entry.path, entry.mode, entry.content])).toEqual([
    ['z.csv', mode, '1,2'],
    [NAME, '100644', '{}'],
    ['a/', '40755', ''],
  ]);
  expect(after[0]).toMatchObject({ method: about.method ?? 0, comment });
});

it('an entry for the package itself is left out', async () => {
  await writeFile(
    path,
    rawZip([
      { name: './', mode: 0o040755 },
      { name: NAME, data: METADATA },
    ]),
  );
  await replace('{}');
  expect((await facts()).entries.map((entry) => entry.path)).toEqual([NAME]);
});

it.each([
  ['a link', { mode: 0o120777 }, 'ERR_ARCHIVE_ENTRY'],
  ['an encrypted file', { flags: 0x801, method: 8 }, 'ERR_ARCHIVE_INVALID'],
  ['another compression', { method: 12 }, 'ERR_ARCHIVE_INVALID'],
])('an archive with %s stays as it is', async (_, about, code) => {
  const bytes = rawZip([
    { name: NAME, data: METADATA },
    { name: 'x', data: 'x', ...about },
  ]);
  await writeFile(path, bytes);
  await expect(replace('{}')).rejects.toMatchObject({ code });
  expect((await readFile(path)).equals(bytes)).toBe(true);
});
