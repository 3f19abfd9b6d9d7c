import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { gzipSync } from 'node:zlib';
import { rawZip } from '../package/helpers/raw-zip.js';
import { tarGzOf } from '../package/helpers/crate-forms.js';
import { crate, writeCrate } from './helpers/crates.js';
import { freshFolder, runCli, type Ran } from './helpers/run.js';

const METADATA = JSON.stringify(crate());
const ZIP = rawZip([{ name: 'ro-crate-metadata.json', data: METADATA }]);
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

/** What may stand in a tree in place of a crate, and the error that says so. */
const DAMAGED: Readonly<Record<string, readonly [code: string, write: (tree: string) => unknown]>> = {
  'broken.zip': ['ERR_ARCHIVE_INVALID', (tree) => writeFile(join(tree, 'broken.zip'), half(ZIP))],
  'broken.eln': ['ERR_ARCHIVE_INVALID', (tree) => writeFile(join(tree, 'broken.eln'), half(ZIP))],
  'empty.zip': ['ERR_ARCHIVE_INVALID', (tree) => writeFile(join(tree, 'empty.zip'), '')],
  'broken.tar': ['ERR_ARCHIVE_INVALID', (tree) => writeFile(join(tree, 'broken.tar'), 'no tar')],
  'broken.tar.gz': ['ERR_ARCHIVE_INVALID', (tree) => writeFile(join(tree, 'broken.tar.gz'), half(gzipSync(METADATA)))],
  'cut.tar.gz': ['ERR_ARCHIVE_INVALID', async (tree) => writeFile(join(tree, 'cut.tar.gz'), half(await tarGzOf({ 'ro-crate-metadata.json': METADATA })))], // prettier-ignore
  'json/ro-crate-metadata.json': ['ERR_JSON_SYNTAX', (tree) => writeCrate(join(tree, 'json'), METADATA.slice(0, 100))],
  'bag/data/ro-crate-metadata.json': ['ERR_BAG_INVALID', async (tree) => writeFile(join(await writeCrate(join(tree, 'bag/data'), crate()), '../bagit.txt'), 'no bag')], // prettier-ignore
  'pipe/ro-crate-metadata.json': ['ERR_UNSUPPORTED', (tree) => { mkdirSync(join(tree, 'pipe')); execFileSync('mkfifo', [join(tree, 'pipe/ro-crate-metadata.json')]); }], // prettier-ignore
  '\ufffd': ['ERR_NOT_FOUND', (tree) => mkdirSync(Buffer.concat([Buffer.from(`${tree}/`), Buffer.from([0xff])]))],
};

/** A tree with a good crate, an archive that is none, and everything that is damaged. */
async function damagedTree(names: readonly string[] = Object.keys(DAMAGED)): Promise<string> {
  const cwd = await freshFolder('damaged');
  const tree = join(cwd, 'tree');
  await writeCrate(join(tree, 'good'), crate());
  await writeFile(join(tree, 'data.zip'), rawZip([{ name: 'data.txt', data: 'data' }]));
  for (const name of names) await DAMAGED[name]?.[1](tree);
  return cwd;
}

const jsonLines = (text: string) => text.trim().split('\n').map((line) => JSON.parse(line) as { crate: string; status: string; error?: { code: string } }); // prettier-ignore

