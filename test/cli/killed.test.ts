import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { verifyStore } from '../../src/tasks/stored/check-store.js';
import { inLongSuites } from '../helpers/seed.js';
import { crate, writeCrate } from './helpers/crates.js';
import { stateAt } from './helpers/store-state.js';
import { finished, freshFolder, spawnCli, startCli } from './helpers/run.js';

/** Kills of each verb, spread over its time. */
const KILLS = inLongSuites ? 20 : 2;

let folder: string;
let before: string;
beforeAll(async () => {
  folder = await freshFolder('killed');
  before = join(folder, 'before');
  for (const name of ['a', 'b', 'c']) {
    const files = Array.from({ length: 300 }, (_, index) => ({ '@id': `f${index}.txt`, '@type': 'File', name }));
    const more = { hasPart: files.map((file) => ({ '@id': file['@id'] })) };
    await writeCrate(join(folder, 'crates', name), crate({ name, more, entities: files }));
  }
  await spawnCli(['load', join(folder, 'crates', 'a'), '--base', 'https://example.org/a/', '--store', before]);
}, 120_000);

/** A verb that writes the store; `$store` and `$other` are files of the test. */
const VERBS: readonly (readonly [string, ...string[]])[] = [
  ['load', '$crates/b', '$crates/c', '--store', '$store', '--quiet', '--offline'],
  [
    'load',
    '$crates/b',
    '--mode',
    'merge',
    '--base',
    'https://example.org/a/',
    '--store',
    '$store',
    '--quiet',
    '--offline',
  ],
  [
    'update',
    'WITH <https://example.org/a/> DELETE { ?s ?p ?o } INSERT { ?s ?p "new" } WHERE { ?s ?p ?o }',
    '--store',
    '$store',
  ],
  ['remove', 'https://example.org/a/', '--store', '$store'],
  ['push', '--store', '$store', '--to', '$other'],
  ['backup', '$other', '--store', '$store'],
];

/** The quick suites kill a load; the long ones all. */
const KILLED = inLongSuites ? VERBS : VERBS.slice(0, 1);

test.each(KILLED)(
  '%s that is killed leaves the state before or after it, and can run again',
  async (verb, ...rest) => {
    const place = join(folder, `${verb}-${rest.length}`);
    const [store, other] = [join(place, 'store'), join(place, 'other')];
    const args = [verb, ...rest].map((part) =>
      part.replace('$store', store).replace('$other', other).replace('$crates', join(folder, 'crates')),
    );
    const anew = async (): Promise<void> => {
      await rm(place, { recursive: true, force: true });
      await mkdir(place, { recursive: true });
      await cp(before, store);
    };
    const states = async (): Promise<string[]> => [await stateAt(store), await stateAt(other)];
    const steady = (states: readonly string[]) => states.filter((state) => state !== 'none').sort();

    await anew();
    const first = await states();
    const begun = performance.now();
    expect(await spawnCli(args)).toMatchObject({ status: 0 });
    const time = performance.now() - begun;
    const last = await states();

    for (let kill = 0; kill < KILLS; kill += 1) {
      await anew();
      const child = await startCli(args);
      const ended = finished(child);
      await wait((time * (kill + 0.5)) / KILLS);
      child.kill('SIGKILL');
      await ended;
      const left = await states();
      expect([first[0], last[0]]).toContain(left[0]);
      // An empty new store is no half state: nothing was promised to be in it.
      if (verb === 'backup') expect([first[1], last[1]]).toContain(left[1]);
      expect((await verifyStore(store)).problems).toEqual([]);
      if (verb === 'backup' && left[1] === last[1]) continue; // a backup never replaces a file
      await writeFile(join(place, 'killed'), '');
      const again = await spawnCli(args);
      // What was done already is refused by the verb that did it.
      if (left[0] === first[0]) expect(again).toMatchObject({ status: 0 });
      const end = await states();
      expect(steady([end[0] as string])).toEqual(steady([last[0] as string]));
      expect(end[1]).toBe(last[1]);
      const names = (await readdir(place)).filter((name) => !/^(?:store|other|killed)(?:-wal|-shm)?$/.test(name));
      if (verb !== 'backup') expect(names).toEqual([]);
    }
  },
  300_000,
);
