import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const BIN = fileURLToPath(new URL('../../../dist/cli/bin.js', import.meta.url));

function start(...args) {
  return {
    outside: true,
    run: () => {
      const from = performance.now();
      const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
      if (status !== 0) throw new Error(`${args.join(' ')} failed`);
      return { wall: performance.now() - from };
    },
  };
}

/** Runs a process from start to end. */
export const subjects = {
  'crategraph --help': () => start(BIN, '--help'),
  'crategraph --version': () => start(BIN, '--version'),
  'node -e 0': () => start('-e', '0'),
};
