import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWhere } from '../../helpers/describe-where.js';
import { writeCommand, writeListedCrates } from '../../helpers/listed-crates.js';
import { hasSpark, SparkCluster } from './spark-cluster.js';

const COUNTS = (process.env['SPARK_FIGURES'] ?? '').split(',').filter(Boolean).map(Number);
const WORKERS = [1, 2, 4].filter((workers) => workers <= availableParallelism());
const PARTS = 16;

/** Figures for whoever has many crates: SPARK_FIGURES=2000,20000 npm run test:engines -- test/servers/spark/figures */
describeWhere(hasSpark && COUNTS.length > 0, 'figures of Spark', 'needs PySpark, and numbers in SPARK_FIGURES', () => {
  let folder: string;
  let cluster: SparkCluster | undefined;
  const at = (...path: string[]) => join(folder, ...path);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crategraph-figures-'));
    await writeCommand(at('bin'));
  });
  afterEach(() => cluster?.stop());
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

  it.each(COUNTS)('of %i crates', async (count) => {
    const list = at(`list-${count}`);
    await writeListedCrates(at(`crates-${count}`), list, count);
    await writeFile(at('one'), `${(await readFile(list, 'utf8')).split('\n')[1]}\n`);
    const [wall, cpu] = await measured(() => convertHere(list));
    say(`${count} crates, one process without Spark: ${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU`);
    for (const workers of WORKERS) {
      cluster = new SparkCluster(at(`cluster-${count}-${workers}`), at('bin'));
      await cluster.start(workers);
      const convert = (name: string, parts: number) =>
        cluster?.convert(name, at(`${count}-${workers}-${parts}`), parts, '--exit-zero');
      const [start] = await measured(async () => expect(await convert(at('one'), 1)).toMatchObject({ status: 0 }));
      const [all, work] = await measured(async () =>
        expect(await convert(list, PARTS)).toMatchObject({
          status: 0,
          stdout: expect.stringContaining(`${count.toLocaleString('en')} converted, 1 failed`) as string,
        }),
      );
      say(
        `${count} crates, ${workers} of Spark: ${all.toFixed(1)} s, of which one crate takes ${start.toFixed(1)} s; ${work.toFixed(1)} s of CPU for converting`,
      );
      await cluster.stop();
    }
  });

  async function convertHere(list: string): Promise<void> {
    const stdin = await open(list);
    const args = ['convert', '--each', '--skolem', '--exit-zero', '-o', `${list}.nq.gz`, '--report', `${list}.jsonl`];
    const one = spawn(at('bin', 'crategraph'), args, { stdio: [stdin.fd, 'ignore', 'ignore'] });
    expect(await once(one, 'close')).toEqual([0, null]);
    await stdin.close();
  }

  /** Seconds of work by the clock, and seconds of CPU of the commands that it ran. */
  async function measured(work: () => Promise<unknown>): Promise<readonly [wall: number, cpu: number]> {
    await writeFile(at('bin', 'times'), '');
    const start = performance.now();
    await work();
    const wall = (performance.now() - start) / 1000;
    const times = (await readFile(at('bin', 'times'), 'utf8')).trim().split(/\s+/).map(Number);
    return [wall, times.reduce((sum, time) => sum + time, 0)];
  }
});

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
