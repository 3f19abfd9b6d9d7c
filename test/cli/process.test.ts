import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { BIN } from '../helpers/build.js';
import { rawZip } from '../package/helpers/raw-zip.js';
import { crate, EXAMPLES, SURVEY, writeCrate } from './helpers/crates.js';
import { verbsOf } from './helpers/option-table.js';
import { expectFailure, finished, freshFolder, runCli, spawnCli, startCli } from './helpers/run.js';

const VERBS = verbsOf().map(({ name }) => name);

describe('the command', () => {
  it('is at the path that package.json names, and prints its version', async () => {
    const { bin, version } = JSON.parse(await readFile('package.json', 'utf8')) as {
      bin: Record<string, string>;
      version: string;
    };
    expect(bin).toEqual({ crategraph: BIN });
    expect(await spawnCli(['--version'])).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('lists every verb', async () => {
    const { status, stdout } = await spawnCli(['--help']);
    expect(status).toBe(0);
    for (const verb of VERBS.map((name) => name.split(' ')[0])) expect(stdout).toMatch(new RegExp(`^  ${verb} `, 'm'));
  });

  it.each(VERBS)('%s --help exits 0 and shows an example', async (verb) => {
    const { status, stdout, stderr } = await runCli([...verb.split(' '), '--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Examples?:\\n(?:.*\\n)*?  .*crategraph ${verb}`, 'm'));
  });

  it('refuses an unknown verb', async () => {
    expectFailure(await spawnCli(['lode', 'x']), 2, 'ERR_USAGE');
  });

  it('prints its help to stderr without a verb', async () => {
    expect(await runCli([])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('Usage: crategraph'),
    });
  });

  it('prints an error as JSON on stdout too with --json', async () => {
    const { status, stdout, stderr } = await spawnCli(['list', '--json', '--store', 'nowhere']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'ERR_STORE_NOT_FOUND', hint: expect.any(String) } });
    expect(stderr).toMatch(/^ERR_STORE_NOT_FOUND: /);
  });
});

describe('--json', () => {
  it('prints a wrong command line as JSON too', async () => {
    const { status, stdout, stderr } = await runCli(['list', '--json', '--stroe', 'x']);
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 2, error: { code: 'ERR_USAGE' } });
    expect(stderr.match(/ERR_USAGE: unknown option '--stroe'/g)).toHaveLength(1);
    expect((await runCli(['list', '--json', '--help'])).stdout).toMatch(/^Usage: /);
  });

  it('is an option only before --', async () => {
    const { status, stdout } = await runCli(['root', '--', '--json']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });
});

