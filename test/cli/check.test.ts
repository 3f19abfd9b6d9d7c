import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import type { Io } from '../../src/cli/io.js';
import { main } from '../../src/cli/main.js';
import { documentText, sampleCrate, SAMPLE_FILES } from '../tasks/check/helpers/sample-crate.js';
import { writeTree } from '../package/helpers/crate-forms.js';
import { freshFolder } from './helpers/run.js';
import { runHere } from './helpers/run-here.js';

const DOCUMENT = 'ro-crate-metadata.json';
const sample = documentText(sampleCrate()) as string;
/** A document with one thing to repair: a value in an array. */
const repairable = sample.replace(/"name":(\s*)("[^"]*")/, '"name":$1[$2]');
const broken = '{ "@context": ';

async function treeOf(documents: Record<string, string>): Promise<string> {
  const folder = await freshFolder('check');
  for (const [name, text] of Object.entries(documents))
    await writeTree(join(folder, name), { ...SAMPLE_FILES, [DOCUMENT]: text });
  return folder;
}

const textOf = (folder: string, name: string) => readFile(join(folder, name, DOCUMENT), 'utf8');

describe('check --fix of a folder tree', () => {
  it('repairs the others if a document cannot be read, and fails', async () => {
    const folder = await treeOf({ a: repairable, b: broken, c: repairable });
    const { status, stdout, stderr } = await runHere('check', folder, '--fix', '--json');
    expect(status).toBe(1);
    expect(await Promise.all(['a', 'b', 'c'].map((name) => textOf(folder, name)))).toEqual([sample, broken, sample]);
    const results = stdout.trim().split('\n').map((line) => JSON.parse(line) as object); // prettier-ignore
    const place = join(folder, 'b', DOCUMENT);
    expect(results).toMatchObject([{ fixes: [{}] }, { crate: place, error: { code: 'ERR_JSON_SYNTAX' } }, { fixes: [{}] }]); // prettier-ignore
    expect(stderr).toContain(`ERR_JSON_SYNTAX: ${place}`);
    expect(stderr).toMatch(/2 crates: .*; 1 crate could not be checked\n/);
  });

  it('refuses one output for several crates before anything is written', async () => {
    const folder = await treeOf({ a: repairable, b: repairable });
    const output = join(folder, 'out.json');
    for (const crates of [[folder], [join(folder, 'a'), join(folder, 'b')]]) {
      const { status, stderr } = await runHere('check', ...crates, '--fix', '-o', output);
      expect([status, stderr]).toEqual([2, expect.stringContaining('--output takes the document of one crate')]);
    }
    expect((await readdir(folder)).sort()).toEqual(['a', 'b']);
    expect(await textOf(folder, 'a')).toBe(repairable);
  });

  it('repairs nothing with shapes that cannot be read', async () => {
    const folder = await treeOf({ a: repairable });
    const { status } = await runHere('check', folder, '--fix', '--shapes', join(folder, 'none.ttl'));
    expect([status, await textOf(folder, 'a')]).toEqual([1, repairable]);
  });
});

describe('check --fix of a file', () => {
  it('keeps links and permissions', async () => {
    const folder = await treeOf({ a: repairable });
    const [link, file] = [join(folder, 'a', DOCUMENT), join(folder, 'real.json')];
    execFileSync('mv', [link, file]);
    await chmod(file, 0o660);
    await symlink('../real.json', link);
    expect(await runHere('check', join(folder, 'a'), '--fix', '--no-files')).toMatchObject({ status: 0 });
    expect(await readFile(file, 'utf8')).toBe(sample);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o660);
  });

  it('does not replace what another program has changed meanwhile', async () => {
    const folder = await treeOf({ a: repairable, b: repairable });
    const file = join(folder, 'a', DOCUMENT);
    const edited = `${repairable}\n`;
    let said = '';
    // The edit comes when the difference is shown.
    const write = (chunk: Buffer, _encoding: string, done: () => void) => {
      if (said === '') writeFileSync(file, edited);
      said += String(chunk);
      done();
    };
    const stdout = new PassThrough().resume();
    const io: Io = { stdin: Readable.from([]) as Io['stdin'], stdout, stderr: new Writable({ write }), env: {} };
    expect(await main(['check', folder, '--fix', '--no-files'], io)).toBe(1);
    expect(said).toContain(
      `ERR_OUTPUT: ${file} has changed meanwhile; nothing was written to it\n  hint: run the command again`,
    );
    expect([await textOf(folder, 'a'), await textOf(folder, 'b')]).toEqual([edited, sample]);
  });

  it('does not replace a file that is read-only', async () => {
    const folder = await treeOf({ a: repairable });
    execFileSync('chmod', ['-R', 'a+rwX', folder]);
    await chmod(join(folder, '..'), 0o755);
    await chmod(join(folder, 'a', DOCUMENT), 0o444);
    const ran = execFileSync('node', ['test/cli/helpers/run-as-nobody.mjs', join(folder, 'a')], { encoding: 'utf8' });
    expect(JSON.parse(ran)).toEqual({ status: 1, stderr: expect.stringContaining('permission denied (EACCES)') });
    expect(await textOf(folder, 'a')).toBe(repairable);
  });
});

describe('shapes that cannot be read', () => {
  it('are said once, before any crate is checked, with a hint that check can follow', async () => {
    const folder = await treeOf({ a: sample, b: sample });
    await writeFile(join(folder, 'bad.ttl'), 'garbage <');
    await writeFile(join(folder, 'shapes.xyz'), '');
    await mkdir(join(folder, 'none'));
    for (const [shapes, expected] of [
      ['bad.ttl', /^ERR_RDF_SYNTAX: .*bad\.ttl.*\n {2}hint: correct the file of shapes\n$/],
      [
        'shapes.xyz',
        /^ERR_UNSUPPORTED: .*shapes\.xyz.*\n {2}hint: give the shapes in a file whose name ends in \.nq, .* or \.rdf/,
      ],
      ['none', /^ERR_USAGE: .*none is a folder, not a file of shapes\n/],
    ] as const) {
      const ran = await runHere('check', join(folder, 'a'), join(folder, 'b'), '--shapes', join(folder, shapes));
      expect(ran).toEqual({ status: shapes === 'none' ? 2 : 1, stdout: '', stderr: expect.stringMatching(expected) });
    }
  });
});

describe('check --sarif', () => {
  it('has a notification for each crate that could not be checked', async () => {
    const folder = await treeOf({ a: sample });
    const missing = join(folder, 'none');
    const { status, stdout } = await runHere('check', join(folder, 'a'), missing, '--sarif');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      runs: [{ invocations: [{ executionSuccessful: false, toolExecutionNotifications: [{ level: 'error', descriptor: { id: 'ERR_NOT_FOUND' } }] }] }], // prettier-ignore
    });
    const fine = await runHere('check', join(folder, 'a'), '--sarif');
    expect(JSON.parse(fine.stdout)).toMatchObject({ runs: [{ invocations: [{ executionSuccessful: true }] }] });
  });
});
