import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BIN } from '../helpers/build.js';
import { crate, writeCrate } from './helpers/crates.js';
import { describeWhere } from '../helpers/describe-where.js';
import { expectFailure, finished, freshFolder, runCli, spawnCli } from './helpers/run.js';

const GRAPH = 'https://example.org/one/';

async function place() {
  const cwd = await freshFolder('outputs');
  const run = (...args: string[]) => runCli(args, { cwd });
  await writeCrate(join(cwd, 'one'), crate({ name: 'One' }));
  await writeCrate(join(cwd, 'two'), crate({ name: 'Two' }));
  await run('load', 'one', '--base', GRAPH, '--offline');
  await run('convert', 'one', '--base', GRAPH, '--offline', '-o', 'one.nq');
  const read = (file: string) => readFile(join(cwd, file), 'utf8');
  return { cwd, run, read };
}

/** The verbs that write to `-o FILE`, and what they say of the file. */
const WRITES: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [['export', GRAPH], /^wrote new: metadata document, \d+ bytes\n$/],
  [['dump'], /^wrote new: N-Quads, \d+ bytes\n$/],
  [['convert', 'one', '--format', 'turtle'], /^wrote new: Turtle, \d+ bytes\n$/],
  [['convert', 'one.nq', '--format', 'crate', '--base', GRAPH], /^wrote new: metadata document, \d+ bytes\n$/],
  [['query', 'SELECT ?s { ?s a ?t }'], /^wrote new: table, \d+ bytes\n$/],
  [['query', 'ASK {}', '--format', 'json'], /^wrote new: JSON, \d+ bytes\n$/],
  [['flatten', 'one'], /^wrote new: metadata document, \d+ bytes\n$/],
  [['expand', 'one'], /^wrote new: expanded document, [\d.]+ (?:bytes|kB)\n$/],
  [['relativize', 'one', '--base', GRAPH], /^wrote new: metadata document, \d+ bytes\n/],
];

describe('-o', () => {
  it.each(WRITES)('of %j says what it wrote, and replaces no other file without --force', async (args, says) => {
    const { cwd, run, read } = await place();
    const first = await run(...args, '-o', 'new');
    expect(first).toMatchObject({ status: 0, stdout: '', stderr: expect.stringMatching(says) });
    expect((await run(...args, '-o', 'quiet', '--quiet')).stderr).toBe('');
    expect(await read('quiet')).toBe(await read('new'));

    await writeFile(join(cwd, 'thesis'), 'mine');
    const refused = await run(...args, '-o', 'thesis');
    expectFailure(refused, 1, 'ERR_OUTPUT');
    expect(refused.stderr).toMatch(/thesis exists.*; nothing was written\n {2}hint: .*--force/);
    expect(await read('thesis')).toBe('mine');
    expect(await run(...args, '-o', 'thesis', '--force')).toMatchObject({ status: 0 });
    expect(await read('thesis')).toBe(await read('new'));

    await writeFile(join(cwd, 'empty'), '');
    expect(await run(...args, '-o', 'empty')).toMatchObject({ status: 0 });
  });

  it('of backup never replaces a file', async () => {
    const { cwd, run, read } = await place();
    await writeFile(join(cwd, 'thesis'), 'mine');
    expectFailure(await run('backup', 'thesis'), 1, 'ERR_OUTPUT');
    expect(await read('thesis')).toBe('mine');
  });

  it('may be a device, about which nothing is said', async () => {
    const { run } = await place();
    expect(await run('dump', '-o', '/dev/null')).toEqual({ status: 0, signal: null, stdout: '', stderr: '' });
  });
});

describe('export', () => {
  it('replaces the document of the same crate: its source, its copy, and after a change', async () => {
    const { run, read } = await place();
    const change = `INSERT DATA { GRAPH <${GRAPH}> { <${GRAPH}> <http://schema.org/version> "2" } }`;
    const places = ['one/ro-crate-metadata.json', 'copy.json', 'one', 'copy/', 'copy.zip'];
    for (const file of places) expect(await run('export', GRAPH, '-o', file)).toMatchObject({ status: 0 });
    expect(await run('update', change)).toMatchObject({ status: 0 });
    for (const file of places) expect(await run('export', GRAPH, '-o', file)).toMatchObject({ status: 0 });
    expect(await read('copy.json')).toContain('"version": "2"');
    const kept = ['export', GRAPH, '--keep-base', '-o', 'copy.json'];
    for (const _ of [1, 2]) expect(await run(...kept)).toMatchObject({ status: 0 });
  });

  it('replaces no document, archive or folder of another crate', async () => {
    const { run, read } = await place();
    const two = 'https://example.org/two/';
    await run('load', 'two', '--base', two, '--offline');
    await run('export', two, '-o', 'two.zip');
    const before = await read('two/ro-crate-metadata.json');
    for (const file of ['two/ro-crate-metadata.json', 'two', 'two/', 'two.zip']) {
      const ran = await run('export', GRAPH, '-o', file);
      expectFailure(ran, 1, 'ERR_OUTPUT');
      expect(ran.stderr).toContain('is not the metadata document of this crate');
    }
    expect(await read('two/ro-crate-metadata.json')).toBe(before);
    expectFailure(await run('export', 'urn:none', '-o', 'two.zip'), 1, 'ERR_GRAPH_NOT_FOUND');
    expect(await run('export', GRAPH, '-o', 'two', '--force')).toMatchObject({ status: 0 });
    expect(await read('two/ro-crate-metadata.json')).toBe(await read('one/ro-crate-metadata.json'));
  });
});

// Only Linux and BSD have a file that is always full.
describeWhere(existsSync('/dev/full'), 'a full disk', 'there is no /dev/full', () => {
  it.each([
    ['dump', ''],
    ['list', ''],
    ['list', '--json'],
    ['queries', 'people'],
  ])('is ERR_OUTPUT on stdout of %s %s', async (...args) => {
    // prettier-ignore
    const { cwd } = await place();
    const shell = spawn(
      'sh',
      ['-c', '"$0" "$@" > /dev/full', process.execPath, resolve(BIN), ...args.filter(Boolean)],
      { cwd },
    );
    const { status, stderr } = await finished(shell);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^ERR_OUTPUT: standard output cannot be written: the disk is full \(ENOSPC\)\n {2}hint: make room/), // prettier-ignore
    });
  });

  it('is ERR_OUTPUT with -o', async () => {
    const { cwd } = await place();
    const ran = await spawnCli(['dump', '-o', '/dev/full'], { cwd });
    expectFailure(ran, 1, 'ERR_OUTPUT');
    expect(ran.stderr).toContain('the disk is full');
  });
});

describe('diff --exit-code', () => {
  it('is 1 for differences and 0 for none', async () => {
    const { run } = await place();
    expect(await run('diff', 'one', 'two')).toMatchObject({ status: 0, stdout: expect.stringContaining('~ ./') });
    expect(await run('diff', 'one', 'two', '--exit-code')).toMatchObject({ status: 1, stderr: '' });
    expect(await run('diff', 'one', 'two', '--exit-code', '--json')).toMatchObject({ status: 1, stderr: '' });
    expect(await run('diff', GRAPH, 'one', '--exit-code')).toMatchObject({ status: 0, stdout: 'no difference\n' });
    expectFailure(await run('diff', 'one', 'missing', '--exit-code'), 1, 'ERR_NOT_FOUND');
  });
});
