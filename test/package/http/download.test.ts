import { link, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { setTimeout as wait } from 'node:timers/promises';
import { HttpClient } from '../../../src/package/http/http-client.js';
import { download, partialDownload } from '../../../src/package/http/download.js';
import { ByteBudget } from '../../../src/package/limits.js';
import { scratch } from '../helpers/crate-forms.js';
import { answerFile, serve } from '../helpers/server.js';

const bytes = randomBytes(300_000);
const client = new HttpClient({ env: {} });
const allowed = (bytes = 1_000_000) => ({ byteBudget: new ByteBudget('it', bytes) });
const from = (url: string) => ({ url: new URL(url), credentialsOrigin: new URL(url).origin });

describe('a download', () => {
  it('goes on where it was broken off, and only if the file is the same', async () => {
    const folder = await scratch();
    const target = join(folder, 'sub', 'file.bin');
    let [etag, cut] = ['"a"', true];
    const { url, requests } = await serve((request, response) => {
      if (!cut) return answerFile(request, response, bytes, { etag });
      response.writeHead(200, { etag, 'content-length': bytes.length, 'accept-ranges': 'bytes' });
      response.write(bytes.subarray(0, 100_000));
      void until(async () => (await stat(partialFile)).size === 100_000).then(() => response.destroy());
    });
    const { partialFile, stateFile } = partialDownload(target, new URL(url));
    await expect(download(client, from(url), target, allowed())).rejects.toMatchObject({ code: 'ERR_HTTP' });
    expect((await readdir(join(folder, 'sub'))).sort()).toEqual([basename(partialFile), basename(stateFile)]);
    cut = false;
    const progress: number[] = [];
    expect(
      await download(client, from(url), target, { ...allowed(), onProgress: (done) => progress.push(done) }),
    ).toMatchObject({ bytes: bytes.length, resumed: 100_000 });
    expect(requests.at(-1)?.headers).toMatchObject({ range: 'bytes=100000-', 'if-range': '"a"' });
    expect((await readFile(target)).equals(bytes)).toBe(true);
    expect(await readdir(join(folder, 'sub'))).toEqual(['file.bin']);
    expect(progress.at(-1)).toBe(bytes.length);

    cut = true;
    await expect(download(client, from(url), target, allowed())).rejects.toMatchObject({ code: 'ERR_HTTP' });
    [etag, cut] = ['"b"', false];
    expect(await download(client, from(url), target, allowed())).toMatchObject({ resumed: 0 });
    expect((await readFile(target)).equals(bytes)).toBe(true);
  });

  it.each<[string, string, string, boolean]>([
    ['more than it says', 'bytes 5-9/10', 'x'.repeat(1_000_000), false],
    ['less than it says', 'bytes 5-9/10', '5', false],
    ['no more than a piece', 'bytes 5-7/10', '567', false],
    ['another version', 'bytes 5-9/10', 'vwxyz', true],
    ['a place that is none', 'bytes 5-9/*', '56789', true],
    ['more than all', 'bytes 5-9/7', '56789', true],
  ])('whose rest is %s gives no wrong file', async (name, range, rest, anew) => {
    const target = join(await scratch(), 'file.bin');
    const { url, requests } = await serve((request, response) => {
      const etag = name === 'another version' && requests.length === 2 ? '"v2"' : '"v1"';
      if (request.headers.range !== undefined)
        return void response.writeHead(206, { 'content-range': range, etag }).end(rest);
      response.writeHead(200, { 'content-length': 10, etag });
      if (requests.length > 1) return void response.end('0123456789');
      response.write('01234');
      void until(async () => (await stat(partialFile)).size === 5).then(() => response.destroy());
    });
    const { partialFile } = partialDownload(target, new URL(url));
    await expect(download(client, from(url), target, allowed())).rejects.toMatchObject({ code: 'ERR_HTTP' });
    const second = download(client, from(url), target, allowed());
    if (anew) {
      expect(await second).toMatchObject({ resumed: 0 });
      return expect(await readFile(target, 'utf8')).toBe('0123456789');
    }
    await expect(second).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: expect.stringMatching(/more came than the 5 bytes it said|\d of 10 bytes came/),
    });
    expect(await readdir(join(target, '..'))).not.toContain('file.bin');
    expect((await stat(partialFile)).size).toBeLessThan(10);
  });

  it('whose content was encoded is not gone on with', async () => {
    const target = join(await scratch(), 'file.bin');
    const packed = gzipSync(bytes);
    const { url, requests } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', etag: '"1"', 'content-length': packed.length });
      if (requests.length > 1) return void response.end(packed);
      response.write(packed.subarray(0, 200_000));
      void until(async () => (await stat(partialFile)).size > 0).then(() => response.destroy());
    });
    const { partialFile } = partialDownload(target, new URL(url));
    await expect(download(client, from(url), target, allowed())).rejects.toMatchObject({ code: 'ERR_HTTP' });
    await download(client, from(url), target, allowed());
    expect(requests.at(-1)?.headers.range).toBeUndefined();
    expect((await readFile(target)).equals(bytes)).toBe(true);
  });

  it('starts anew when there is more than the server has, and where the server tells no version', async () => {
    const folder = await scratch();
    const target = join(folder, 'file.bin');
    const { url } = await serve((request, response) => answerFile(request, response, bytes));
    const { partialFile, stateFile } = partialDownload(target, new URL(url));
    await writeFile(partialFile, randomBytes(400_000));
    await writeFile(stateFile, JSON.stringify({ url: `${url}/`, validator: '"1"' }));
    expect(await download(client, from(url), target, allowed())).toMatchObject({ resumed: 0, bytes: bytes.length });
    const other = await serve((_request, response) => void response.writeHead(200).end(bytes));
    await writeFile(partialDownload(target, new URL(other.url)).partialFile, 'rubbish');
    expect(await download(client, from(other.url), target, allowed())).toMatchObject({ resumed: 0 });
    expect((await readFile(target)).equals(bytes)).toBe(true);
  });

  it('writes through no link, and no second name of a file, in the place of its part', async () => {
    const folder = await scratch();
    const { url } = await serve((request, response) => answerFile(request, response, bytes));
    for (const plant of [symlink, link]) {
      const [target, victim] = [join(folder, `${plant.name}.bin`), join(folder, `${plant.name} victim`)];
      await writeFile(victim, bytes.subarray(0, 1000));
      const { partialFile, stateFile } = partialDownload(target, new URL(url));
      await plant(victim, partialFile);
      await writeFile(stateFile, JSON.stringify({ url: `${url}/`, validator: '"1"' }));
      expect(await download(client, from(url), target, allowed())).toMatchObject({ resumed: 0 });
      expect((await readFile(victim)).equals(bytes.subarray(0, 1000))).toBe(true);
      expect((await readFile(target)).equals(bytes)).toBe(true);
      await symlink(victim, stateFile);
      await download(client, from(url), target, allowed());
      expect((await readFile(victim)).equals(bytes.subarray(0, 1000))).toBe(true);
    }
  });

  it.each<[string, Record<string, string>, Buffer]>([
    ['a file without a version', {}, bytes],
    ['what is packed on the way', { etag: '"1"', 'content-encoding': 'gzip' }, gzipSync(bytes)],
  ])('keeps nothing of %s that breaks off or is refused', async (_name, headers, sent) => {
    const folder = await scratch();
    const target = join(folder, 'file.bin');
    let cut = true;
    const { url } = await serve((_request, response) => {
      response.writeHead(200, headers);
      if (!cut) return void response.end(sent);
      response.write(sent.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 50));
    });
    await expect(download(client, from(url), target, allowed())).rejects.toMatchObject({ code: 'ERR_HTTP' });
    expect(await readdir(folder)).toEqual([]);
    cut = false;
    await expect(download(client, from(url), target, allowed(200_000))).rejects.toMatchObject({
      code: 'ERR_LIMIT',
    });
    expect(await readdir(folder)).toEqual([]);
    expect(await download(client, from(url), target, allowed())).toMatchObject({ resumed: 0 });
    expect((await readFile(target)).equals(bytes)).toBe(true);
  });

  it.each(['partialFile', 'stateFile'] as const)(
    'a folder in the place of its %s is named, and nothing is asked',
    async (what) => {
      const target = join(await scratch(), 'file.bin');
      const { url, requests } = await serve((_request, response) => void response.end(bytes));
      const place = partialDownload(target, new URL(url))[what];
      await mkdir(place);
      await expect(download(client, from(url), target, allowed())).rejects.toMatchObject({
        code: 'ERR_OUTPUT',
        message: `${place} is a folder`,
      });
      expect(requests).toEqual([]);
    },
  );

  it('is bounded, and says what the server answered', async () => {
    const folder = await scratch();
    const [target, file] = [join(folder, 'file.bin'), join(folder, 'file')];
    await writeFile(file, '');
    const { url } = await serve((request, response) =>
      request.url === '/' ? answerFile(request, response, bytes) : void response.writeHead(410).end(),
    );
    await expect(download(client, from(url), target, allowed(1000))).rejects.toMatchObject({ code: 'ERR_LIMIT' });
    await expect(download(client, from(`${url}/gone`), target, allowed())).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: expect.stringContaining('410'),
    });
    await expect(download(client, from(url), join(file, 'x'), allowed())).rejects.toMatchObject({
      code: 'ERR_OUTPUT',
    });
  });
});

/** Waits until something is so; the time limit of the test is the only one. */
async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done().catch(() => false))) await wait(5);
}
