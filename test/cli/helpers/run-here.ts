import { PassThrough, Readable } from 'node:stream';
import type { Io } from '../../../src/cli/io.js';
import { main } from '../../../src/cli/main.js';

/** What a command did. */
export interface RanHere {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, without standard input and environment. */
export async function runHere(...argv: string[]): Promise<RanHere> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const texts = [stdout, stderr].map(async (stream) => {
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    return text;
  });
  const io: Io = { stdin: Readable.from([]) as Io['stdin'], stdout, stderr, env: {} };
  const status = await main(argv, io);
  stdout.end();
  stderr.end();
  const [out = '', err = ''] = await Promise.all(texts);
  return { status, stdout: out, stderr: err };
}
