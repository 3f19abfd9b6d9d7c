import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fixCrate, fixStored } from '../../../../src/tasks/check/fix/fix-crate.js';
import { repairCrates, type RepairChoice } from '../../../../src/cli/repair-crates.js';
import type { Io } from '../../../../src/cli/io.js';
import { loadCrates } from '../../../../src/tasks/load/load-crates.js';
import { openStore } from '../../../../src/store/open-store.js';
import { BUNDLED, crate } from '../../../helpers/read.js';

const NAME = 'ro-crate-metadata.json';
const BROKEN = JSON.stringify(crate([{ '@id': 'my file.txt', '@type': 'File', name: ['A'] }]), null, 2);
const RIGHT = BROKEN.replace('my file', 'my%20file').replace(/\[\s*"A"\s*\]/, '"A"');
const options = { contexts: BUNDLED };
const store = () => openStore('memory:');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fix-crate-'));
  await writeFile(join(folder, NAME), BROKEN);
});
afterEach(() => rm(folder, { recursive: true }));

const metadata = () => readFile(join(folder, NAME), 'utf8');

/** Runs a repair as the command line does. */
async function run(crates: readonly string[], choice: RepairChoice, stdin = '') {
  const written = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr') =>
    new Writable({ write: (chunk, _, done) => ((written[name] += String(chunk)), done()) });
  const io = { stdin: Readable.from([Buffer.from(stdin)]), stdout: sink('stdout'), stderr: sink('stderr'), env: {} };
  const reading = { ...options, store, packages: { stdin: io.stdin } };
  for await (const one of repairCrates(io as unknown as Io, crates, choice, reading))
    if ('error' in one) throw one.error;
  return written;
}

describe('the repair of a crate', () => {
  it('writes nothing, and names the file that it may replace', async () => {
    const { bytes, before, fixes, replaces } = await fixCrate(folder, options);
    expect(Buffer.from(bytes).toString()).toBe(RIGHT);
    expect(Buffer.from(before).toString()).toBe(BROKEN);
    expect(fixes.map(({ rule, entity, pointer }) => [rule, entity, pointer])).toEqual([
      ['id-escaped', 'my file.txt', '/@graph/2'],
      ['value-unpacked', 'my%20file.txt', '/@graph/2/name'],
    ]);
    expect(replaces?.path).toBe(join(folder, NAME));
    expect(await metadata()).toBe(BROKEN);
  });

  it('of a store is that of the document that an export writes', async () => {
    const stored = await store();
    const [result] = await loadCrates(stored, folder, options);
    const { bytes, replaces } = await fixStored(stored, result?.graph as string, options);
    expect(Buffer.from(bytes).toString()).toBe(RIGHT);
    expect(replaces).toBeUndefined();
    await stored.close();
  });
});

describe('a `#` or `?` in an identifier', () => {
  const named = crate([
    { '@id': 'x#y.txt', '@type': 'File', name: 'A file of that name' },
    { '@id': 'why?.txt', '@type': 'File', name: 'Another one' },
    { '@id': 'data.csv#row=1', '@type': 'File', name: 'A part of a file' },
    { '@id': 'gone#1.txt', '@type': 'File', name: 'A file that is not there' },
    { '@id': 'page#author', '@type': 'Person', name: 'No file' },
  ]);

  it('is escaped where a file has that name, and nowhere else', async () => {
    const text = JSON.stringify(named, null, 2);
    await writeFile(join(folder, NAME), text);
    for (const file of ['x#y.txt', 'why?.txt', 'data.csv', 'data.csv#row=1', 'page#author'])
      await writeFile(join(folder, file), '');
    const { bytes, fixes } = await fixCrate(folder, options);
    expect(new TextDecoder().decode(bytes)).toBe(text.replace('x#y', 'x%23y').replace('why?', 'why%3F'));
    expect(fixes.map(({ rule, entity }) => [rule, entity])).toEqual([
      ['file-escaped', 'x#y.txt'],
      ['file-escaped', 'why?.txt'],
    ]);
    const { fixes: again } = await fixCrate(text, options);
    expect(again).toEqual([]); // without files nobody knows
  });
});

describe('the repair on the command line', () => {
  it('shows what differs and replaces the metadata file', async () => {
    const { stdout, stderr } = await run([folder], {});
    expect(await metadata()).toBe(RIGHT);
    expect(stdout).toBe('');
    expect(stderr).toContain('\n-      "@id": "my file.txt",\n+      "@id": "my%20file.txt",\n');
    expect(stderr).toMatch(/: 2 repairs\n$/);
    expect((await run([folder], {})).stderr).toMatch(/: nothing to repair\n$/);
  });

  it('only shows it with --dry-run', async () => {
    expect((await run([folder], { dryRun: true })).stderr).toContain('+      "@id": "my%20file.txt"');
    expect(await metadata()).toBe(BROKEN);
  });

  it('writes a document from stdin to stdout, and another one to a file', async () => {
    expect((await run(['-'], {}, BROKEN)).stdout).toBe(RIGHT);
    expect((await run(['-'], {}, RIGHT)).stdout).toBe(RIGHT);
    await run([folder], { output: join(folder, 'out.json') });
    expect(await readFile(join(folder, 'out.json'), 'utf8')).toBe(RIGHT);
    expect(await metadata()).toBe(BROKEN);
  });

  it('does not replace the payload of a bag: its checksum would be wrong', async () => {
    const data = join(folder, 'bag', 'data');
    await mkdir(data, { recursive: true });
    await writeFile(join(data, NAME), BROKEN);
    await writeFile(join(folder, 'bag', 'bagit.txt'), 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n');
    const { createHash } = await import('node:crypto');
    const digest = createHash('sha256').update(BROKEN).digest('hex');
    await writeFile(join(folder, 'bag', 'manifest-sha256.txt'), `${digest}  data/${NAME}\n`);
    await expect(run([join(folder, 'bag')], {})).rejects.toMatchObject({ code: 'ERR_USAGE' });
    expect(await readFile(join(data, NAME), 'utf8')).toBe(BROKEN);
    await run([join(folder, 'bag')], { output: join(folder, 'out.json') });
    expect(await readFile(join(folder, 'out.json'), 'utf8')).toBe(RIGHT);
  });
});
