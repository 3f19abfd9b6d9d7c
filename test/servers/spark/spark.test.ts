import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { BIN } from '../../helpers/build.js';
import { sortedLines, writeCommand, writeListedCrates } from '../../helpers/listed-crates.js';
import { describeWhere } from '../../helpers/describe-where.js';
import { fusekiJar, hasSpark, run, SPARK, SparkCluster } from './spark-cluster.js';

const CRATES = 2000;
const PARTS = 8;
const EACH = ['convert', '--each', '--skolem', '--offline', '--exit-zero'];

/** Counts and an order-independent digest of all quads, which every engine can compute. */
const DIGEST = `SELECT (COUNT(*) AS ?quads) (COUNT(DISTINCT ?g) AS ?graphs)
  ${[1, 2, 3, 4, 5, 6].map((at) => `(SUM(STRLEN(STRBEFORE("0123456789abcdef", SUBSTR(?md5, ${at}, 1)))) AS ?d${at})`).join(' ')}
{ GRAPH ?g { ?s ?p ?o } BIND(MD5(CONCAT(STR(?s), " ", STR(?p), " ", STR(?o), " ", STR(?g))) AS ?md5) }`;

describeWhere(hasSpark, 'a Spark cluster', 'PySpark is not there: run test/servers/spark/get-spark.sh', () => {
  let folder: string;
  let cluster: SparkCluster;
  let expected: string[];
  const at = (...path: string[]) => join(folder, ...path);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crategraph-spark-'));
    await writeListedCrates(at('crates'), at('list'), CRATES);
    await writeCommand(at('bin'));
    const list = await open(at('list'));
    const output = await open(at('one.nq'), 'w');
    const one = spawn(process.execPath, [resolve(BIN), ...EACH], { stdio: [list.fd, output.fd, 'ignore'] });
    expect(await once(one, 'close')).toEqual([0, null]);
    await list.close();
    await output.close();
    expected = sortedLines([await readFile(at('one.nq'), 'utf8')]);
    expect(new Set(expected.map((line) => /<([^>]*)> \.$/.exec(line)?.[1])).size).toBe(CRATES);
    cluster = new SparkCluster(at('cluster'), at('bin'));
    await cluster.start(2);
  });
  afterAll(async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }); // a killed program may still write
  });

  it('makes the dataset of one process, and its driver names the crates that failed', async () => {
    const { status, stdout } = await cluster.convert(at('list'), at('shards'), PARTS);
    expect({ status, stdout }).toEqual({ status: 1, stdout: summaryOf(CRATES) });
    expect((await shardFiles('shards')).length).toBeGreaterThanOrEqual(PARTS);
    expect(same(await linesOf('shards'), expected)).toBe(true);
  });

  it('names a part whose program died, does this part alone when it runs again, and ends with 0 on request', async () => {
    const listed = (await readFile(at('list'), 'utf8')).split('\n').slice(0, 41);
    await writeFile(at('short-list'), `${listed.join('\n')}\n`);
    await mkdir(at('short', 'part-00001.nq.gz'), { recursive: true }); // no file can be written there
    const convert = (...more: string[]) => cluster.convert(at('short-list'), at('short'), 2, ...more);
    expect(await convert()).toMatchObject({
      status: 2,
      stdout: expect.stringMatching(
        /^\d+ converted, 1 failed, .*^without a report: 1\. Run the same command/ms,
      ) as string,
      stderr: expect.stringMatching(/returned non-zero exit status 1/) as string,
    });
    const { ino } = await stat(at('short', 'part-00000.jsonl'));
    await rmdir(at('short', 'part-00001.nq.gz'));
    expect(await convert('--exit-zero')).toMatchObject({ status: 0, stdout: summaryOf(40) });
    expect(await stat(at('short', 'part-00000.jsonl'))).toMatchObject({ ino });
  });

  it('makes the same dataset after a worker was killed in the middle', async () => {
    const done = cluster.convert(at('list'), at('again'), PARTS);
    let isOver = false;
    void done.finally(() => (isOver = true));
    while (filesBelow(at('again'), /\.jsonl$/).length < 2 && !isOver) await wait(20);
    cluster.kill(0);
    expect(filesBelow(at('again'), /\.jsonl$/).length).toBeLessThan(PARTS);
    const { status, stdout, stderr } = await done;
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: summaryOf(CRATES),
      stderr: expect.stringMatching(/Lost executor/) as string,
    });
    expect(same(await linesOf('again'), expected)).toBe(true);
  });

  describe('and its shards, loaded by bulk', () => {
    let digest: string;
    let shards: string[];

    beforeAll(async () => {
      shards = await shardFiles('again');
    });

    it('are the same to native Oxigraph, also when they are loaded twice', async () => {
      const load = async () => {
        const files = shards.flatMap((file) => ['--file', file]);
        const ran = await oxigraph('load', '--location', at('ox'), ...files);
        expect(ran).toMatchObject({ status: 0 });
        return digestOf(await oxigraph('query', '--location', at('ox'), '--results-format', 'csv', '--query', DIGEST));
      };
      digest = await load();
      expect(digest.split(',').slice(0, 2).map(Number)).toEqual([new Set(expected).size, CRATES]);
      expect(await load()).toBe(digest);
      await oxigraph('load', '--location', at('ox-one'), '--file', at('one.nq'));
      const one = await oxigraph('query', '--location', at('ox-one'), '--results-format', 'csv', '--query', DIGEST);
      expect(digestOf(one)).toBe(digest);
    });

    (fusekiJar === undefined ? it.skip : it)('are the same to Fuseki (needs its jar)', async () => {
      const jena = (tool: string, ...args: string[]) =>
        run('java', ['-Xmx1G', '-cp', fusekiJar ?? '', `tdb2.${tool}`, '--loc', at('tdb2'), ...args]);
      expect(await jena('tdbloader', '--loader=phased', ...shards)).toMatchObject({ status: 0 });
      expect(digestOf(await jena('tdbquery', '--results=csv', DIGEST))).toBe(digest);
    });
  });

  async function shardFiles(name: string): Promise<string[]> {
    return (await readdir(at(name))).filter((file) => file.endsWith('.nq.gz')).map((file) => at(name, file));
  }

  async function linesOf(name: string): Promise<string[]> {
    return sortedLines(await Promise.all((await shardFiles(name)).map(async (file) => gunzipSync(await readFile(file)).toString()))); // prettier-ignore
  }

  /** What the driver prints of all crates, of which one is missing. */
  function summaryOf(crates: number): string {
    const missing = at('crates', 'missing');
    const counts = `${crates.toLocaleString('en')} converted, 1 failed, 0 skipped`;
    return `${counts}\n${missing}: ERR_NOT_FOUND ${missing} does not exist\n`;
  }
});

/** The files below a folder, which changes meanwhile, whose paths match. */
function filesBelow(folder: string, path: RegExp): string[] {
  try {
    return (readdirSync(folder, { recursive: true }) as string[]).map((name) => join(folder, name)).filter((file) => path.test(file)); // prettier-ignore
  } catch {
    return []; // a folder was removed while it was read, or is not there yet
  }
}

function oxigraph(...args: string[]): ReturnType<typeof run> {
  return run(join(SPARK, 'bin/oxigraph'), args);
}

/** The row of figures in a CSV table. */
function digestOf({ status, stdout, stderr }: Awaited<ReturnType<typeof run>>): string {
  const [, row = ''] = stdout.trim().split(/\r?\n/);
  expect({ status, row, stderr }).toMatchObject({
    status: 0,
    row: expect.stringMatching(/^\d+(?:,\d+){7}$/) as string,
  });
  return row;
}

/** Compares millions of lines without printing them. */
function same(lines: readonly string[], others: readonly string[]): boolean {
  return lines.length === others.length && lines.every((line, index) => line === others[index]);
}
