import { randomBytes } from 'node:crypto';
import { HttpClient } from '../../../src/package/http/http-client.js';
import { httpRanges } from '../../../src/package/http/http-ranges.js';
import { openPackage } from '../../../src/package/open/open-package.js';
import { bagFiles, FILES, METADATA, textOf, zipOf } from '../helpers/crate-forms.js';
import { rawZip } from '../helpers/raw-zip.js';
import { answerFile, serve } from '../helpers/server.js';
import { baseOf } from '../../helpers/base-of.js';

const http = { env: {} };

describe('a ZIP on a server that supports ranges', () => {
  const filler = Array.from({ length: 40 }, (_, index) => ({
    name: `big/${index}.bin`,
    data: Buffer.alloc(100_000, index),
  }));

  it.each<[string, Buffer, number]>([
    ['small', zipOf(FILES), 2],
    [
      'whose metadata is far from the end',
      rawZip([{ name: 'ro-crate-metadata.json', data: METADATA, method: 8 }, ...filler]),
      3,
    ],
    [
      'with ZIP64 and a comment',
      rawZip(
        [{ name: 'top/ro-crate-metadata.json', data: METADATA, method: 8, zip64: true, descriptor: true }, ...filler],
        { zip64: true, comment: 'x'.repeat(60_000) },
      ),
      3,
    ],
    [
      'with a large central directory',
      rawZip([
        { name: 'ro-crate-metadata.json', data: METADATA },
        ...Array.from({ length: 20_000 }, (_, index) => ({ name: `${'long name '.repeat(5)}${index}` })),
      ]),
      4,
    ],
  ])('that is %s costs few requests', async (_name, bytes, most) => {
    const { url, requests } = await serve((request, response) => answerFile(request, response, bytes));
    const found = await openPackage(`${url}/a.zip`, { http });
    expect(Buffer.from(found.metadata.content.bytes).toString()).toBe(METADATA);
    expect(requests.length).toBeLessThanOrEqual(most);
    expect(requests.slice(1).every(({ headers }) => headers.range !== undefined && headers['if-range'] === '"1"')).toBe(
      true,
    );
    await found.close();
  });

  it('provides its files, and the hash of all bytes on request', async () => {
    const bytes = zipOf(FILES);
    const { url } = await serve((request, response) => answerFile(request, response, bytes));
    const found = await openPackage(url, { http });
    const files: Record<string, string> = {};
    for await (const { path, content } of found.files()) files[path] = await textOf(content());
    expect(files).toEqual(FILES);
    expect((await baseOf(found, 'hash')).reason).toBe('arcp-hash');
  });

  it('of a bag has its metadata checked, and reports that the payload was not', async () => {
    const bytes = zipOf(bagFiles());
    const { url } = await serve((request, response) => answerFile(request, response, bytes));
    expect((await openPackage(url, { http })).warnings).toEqual([
      { kind: 'payload-unchecked', detail: expect.stringContaining('only the metadata file') },
    ]);
    const damaged = zipOf({ ...bagFiles(), 'data/ro-crate-metadata.json': '{}' });
    const other = await serve((request, response) => answerFile(request, response, damaged));
    await expect(openPackage(other.url, { http })).rejects.toMatchObject({ code: 'ERR_CHECKSUM' });
  });

  it('that changes while it is read is an error', async () => {
    const bytes = zipOf(FILES);
    let count = 0;
    const { url } = await serve((request, response) =>
      answerFile(request, response, bytes, { etag: `"${(count += 1)}"` }),
    );
    await expect(openPackage(url, { http })).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: expect.stringContaining('the file changed while it was read'),
    });
  });

  it('whose server promises ranges and serves something else is an error', async () => {
    const bytes = zipOf(FILES);
    const { url } = await serve((request, response) => {
      const headers = { 'accept-ranges': 'bytes', 'content-length': bytes.length };
      if (request.headers.range === undefined) response.writeHead(200, headers).end(bytes);
      else response.writeHead(206, { ...headers, 'content-range': `bytes 1-5/${bytes.length}` }).end(bytes);
    });
    await expect(openPackage(url, { http })).rejects.toMatchObject({ code: 'ERR_HTTP' });
  });

  it.each([
    ['more', 'the response is longer than the requested range of'],
    ['less', 'bytes of a range were received'],
  ])('whose server sends %s than requested is an error, and the rest is not read', async (how, message) => {
    const bytes = zipOf(FILES);
    const much = 64_000_000;
    let sent = 0;
    const { url } = await serve((request, response) => {
      if (request.headers.range === undefined) return answerFile(request, response, bytes);
      const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range) ?? [];
      response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${bytes.length}` });
      const part = bytes.subarray(Number(from), Number(to) + 1);
      if (how === 'less') return void response.end(part.subarray(1));
      response.write(part);
      const more = () => {
        while (!response.destroyed && sent < much) {
          sent += 1 << 16;
          if (!response.write(Buffer.alloc(1 << 16))) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    await expect(openPackage(url, { http })).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: expect.stringContaining(message),
    });
    expect(sent).toBeLessThan(much);
  });

  /** A ZIP whose directory is several ranges long. */
  const manyNames = rawZip([
    { name: 'ro-crate-metadata.json', data: METADATA },
    ...Array.from({ length: 100 }, (_, index) => ({ name: `${'x'.repeat(60_000)}${index}` })),
  ]);

  it('is limited to the bytes of a download, over all ranges', async () => {
    const { url, requests } = await serve((request, response) => answerFile(request, response, manyNames));
    const bounded = openPackage(url, { http, limits: { downloadBytes: 3_000_000 } });
    await expect(bounded).rejects.toMatchObject({
      code: 'ERR_LIMIT',
      message: `${url}/: its ranges: more than 3 MB`,
    });
    expect(requests.length).toBeLessThan(6);
    await (await openPackage(url, { http })).close();
  });

  it('has one time budget for all ranges', async () => {
    const bytes = zipOf(FILES);
    const { url } = await serve((request, response) => {
      if (request.headers.range === undefined) return answerFile(request, response, bytes);
      setTimeout(() => answerFile(request, response, bytes), 100);
    });
    const client = new HttpClient({ env: {}, limits: { totalMs: 350 } });
    const ranges = httpRanges(await client.get(url), client, 1e9);
    const read = async () => {
      for (let start = 0; start < 10; start += 1) for await (const _ of ranges!.stream(start, start + 1));
    };
    await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('not complete after 0.35 s') });
  });

  it('is limited to the bytes of a download', async () => {
    const bytes = zipOf({ ...FILES, 'big.bin': randomBytes(50_000).toString('hex') });
    const { url } = await serve((request, response) => answerFile(request, response, bytes));
    const found = await openPackage(url, { http, limits: { downloadBytes: 20_000 } }).catch((error: Error) => error);
    expect(found).toMatchObject({ code: 'ERR_LIMIT', message: expect.stringContaining('more than 20 kB') });
  });
});
