import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gaugeCrate, OWN } from '../helpers/gauge-crate.js';
import { runHere } from './helpers/run-here.js';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'crategraph-terms-'));
  for (const place of ['havneby', 'esbjerg']) {
    await mkdir(join(home, place));
    await writeFile(join(home, place, 'ro-crate-metadata.json'), gaugeCrate(place));
  }
});
afterEach(() => rm(home, { recursive: true, force: true }));

const at = (...parts: string[]): string => join(home, ...parts);
const run = (...argv: string[]) => runHere('terms', at('havneby'), at('esbjerg'), ...argv, '--offline');
const documents = () =>
  Promise.all(['havneby', 'esbjerg'].map((place) => readFile(at(place, 'ro-crate-metadata.json'), 'utf8')));

async function table(text: string): Promise<string> {
  await writeFile(at('terms.csv'), text);
  return at('terms.csv');
}

it('of several crates are listed once, with the number of crates', async () => {
  const { status, stdout, stderr } = await run('--columns', 'term,iri,crates');
  expect([status, stdout.split('\n').map((line) => line.split(/ {2,}/))]).toEqual([
    0,
    expect.arrayContaining([
      ['tideDatum', `${OWN}tideDatum`, '2'],
      ['place', `${OWN}havneby`, '1'],
      ['place', `${OWN}esbjerg`, '1'],
    ]),
  ]);
  expect(stderr).toMatch(/^\d+ terms beyond RO-Crate in 2 crates/);
});

it('of a table are added to all crates, and not a second time', async () => {
  const file = await table(
    `term,iri,type,comment\nzeroLevel,,property,Zero of all levels\ntideDatum,${OWN}tideDatum,,\n`,
  );
  const first = await run('--define', file, '--project', 'test', '--json');
  expect(first.status).toBe(0);
  expect(JSON.parse(first.stdout)).toMatchObject([{ crate: at('havneby') }, { crate: at('esbjerg') }]);
  const written = await documents();
  for (const text of written) expect(text).toMatch(/"zeroLevel": ?"https:\/\/w3id\.org\/ro\/terms\/test#zeroLevel"/);
  const second = await run('--define', file, '--project', 'test');
  expect(second.stderr.match(/nothing to add/g)).toHaveLength(2);
  expect(await documents()).toEqual(written);
});

it('with a mistake in one row or one crate change no crate', async () => {
  const before = await documents();
  const wrong = await run(
    '--define',
    await table('term,iri\nzeroLevel,https://e.example/t#zeroLevel\nheight,nowhere\n'),
  );
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringMatching(/terms\.csv, line 3, column iri: /)]);
  const clash = await run('--define', await table(`term,iri\nzeroLevel,urn:zeroLevel\nplace,${OWN}havneby\n`));
  expect(clash.status).toBe(2);
  expect(clash.stderr).toMatch(
    /esbjerg.*: .*terms\.csv, line 3, column term: cannot add place: the context of the crate/,
  );
  const twice = await run(at('havneby'), '--add', 'zeroLevel=urn:zeroLevel');
  expect([twice.status, twice.stderr]).toEqual([2, expect.stringMatching(/havneby.* is named twice/)]);
  const missing = await run(at('nowhere'), '--add', 'zeroLevel=urn:zeroLevel');
  expect([missing.status, missing.stderr]).toEqual([1, expect.stringMatching(/ERR_NOT_FOUND: .*nowhere/)]);
  expect(await documents()).toEqual(before);
});

it('that a crate describes otherwise keep their description, which is said', async () => {
  const { stderr } = await run('--add', `tideDatum=${OWN}tideDatum`, '--description', 'Something else', '--dry-run');
  expect(stderr.match(/warning: .*tideDatum keeps the description that the crate has: /g)).toHaveLength(2);
});
