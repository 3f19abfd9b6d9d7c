import { link, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { HttpClient } from '../../../src/package/http/http-client.js';
import { Retrieval } from '../../../src/package/http/retrieval.js';
import { partialOf, receiveInto } from '../../../src/tasks/fetch/receive-into.js';
import { ByteBudget } from '../../../src/package/limits.js';
import { scratch } from '../../package/helpers/crate-forms.js';
import { answerFile, serve } from '../../package/helpers/server.js';

/** More than is held in memory until it is complete. */
const HELD = 1 << 20;
const bytes = randomBytes(HELD + 300_000);
const client = new HttpClient({ env: {} });

const ARRIVED = HELD + 100_000;
const LAST = bytes.length - 1;

/** Receives what is at an address into a file. @returns the number of bytes that arrived */
async function download(address: string, target: string, most = 10_000_000): Promise<number> {
  const url = new URL(address);
  let received = 0;
  const retrieval = new Retrieval({ byteBudget: new ByteBudget('it', most) });
  await receiveInto(retrieval, { client, url, credentialsOrigin: url.origin }, target, {
    limit: Infinity,
    onProgress: (done) => (received = done),
  });
  return received;
}

/** Where a file is while it is not complete, with the validator that it belongs to. */
function partialFiles(target: string, url: string): { readonly partialFile: string; readonly stateFile: string } {
  const partialFile = partialOf(target, new URL(url));
  return { partialFile, stateFile: `${partialFile}.state` };
}

describe('a file that is received', () => {
  it('continues where an earlier call was interrupted, only if it is the same file', async () => {
    const folder = await scratch();
    const target = join(folder, 'sub', 'file.bin');
    let etag = '"a"';
    let cut = true;
    const { url, requests } = await serve((request, response) => {
      if (!cut) return answerFile(request, response, bytes, { etag });
      if (request.headers.range !== undefined) return void response.destroy();
      sendPart(response, ARRIVED, { etag });
    });
    const { partialFile, stateFile } = partialFiles(target, url);
    await expect(download(url, target)).rejects.toMatchObject({ code: 'ERR_HTTP' });
    expect((await readdir(join(folder, 'sub'))).sort()).toEqual([basename(partialFile), basename(stateFile)]);
    const { size } = await stat(partialFile);
    expect(size).toBeGreaterThan(HELD);
    cut = false;
    expect(await download(url, target)).toBe(bytes.length);
    expect(requests.at(-1)?.headers).toMatchObject({ range: `bytes=${size}-`, 'if-range': '"a"' });
    expect((await readFile(target)).equals(bytes)).toBe(true);
    expect(await readdir(join(folder, 'sub'))).toEqual(['file.bin']);

    cut = true;
    await expect(download(url, target)).rejects.toMatchObject({ code: 'ERR_HTTP' });
    cut = false;
    etag = '"b"';
    const before = requests.length;
    expect(await download(url, target)).toBe(bytes.length);
    expect(requests.slice(before).map(({ headers }) => headers['if-range'])).toEqual(['"a"']);
    expect((await readFile(target)).equals(bytes)).toBe(true);
  });

  it('continues at once when only its connection is cut', async () => {
    const target = join(await scratch(), 'file.bin');
    const { url, requests } = await serve((request, response) => {
      if (request.headers.range !== undefined) return answerFile(request, response, bytes, { etag: '"a"' });
      sendPart(response, ARRIVED, { etag: '"a"' });
    });
    expect(await download(url, target)).toBe(bytes.length);
    expect(requests.map(({ headers }) => headers.range?.startsWith('bytes='))).toEqual([undefined, true]);
    expect((await readFile(target)).equals(bytes)).toBe(true);
  });

  it.each<[string, (from: number) => string, number, boolean]>([
    ['more than declared', (from) => `bytes ${from}-${LAST}/${bytes.length}`, 1_000_000, false],
    ['less than declared', (from) => `bytes ${from}-${LAST}/${bytes.length}`, 1, false],
    ['no more than a piece', (from) => `bytes ${from}-${from + 2}/${bytes.length}`, 3, false],
    ['another version', (from) => `bytes ${from}-${LAST}/${bytes.length}`, 300_000, true],
    ['an invalid range', (from) => `bytes ${from}-${LAST}/*`, 300_000, true],
    ['more than all', (from) => `bytes ${from}-${LAST}/${LAST - 2}`, 300_000, true],
  ])('and whose rest is %s is never a wrong file', async (name, range, rest, startsOver) => {
    const target = join(await scratch(), 'file.bin');
    const { url, requests } = await serve((request, response) => {
      const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
      const etag = name === 'another version' && from !== undefined ? '"v2"' : '"v1"';
      if (from !== undefined)
        return void response.writeHead(206, { 'content-range': range(Number(from)), etag }).end(Buffer.alloc(rest));
      if (requests.length > 1) return answerFile(request, response, bytes, { etag });
      sendPart(response, ARRIVED, { etag });
    });
    const received = download(url, target);
    if (startsOver) {
      await received;
      return expect((await readFile(target)).equals(bytes)).toBe(true);
    }
    await expect(received).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: expect.stringMatching(/longer than its declared size|\d of \d+ bytes were received/) as string,
    });
    expect(await readdir(join(target, '..'))).not.toContain('file.bin');
  });

  it('starts over if what is there is longer than the file, or the server sends no validator', async () => {
    const folder = await scratch();
    const target = join(folder, 'file.bin');
    const { url } = await serve((request, response) => answerFile(request, response, bytes));
    const { partialFile, stateFile } = partialFiles(target, url);
    await writeFile(partialFile, randomBytes(2 * bytes.length));
    await writeFile(stateFile, `${url}/\n"1"`);
    await download(url, target);
    expect((await readFile(target)).equals(bytes)).toBe(true);
    const other = await serve((_request, response) => void response.writeHead(200).end(bytes));
    await writeFile(partialFiles(target, other.url).partialFile, 'rubbish');
    expect(await download(other.url, target)).toBe(bytes.length);
    expect((await readFile(target)).equals(bytes)).toBe(true);
  });

  it('does not write through a link or hard link in place of its partial file', async () => {
    const folder = await scratch();
    const { url } = await serve((request, response) => answerFile(request, response, bytes));
    for (const plant of [symlink, link]) {
      const [target, victim] = [join(folder, `${plant.name}.bin`), join(folder, `${plant.name} victim`)];
      await writeFile(victim, bytes.subarray(0, 1000));
      const { partialFile, stateFile } = partialFiles(target, url);
      await plant(victim, partialFile);
      await writeFile(stateFile, `${url}/\n"1"`);
      expect(await download(url, target)).toBe(bytes.length);
      expect((await readFile(victim)).equals(bytes.subarray(0, 1000))).toBe(true);
      expect((await readFile(target)).equals(bytes)).toBe(true);
      await symlink(victim, stateFile);
      await download(url, target);
      expect((await readFile(victim)).equals(bytes.subarray(0, 1000))).toBe(true);
    }
  });

  it.each<[string, Record<string, string>, Buffer]>([
    ['a file without a version', {}, bytes],
    ['what is packed on the way', { etag: '"1"', 'content-encoding': 'gzip' }, gzipSync(bytes)],
  ])('leaves nothing of %s that is interrupted or refused', async (_name, headers, sent) => {
    const folder = await scratch();
    const target = join(folder, 'file.bin');
    let cut = true;
    const { url } = await serve((_request, response) => {
      response.writeHead(200, headers);
      if (!cut) return void response.end(sent);
      response.write(sent.subarray(0, ARRIVED), () => setTimeout(() => response.destroy(), 50));
    });
    await expect(download(url, target)).rejects.toMatchObject({ code: 'ERR_HTTP' });
    expect(await readdir(folder)).toEqual([]);
    cut = false;
    await expect(download(url, target, HELD + 200_000)).rejects.toMatchObject({
      code: 'ERR_LIMIT',
    });
    expect(await readdir(folder)).toEqual([]);
    expect(await download(url, target)).toBe(bytes.length);
    expect((await readFile(target)).equals(bytes)).toBe(true);
  });

  it.each(['partialFile', 'stateFile'] as const)(
    'a folder in place of its %s is an error, before any request',
    async (what) => {
      const target = join(await scratch(), 'file.bin');
      const { url, requests } = await serve((_request, response) => void response.end(bytes));
      const place = partialFiles(target, url)[what];
      await mkdir(place);
      await expect(download(url, target)).rejects.toMatchObject({
        code: 'ERR_OUTPUT',
        message: `${place} is a folder`,
      });
      expect(requests).toEqual([]);
    },
  );

  it('is limited, and reports the status of the server', async () => {
    const folder = await scratch();
    const [target, file] = [join(folder, 'file.bin'), join(folder, 'file')];
    await writeFile(file, '');
    const { url } = await serve((request, response) =>
      request.url === '/' ? answerFile(request, response, bytes) : void response.writeHead(410).end(),
    );
    await expect(download(url, target, 1000)).rejects.toMatchObject({ code: 'ERR_LIMIT' });
    await expect(download(`${url}/gone`, target)).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: expect.stringContaining('410'),
    });
    await expect(download(url, join(file, 'x'))).rejects.toMatchObject({
      code: 'ERR_OUTPUT',
    });
  });
});

/** Sends the beginning of the file, and cuts the connection when it has arrived. */
function sendPart(response: ServerResponse, length: number, headers: Record<string, string>): void {
  response.writeHead(200, { ...headers, 'content-length': bytes.length, 'accept-ranges': 'bytes' });
  response.write(bytes.subarray(0, length), () => setTimeout(() => response.destroy(), 50));
}
