import { spawn } from 'node:child_process';
import console from 'node:console';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath, URL } from 'node:url';
import { parseArgs } from 'node:util';
import { against } from './against/against.mjs';
import { writeShape, writeTinyCrates } from './generate.mjs';
import { versionOfProgram } from './peers/programs.mjs';
import { CAP, MEASUREMENTS, OPTIONAL } from './plan.mjs';
import { report, summary } from './report.mjs';

const HELP = `npm run bench -- [options]

  --quick          small sizes, a few minutes
  --only <names>   only these measurements, with commas: ${MEASUREMENTS.map(({ name }) => name).join(', ')}
  --rounds <n>     how often each subject gets a process of its own (default: 3, with --quick 1)
  --cap <seconds>  stop a peer after this time (default: depends on the measurement)
  --json <file>    write all figures to a file
  --against <commit>
                   compare this tree with a commit instead, see docs/speed.md; with --quick, --rounds and --json
`;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    cap: { type: 'string' },
    json: { type: 'string' },
    against: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));
const SHARED = process.env['CRATEGRAPH_SHARED'] ?? fileURLToPath(new URL('../../../shared', import.meta.url));
/** A subject that takes longer than this runs only once. */
const LONG = 15_000;

/** Runs one subject in its own process. */
function runWorker(measurement, subject, input, cap) {
  return new Promise((done) => {
    const args = ['--expose-gc', WORKER, measurement.module ?? measurement.name, subject, JSON.stringify(input)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let words = '';
    let stopped = false;
    const timer = setTimeout(() => {
      stopped = true;
      child.kill('SIGKILL');
    }, cap * 1000);
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (words += chunk));
    child.on('close', (status) => {
      clearTimeout(timer);
      const lines = output
        .split('\n')
        .flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []));
      done({
        runs: lines.flatMap(({ run }) => run ?? []),
        facts: Object.assign({}, ...lines.map(({ facts }) => facts)),
        peak: lines.find((line) => line.done)?.done.peak,
        stopped,
        error:
          status === 0 || stopped
            ? undefined
            : (words
                .trim()
                .split('\n')
                .find((line) => /^\w*Error: /.test(line)) ?? words.slice(-200)),
      });
    });
  });
}

/** Creates the input files of a measurement, unless they exist. */
function makeInput(measurement, size, folder) {
  const input = { size, folder, shared: SHARED, ...measurement.given };
  if (measurement.shape !== undefined) {
    input.file = join(folder, `${measurement.shape}-${size}.json`);
    if (!existsSync(input.file)) writeShape(input.file, measurement.shape, size);
    if (measurement.subjects.includes('Oxigraph JSON-LD')) {
      input.embedded = join(folder, `${measurement.shape}-${size}.embedded.json`);
      if (!existsSync(input.embedded)) writeShape(input.embedded, measurement.shape, size, true);
    }
  }
  if (measurement.tree === true) {
    input.tree = join(folder, `tree-${size}`);
    if (!existsSync(input.tree)) writeTinyCrates(input.tree, size);
  }
  return input;
}

/** Runs one measurement in all sizes. The subjects take turns, so that a busy moment affects all of them. */
async function* measure(measurement, folder, programs) {
  const rounds = Number(options.rounds ?? (options.quick ? 1 : 3));
  const cap = Number(options.cap ?? (options.quick ? Math.min(60, measurement.cap ?? CAP) : (measurement.cap ?? CAP)));
  const beaten = new Set();
  for (const size of options.quick ? measurement.quick : measurement.sizes) {
    const input = makeInput(measurement, size, folder);
    const present = measurement.subjects.filter(
      (subject) => !OPTIONAL.includes(subject) || programs[subject] !== undefined,
    );
    const results = new Map();
    for (let round = 0; round < rounds; round += 1) {
      for (const subject of present) {
        if (!(measurement.only?.[subject] ?? [size]).includes(size)) continue;
        const result = results.get(subject) ?? { measurement: measurement.name, subject, size, cap, runs: [] };
        results.set(subject, result);
        if (result.status !== undefined || result.runs.some(({ wall }) => wall > LONG)) continue;
        if (beaten.has(subject)) {
          result.status = 'skipped';
          continue;
        }
        const { runs, facts, peak, stopped, error } = await runWorker(measurement, subject, input, cap);
        result.runs.push(...runs);
        result.facts = facts;
        const own = runs.flatMap((run) => run.peak ?? []);
        result.peak = Math.max(result.peak ?? 0, ...(own.length > 0 ? own : [peak ?? 0]));
        if (error !== undefined) result.status = 'failed';
        if (error !== undefined) result.error = error;
        if (stopped && result.runs.length === 0) result.status = 'stopped';
        if (result.status !== undefined) beaten.add(subject);
      }
    }
    yield [...results.values()].map((result) => ({ ...result, ...summary(result.runs) }));
  }
}

async function main() {
  if (options.help) return void console.log(HELP);
  if (options.against !== undefined) {
    for (const name of ['only', 'cap'])
      if (options[name] !== undefined) throw new Error(`--${name} has no meaning with --against\n\n${HELP}`);
    const rounds = options.rounds === undefined ? undefined : Number(options.rounds);
    return against(options.against, { ...options, rounds });
  }
  const names = options.only?.split(',');
  const wanted = MEASUREMENTS.filter(({ name }) => names?.includes(name) ?? true);
  if (wanted.length === 0) throw new Error(`--only ${options.only}: no such measurement\n\n${HELP}`);
  const programs = Object.fromEntries(OPTIONAL.map((name) => [name, versionOfProgram(name)]));
  const machine = {
    cpu: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
    memory: totalmem(),
    node: process.version,
    load: loadavg()[0],
    programs,
    date: new Date().toISOString(),
  };
  const folder = mkdtempSync(join(tmpdir(), 'crategraph-bench-'));
  const results = [];
  const save = () => {
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify({ machine, results }, null, 1)}\n`);
  };
  try {
    for (const measurement of wanted) {
      if (measurement.shared === true && !existsSync(join(SHARED, 'corpus'))) {
        console.error(`${measurement.name}: skipped, no real crates at CRATEGRAPH_SHARED`);
        continue;
      }
      for await (const some of measure(measurement, folder, programs)) {
        results.push(...some);
        for (const { subject, size, wall, status, error } of some) {
          console.error(
            `${measurement.name} ${size}: ${subject}: ${wall ? `${wall.median.toFixed(1)} ms` : `${status} ${error ?? ''}`}`,
          );
        }
        save();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(report({ machine, results }));
}

await main();
