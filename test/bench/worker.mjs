import { performance } from 'node:perf_hooks';
import process from 'node:process';

/**
 * Runs one subject of one measurement in its own process: `worker.mjs <measurement> <subject> <JSON of the input>`.
 * Each run prints one line of JSON to stdout, so that the results so far survive if this process is stopped.
 */
const [, , measurement, subject, input] = process.argv;

/** Times in milliseconds, and numbers of runs, that decide on warm-up and repetition. */
const LIMITS = { warmUp: 1500, slow: 5000, long: 500, run: 20, enough: 1500, runs: 5, most: 25, budget: 12_000 };

const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Wall and CPU milliseconds per call, over several calls in a row. */
async function timed(run, calls) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  let own;
  for (let call = 0; call < calls; call += 1) own = await run();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  // A subject that runs another process measures it itself.
  if (typeof own?.wall === 'number') return own;
  return { wall: wall / calls, cpu: (user + system) / 1000 / calls };
}

async function measure(run, once) {
  const first = await timed(run, 1);
  if (once || first.wall > LIMITS.slow) return print({ run: first });
  const from = performance.now();
  let last = first;
  while (performance.now() - from < LIMITS.warmUp) last = await timed(run, 1);
  const calls = last.wall > LIMITS.run ? 1 : Math.ceil(LIMITS.run / last.wall);
  const start = performance.now();
  for (let runs = 0; runs < LIMITS.most; runs += 1) {
    const spent = performance.now() - start;
    if (spent > LIMITS.budget || (runs >= LIMITS.runs && spent > LIMITS.enough)) break;
    // Long runs should not pay for each other's garbage. Short runs pay for their own: a full collection would
    // discard their compiled code as well.
    if (last.wall > LIMITS.long) globalThis.gc?.();
    print({ run: await timed(run, calls) });
  }
}

const { subjects, prepare } = await import(`./measurements/${measurement}.mjs`);
const given = JSON.parse(input);
const shared = (await prepare?.(given, subject)) ?? {};
/* `outside`: another process does the work, so the memory of this one is not reported. */
const { run, once = false, ...facts } = await subjects[subject]({ ...given, ...shared });
print({ facts });
await measure(run, once);
print({ done: { peak: process.resourceUsage().maxRSS * 1024 } });
process.exit(0);
