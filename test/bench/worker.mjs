import { performance } from 'node:perf_hooks';
import process from 'node:process';

/**
 * One subject of one measurement in a process of its own: `worker.mjs <measurement> <subject> <JSON of the input>`.
 * Each run is one line of JSON on stdout, so that whoever stops this process knows how far it came.
 */
const [, , measurement, subject, input] = process.argv;

/** What is worth a warm-up, and how much of it. */
const LIMITS = { warmUp: 1500, slow: 5000, long: 500, run: 20, enough: 1500, runs: 5, most: 25, budget: 12_000 };

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Wall and CPU milliseconds of some calls in a row, for each call. */
async function timed(run, calls) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  let own;
  for (let call = 0; call < calls; call += 1) own = await run();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  // Who measures another process knows better.
  if (typeof own?.wall === 'number') return own;
  return { wall: wall / calls, cpu: (user + system) / 1000 / calls };
}

async function measure(run, once) {
  const first = await timed(run, 1);
  if (once || first.wall > LIMITS.slow) return say({ run: first });
  const from = performance.now();
  let last = first;
  while (performance.now() - from < LIMITS.warmUp) last = await timed(run, 1);
  const calls = last.wall > LIMITS.run ? 1 : Math.ceil(LIMITS.run / last.wall);
  const start = performance.now();
  for (let runs = 0; runs < LIMITS.most; runs += 1) {
    const spent = performance.now() - start;
    if (spent > LIMITS.budget || (runs >= LIMITS.runs && spent > LIMITS.enough)) break;
    // Long runs do not pay for each other's garbage; short ones pay for their own, and a collection of everything
    // would throw away their compiled code as well.
    if (last.wall > LIMITS.long) globalThis.gc?.();
    say({ run: await timed(run, calls) });
  }
}

const { subjects, prepare } = await import(`./measurements/${measurement}.mjs`);
const given = JSON.parse(input);
const shared = (await prepare?.(given, subject)) ?? {};
/* `outside`: the work is done in another process, so the memory of this one says nothing. */
const { run, once = false, ...facts } = await subjects[subject]({ ...given, ...shared });
say({ facts });
await measure(run, once);
say({ done: { peak: process.resourceUsage().maxRSS * 1024 } });
process.exit(0);
