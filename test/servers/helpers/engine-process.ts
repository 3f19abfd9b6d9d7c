import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A server to start: its command line, and the address that answers when it is ready. */
export interface ServerCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly answers: string;
}

/** A server that runs in a folder of its own. */
export interface ServerProcess {
  readonly ports: readonly number[];
  /** Ends the process and removes its folder. */
  stop(): Promise<void>;
}

/** How long a server may take to answer for the first time, and to end. */
const START_MS = 120_000;
const STOP_MS = 10_000;
/** What is shown of the output of a server that does not start, or ends too early. */
const SHOWN = 2000;
const LINES = 20;

/**
 * Starts a server on free ports of loopback, in a temporary folder, and waits until it answers. Nothing is left of a
 * server that does not.
 * @param command is asked again, with other ports, if a port was taken meanwhile
 */
export async function startProcess(
  ports: number,
  command: (folder: string, ports: readonly number[]) => Promise<ServerCommand>,
): Promise<ServerProcess> {
  for (let tries = 1; ; tries += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'crategraph-engine-'));
    const free = await freePorts(ports);
    const { program, args, env, answers } = await command(folder, free);
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-SHOWN)));
    const end = async () => {
      child.off('exit', tellEnd);
      await endOf(child);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    };
    const tellEnd = (status: number | null, signal: string | null) => {
      const lines = output.trimEnd().split('\n').slice(-LINES).join('\n');
      process.stderr.write(`${program} ended in the middle of its tests, with ${status ?? signal}:\n${lines}\n`);
    };
    try {
      await untilAnswered(child, answers);
      child.once('exit', tellEnd);
      return { ports: free, stop: end };
    } catch (error) {
      await end();
      if (tries === 3 || !/in use|EADDRINUSE|cannot listen|Failed to bind/i.test(output))
        throw new Error(`${program} does not start: ${(error as Error).message}\n${output}`, { cause: error });
    }
  }
}

/** Free ports of loopback, all different. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

async function untilAnswered(child: ChildProcess, address: string): Promise<void> {
  let failed: Error | undefined;
  child.once('error', (error) => (failed = error));
  for (const from = performance.now(); performance.now() - from < START_MS; await wait(100)) {
    if (failed !== undefined) throw failed;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`it ended with ${child.exitCode ?? child.signalCode}`);
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(5000) });
      await answer.arrayBuffer();
      if (answer.ok) return;
    } catch {
      // not there yet
    }
  }
  throw new Error(`no answer from ${address} within ${START_MS / 1000} s`);
}

/** SIGTERM, then SIGKILL. */
async function endOf(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(late);
}
