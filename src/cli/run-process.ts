import { removeTemporary } from '../base/disk/temporary-path.js';
import { interrupted, takeFirstSignal } from './interruption.js';
import { main } from './main.js';
import { printable } from './printable.js';

/** Runs the command line of this process, and ends it when a signal says so or when its reader has closed the pipe. */
export async function runProcess(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
    });
  }
  stopAt('SIGINT', 130);
  stopAt('SIGTERM', 143); // by itself it would leave temporary files behind
  process.exitCode = await main(process.argv.slice(2), process);
}

/**
 * Ends the process at once when the signal arrives, with a message on stderr, unless the verb takes the first signal.
 */
function stopAt(signal: NodeJS.Signals, status: number): void {
  process.on(signal, () => {
    if (takeFirstSignal()) return;
    process.stderr.write(`${interrupted()}\n`);
    for (const path of removeTemporary())
      process.stderr.write(`note: ${printable(path)} is unfinished and too large to delete at once; delete it\n`);
    process.exit(status);
  });
}
