#!/usr/bin/env node
import { main } from './main.js';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
  });
}
stopAt('SIGINT', 130);
// Those who run questions for others stop them so, and look for a word of it; the other verbs die as the system does it.
if (['query', 'update'].includes(process.argv[2] ?? '')) stopAt('SIGTERM', 143);

process.exitCode = await main(process.argv.slice(2), process);

/** Lets a signal end the process at once, with a word on stderr. */
function stopAt(signal: NodeJS.Signals, status: number): void {
  process.on(signal, () => {
    process.stderr.write('ERR_INTERRUPTED: stopped; nothing of this command was committed\n');
    process.exit(status);
  });
}