describe('pipes and signals', () => {
  it('ends quietly when the reader closes the pipe', async () => {
    const folder = await writeCrate(await freshFolder('big'), bigCrate(20_000));
    const shell = spawn('bash', [
      '-c',
      '"$0" "$1" convert "$2" --offline | head -1; echo "${PIPESTATUS[0]}"',
      process.execPath,
      resolve(BIN),
      folder,
    ]);
    const { stdout, stderr } = await finished(shell);
    const [line, status] = stdout.split('\n');
    expect(line).toMatch(/^<arcp:.* \.$/);
    expect({ status, stderr }).toEqual({ status: '0', stderr: '' });
  });

  /** 100,000 rows without a store. */
  const ROWS = `SELECT * { ${[...'abcde'].map((name) => `VALUES ?${name} { 0 1 2 3 4 5 6 7 8 9 }`).join(' ')} }`;

  it('ends a long result quietly when the reader closes the pipe', async () => {
    const command = '"$0" "$1" query "$2" --store memory: --format csv | head -1; echo "${PIPESTATUS[0]}"';
    const shell = spawn('bash', ['-c', command, process.execPath, resolve(BIN), ROWS]);
    expect(await finished(shell)).toMatchObject({ stdout: 'a,b,c,d,e\r\n0\n', stderr: '' });
  });

  it('stops a long result at Ctrl-C, also when nobody reads it', async () => {
    const child = await startCli(['query', ROWS, '--store', 'memory:', '--format', 'csv']);
    const closed = once(child, 'close');
    let said = '';
    child.stderr.on('data', (text: string) => (said += text));
    await once(child.stdout, 'readable'); // and reads no more
    child.kill('SIGINT');
    await once(child, 'exit');
    child.stdout.destroy();
    expect((await closed)[0]).toBe(130);
    expect(said).toMatch(/^ERR_INTERRUPTED: .*\n$/);
  });

  it('stops a load at Ctrl-C with 130 and leaves the store as it was', async () => {
    const cwd = await freshFolder('interrupted');
    const store = join(cwd, 'store');
    await spawnCli(['load', SURVEY, '--offline', '--store', store]);
    const before = (await spawnCli(['dump', '--store', store])).stdout;
    const big = await writeCrate(join(cwd, 'big'), bigCrate(20_000));
    // The load cannot end before it has read standard input, which stays open.
    const child = await startCli(['load', big, '-', '--offline', '--store', store]);
    const done = finished(child);
    await isWriting(store);
    child.kill('SIGINT');
    expect(await done).toEqual({
      status: 130,
      signal: null,
      stdout: '',
      stderr: expect.stringMatching(/^ERR_INTERRUPTED: .*\n$/),
    });
    expect((await spawnCli(['dump', '--store', store])).stdout).toBe(before);
    expect(await spawnCli(['verify', '--store', store])).toMatchObject({ status: 0 });
    // A writer that died does not block the next one.
    expect(await spawnCli(['load', SURVEY, '--offline', '--store', store])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^unchanged /),
    });
  });

  it.each([
    ['query', 'SIGINT', 130],
    ['query', 'SIGTERM', 143],
    ['update', 'SIGTERM', 143],
  ] as const)('stops %s at %s, however busy the engine is', async (verb, signal, status) => {
    const store = join(await freshFolder('busy'), 'store');
    await spawnCli(['load', EXAMPLES, '--offline', '--quiet', '--store', store]);
    const all = '{ GRAPH ?x { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o } }';
    const endless =
      verb === 'query' ? `SELECT (COUNT(*) AS ?count) ${all}` : `INSERT { GRAPH ?a { ?a ?b ?o } } WHERE ${all}`;
    const { href } = pathToFileURL('test/cli/helpers/announce-query.mjs');
    const child = await startCli([verb, endless, '--store', store], { env: { NODE_OPTIONS: `--import=${href}` } });
    const done = finished(child);
    await once(child.stderr, 'data');
    child.kill(signal);
    expect(await done).toEqual({
      status,
      signal: null,
      stdout: '',
      stderr: expect.stringMatching(/^(?:the engine is asked\n)+ERR_INTERRUPTED: .*\n$/),
    });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('removes its temporary files at %s', async (signal, status) => {
    const TMPDIR = await freshFolder('temporary');
    const child = await startCli(['root', '-'], { env: { TMPDIR } });
    const done = finished(child);
    child.stdin.write(rawZip([{ name: 'a.bin', data: Buffer.alloc(100_000, 'a') }])); // and does not end
    while ((await readdir(TMPDIR)).length === 0) await wait(20);
    child.kill(signal);
    expect(await done).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(/^ERR_INTERRUPTED: .*\n$/) });
    expect(await readdir(TMPDIR)).toEqual([]);
  });

  it('lets one writer at a time into a store, and readers at any time', async () => {
    const cwd = await freshFolder('locked');
    const store = join(cwd, 'store');
    await spawnCli(['load', SURVEY, '--offline', '--store', store]);
    const child = await startCli(['load', '-', '--offline', '--store', store]);
    const done = finished(child);
    await isWriting(store);
    const [load, remove, list] = await Promise.all([
      spawnCli(['load', EXAMPLES, '--offline', '--store', store]),
      spawnCli(['remove', SURVEY, '--store', store]),
      spawnCli(['list', '--store', store]),
    ]);
    expectFailure(load, 1, 'ERR_STORE_LOCKED');
    expect(load.stderr).toContain(`${store}: process ${child.pid} (crategraph load) since 20`);
    expectFailure(remove, 1, 'ERR_STORE_LOCKED');
    expect(list).toMatchObject({ status: 0, stderr: '' });
    child.stdin.end(JSON.stringify(crate()));
    expect(await done).toMatchObject({ status: 0, stdout: expect.stringMatching(/^loaded /) });
  });
});

function bigCrate(files: number) {
  const entities = Array.from({ length: files }, (_, index) => ({
    '@id': `f${index}.txt`,
    '@type': 'File',
    name: `File ${index}`,
  }));
  return crate({ entities });
}

/** Waits until a process writes to a store; the time limit of the test is the only one. */
async function isWriting(store: string): Promise<void> {
  const database = new Database(store);
  try {
    for (;;) {
      database.exec('BEGIN IMMEDIATE; ROLLBACK');
      await wait(20);
    }
  } catch (error) {
    if (!(error as { code: string }).code.includes('BUSY')) throw error;
  } finally {
    database.close();
  }
}
