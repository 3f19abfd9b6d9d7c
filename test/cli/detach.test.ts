import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plan } from '../../src/tasks/convert/plan.js';
import { scratch } from '../package/helpers/crate-forms.js';
import { serve } from '../package/helpers/server.js';
import { EXAMPLES, SURVEY, writeCrate, crate } from './helpers/crates.js';
import { runHere, runInTerminal } from './helpers/run-here.js';

const PUBLISHED = ['--published', 'https://example.org/survey/', '--offline'];
let folder: string;
const at = (...path: string[]) => join(folder, ...path);
beforeAll(async () => {
  folder = await scratch();
});

const detach = (...argv: string[]) => runHere('detach', ...argv);
const planOf = async (...argv: string[]) => JSON.parse((await detach(...argv, '--dry-run', '--json')).stdout) as Plan;

it('prints the document, or writes it into a folder under its own name, and never over a file', async () => {
  const printed = await detach(SURVEY, ...PUBLISHED);
  expect(printed).toMatchObject({ status: 0, stderr: '10 changes: 9 rename, 1 change\n' });
  const name = 'rainfall-survey-ro-crate-metadata.json';
  for (const output of ['new/deep/', 'there']) {
    await mkdir(at('there'), { recursive: true });
    const written = await detach(SURVEY, ...PUBLISHED, '-o', output === 'there' ? at(output) : `${at(output)}/`);
    expect(written).toMatchObject({ status: 0, stdout: '' });
    expect(written.stderr).toContain(`wrote ${at(output, name)}: Detached Package`);
    expect(await readFile(at(output, name), 'utf8')).toBe(printed.stdout);
  }
  const again = await detach(SURVEY, ...PUBLISHED, '-o', at('there'));
  expect([again.status, again.stderr]).toEqual([1, expect.stringMatching(/^ERR_OUTPUT.*exists/)]);
  expect((await detach(SURVEY, ...PUBLISHED, '-o', at('there'), '--force')).status).toBe(0);
  const detached = await detach(at('there', name), '--offline');
  expect(detached.stderr).toMatch(/nothing to change: the crate is detached already\n$/);
});

it('applies a plan that was saved and edited, and refuses the options that make one', async () => {
  const plan = await planOf(SURVEY, ...PUBLISHED);
  const changes = plan.changes.filter(({ id }) => id !== '#reading');
  await writeFile(at('plan.json'), JSON.stringify({ ...plan, changes }));
  const { status, stdout } = await detach(SURVEY, '--plan', at('plan.json'), '--offline');
  expect([status, stdout.includes('"#reading"'), stdout.includes('"#ada-brook"')]).toEqual([0, true, false]);
  for (const option of [PUBLISHED.slice(0, 2), ['--describe'], ['--no-browsing'], ['--dry-run'], ['--map', 'x']]) {
    const refused = await detach(SURVEY, '--plan', at('plan.json'), ...option);
    expect([option, refused.status, refused.stderr]).toEqual([option, 2, expect.stringMatching(/^ERR_USAGE/)]);
  }
  await writeFile(at('bad.json'), JSON.stringify({ ...plan, changes: [{ ...plan.changes[0], action: 'x' }] }));
  expect((await detach(SURVEY, '--plan', at('bad.json'))).stderr).toMatch(/^ERR_PLAN_INVALID: .*changes\[0\]\.action/);
  const other = await detach(join(EXAMPLES, 'station-history'), '--plan', at('plan.json'), '--offline');
  expect(other.stderr).toMatch(/^ERR_PLAN_INVALID: .*another metadata document/);
});

it('prints a plan that one can read: no empty columns, and on a narrow terminal no details', async () => {
  const printed = async (columns: number, ...more: string[]) => {
    const { stdout, stderr } = await runInTerminal(columns, 'detach', SURVEY, ...PUBLISHED, '--dry-run', ...more);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
    return { header: stdout.split('\n')[0]?.split(/ +/).join(' '), stderr };
  };
  expect(await printed(80)).toEqual({
    header: 'step action old new why',
    stderr: expect.stringContaining('no room for size, type, license: choose with --columns, or see all with --wide'),
  });
  const sum = 'dry run: 10 changes: 9 rename, 1 change\n';
  expect(await printed(120)).toEqual({ header: 'step action old new size type license why', stderr: sum });
  expect(await printed(80, '--columns', 'old,license')).toEqual({ header: 'old license', stderr: sum });
});

it('ends with status 1 when an address does not answer, and says which', async () => {
  const { url } = await serve(({ url: path }, response) => void response.writeHead(path?.includes('notes') ? 404 : 200).end()); // prettier-ignore
  const { status, stdout, stderr } = await detach(SURVEY, '--published', `${url}/`, '--check-links');
  expect(status).toBe(1);
  expect(stderr).toContain('risk: notes/field-notes.txt: cannot be reached: the server answers 404');
  expect(JSON.parse(stdout)).toHaveProperty('@graph');
});

it('takes a crate of the store as it is now, with the files where it was loaded from', async () => {
  const [store, root] = [['--store', at('store.db')], at('loaded')];
  await writeCrate(root, crate({ name: 'Loaded', entities: [{ '@id': 'x.txt', '@type': 'File' }] }));
  await writeFile(join(root, 'x.txt'), 'hello');
  await runHere('load', root, '--base', 'https://example.org/loaded/', '--offline', ...store);
  const files = ['--files', 'https://files.example.org/', '--offline', ...store];
  const plan = await planOf('Loaded', ...files, '--describe');
  expect(plan).toMatchObject({ crate: 'https://example.org/loaded/', name: 'loaded-ro-crate-metadata.json' });
  expect(plan.changes.map(({ id, newId, size }) => [id, newId, size])).toEqual([
    ['./', 'https://example.org/loaded/', undefined],
    ['x.txt', 'https://files.example.org/x.txt', 5],
    ['x.txt', undefined, 5],
  ]);
  await rm(root, { recursive: true });
  expect(JSON.parse((await detach('Loaded', ...files)).stdout)).toHaveProperty('@graph');
  expect((await detach('Loaded', ...files, '--describe')).stderr).toMatch(/^ERR_UNSUPPORTED/);
  expect((await detach('Loaded', ...files, '--base', 'https://example.org/')).stderr).toMatch(/^ERR_USAGE/);
});

it('refuses what does not fit together', async () => {
  for (const argv of [
    ['--json'],
    ['--wide'],
    ['--mint-seed', 's'],
    ['--dry-run', '-o', at('x')],
    ['--dry-run', '--json', '--wide'],
  ]) {
    const { status, stderr } = await detach(SURVEY, ...PUBLISHED, ...argv);
    expect([argv, status, stderr]).toEqual([argv, 2, expect.stringMatching(/^ERR_USAGE/)]);
  }
  expect((await detach(SURVEY, ...PUBLISHED, '--map', at('none.csv'))).stderr).toMatch(/^ERR_NOT_FOUND/);
});
