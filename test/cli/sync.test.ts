import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crate, writeCrate } from './helpers/crates.js';
import { runHere } from './helpers/run-here.js';

let folder: string;
const at = (...path: string[]) => join(folder, ...path);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-sync-'));
  await writeCrate(at('crates', 'one'), crate({ name: 'One' }));
  await writeCrate(at('more', 'two'), crate({ name: 'Two' }));
});
afterEach(() => rm(folder, { recursive: true }));

const settings = (text: string) => writeFile(at('crategraph.toml'), text);
const source = (catalogue: string, more = '') => `[[source]]\ncatalogue = "${catalogue}"\n${more}\n`;
const sync = (...argv: string[]) => runHere('sync', '--config', at('crategraph.toml'), '--offline', ...argv);

it('reads the catalogues of a file, whose paths are relative to it, into the store of the file', async () => {
  await settings(`store = "sub/graph.cg"\n${source('crates/')}${source('more')}`);
  await mkdir(at('sub'));
  expect(await sync()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^loaded .*"One".*\nloaded .*"Two".*\n$/),
  });
  const { stdout } = await runHere('list', '--store', at('sub', 'graph.cg'), '--format', 'csv');
  expect(stdout).toContain('One');
  expect(stdout).toContain('Two');
});

it('reads the other catalogues if one cannot be read', async () => {
  await settings(`${source('missing')}${source('crates')}${source('more', 'kind = "no such kind"')}${source('more')}`);
  const ran = await sync('--store', at('a.cg'));
  expect(ran).toMatchObject({ status: 1, stdout: expect.stringMatching(/^loaded .*"One".*\nloaded .*"Two".*\n$/) });
  expect(ran.stderr).toMatch(/ERR_NOT_FOUND: .*missing[^]*ERR_USAGE: .*no such kind/);
  const json = await sync('--store', at('a.cg'), '--json');
  const lines = json.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(
    lines.map(({ catalogue, error, counts }) => [catalogue, (error as { code: string } | undefined)?.code, counts]),
  ).toEqual([
    [at('missing'), 'ERR_NOT_FOUND', undefined],
    [at('crates'), undefined, { unchanged: 1 }],
    [at('more'), 'ERR_USAGE', undefined],
    [at('more'), undefined, { unchanged: 1 }],
  ]);
  expect(json.status).toBe(1);
});

it.each([
  ['contact = "me@example.org"', 'it names no catalogue'],
  ['source = []', 'it names no catalogue'],
  ['[[source]]\nkind = "list"', 'a [[source]] has no catalogue'],
  [source('crates', 'kinds = "list"'), 'there is no setting kinds'],
  [`stores = "a"\n${source('crates')}`, 'there is no setting stores'],
  [source('crates', 'robots = "no"'), 'robots has to be true or false'],
  [source('crates', 'kind = 7'), 'kind has to be a text'],
  ['[[source', 'crategraph.toml: '],
])('refuses a file with %j', async (text, message) => {
  await settings(text);
  expect(await sync('--store', at('a.cg'))).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining(message),
  });
});
