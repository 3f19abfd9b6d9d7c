import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { Io } from '../../../src/cli/io.js';
import { takeFirstSignal } from '../../../src/cli/interruption.js';
import { main } from '../../../src/cli/main.js';

/** A folder for the queries that a test file saves, instead of that of the person who runs the tests. */
const CONFIG = join(tmpdir(), `crategraph-config-${randomUUID()}`);

afterAll(() => rm(CONFIG, { recursive: true, force: true }));

/** What a command did. */
export interface RanHere {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, without standard input and nearly without environment. A server is stopped when it is ready. */
export function runHere(...argv: string[]): Promise<RanHere> {
  return run(argv, {});
}

/** As {@link runHere}, with a text as standard input. */
export function runWithInput(stdin: string, ...argv: string[]): Promise<RanHere> {
  return run(argv, {}, stdin);
}

/** As {@link runHere}, with a terminal of this width as its output. */
export function runInTerminal(columns: number, ...argv: string[]): Promise<RanHere> {
  return run(argv, { isTTY: true, columns });
}

async function run(argv: readonly string[], terminal: object, stdin = ''): Promise<RanHere> {
  const [stdout, stderr] = [Object.assign(new PassThrough(), terminal), new PassThrough()];
  const texts = [stdout, stderr].map(async (stream) => {
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    return text;
  });
  const stopServer = setInterval(takeFirstSignal, 20); // a server takes it when it is ready
  const io: Io = {
    stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]) as Io['stdin'],
    stdout,
    stderr,
    env: { XDG_CONFIG_HOME: CONFIG },
  };
  const status = await main(argv, io);
  clearInterval(stopServer);
  stdout.end();
  stderr.end();
  const [out = '', err = ''] = await Promise.all(texts);
  return { status, stdout: out, stderr: err };
}
