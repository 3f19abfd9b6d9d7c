import { Buffer } from 'node:buffer';
import { resolve } from 'node:path';
import process from 'node:process';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

/**
 * A process that runs built commands one after the other, each with its own folder, environment and streams, so that
 * not every command has to start a process. It must end by itself after the last one: a timer, socket or thread that a
 * command leaves behind keeps it alive and fails the test.
 */
const { main } = await import(pathToFileURL(resolve('dist/cli/main.js')).href);

/** A stream that collects its content. */
function collector() {
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
  const [stdout, stderr] = [collector(), collector()];
  const io = { stdin: Readable.from([Buffer.from(stdin)]), stdout: stdout.stream, stderr: stderr.stream, env };
  const status = await main(args, io);
  process.send({ status, signal: null, stdout: stdout.text(), stderr: stderr.text() });
});
process.send('ready');
