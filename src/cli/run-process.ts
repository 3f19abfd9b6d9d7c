import { removeTemporary } from '../base/disk/temporary-path.js';
import { giveBackAll } from '../base/give-back.js';
import { onWaiting } from '../base/net/waiting.js';
import { printMessage } from './io.js';
import { interrupted, isInterrupted, takeFirstSignal } from './interruption.js';
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
  onWaiting((sentence) => printMessage(process, `note: ${sentence}`));
  const status = await main(process.argv.slice(2), process);
  if (!isInterrupted()) process.exitCode = status;
}

/**
 * Ends the process when the signal arrives, with a message on stderr, unless the verb takes the first signal. At once,
 * but for a moment to give back the right to write to an endpoint; another signal does not wait for that.
 */
function stopAt(signal: NodeJS.Signals, status: number): void {
  process.on(signal, () => {
    if (takeFirstSignal()) return;
    if (isInterrupted()) process.exit(status);
    process.stderr.write(`${interrupted()}\n`);
    for (const path of removeTemporary())
      process.stderr.write(`note: ${printable(path)} is unfinished and too large to delete at once; delete it\n`);
    const given = giveBackAll();
    if (given === undefined) process.exit(status);
    process.exitCode = status;
    void given.then((isDone) => {
      if (!isDone) process.stderr.write('note: the endpoint has not answered; commands of other computers that write to it have to wait up to a minute\n'); // prettier-ignore
      process.exit(status);
    });
  });
}
