import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BIN, ensureBuilt } from './build.js';

/** What a command did. */
export interface Ran {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command gets beside its arguments. */
export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

let home: Promise<string> | undefined;

/** A folder for one test file, gone at its end. */
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
  for (const child of children) child.kill('SIGKILL'); // what a failed test has left behind
  if (home !== undefined) await rm(await home, { recursive: true, force: true });
});

/** Starts the built command; its standard input stays open. */
export async function startCli(
  args: readonly string[],
  { env = {}, cwd }: RunOptions = {},
): Promise<ChildProcessWithoutNullStreams> {
  await ensureBuilt();
  const folder = await temporaryFolder();
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [resolve(BIN), ...args], {
    cwd: cwd ?? folder,
    env: { PATH, HOME: folder, XDG_CACHE_HOME: join(folder, 'cache'), CRATEGRAPH_CACHE: join(folder, 'cache'), ...env },
  });
  children.add(child.once('exit', () => children.delete(child)));
  return child;
}

/** Runs the built command to its end. */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = await startCli(args, options);
  const done = finished(child);
  child.stdin.on('error', () => undefined); // a command that fails early does not read its input
  child.stdin.end(options.stdin ?? '');
  return done;
}

/** What a command that was started did, when it has ended. */
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

/** Expects a failure as every command fails: exit status, code and hint on stderr, nothing else anywhere. */
export function expectFailure(ran: Ran, status: 1 | 2, code: string): void {
  expect(ran).toMatchObject({ status, stdout: '' });
  expect(ran.stderr).toMatch(new RegExp(`^${code}: .+`, 'm'));
  expect(ran.stderr).not.toMatch(/^\s+at .+:\d+|node:internal|undefined|\[object/m);
}
