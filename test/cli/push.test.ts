import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openStore } from '../../src/store/open-store.js';
import { named, write } from '../contract/store-kind.js';
import { EXAMPLES } from './helpers/crates.js';
import { expectFailure, finished, freshFolder, spawnCli, startCli } from './helpers/run.js';

describe('push', () => {
  it('copies a store from process to process, and again without a change', async () => {
    const cwd = await freshFolder('push');
    const run = (...argv: string[]) => spawnCli(argv, { cwd, env: { CRATEGRAPH_STORE: 'a.store' } });
    await run('load', EXAMPLES, '--offline', '--quiet');
    const dry = await run('push', '--to', 'b.store', '--dry-run');
    expect(dry.stderr).toMatch(/^5 crates: 5 pushed; .* s\ndry run: the other store is unchanged\n$/);
    expectFailure(await run('list', '--store', 'b.store'), 1, 'ERR_STORE_NOT_FOUND');
    for (const status of ['pushed', 'unchanged', 'unchanged']) {
      const ran = await run('push', '--to', 'b.store');
      expect(ran).toMatchObject({ status: 0, stderr: expect.stringMatching(`^5 crates: 5 ${status}; `) as string });
      expect(ran.stdout.match(new RegExp(`^${status}`, 'gm'))).toHaveLength(5);
    }
    for (const verb of [['dump'], ['list', '--json'], ['export', 'https://example.org/coastal-atlas/']])
      expect(await run(...verb, '--store', 'b.store')).toEqual(await run(...verb));
    expect(await run('verify', '--store', 'b.store')).toMatchObject({ status: 0 });
  });

  it('refuses the store itself as the other store', async () => {
    const cwd = await freshFolder('self');
    const ran = await spawnCli(['push', '--to', './x/../a.store', '--store', 'a.store'], { cwd });
    expectFailure(ran, 2, 'ERR_USAGE');
  });

  it.each([
    ['b.store', [], /no other program reads a store file/, /crategraph dump/],
    ['http://127.0.0.1:1/ds', ['--mode', 'merge'], /blank nodes would be added again/, /--mode replace/],
  ])('--plain is refused for %s %j', async (to, more, message, hint) => {
    const ran = await spawnCli(['push', '--plain', '--to', to, ...more], { cwd: await freshFolder('plain') });
    expectFailure(ran, 2, 'ERR_USAGE');
    expect(ran.stderr).toMatch(message);
    expect(ran.stderr).toMatch(hint);
  });

  it('says at Ctrl-C what was committed, and goes on after that', async () => {
    const cwd = await freshFolder('stopped');
    const count = 5_000;
    const from = await openStore(join(cwd, 'a.store'), { mode: 'write', create: true });
    const graphs = Array.from({ length: count }, (_, index) => `urn:${index}`);
    await from.put(graphs.map((graph) => write(graph, 'create', named(graph))));
    await from.close();
    const argv = ['push', '--to', 'b.store', '--store', 'a.store'];
    const child = await startCli(argv, { cwd });
    const done = finished(child);
    while ((await committed(join(cwd, 'b.store'))) === 0) await wait(5);
    child.kill('SIGINT');
    const { status, stderr } = await done;
    const [, said] = /^ERR_INTERRUPTED: stopped; (\d+) of 5000 crates are in the other store; run the same/.exec(stderr) ?? []; // prettier-ignore
    expect([status, Number(said)]).toEqual([130, await committed(join(cwd, 'b.store'))]);
    expect(Number(said) % 500).toBe(0);
    const again = await spawnCli(argv, { cwd });
    expect(again).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(`^5000 crates: ${count - Number(said)} pushed, ${said} unchanged; `) as string,
    });
    expect(await spawnCli(['verify', '--store', 'b.store'], { cwd })).toMatchObject({ status: 0 });
  });
});

/** The graphs of a store that a process may just be creating. */
async function committed(place: string): Promise<number> {
  const store = await openStore(place).catch(() => undefined);
  try {
    return (await store?.graphs())?.size ?? 0;
  } catch {
    return 0;
  } finally {
    await store?.close();
  }
}
