import { join } from 'node:path';
import { verifyStore } from '../../src/tasks/stored/check-store.js';
import { crate, writeCrate } from './helpers/crates.js';
import { freshFolder, spawnCli } from './helpers/run.js';

/** Makes the clock of a process begin at this time. */
function clockOf(year: number): { env: Record<string, string> } {
  const shift = `const d = Date.UTC(${year}, 0) - Date.now(), D = Date, now = D.now;
    globalThis.Date = class extends D { constructor(...a) { if (a.length === 0) super(now() + d); else super(...a); }
      static now() { return now() + d; } };`;
  return { env: { NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(shift).toString('base64')}` } };
}

test('a clock that goes back changes no order, no state and no answer', async () => {
  const folder = await freshFolder('clock');
  const store = ['--store', join(folder, 'store')];
  const load = (name: string, year: number) =>
    spawnCli(
      ['load', join(folder, name), '--base', `https://example.org/${name}/`, '--offline', ...store],
      clockOf(year),
    );
  await writeCrate(join(folder, 'a'), crate({ name: 'A' }));
  await writeCrate(join(folder, 'b'), crate({ name: 'B' }));
  expect((await load('a', 2040)).stdout).toMatch(/^loaded/m);
  expect((await load('b', 2030)).stdout).toMatch(/^loaded/m);
  expect((await load('a', 2020)).stdout).toMatch(/^unchanged/m);
  await writeCrate(join(folder, 'a'), crate({ name: 'A again' }));
  expect((await load('a', 2010)).stdout).toMatch(/^replaced/m);
  const insert =
    'INSERT DATA { GRAPH <https://example.org/b/> { <https://example.org/b/> <http://schema.org/name> "B2" } }';
  expect(await spawnCli(['update', insert, ...store], clockOf(2000))).toMatchObject({ status: 0 });

  const listed = await spawnCli(['list', '--json', ...store], clockOf(1990));
  const rows = JSON.parse(listed.stdout) as { name: string; loaded: string }[];
  const found = rows.map(({ name, loaded }) => [name, loaded.slice(0, 4)]);
  expect(found.sort()).toEqual([
    ['A again', '2010'],
    ['B', '2030'],
  ]);
  const exported = await spawnCli(['export', 'https://example.org/a/', ...store], clockOf(1980));
  expect(JSON.parse(exported.stdout)).toEqual(crate({ name: 'A again' }));
  expect((await verifyStore(join(folder, 'store'))).problems).toEqual([]);
});
