import process from 'node:process';
import { setInterval } from 'node:timers';

/** A setup of jest that says when it runs, and never ends. */
export default () => {
  process.stdout.write('set up\n');
  setInterval(() => undefined, 1000);
  return new Promise(() => undefined);
};
