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
  /** Kills the process in the middle of its work (SIGKILL); its folder stays. */
  crash(): Promise<void>;
  /** Starts it again after {@link crash}, with the same folder and ports, and waits until it answers. */
  restart(): Promise<void>;
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
    const server = await command(folder, free);
    let run = runOf(server, folder);
    const stop = async () => {
      await run.end('SIGTERM');
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    };
    const restart = async () => {
      run = runOf(server, folder);
      await run.ready();
    };
    try {
      await run.ready();
      return { ports: free, crash: () => run.end('SIGKILL'), restart, stop };
    } catch (error) {
      await stop();
      if (tries === 3 || !/in use|EADDRINUSE|cannot listen|Failed to bind/i.test((error as Error).message)) throw error;
    }
  }
}

/** A process of a server, from its start to its end. */
interface ServerRun {
  /**
   * Waits until it answers. From then on an end that nobody has asked for is reported.
   * @throws Error with what it has printed last
   */
  ready(): Promise<void>;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

function runOf({ program, args, env, answers }: ServerCommand, folder: string): ServerRun {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-SHOWN)));
  const tellEnd = (status: number | null, signal: string | null) => {
    const lines = output.trimEnd().split('\n').slice(-LINES).join('\n');
    process.stderr.write(`${program} ended in the middle of its tests, with ${status ?? signal}:\n${lines}\n`);
  };
  return {
    ready: async () => {
      await untilAnswered(child, answers).catch((error: unknown) => {
        const message = `${program} does not start: ${(error as Error).message}\n${output}`;
        throw new Error(message, { cause: error });
      });
      child.once('exit', tellEnd);
    },
    end: async (signal) => {
      child.off('exit', tellEnd);
      await endOf(child, signal);
    },
  };
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

/** Ends a process with a signal; one that ignores it, with SIGKILL. */
async function endOf(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(late);
}
