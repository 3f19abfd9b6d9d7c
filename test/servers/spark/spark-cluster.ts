import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** Where `get-spark.sh` puts its programs. */
export const SPARK = process.env['CRATEGRAPH_SPARK'] ?? resolve('node_modules/.cache/spark');
/** Whether PySpark is there. */
export const hasSpark = existsSync(join(SPARK, 'bin/spark-class'));
/** The jar of Fuseki, which also holds the loader of TDB2; undefined if it is not there. */
export const fusekiJar = jarIn(SPARK);

function jarIn(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const [jar] = readdirSync(folder).filter((name) => /^jena-fuseki-server-.*\.jar$/.test(name));
  return jar && join(folder, jar);
}

/** What a program printed. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export function run(program: string, args: readonly string[]): Promise<Ran> {
  return ended(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Waits for the end of a program. */
export async function ended(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Ran> {
  const parts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (parts[name] += text));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, ...parts };
}

/** A master and workers of Spark on loopback. */
export class SparkCluster {
  readonly workers: ChildProcess[] = [];
  readonly #processes: ChildProcess[] = [];
  #url = '';

  /**
   * @param folder everything that the cluster writes is below it
   * @param bin has the command `crategraph`
   */
  constructor(
    readonly folder: string,
    readonly bin: string,
  ) {}

  async start(workers: number): Promise<void> {
    const port = await freePort();
    this.#url = `spark://127.0.0.1:${port}`;
    const [registered, isUp] = counter(/Registering worker/g);
    await mkdir(this.folder, { recursive: true });
    const master = this.#spawn('master.Master', ['--port', `${port}`]);
    master.stderr?.on('data', registered);
    await listening(port, master);
    for (let index = 0; index < workers; index += 1) {
      const own = ['--cores', '1', '--memory', '700m', '--work-dir', join(this.folder, `worker-${index}`)];
      this.workers.push(this.#spawn('worker.Worker', [...own, this.#url]));
    }
    while (!isUp(workers)) await aliveFor(100, this.#processes);
  }

  /** Runs the driver of the documents, which converts a list of crates to files in a folder. */
  convert(list: string, folder: string, parts: number, ...more: string[]): Promise<Ran> {
    const settings = {
      'spark.master': this.#url,
      'spark.driver.host': '127.0.0.1',
      'spark.driver.bindAddress': '127.0.0.1',
      'spark.driver.memory': '512m',
      'spark.executor.memory': '512m',
      'spark.ui.enabled': 'false',
      'spark.local.dir': join(this.folder, 'driver'),
    };
    const conf = Object.entries(settings).flatMap(([name, value]) => ['--conf', `${name}=${value}`]);
    const submit = [...conf, resolve('docs/clusters/convert_crates.py'), list, folder, `${parts}`, ...more];
    const program = join(SPARK, 'bin/spark-submit');
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const driver = spawn(program, submit, { env: this.#env(), detached: true, stdio: [...stdio] }) as ChildProcessByStdio<null, Readable, Readable>; // prettier-ignore
    this.#processes.push(driver);
    return ended(driver);
  }

  /** Kills a worker with all that it has started, as when its machine is switched off. */
  kill(index: number): void {
    const { pid } = this.workers[index] as ChildProcess;
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  }

  async stop(): Promise<void> {
    const running = this.#processes.filter((one) => one.exitCode === null && one.signalCode === null);
    const exits = running.map((one) => once(one, 'exit'));
    for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    await Promise.all(exits);
  }

  #spawn(name: string, args: readonly string[]): ChildProcess {
    const all = [`org.apache.spark.deploy.${name}`, '--host', '127.0.0.1', '--webui-port', '0', ...args];
    const stdio = ['ignore', 'ignore', 'pipe'] as const;
    // A group of its own: a signal to the group also reaches the executors.
    const child = spawn(join(SPARK, 'bin/spark-class'), all, { env: this.#env(), detached: true, stdio: [...stdio] });
    child.stderr?.resume();
    this.#processes.push(child);
    return child;
  }

  #env(): NodeJS.ProcessEnv {
    const python = join(SPARK, 'bin/python');
    const path = `${this.bin}:${process.env['PATH']}`;
    const own = { PATH: path, SPARK_LOCAL_IP: '127.0.0.1', SPARK_DAEMON_MEMORY: '256m', SPARK_LOCAL_DIRS: this.folder };
    return { ...process.env, ...own, PYSPARK_PYTHON: python, PYSPARK_DRIVER_PYTHON: python };
  }
}

/** Counts what a stream says. @returns what reads the stream, and what tells whether there were enough */
function counter(pattern: RegExp): [(text: unknown) => void, (least: number) => boolean] {
  let text = '';
  return [(more) => void (text += String(more)), (least) => (text.match(pattern) ?? []).length >= least];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function listening(port: number, child: ChildProcess): Promise<void> {
  const { connect } = await import('node:net');
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isUp = await new Promise<boolean>((done) =>
      socket.once('connect', () => done(true)).once('error', () => done(false)),
    );
    socket.destroy();
    if (isUp) return;
    await aliveFor(100, [child]);
  }
}

async function aliveFor(milliseconds: number, processes: readonly ChildProcess[]): Promise<void> {
  await wait(milliseconds);
  for (const { exitCode, spawnargs } of processes)
    if (exitCode !== null) throw new Error(`${spawnargs.slice(1, 3).join(' ')} ended with ${exitCode}`);
}
