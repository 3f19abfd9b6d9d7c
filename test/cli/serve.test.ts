import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { loadCrates } from '../../src/tasks/load/load-crates.js';
import { openStore } from '../../src/store/open-store.js';
import { BUNDLED } from '../helpers/read.js';
import { crate, SURVEY, writeCrate } from './helpers/crates.js';
import { expectFailure, finished, freshFolder, spawnCli, startCli, type Ran, type RunOptions } from './helpers/run.js';

/** A server in a process of its own. */
interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly address: string;
  readonly listensAt: string;
  readonly ended: Promise<Ran>;
}

async function start(args: readonly string[], options: RunOptions = {}): Promise<Started> {
  const child = await startCli(['serve', '--port', '0', '--json', '--offline', ...args], options);
  const ended = finished(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ended, ...(JSON.parse(String(line)) as { address: string; listensAt: string }) };
}

describe('crategraph serve', () => {
  it('serves a folder, logs requests without their queries, and ends well with the first signal', async () => {
    const temporary = await freshFolder('tmp');
    const { child, address, ended } = await start([SURVEY], { env: { TMPDIR: temporary } });
    expect(await readdir(temporary)).toHaveLength(1);
    const answer = await fetch(`${address}crates/rainfall-survey/ro-crate-metadata.json?secret=1`, {
      headers: { 'user-agent': 'test' },
    });
    expect(answer.headers.get('content-type')).toContain('application/ld+json; profile="');
    await answer.arrayBuffer();
    child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^serving http:\/\/127\.0\.0\.1:\d+\/\n {2}crates\/rainfall-survey\/ from .*\nCtrl-C stops\n/,
    );
    expect(stderr).toMatch(/^127\.0\.0\.1 - - \[.*\] "GET \/crates\/rainfall-survey\/ro-crate-metadata\.json HTTP\/1\.1" 200 \d+ "-" "test"$/m); // prettier-ignore
    expect(stderr).not.toContain('secret');
    expect(stderr).toMatch(/stopping: waiting for requests to finish\n$/);
    expect(await readdir(temporary)).toEqual([]);
  });

  it('ends well with SIGTERM, and prints nothing with --quiet', async () => {
    const { child, address, ended } = await start([SURVEY, '--quiet']);
    await (await fetch(`${address}health`)).text();
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ status: 0, stderr: '' });
  });

  it('stops at once with the second signal', async () => {
    const folder = join(await freshFolder('large'), 'large');
    await writeCrate(folder, crate());
    await writeFile(join(folder, 'large.bin'), Buffer.alloc(50_000_000));
    const { child, address, ended } = await start([folder]);
    const socket = get(`${address}crates/large/large.bin`); // a client that takes nothing
    socket.on('error', () => undefined);
    await once(socket, 'response');
    const stopping = new Promise<void>((done) => {
      child.stderr.on('data', (text: Buffer) => void (String(text).includes('stopping') && done()));
    });
    child.kill('SIGINT');
    await stopping;
    child.kill('SIGTERM');
    const { status, stderr } = await ended;
    socket.destroy();
    expect(status).toBe(143);
    expect(stderr).toMatch(/ERR_INTERRUPTED: stopped; requests under way were cut off\n$/);
  });

  it('serves a store', async () => {
    const folder = await freshFolder('store');
    const place = join(folder, 'crates.store');
    const store = await openStore(place, { mode: 'write', create: true });
    await loadCrates(store, SURVEY, { contexts: BUNDLED });
    await store.close();
    const { child, ended } = await start(['--store', place]);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ status: 0 });
  });

  it('asks for the token where it is private, and answers only listed origins', async () => {
    const folder = await freshFolder('token');
    await writeFile(join(folder, 'token'), 'a-secret-token\n');
    const { child, address, ended } = await start(
      [SURVEY, '--private', '--origin', 'https://a.example', '--token-file', 'token'],
      { cwd: folder },
    );
    const ask = (headers: Record<string, string>) =>
      fetch(`${address}crates/rainfall-survey/ro-crate-metadata.json`, { headers });
    const refused = await ask({});
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="crategraph", charset="UTF-8", Bearer realm="crategraph"',
    ]);
    expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await fetch(`${address}health`)).status).toBe(200);
    const authorization = 'Bearer a-secret-token';
    for (const [origin, allowed] of [
      ['https://a.example', 'https://a.example'],
      ['https://b.example', null],
    ] as const) {
      const { status, headers } = await ask({ authorization, origin });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, allowed]);
      expect(headers.get('vary')).toContain('Origin');
    }
    child.kill('SIGINT');
    const { stderr } = await ended;
    expect(stderr).toMatch(/^private: every request needs the token$/m);
    expect(stderr).not.toContain('a-secret-token');
  });

  it('takes the token from the environment, and warns where it would travel in the open', async () => {
    const env = { CRATEGRAPH_TOKEN: 'a-secret-token' };
    const { child, ended } = await start([SURVEY, '--host', '0.0.0.0'], { env });
    child.kill('SIGINT');
    expect((await ended).stderr).toMatch(/^note: the token travels unencrypted over http/m);
  });

  it('says which port is in use', async () => {
    const { child, listensAt, ended } = await start([SURVEY]);
    const { port } = new URL(listensAt);
    const second = await spawnCli(['serve', SURVEY, '--port', port, '--offline']);
    expectFailure(second, 1, 'ERR_OUTPUT');
    expect(second.stderr).toContain(`port ${port}: another program uses the port`);
    child.kill('SIGINT');
    await ended;
  });

  it.each([
    [['no/such/folder'], 1, 'ERR_NOT_FOUND', 'no/such/folder does not exist'],
    [['.'], 1, 'ERR_NOT_A_CRATE', 'has no RO-Crate metadata file'],
    [[SURVEY, SURVEY], 2, 'ERR_USAGE', 'same name'],
    [[SURVEY, '--permalink', '/w/x=/crates/none/'], 2, 'ERR_USAGE', 'leads to nothing'],
    [[SURVEY, '--token-file', 'none'], 1, 'ERR_NOT_FOUND', 'none does not exist'],
    [[SURVEY, '--origin', 'https://a.example/x'], 2, 'ERR_USAGE', 'invalid --origin'],
    [[SURVEY, '--host', '192.0.2.1'], 1, 'ERR_OUTPUT', 'this computer does not have that address'],
    [[], 1, 'ERR_STORE_NOT_FOUND', 'there is no store'],
    [['--store', 'http://127.0.0.1:1/ds'], 1, 'ERR_UNSUPPORTED', 'push --store http://127.0.0.1:1/ds --to site.store'],
  ] as const)('%j is refused', async (args, status, code, message) => {
    const ran = await spawnCli(['serve', '--port', '0', '--offline', ...args]);
    expectFailure(ran, status, code);
    expect(ran.stderr).toContain(message);
  });
});
