import { Duplex, Readable } from 'node:stream';
import { createGunzip, createGzip, gunzipSync, gzipSync } from 'node:zlib';
import { through } from '../../../src/package/bytes/through.js';

async function read(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}

describe('a loop over a pipeline', () => {
  const text = Buffer.from('some text, '.repeat(100_000));

  it('yields the output of the last stream', async () => {
    expect(gunzipSync(await read(through(Readable.from([text]), createGzip()))).equals(text)).toBe(true);
    expect((await read(through(Readable.from([text]), createGzip(), createGunzip()))).equals(text)).toBe(true);
    expect(gunzipSync(await read(through(Readable.from([]), createGzip()))).length).toBe(0);
  });

  it('throws the error of a stream', async () => {
    const packed = gzipSync(text);
    const cut = through(Readable.from([packed.subarray(0, packed.length / 2)]), createGunzip());
    await expect(read(cut)).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
    const failing = Readable.from(
      (async function* () {
        yield text;
        throw new Error('gone');
      })(),
    );
    await expect(read(through(failing, createGzip(), createGunzip()))).rejects.toThrow('gone');
  });

  it('throws an error that comes after the last item', async () => {
    // Its output ends before it has taken all of its input.
    const early = new Duplex({
      read() {
        this.push('the only item');
        this.push(null);
      },
      write: (_chunk, _encoding, done) => void setImmediate(done, new Error('not taken')),
    });
    const code = 'ERR_STREAM_PREMATURE_CLOSE';
    await expect(read(through(Readable.from([text]), early))).rejects.toMatchObject({ code });
  });

  it('closes all streams on a break', async () => {
    let closed = false;
    const endless = Readable.from(
      (async function* () {
        try {
          for (;;) yield text;
        } finally {
          closed = true;
        }
      })(),
    );
    const gzip = createGzip();
    for await (const _ of through(endless, gzip)) break;
    await new Promise((resolve) => (closed ? resolve(undefined) : endless.once('close', resolve)));
    expect([closed, endless.destroyed, gzip.destroyed]).toEqual([true, true, true]);
  });
});
