import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { describeWhere, isInstalled } from '../helpers/describe-where.js';
import { sortedLines, writeCommand, writeListedCrates } from '../helpers/listed-crates.js';
import { freshFolder, runCli } from './helpers/run.js';

const PARTS = 4;
const SCRIPT = resolve('docs/clusters/convert_crates.sbatch');
const needs = isInstalled('python3', '--version') && isInstalled('mkfifo', '--version');

describeWhere(needs, 'an array of Slurm, as a shell plays it', 'needs python3 and mkfifo', () => {
  let folder: string;
  const at = (...path: string[]) => join(folder, ...path);
  const tasks = new Set<ChildProcess>();

  beforeAll(async () => {
    folder = await freshFolder('slurm');
    await writeCommand(at('bin'));
    await writeListedCrates(at('crates'), at('list'), 60);
  });
  afterAll(() => {
    for (const task of tasks) kill(task);
  });

  /** Starts a task as Slurm does, in a group of its own. */
  function start(task: number, list: string): ChildProcess {
    const env = { ...process.env, PATH: `${at('bin')}:${process.env['PATH']}`, SLURM_ARRAY_TASK_ID: `${task}` };
    const child = spawn('bash', [SCRIPT, list, at('parts'), `${PARTS}`], { env, detached: true, stdio: 'ignore' });
    tasks.add(child.once('exit', () => tasks.delete(child)));
    return child;
  }

  function kill({ pid }: ChildProcess): void {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  }

  const runTask = async (task: number, list = at('list')) => (await once(start(task, list), 'exit')) as [number];
  const summary = (...args: string[]) =>
    spawnSync('python3', ['docs/clusters/summary.py', at('parts'), `${PARTS}`, ...args], { encoding: 'utf8' });

  it('makes the dataset of one process, also if a task was killed and requeued', async () => {
    // The killed task waits for the rest of its list, so it cannot have ended.
    spawnSync('mkfifo', [at('endless')]);
    const endless = await open(at('endless'), 'r+');
    await endless.writeFile(await readFile(at('list')));
    const killed = start(2, at('endless'));
    while (!(await readdir(at('parts')).catch(() => [])).some((name) => name.endsWith('.tmp'))) await wait(20);
    const exit = once(killed, 'exit');
    kill(killed);
    expect(await exit).toEqual([null, 'SIGKILL']);
    await endless.close();

    for (const task of [0, 1, 3]) expect(await runTask(task)).toEqual([0, null]);
    expect(summary()).toMatchObject({
      status: 2,
      stdout: expect.stringMatching(/^without a report: 2\. Run the same command again/m) as string,
    });
    expect(await runTask(2)).toEqual([0, null]);

    const one = await runCli(['convert', '--each', '--skolem', '--offline'], { stdin: await readFile(at('list')) });
    const files = (await readdir(at('parts'))).sort();
    expect(files).toEqual([0, 1, 2, 3].flatMap((part) => [`part-0000${part}.jsonl`, `part-0000${part}.nq.gz`]));
    const shards = files.filter((name) => name.endsWith('.gz'));
    const texts = await Promise.all(shards.map(async (name) => gunzipSync(await readFile(at('parts', name))).toString())); // prettier-ignore
    expect(sortedLines(texts)).toEqual(sortedLines([one.stdout]));
  });

  it('has a summary with the crates that failed, and an exit status by choice', () => {
    const stdout = `60 converted, 1 failed, 0 skipped\n${at('crates', 'missing')}: ERR_NOT_FOUND ${at('crates', 'missing')} does not exist\n`;
    expect(summary()).toMatchObject({ status: 1, stdout, stderr: '' });
    expect(summary('--exit-zero')).toMatchObject({ status: 0, stdout, stderr: '' });
  });

  it('does nothing in a task whose report is there', async () => {
    expect(await runTask(1, at('no-such-list'))).toEqual([0, null]);
  });

  it('gives the crates that failed as a list again', async () => {
    const reports = (await readdir(at('parts'))).filter((name) => name.endsWith('.jsonl'));
    const texts = await Promise.all(reports.map((name) => readFile(at('parts', name), 'utf8')));
    const stdin = texts.join('').split('\n').filter((line) => line.includes('"status":"failed"')).join('\n'); // prettier-ignore
    const { stderr } = await runCli(['convert', '--each', '--offline'], { stdin });
    expect(JSON.parse(stderr)).toMatchObject({ crate: at('crates', 'missing'), status: 'failed' });
  });
});
