import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyStore } from '../../src/tasks/stored/check-store.js';
import { inLongSuites } from '../helpers/seed.js';
import { HostedCatalogue } from '../tasks/sync/helpers/hosted-catalogue.js';
import { finished, freshFolder, spawnCli, startCli } from './helpers/run.js';
import { stateAt } from './helpers/store-state.js';

/** Crates of the catalogue, and how often a sync of it is killed. */
const [CRATES, KILLS] = inLongSuites ? [600, 50] : [150, 6];

test(
  `a sync that is killed ${KILLS} times leaves the same store as one that is not`,
  async () => {
    const folder = await freshFolder('sync-killed');
    const host = await HostedCatalogue.open();
    const [list, whole, killed] = [join(folder, 'list.txt'), join(folder, 'whole.cg'), join(folder, 'killed.cg')];
    const addresses = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => host.putCrate(`${from + index}`, `Crate ${from + index}`)); // prettier-ignore
    const run = (store: string) => ['sync', list, '--store', store];
    const write = (lines: readonly string[]) => writeFile(list, lines.join('\n'));

    // The state before: all crates; then some change, some are new, some disappear.
    await write(addresses(0, CRATES));
    for (const store of [whole, killed]) expect((await spawnCli(run(store))).status).toBe(0);
    const kept = addresses(10, CRATES);
    for (let index = 10; index < CRATES; index += 3) host.putCrate(`${index}`, `Crate ${index}, corrected`);
    await write([...kept, ...addresses(CRATES, CRATES + 40)]);

    // Each kill comes after some more requests, so that each of them finds another moment.
    let left = 0;
    let kill: () => void = () => undefined;
    host.intercept = () => {
      if ((left -= 1) === 0) kill();
      return false;
    };
    for (let round = 0; round < KILLS; round += 1) {
      const child = await startCli(run(killed));
      left = 1 + ((round * 37) % Math.round(CRATES / 2));
      kill = () => child.kill('SIGKILL');
      await finished(child);
    }
    kill = () => undefined;
    for (const store of [killed, whole]) expect((await spawnCli(run(store))).status).toBe(0);
    expect(await stateAt(killed)).toBe(await stateAt(whole));
    expect((await verifyStore(killed)).problems).toEqual([]);
    await host.close();
  },
  inLongSuites ? 600_000 : 120_000,
);
