import { fork, spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BIN } from '../../helpers/build.js';

/** What a command did. */
export interface Ran {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command gets in addition to its arguments. */
export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

let home: Promise<string> | undefined;

/** A folder for one test file, deleted at its end. */
export function temporaryFolder(): Promise<string> {
  home ??= mkdtemp(join(tmpdir(), 'crategraph-cli-'));
  return home;
}

/** A new empty folder inside {@link temporaryFolder}. */
export async function freshFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(await temporaryFolder(), `${name}-`));
  await mkdir(folder, { recursive: true });
  return folder;
}

const children = new Set<ChildProcessWithoutNullStreams>();

afterAll(async () => {
  try {
    await endHost();
  } finally {
    for (const child of children) child.kill('SIGKILL'); // those that a failed test left running
    if (home !== undefined) await rm(await home, { recursive: true, force: true });
  }
});

/** Starts the built command; its standard input stays open. */
export async function startCli(
  args: readonly string[],
  options: RunOptions = {},
): Promise<ChildProcessWithoutNullStreams> {
  const child = spawn(process.execPath, [resolve(BIN), ...args], await surroundings(options));
  children.add(child.once('exit', () => children.delete(child)));
  return child;
}

/** Where a command runs, isolated from the files and settings of the user. */
async function surroundings({ env = {}, cwd }: RunOptions): Promise<{ cwd: string; env: Record<string, string> }> {
  const folder = await temporaryFolder();
  const { PATH = '' } = process.env;
  const own = { PATH, HOME: folder, TMPDIR: tmpdir() };
  const cache = join(folder, 'cache');
  return { cwd: cwd ?? folder, env: { ...own, XDG_CACHE_HOME: cache, CRATEGRAPH_CACHE: cache, ...env } };
}

let host: Promise<ChildProcess> | undefined;
let turn: Promise<unknown> = Promise.resolve();

/** Runs a built command to its end. The commands of a test file run one after the other in one process. */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const ran = turn.then(() => hosted(args, options));
  turn = ran.catch(() => undefined);
  return ran;
}

async function hosted(args: readonly string[], options: RunOptions): Promise<Ran> {
  const child = await (host ??= startHost());
  const job = { args, stdin: options.stdin ?? '', ...(await surroundings(options)) };
  return new Promise((done, failed) => {
    const died = (status: number | null) => failed(new Error(`the process of the commands ended with ${status}`));
    child.once('exit', died).once('message', (ran) => {
      child.off('exit', died);
      done(ran as Ran);
    });
    child.send(job);
  });
}

async function startHost(): Promise<ChildProcess> {
  const { cwd, env } = await surroundings({});
  await mkdir(cwd, { recursive: true });
  const child = fork(resolve('test/cli/helpers/host.mjs'), { env, serialization: 'advanced' });
  await once(child, 'message');
  return child;
}

/** Expects the process of the commands to end by itself, as each command must. */
async function endHost(): Promise<void> {
  if (host === undefined) return;
  const child = await host;
  const ended = once(child, 'exit');
  child.disconnect();
  const stuck = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const [status, signal] = (await ended) as [number | null, string | null];
  clearTimeout(stuck);
  expect({ status, signal }).toEqual({ status: 0, signal: null });
}

/** Runs the built command to its end in a process of its own. */
export async function spawnCli(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = await startCli(args, options);
  const done = finished(child);
  child.stdin.on('error', () => undefined); // a command that fails early does not read its input
  child.stdin.end(options.stdin ?? '');
  return done;
}

/** Waits for the end of a command. */
export function finished(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (status, signal) => {
      done({ status, signal, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
}

/** Expects a clean failure: exit status, code and message on stderr, an empty stdout, no stack trace. */
export function expectFailure(ran: Ran, status: 1 | 2, code: string): void {
  expect(ran).toMatchObject({ status, stdout: '' });
  expect(ran.stderr).toMatch(new RegExp(`^${code}: .+`, 'm'));
  expect(ran.stderr).not.toMatch(/^\s+at .+:\d+|node:internal|undefined|\[object/m);
}
