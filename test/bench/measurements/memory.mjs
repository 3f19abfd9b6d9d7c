import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setInterval, clearInterval } from 'node:timers';
import { fileURLToPath, URL } from 'node:url';
import { BASE } from '../generate.mjs';

const BIN = fileURLToPath(new URL('../../../dist/cli/bin.js', import.meta.url));

/** A module, loaded before the program, that prints the peak memory of the process at its end. */
const REPORT = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\npeak '+process.resourceUsage().maxRSS+'\\n'))`;

/** Converts a metadata file to N-Quads with the command line and discards the output. */
function convert(argument, input) {
  return {
    once: true,
    run: async () => {
      const from = performance.now();
      const stdin = input === undefined ? 'ignore' : openSync(input, 'r');
      const args = ['--import', REPORT, BIN, 'convert', argument, '--base', BASE];
      const child = spawn(process.execPath, args, { stdio: [stdin, 'pipe', 'pipe'] });
      // A process that is killed cannot report its peak, so we also poll it.
      let peak = 0;
      const watch = setInterval(() => (peak = Math.max(peak, highWater(child.pid))), 200);
      let written = 0;
      let words = '';
      child.stdout.on('data', (chunk) => (written += chunk.length));
      child.stderr.on('data', (chunk) => (words += chunk));
      const status = await new Promise((done) => child.on('close', done));
      clearInterval(watch);
      if (typeof stdin === 'number') closeSync(stdin);
      peak = Math.max(peak, 1024 * Number(/\npeak (\d+)/.exec(words)?.[1] ?? 0));
      if (status !== 0)
        throw new Error(
          `failed with ${Math.round(peak / 1e6)} MB in use: ${words.replace(/\s*peak \d+\s*/, '').slice(-300)}`,
        );
      return { wall: performance.now() - from, peak, written };
    },
  };
}

/** Peak resident memory in bytes; 0 where the system does not report it. */
function highWater(pid) {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

export const subjects = {
  crategraph: ({ file }) => convert(file),
  'crategraph, from a pipe': ({ file }) => convert('-', file),
};
