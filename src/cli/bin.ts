#!/usr/bin/env node
import { main } from './main.js';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
  });
}
process.on('SIGINT', () => {
  process.stderr.write('ERR_INTERRUPTED: stopped; nothing of this command was committed\n');
  process.exit(130);
});

process.exitCode = await main(process.argv.slice(2), process);
