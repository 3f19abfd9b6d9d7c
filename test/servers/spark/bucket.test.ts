import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeWhere, isInstalled } from '../../helpers/describe-where.js';
import { writeCommand, writeListedCrates } from '../../helpers/listed-crates.js';
import { startProcess, type ServerProcess } from '../helpers/engine-process.js';
import { ended, SPARK } from './spark-cluster.js';

const PREFIX = 'https://example.org/';
const has = existsSync(join(SPARK, 'bin/moto_server')) && isInstalled('python3', '--version');

/** A server of S3 on loopback, and the programs of the documents. */
describeWhere(has, 'crates in a bucket', 'no server of S3: run test/servers/spark/get-spark.sh', () => {
  let folder: string;
  let server: ServerProcess;
  let env: NodeJS.ProcessEnv;
  const at = (...path: string[]) => join(folder, ...path);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crategraph-bucket-'));
    await writeListedCrates(at('crates'), at('list'), 20);
    await writeCommand(at('bin'));
    await mkdir(at('zips'));
    server = await startProcess(1, async (_folder, [port]) => ({
      program: join(SPARK, 'bin/moto_server'),
      args: ['-H', '127.0.0.1', '-p', `${port}`],
      answers: `http://127.0.0.1:${port}/moto-api/data.json`,
    }));
    env = {
      ...process.env,
      PATH: `${at('bin')}:${join(SPARK, 'bin')}:${process.env['PATH']}`,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${server.ports[0]}`,
      BUCKET_CRATES: resolve('docs/clusters/bucket_crates.py'),
      SUMMARY: resolve('docs/clusters/summary.py'),
    };
    // An archive beside the documents: the first crate, with its folder.
    await shell(`
      aws s3 mb s3://data
      aws s3 cp --quiet --recursive crates/0 s3://data/crates/
      cd "crates/0/crate 0" && python3 -m zipfile -c "$OLDPWD/zips/the zip.zip" ro-crate-metadata.json && cd "$OLDPWD"
      aws s3 cp --quiet --recursive zips s3://data/crates/zips/`);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a script in the folder. */
  async function shell(script: string): Promise<string> {
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const ran = await ended(spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env, stdio: [...stdio] }));
    expect(ran).toMatchObject({ status: 0 });
    return ran.stdout;
  }

  it('are converted from signed addresses as they are from paths, with names that have no signature', async () => {
    const signed = await shell(`python "$BUCKET_CRATES" data crates/ ${PREFIX} | tee signed`);
    const entries = signed.trim().split('\n').map((line) => line.split('\t')); // prettier-ignore
    expect(entries).toHaveLength(21);
    expect(entries.every(([address]) => address?.includes('Signature='))).toBe(true);
    expect(entries.at(-1)?.[1]).toBe(`${PREFIX}crates/zips/the%20zip/`);
    const paths = entries.map(([, base = '']) => {
      const path = decodeURI(base.slice(`${PREFIX}crates/`.length));
      return `${path.startsWith('zips') ? path.replace(/\/$/, '.zip') : join('crates/0', path)}\t${base}\n`;
    });
    const convert = 'crategraph convert --each --skolem';
    const nquads = await shell(`${convert} < signed`);
    expect(nquads).toBe(await shell(`printf %s '${paths.join('')}' | ${convert} --offline`));
    expect(nquads).toContain(`<${PREFIX}crates/zips/the%20zip/> .\n`);
    expect(nquads).not.toContain('Signature');
  });

  it('may be listed in a bucket, and their files and reports may go into one', async () => {
    await shell(`
      python "$BUCKET_CRATES" data crates/ ${PREFIX} | aws s3 cp - s3://data/list
      aws s3 cp s3://data/list - |
        crategraph convert --each --skolem --exit-zero -o part-00000.nq.gz --report part-00000.jsonl
      aws s3 cp --quiet part-00000.nq.gz s3://data/parts/
      aws s3 cp --quiet part-00000.jsonl s3://data/parts/`);
    const summary = await shell(`
      aws s3 cp --quiet --recursive --exclude '*' --include '*.jsonl' s3://data/parts/ reports/
      python "$SUMMARY" reports 1`);
    expect(summary).toBe('21 converted, 0 failed, 0 skipped\n');
    expect(await readFile(at('reports', 'part-00000.jsonl'), 'utf8')).toContain(`"graph":"${PREFIX}crates/zips/`);
  });
});
