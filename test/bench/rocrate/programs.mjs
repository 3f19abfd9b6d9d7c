/** Programs and servers that the benchmark starts: all of them end with it, also after an error or Ctrl-C. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

/** Seconds of CPU of a process, and seconds of a request, after which it is stopped and its case counts as too long. */
export const LIMIT = 30;
/** How long a server may take to answer for the first time, and to end. */
const START_MS = 120_000;
const STOP_MS = 5000;

const running = new Set();

/** Starts a program in a group of its own, so that it can be ended together with what it starts. */
function start(command, args, stdio) {
  const child = spawn(command, args, { stdio, detached: true });
  running.add(child);
  const left = () => running.delete(child);
  return child.once('exit', left).once('error', left);
}

/** Sends a signal to a program and to all that it started. */
function end(child, signal) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // it has ended
  }
}

/** Has everything that runs ended, and a folder removed, whenever and however this process ends. */
export function cleanAtExit(folder) {
  process.once('exit', () => {
    for (const child of running) end(child, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

/**
 * Runs a program to its end. Its output goes into a file, and what it says on stderr into one beside it.
 * @param limit seconds of CPU that it may take
 * @returns the seconds of CPU that it took, or Infinity if it was stopped at the limit
 */
export async function run(command, args, { input, output, limit }) {
  // The shell measures, as it sees what the children of the program took too. Without --norc it may read its start file: it
  // takes a stdin that is a socket for a login from elsewhere.
  const script = `TIMEFORMAT='%U %S'; ${limit === undefined ? '' : `ulimit -c 0 -t ${limit}; `}time "$@" 2>"$0.log"`;
  const file = openSync(output, 'w');
  const child = start('bash', ['--norc', '-c', script, output, command, ...args], ['pipe', file, 'pipe']);
  closeSync(file);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  // A program that reads no input may end before it was given all.
  child.stdin.on('error', () => undefined).end(input);
  const [status] = await once(child, 'close');
  const seconds = /([\d.]+) ([\d.]+)\s*$/.exec(said)?.slice(1).reduce((sum, part) => sum + Number(part), 0); // prettier-ignore
  if (status > 128 && seconds >= limit - 1) return Infinity;
  if (status !== 0)
    throw new Error(`${command} ${args[0]} failed: ${said}${readFileSync(`${output}.log`, 'utf8').slice(-2000)}`);
  return seconds;
}

/** A free port of loopback: that of another server would be measured instead. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await once(server.close(), 'close');
  return port;
}

/** Waits until a server answers. @param answers says whether it does @param ended says whether it has ended */
export async function untilAnswers(answers, ended = () => false) {
  for (const start = performance.now(); !(await answers()); await setTimeout(100)) {
    if (ended()) throw new Error('a server ended before it answered');
    if (performance.now() - start > START_MS) throw new Error('a server does not answer');
  }
}

/** Starts a server and waits until it answers. @returns what stops it */
export async function startServer(command, args, answers) {
  const child = start(command, args, 'ignore');
  let failed;
  child.once('error', (error) => (failed = error));
  await untilAnswers(answers, () => {
    if (failed !== undefined) throw failed;
    return !running.has(child);
  });
  return async () => {
    if (!running.has(child)) return;
    const ended = once(child, 'exit');
    end(child, 'SIGTERM');
    // A server may let a query under way end first: it is one that took too long.
    const late = setTimeout(STOP_MS, 'late', { ref: false });
    if ((await Promise.race([ended, late])) === 'late') end(child, 'SIGKILL');
    await ended;
  };
}
