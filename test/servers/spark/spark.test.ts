import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { BIN } from '../../helpers/build.js';
import { describeWhere } from '../../helpers/describe-where.js';
import { fusekiJar, hasSpark, run, SPARK, SparkCluster } from './spark-cluster.js';

/** 20,000 show more and take several minutes. */
const CRATES = Number(process.env['SPARK_CRATES'] ?? 2000);
const PARTITIONS = Math.max(8, Math.ceil(CRATES / 250));
const EACH = ['convert', '--each', '--skolem', '--offline', '--exit-zero'];
const COMMAND = [process.execPath, resolve(BIN), ...EACH].join(' ');

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
    await writeCrates(at('crates'), at('list'));
    cluster = new SparkCluster(at('cluster'));
    const list = await open(at('list'));
    const output = await open(at('one.nq'), 'w');
    const start = performance.now();
    const one = spawn(process.execPath, [resolve(BIN), ...EACH], { stdio: [list.fd, output.fd, 'ignore'] });
    expect(await once(one, 'close')).toEqual([0, null]);
    say(`one process: ${seconds(start)}`);
    await list.close();
    await output.close();
    expected = (await readFile(at('one.nq'), 'utf8')).split('\n').sort();
    expect(new Set(expected.map((line) => /<([^>]*)> \.$/.exec(line)?.[1])).size).toBe(CRATES + 1); // and undefined
    await cluster.start(2);
  });
  afterAll(async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }); // a killed program may still write
  });

  it('makes the dataset of one process, and names a crate that fails in the log of its worker', async () => {
    const start = performance.now();
    expect(await cluster.convert(at('list'), at('shards'), PARTITIONS, COMMAND)).toMatchObject({ status: 0 });
    say(`two workers: ${seconds(start)}`);
    expect(await shardFiles('shards')).toHaveLength(PARTITIONS);
    expect(same(await linesOf('shards'), expected)).toBe(true);
    const logs = filesBelow(at('cluster'), /worker-\d+\/app-[^/]+\/\d+\/stderr$/);
    const texts = await Promise.all(logs.map((log) => readFile(log, 'utf8')));
    expect(texts.join('')).toMatch(/^\{"crate":".*missing","status":"failed"/m);
  });

  it('does not take a program that dies for one that is done', async () => {
    const { status, stderr } = await cluster.convert(at('list'), at('died'), 2, `${COMMAND} --limit nonsense=1`);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/PIPE_FUNCTION_EXITED/);
  });

  it('makes the same dataset after a worker was killed in the middle', async () => {
    const done = cluster.convert(at('list'), at('again'), PARTITIONS, COMMAND);
    const finishedParts = () => filesBelow(at('again'), /\/_temporary\/\d+\/task_[^/]+\/part-[^/]+\.gz$/).length;
    let isOver = false;
    void done.finally(() => (isOver = true));
    while (finishedParts() < 2 && !isOver) await wait(20);
    cluster.kill(0);
    expect(finishedParts()).toBeLessThan(PARTITIONS);
    const { status, stderr } = await done;
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/Lost executor/) as string });
    expect(same(await linesOf('again'), expected)).toBe(true);
  });

  describe('and its shards, loaded by bulk', () => {
    let digest: string;
    let shards: string[];

    beforeAll(async () => {
      // The loaders know the format by the name, which Spark does not give.
      await mkdir(at('named'));
      shards = (await shardFiles('again')).map((file) => at('named', basename(file).replace('.gz', '.nq.gz')));
      for (const shard of shards) await symlink(at('again', basename(shard).replace('.nq.gz', '.gz')), shard);
    });

    it('are the same to native Oxigraph, also when they are loaded twice', async () => {
      const load = async () => {
        const files = shards.flatMap((file) => ['--file', file]);
        const ran = await oxigraph('load', '--location', at('ox'), ...files);
        expect(ran).toMatchObject({ status: 0 });
        return digestOf(await oxigraph('query', '--location', at('ox'), '--results-format', 'csv', '--query', DIGEST));
      };
      digest = await load();
      expect(digest.split(',').slice(0, 2).map(Number)).toEqual([new Set(expected).size - 1, CRATES]);
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
    expect(existsSync(at(name, '_SUCCESS'))).toBe(true);
    return (await readdir(at(name))).filter((file) => /^part-.*\.gz$/.test(file)).map((file) => at(name, file)); // prettier-ignore
  }

  async function linesOf(name: string): Promise<string[]> {
    const texts = await Promise.all((await shardFiles(name)).map(async (file) => gunzipSync(await readFile(file)).toString())); // prettier-ignore
    return texts.join('').split('\n').sort();
  }
});

/** Writes crates with a blank node each, and a list of them that also names one that is missing. */
async function writeCrates(folder: string, list: string): Promise<void> {
  const { tinyCrate } = (await import('../../bench/generate.mjs' as string)) as { tinyCrate(index: number): string };
  const paths: string[] = [join(folder, 'missing')];
  for (let index = 0; index < CRATES; index += 1) {
    const crate = JSON.parse(tinyCrate(index)) as { '@graph': Record<string, unknown>[] };
    const root = crate['@graph'].find((entity) => entity['@id'] === './') as Record<string, unknown>;
    root['position'] = { '@id': '_:place' };
    crate['@graph'].push({ '@id': '_:place', '@type': 'PropertyValue', name: `Place “${index}”` });
    const path = join(folder, `${Math.floor(index / 1000)}`, `crate ${index}`);
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'ro-crate-metadata.json'), JSON.stringify(crate));
    paths.push(path);
  }
  await writeFile(list, `${paths.join('\n')}\n`);
}

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
  const one = lines.filter((line) => line !== '');
  const other = others.filter((line) => line !== '');
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** Figures for whoever asks for many crates. */
function say(text: string): void {
  if ('SPARK_CRATES' in process.env) process.stdout.write(`${CRATES} crates, ${text}\n`);
}
