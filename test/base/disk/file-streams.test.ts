import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { readStream, readWhole, writeStream } from '../../../src/base/disk/file-streams.js';

const BYTES = Buffer.alloc(1_000_000, 'some text, ');
let folder: string;
let pipe: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'streams-'));
  pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
});
afterEach(() => rm(folder, { recursive: true }));

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('a pipe', () => {
  it('is read to its end, whoever comes first, also an empty one', async () => {
    const early = readWhole(pipe);
    await writeFile(pipe, BYTES);
    expect(digestOf(await early)).toBe(digestOf(BYTES));
    const written = writeFile(pipe, '');
    expect(await readWhole(pipe)).toHaveLength(0);
    await written;
  });

  it('is written when somebody reads it', async () => {
    const written = writeStream(pipe).then((stream) => pipeline(Readable.from([BYTES]), stream));
    const reader = createReadStream(pipe);
    const chunks: Buffer[] = [];
    reader.on('data', (chunk) => chunks.push(chunk as Buffer));
    await once(reader, 'end');
    await written;
    expect(digestOf(Buffer.concat(chunks))).toBe(digestOf(BYTES));
  });

  it.each(['readWhole', 'writeStream'])('without another side does not keep a process from ending: %s', (name) => {
    const module = pathToFileURL('dist/base/disk/file-streams.js').href;
    const script = `import { ${name} as open } from '${module}';
      open(process.argv[1]).catch(() => process.exit(1));
      setTimeout(() => process.exit(7), 500);`;
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', script, pipe], { timeout: 30_000, killSignal: 'SIGKILL' }); // prettier-ignore
    expect(status).toBe(7);
  });
});

it('files and devices are read and written as they are', async () => {
  const file = join(folder, 'file');
  await pipeline(Readable.from([BYTES]), await writeStream((await writeFile(file, ''), file)));
  expect(digestOf(await readFile(file))).toBe(digestOf(BYTES));
  expect(digestOf(await readWhole(file))).toBe(digestOf(BYTES));
  expect(await readWhole('/dev/null')).toHaveLength(0);
  for await (const chunk of readStream('/dev/zero')) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  await pipeline(Readable.from([BYTES]), await writeStream('/dev/null'));
  await expect(readWhole(join(folder, 'nothing'))).rejects.toMatchObject({ code: 'ENOENT' });
});
