#!/usr/bin/env node
import { interrupted, takeFirstSignal } from './interruption.js';
import { main } from './main.js';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
  });
}
stopAt('SIGINT', 130);
// A program that runs queries stops them with SIGTERM and expects an error message, and a server ends its requests; other
// verbs die by the signal itself.
if (['query', 'update', 'serve'].includes(process.argv[2] ?? '')) stopAt('SIGTERM', 143);

process.exitCode = await main(process.argv.slice(2), process);

/** Ends the process at once when the signal arrives, with a message on stderr, unless the verb takes the first signal. */
function stopAt(signal: NodeJS.Signals, status: number): void {
  process.on(signal, () => {
    if (takeFirstSignal()) return;
    process.stderr.write(`${interrupted()}\n`);
    process.exit(status);
  });
}
