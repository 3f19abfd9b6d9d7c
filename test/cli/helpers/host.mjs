import { Buffer } from 'node:buffer';
import { resolve } from 'node:path';
import process from 'node:process';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

/**
 * A process that runs one command after the other in the built command line, each with a folder, an environment and
 * streams of its own. It saves the start of a process for each, and ends by itself when nobody has a command for it any
 * more: whatever a command leaves behind (a timer, a socket, a thread) keeps it alive, which is noticed.
 */
const { main } = await import(pathToFileURL(resolve('dist/cli/main.js')).href);

/** A stream that keeps what is written to it. */
function kept() {
  const chunks = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

process.on('message', async ({ args, stdin, env, cwd }) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  const [stdout, stderr] = [kept(), kept()];
  const io = { stdin: Readable.from([Buffer.from(stdin)]), stdout: stdout.stream, stderr: stderr.stream, env };
  const status = await main(args, io);
  process.send({ status, signal: null, stdout: stdout.text(), stderr: stderr.text() });
});
process.send('ready');
