import { join } from 'node:path';
import { EXAMPLES } from './helpers/crates.js';
import { expectFailure, freshFolder, runCli } from './helpers/run.js';

let cwd: string;
const run = (...args: string[]) => runCli(args, { cwd });
beforeAll(async () => {
  cwd = await freshFolder('search');
  await run('load', '--offline', EXAMPLES);
});

test('search shows the entities that have the words, the best one first', async () => {
  const { status, stdout, stderr } = await run('search', 'rainfall');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const [head, first] = stdout.split('\n');
  expect(head?.split(/ {2,}/)).toEqual(['name', 'type', 'text', 'crate', 'entity']);
  expect(first).toMatch(/\*\*[Rr]ainfall\*\*/);
});

test('search as JSON has all matching values, types and crates', async () => {
  const { stdout } = await run('search', 'rain*', '--type', 'Dataset', '--rows', '1', '--json');
  const found = JSON.parse(stdout);
  expect(found.entities).toHaveLength(1);
  expect(found.total).toBeGreaterThan(1);
  expect(found.entities[0].types).toContain('http://schema.org/Dataset');
  expect(found.entities[0].snippet).toMatch(/\*\*rain/i);
});

test('search says how many entities it does not show, and nothing else', async () => {
  const { stdout, stderr } = await run('search', 'rain*', '--rows', '1');
  expect(stdout.trim().split('\n')).toHaveLength(2);
  expect(stderr).toMatch(/^1 of \d+ entities: see more with --rows\n$/);
  expect((await run('search', 'nowhere-to-be-found')).stderr).toBe('no entity has all of these words\n');
});

test('files are found by the ends of their IRIs, and as RO-Crate calls them', async () => {
  const { entities } = JSON.parse((await run('search', 'csv', '--type', 'File', '--json')).stdout);
  expect(entities.length).toBeGreaterThan(0);
  for (const { types } of entities) expect(types).toContain('http://schema.org/MediaObject');
});

test('what cannot be searched is an error with a way out', async () => {
  expectFailure(await run('search', '"?!"'), 2, 'ERR_USAGE');
  expectFailure(await run('search', 'rain', '--crate', 'none'), 1, 'ERR_GRAPH_NOT_FOUND');
  expectFailure(await run('search', 'rain', '--store', join('no', 'store')), 1, 'ERR_STORE_NOT_FOUND');
});