it('what is damaged in a tree has failed: in a load, a list and a check, and the others go on', async () => {
  const cwd = await damagedTree();
  const run = (args: string[], stdin = '') => runCli([...args, '--offline'], { cwd, stdin });
  const expected = Object.entries(DAMAGED).map(([name, [code]]) => [name, code]);
  const failed = (lines: readonly { readonly crate: string; readonly error?: { readonly code: string } }[]) =>
    lines
      .filter(({ error }) => error !== undefined)
      .map(({ crate: name, error }) => [name.replace(/^.*?tree\//, ''), error?.code])
      .sort();
  const loaded = await run(['load', 'tree', '--report', 'r.jsonl', '--json']);
  expect(loaded.status).toBe(1);
  const results = jsonLines(loaded.stdout);
  expect(failed(results)).toEqual([...expected].sort());
  expect(results.filter(({ status }) => status === 'loaded')).toHaveLength(1);
  const each = await run(['convert', '--each', '-o', 'x.nq'], 'tree\n');
  expect([each.status, failed(jsonLines(each.stderr))]).toEqual([1, [...expected].sort()]);
  const checked = await run(['check', 'tree', '--json']);
  expect(checked.status).toBe(1);
  const faulty = jsonLines(checked.stdout).map(({ crate: name }) => name.replace(/^.*?tree\//, ''));
  expect(faulty.sort()).toEqual([...Object.keys(DAMAGED), 'good/ro-crate-metadata.json'].sort());
});

it.each(['broken.zip', 'json/ro-crate-metadata.json'])(
  'verbs that need one crate name what is damaged: %s',
  async (name) => {
    const cwd = await damagedTree([name]);
    const [code] = DAMAGED[name] as (typeof DAMAGED)[string];
    const runs: readonly (readonly string[])[] = [
      ['query', '--in', 'tree', 'ASK {}'],
      ...(code === 'ERR_JSON_SYNTAX' ? [] : ['stats', 'convert', 'terms', 'inventory', 'root', 'flatten'].map((verb) => [verb, 'tree'])), // prettier-ignore
    ];
    for (const args of runs) {
      const { status, stderr }: Ran = await runCli(args, { cwd });
      expect([args[0], status, stderr.includes(code), stderr.includes(name)]).toEqual([args[0], 1, true, true]);
    }
  },
);

it('a named pipe or a device in a list fails, and the list goes on', async () => {
  const cwd = await freshFolder('damaged');
  execFileSync('mkfifo', [join(cwd, 'pipe'), join(cwd, 'pipe.nt')]);
  await writeCrate(join(cwd, 'good'), crate());
  const { status, stderr } = await runCli(['convert', '--each', '-o', 'x.nq'], { cwd, stdin: 'pipe\n/dev/zero\npipe.nt\ngood\n' }); // prettier-ignore
  expect([status, jsonLines(stderr).map((one) => one.error?.code ?? one.status)]).toEqual([1, ['ERR_UNSUPPORTED', 'ERR_UNSUPPORTED', 'ERR_UNSUPPORTED', 'converted']]); // prettier-ignore
  const loaded = await runCli(['load', '--each', '--json'], { cwd, stdin: 'pipe\n/dev/zero\npipe.nt\n-\ngood\n' });
  expect([loaded.status, jsonLines(loaded.stdout).map((one) => one.error?.code ?? one.status)]).toEqual([1, ['ERR_UNSUPPORTED', 'ERR_UNSUPPORTED', 'ERR_UNSUPPORTED', 'ERR_USAGE', 'loaded']]); // prettier-ignore
});

it('an index that is damaged is an error, which names the command that makes it again', async () => {
  const cwd = await freshFolder('damaged-index');
  await writeCrate(join(cwd, 'mine'), crate());
  const run = (...args: string[]) => runCli([...args, '--store', 'x.db'], { cwd });
  const ask = () => run('query', 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', '--format', 'csv');
  await run('load', 'mine', '--offline');
  const { stdout: right } = await ask();
  const database = new Database(join(cwd, 'x.db'));
  database.exec("UPDATE index_block SET content = x'00' WHERE segment > 0");
  database.close();
  const hint = 'hint: the crates have all that it is made of: `crategraph index --rebuild` makes it again';
  const refused = { status: 1, stderr: expect.stringContaining(hint) };
  expect(await ask()).toMatchObject(refused);
  const named = { status: 1, stderr: expect.stringContaining('`crategraph index --rebuild`') };
  expect(await run('verify')).toMatchObject(named);
  expect(await run('index', '--rebuild')).toMatchObject({ status: 0, stdout: 'rebuilt   x.db  1 crates\n' });
  expect(await run('verify')).toMatchObject({ status: 0, stderr: '' });
  expect(await ask()).toMatchObject({ status: 0, stdout: right });
});
