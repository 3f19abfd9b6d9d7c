import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, EXAMPLES, writeCrate } from './helpers/crates.js';
import { freshFolder, spawnCli } from './helpers/run.js';

const NAME = 'ro-crate-metadata.json';

/** These two never have the same day, so at every moment one of them does not have that of UTC. */
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];

/** The day in a time zone. */
function dayIn(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format();
}

/** Expects that a crate which a command writes in a time zone has the day of this zone. */
async function expectDay(zone: string, folder: string, args: readonly string[]): Promise<void> {
  const before = dayIn(zone);
  expect(await spawnCli([...args, '--quiet'], { env: { TZ: zone } })).toMatchObject({ status: 0, stderr: '' });
  const [, day] = /"datePublished": "([^"]*)"/.exec(await readFile(join(folder, NAME), 'utf8')) ?? [];
  expect([before, dayIn(zone)]).toContain(day); // midnight may have passed
}

describe.each(ZONES)('in %s "today" is the day there, for', (zone) => {
  it('init', async () => {
    const folder = await freshFolder('init');
    await expectDay(zone, folder, ['init', folder]);
  });

  it('attach --fork, and a second run, anywhere, changes nothing', async () => {
    const folder = await freshFolder('fork');
    const fork = ['attach', join(EXAMPLES, 'coastal-atlas'), '--fork', '--author', 'Ada', '-o', `${folder}/`];
    await expectDay(zone, folder, fork);
    const written = await readFile(join(folder, NAME), 'utf8');
    for (const place of ZONES) {
      const again = await spawnCli([...fork, '--quiet'], { env: { TZ: place } });
      expect(again).toMatchObject({ status: 0, stderr: '' });
      expect(await readFile(join(folder, NAME), 'utf8')).toBe(written);
    }
  });

  it('attach --fork, but a date that is edited meanwhile is not lost', async () => {
    const folder = await freshFolder('edited');
    const fork = ['attach', join(EXAMPLES, 'coastal-atlas'), '--fork', '--author', 'Ada', '-o', `${folder}/`];
    await expectDay(zone, folder, fork);
    const file = join(folder, NAME);
    const edited = (await readFile(file, 'utf8')).replace(/(?<="datePublished": ")[^"]*/, '2024-02-29');
    await writeFile(file, edited);
    const again = await spawnCli(fork, { env: { TZ: zone } });
    expect(again).toMatchObject({ status: 1, stderr: expect.stringMatching(/^ERR_OUTPUT: .*edited since/m) });
    expect(await readFile(file, 'utf8')).toBe(edited);
  });

  it('profile extract', async () => {
    const folder = await freshFolder('profile');
    const context = ['https://w3id.org/ro/crate/1.1/context', { gauge: 'https://example.org/gauge' }];
    const crates = [join(folder, 'a'), join(folder, 'b')];
    for (const place of crates) await writeCrate(place, crate({ context, more: { gauge: 'float' } }));
    const output = join(folder, 'profile');
    const profile = ['--permalink', 'https://example.org/p', '--license', 'https://example.org/l', '-o', `${output}/`];
    await expectDay(zone, output, ['profile', 'extract', ...crates, '--define', ...profile]);
  });
});
