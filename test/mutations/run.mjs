/**
 * Mutates `src/crate`, one change at a time, runs the tests of `test/crate`, and prints the surviving mutants.
 * Usage: npm run test:mutations -- [COUNT, default 100] [SEED]
 *        npm run test:mutations -- FILE:LINE...   every mutant of these lines
 */
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { whyEquivalent } from './unseen.mjs';
import { mutantsOf } from './mutants.mjs';

const args = process.argv.slice(2);
const places = args.filter((argument) => argument.includes(':'));
const [count = 100, seed = 20261121] = args.filter((argument) => !argument.includes(':')).map(Number);
const KILLED = 0.9;
const WORKERS = 2;
const COPIED = ['.config', 'src', 'test', 'data', 'queries', 'package.json', 'tsconfig.json'];
/** Suites that take long: only mutants that live through the others meet them, in the order of what they catch. */
const SLOW = [/differential/, /property/, /lanes\.test/, /json\/lazy-document\.test/];
/** A mutant that does not come to an end is caught, too. */
const TIMEOUT = 600_000;

const print = (line) => process.stdout.write(`${line}\n`);
const files = (folder, end) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(end))
    .sort()
    .map((name) => join(folder, name));

/** Returns the mutants of the given lines, or a sample: the same seed selects the same mutants of unchanged lines. */
function sample() {
  const all = files('src/crate', '.ts').flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const lines = text.split('\n');
    return mutantsOf(text).map((mutant) => {
      const line = text.slice(0, mutant.start).split('\n').length;
      const before = text.slice(text.lastIndexOf('\n', mutant.start - 1) + 1, mutant.start);
      const own = { file, text, ...mutant, place: `${file}:${line}`, line: lines[line - 1].trim() };
      return { ...own, rank: rankOf(file, own.line, before, mutant.replacement) };
    });
  });
  if (places.length > 0) return all.filter(({ place }) => places.includes(place));
  return all.sort((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, count);
}

function rankOf(...parts) {
  return createHash('sha256')
    .update(JSON.stringify([seed, ...parts]))
    .digest('hex');
}

/** Copies the project and joins the tests of `test/crate` into two suites, because starting a suite is slow. */
function copy(folder) {
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const suites = files('test/crate', '.test.ts');
  const slow = SLOW.flatMap((pattern) => suites.filter((file) => pattern.test(file)));
  for (const [name, own] of Object.entries({ quick: suites.filter((file) => !slow.includes(file)), slow })) {
    const imports = own.map((file) => `import '../${file.replace(/\.ts$/, '.js')}';\n`).join('');
    // Shrinking counterexamples would cost time, and they are not shown.
    const text = `import fc from 'fast-check';\n${imports}fc.configureGlobal({ endOnFailure: true });\n`;
    writeFileSync(join(folder, `test/mutants-${name}.test.ts`), text);
  }
  writeFileSync(
    join(folder, 'test/mutants.config.js'),
    `import quick from './jest.config.js';\nexport default { ...quick, testEnvironment: '<rootDir>/test/mutations/first-failure.mjs' };\n`,
  );
}

/** Whether the tests of a copy pass. */
function passes(folder, suite) {
  const options = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', '-i'];
  const child = spawn(process.execPath, [...options, '--config', 'test/mutants.config.js', `test/mutants-${suite}`], {
    cwd: folder,
    stdio: 'ignore',
    timeout: TIMEOUT,
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}

const mutants = sample();
const started = performance.now();
const work = mkdtempSync(join(tmpdir(), 'crategraph-mutants-'));
const tally = { killed: 0, equivalent: 0, survived: 0 };
let next = 0;

async function worker(folder) {
  copy(folder);
  if (!(await passes(folder, 'quick'))) throw new Error('the tests fail without any mutant');
  while (next < mutants.length) {
    const { file, text, start, end, replacement, place, line } = mutants[next];
    next += 1;
    const short = (part) => part.replace(/\s+/g, ' ').slice(0, 160);
    const what = `${place}\n  - ${short(text.slice(start, end))}\n  + ${short(replacement)}\n  in ${short(line)}`;
    const why = whyEquivalent(file, line, text.slice(start, end), replacement);
    if (why !== undefined) {
      tally.equivalent += 1;
      print(`equivalent: ${what}\n  because ${why}`);
      continue;
    }
    writeFileSync(join(folder, file), text.slice(0, start) + replacement + text.slice(end));
    const survives = (await passes(folder, 'quick')) && (await passes(folder, 'slow'));
    writeFileSync(join(folder, file), text);
    tally[survives ? 'survived' : 'killed'] += 1;
    if (survives) print(`survived: ${what}`);
    if (next % 10 === 0) print(`${next} of ${mutants.length}`);
  }
}

try {
  print(`${mutants.length} mutants${places.length > 0 ? '' : `, seed ${seed}`}`);
  await Promise.all(Array.from({ length: WORKERS }, (_, index) => worker(join(work, String(index)))));
} finally {
  rmSync(work, { recursive: true, force: true });
}
const { killed, survived, equivalent } = tally;
const seconds = Math.round((performance.now() - started) / 1000);
print(`${killed} killed, ${survived} survived, ${equivalent} equivalent, in ${seconds} s`);
process.exitCode = killed >= KILLED * (killed + survived) ? 0 : 1;
