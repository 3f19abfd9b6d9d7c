import { spawn, spawnSync } from 'node:child_process';
import console from 'node:console';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { BASE, writeShape } from './generate.mjs';
import { summary, table } from './report.mjs';

/**
 * Compares the working tree with an earlier commit: whole processes of both builds take turns, and a process of Node
 * that does the least of such work runs beside them. What is compared is CPU time, which a busy machine changes less.
 */

/** A module, loaded before the program, that reports what its process used. */
const REPORT = `data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>{const u=process.resourceUsage();writeSync(3,JSON.stringify({cpu:(u.userCPUTime+u.systemCPUTime)/1000,peak:u.maxRSS*1024}))})`;

/** What runs: `arguments_` of the command line, and of Node for the least that such work takes. */
function works({ small, large, store }) {
  const parse = (file) => ['-e', `JSON.parse(require('fs').readFileSync(${JSON.stringify(file)}, 'utf8'))`];
  const nothing = ['-e', '0'];
  const options = ['--base', BASE, '--offline'];
  return [
    { name: '--version', args: ['--version'], least: nothing, mayDiffer: true },
    { name: '--help', args: ['--help'], least: nothing, mayDiffer: true },
    { name: 'convert, tiny', args: ['convert', small, ...options], least: nothing },
    { name: 'convert, 100,000 entities', args: ['convert', large, ...options], least: parse(large) },
    { name: 'load, 100,000 entities', args: ['load', large, ...options, '--store', 'memory:'], least: parse(large), mayDiffer: true }, // prettier-ignore
    { name: 'export, tiny', args: ['export', BASE, '--store', store, '--offline'], least: nothing },
  ];
}

/** Builds a commit in a folder of its own. */
function build(commit, folder) {
  const must = (program, args, cwd) => {
    const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stderr.slice(-2000)}`);
  };
  must('git', ['worktree', 'add', '--detach', '--force', folder, commit]);
  const lockOf = (place) => readFileSync(join(place, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf('.')) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  else must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
  must('npm', ['run', 'build'], folder);
}

/** Runs a process of Node. @returns CPU milliseconds, peak memory in bytes, and a digest of what it wrote */
function run(args) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--import', REPORT, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    const digest = createHash('sha256');
    let facts = '';
    let words = '';
    child.stdout.on('data', (chunk) => digest.update(chunk));
    child.stderr.on('data', (chunk) => (words += chunk));
    child.stdio[3].on('data', (chunk) => (facts += chunk));
    child.on('close', (status) => {
      if (status !== 0) return fail(new Error(`${args.join(' ')} failed: ${words.slice(-500)}`));
      done({ ...JSON.parse(facts), output: digest.digest('hex') });
    });
  });
}

/** @param commit what to compare with @param rounds processes of each */
export async function compareWith(commit, rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'crategraph-against-'));
  const before = join(folder, 'before');
  try {
    build(commit, before);
    const small = join(folder, 'small.json');
    const large = join(folder, 'large.json');
    writeShape(small, 'files', 10);
    writeShape(large, 'files', 100_000);
    const binOf = (place) => join(place, 'dist/cli/bin.js');
    const store = join(folder, 'store');
    await run([binOf(before), 'load', small, '--base', BASE, '--offline', '--quiet', '--store', store]);
    const rows = [];
    for (const { name, args, least, mayDiffer = false } of works({ small, large, store })) {
      const subjects = { before: [binOf(before), ...args], now: [binOf('.'), ...args], least };
      const runs = { before: [], now: [], least: [] };
      for (let round = 0; round < rounds; round += 1)
        for (const [subject, of] of Object.entries(subjects)) runs[subject].push(await run(of));
      rows.push(rowOf(name, runs, mayDiffer));
      console.error(rows.at(-1).join('  '));
    }
    return table(['process', 'before', 'now', 'now : before', 'now : least', 'memory', 'output'], rows).join('\n');
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', before]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowOf(name, runs, mayDiffer) {
  const cpu = (subject) => summary(runs[subject]).cpu.least;
  const peak = (subject) => `${Math.round(Math.max(...runs[subject].map((one) => one.peak)) / 1e6)} MB`;
  const isSame = runs.before[0].output === runs.now[0].output;
  return [
    name,
    `${cpu('before').toFixed(0)} ms`,
    `${cpu('now').toFixed(0)} ms`,
    (cpu('now') / cpu('before')).toFixed(2),
    (cpu('now') / cpu('least')).toFixed(2),
    `${peak('before')}, ${peak('now')}`,
    isSame ? 'same bytes' : mayDiffer ? '' : 'DIFFERS',
  ];
}
