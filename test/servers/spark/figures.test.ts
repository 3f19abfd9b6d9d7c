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
    say(`${count} crates without Spark`, await measured(() => convertHere(list)));
    for (const workers of WORKERS) {
      cluster = new SparkCluster(at(`cluster-${count}-${workers}`), at('bin'));
      await cluster.start(workers);
      const convert = async (name: string, parts: number) => {
        const ran = await cluster?.convert(name, at(`${count}-${workers}-${parts}`), parts, '--exit-zero');
        expect(ran).toMatchObject({ status: 0 });
        expect(ran?.stdout).toContain(' converted, ');
      };
      say(`one crate, ${workers} of Spark`, await measured(() => convert(at('one'), 1)));
      say(`${count} crates, ${workers} of Spark`, await measured(() => convert(list, PARTS)));
      await cluster.stop();
      cluster = undefined;
    }
  });

  async function convertHere(list: string): Promise<void> {
    const stdin = await open(list);
    const args = ['convert', '--each', '--skolem', '--exit-zero', '-o', `${list}.nq.gz`, '--report', `${list}.jsonl`];
    const one = spawn(at('bin', 'crategraph'), args, { stdio: [stdin.fd, 'ignore', 'ignore'] });
    expect(await once(one, 'close')).toEqual([0, null]);
    await stdin.close();
  }

  /** Does work, and measures seconds by the clock, and those of CPU of the commands that it runs. */
  async function measured(work: () => Promise<unknown>): Promise<Measured> {
    await writeFile(at('bin', 'times'), '');
    const start = performance.now();
    await work();
    const wall = (performance.now() - start) / 1000;
    const times = (await readFile(at('bin', 'times'), 'utf8')).trim().split(/\s+/).map(Number);
    return { wall, cpu: times.reduce((sum, time) => sum + time, 0) };
  }
});

interface Measured {
  readonly wall: number;
  readonly cpu: number;
}

function say(what: string, { wall, cpu }: Measured): void {
  process.stdout.write(`${what}: ${wall.toFixed(1)} s; CPU of crategraph ${cpu.toFixed(1)} s\n`);
}
