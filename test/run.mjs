/**
 * Runs suites by name: `node test/run.mjs quick test/crate`. Further arguments go to jest.
 * `--cpu` prints CPU time by room, and fails beyond the budget of test/cpu/budget.js.
 * It ends as jest does, with its status or by the same signal.
 */
import { spawn } from 'node:child_process';
import console from 'node:console';
import process from 'node:process';
import { SUITES } from './suites.js';

const [name = '', ...more] = process.argv.slice(2);
const REPORTERS = ['--reporters=default', '--reporters=<rootDir>/test/cpu/report.js'];
const args = more.flatMap((argument) => (argument === '--cpu' ? REPORTERS : [argument]));

if (Object.hasOwn(SUITES, name)) run(SUITES[name]);
else {
  console.error(
    `${name === '' ? 'a name of suites is missing' : `there are no suites "${name}"`}\n` +
      `  usage: node test/run.mjs <suites> [arguments of jest]\n  suites: ${Object.keys(SUITES).join(', ')}`,
  );
  process.exitCode = 2;
}

function run({ node, jest }) {
  const child = spawn(process.execPath, [...node, 'node_modules/jest/bin/jest.js', ...jest, ...args], {
    stdio: 'inherit',
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('exit', (status, signal) => {
    process.exitCode = status ?? 1;
    if (signal === null) return;
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
