/**
 * Changes `src/crate` in mechanical ways, one at a time, and runs the tests of `test/crate`: mutants that live are printed.
 * Usage: npm run test:mutations -- [COUNT, default 100] [SEED]
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { mutantsOf } from './mutants.mjs';

const [count = 100, seed = 20261120] = process.argv.slice(2).map(Number);
const CAUGHT = 0.9;
const WORKERS = 2;
const COPIED = ['src', 'test', 'data', 'queries', 'package.json', 'tsconfig.json'];
/** Suites that take long: only mutants that live through the others meet them, in the order of what they catch. */
const SLOW = [/differential/, /property/, /walk\.test/, /json\/parse\.test/];
/** A mutant that does not come to an end is caught, too. */
const TIMEOUT = 600_000;

const say = (line) => process.stdout.write(`${line}\n`);
const files = (folder, end) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(end))
    .sort()
    .map((name) => join(folder, name));

/** Some of all mutants, the same for the same seed and sources. */
function sample() {
  const all = files('src/crate', '.ts').flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return mutantsOf(text).map((mutant) => ({ file, text, ...mutant }));
  });
  let state = seed;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  return Array.from({ length: Math.min(count, all.length) }, () => all.splice(Math.floor(random() * all.length), 1)[0]);
}

/** A copy of the project whose tests of `test/crate` are two suites: one start for many tests. */
function copy(folder) {
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const suites = files('test/crate', '.test.ts');
  const slow = SLOW.flatMap((pattern) => suites.filter((file) => pattern.test(file)));
  for (const [name, own] of Object.entries({ quick: suites.filter((file) => !slow.includes(file)), slow })) {
    const imports = own.map((file) => `import '../${file.replace(/\.ts$/, '.js')}';\n`).join('');
    // Nobody looks at the smallest example of what a mutant breaks.
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
const lived = [];
let next = 0;

async function worker(folder) {
  copy(folder);
  if (!(await passes(folder, 'quick'))) throw new Error('the tests fail without any mutant');
  while (next < mutants.length) {
    const { file, text, start, end, replacement } = mutants[next];
    next += 1;
    writeFileSync(join(folder, file), text.slice(0, start) + replacement + text.slice(end));
    const lives = (await passes(folder, 'quick')) && (await passes(folder, 'slow'));
    writeFileSync(join(folder, file), text);
    if (!lives) continue;
    lived.push(file);
    const place = `${file}:${text.slice(0, start).split('\n').length}`;
    const short = (part) => part.replace(/\s+/g, ' ').slice(0, 160);
    say(`lived: ${place}\n  - ${short(text.slice(start, end))}\n  + ${short(replacement)}`);
  }
}

try {
  say(`${mutants.length} mutants, seed ${seed}`);
  await Promise.all(Array.from({ length: WORKERS }, (_, index) => worker(join(work, String(index)))));
} finally {
  rmSync(work, { recursive: true, force: true });
}
const caught = mutants.length - lived.length;
const seconds = Math.round((performance.now() - started) / 1000);
say(`${caught} of ${mutants.length} caught in ${seconds} s`);
process.exitCode = caught >= CAUGHT * mutants.length ? 0 : 1;
