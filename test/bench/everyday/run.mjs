/**
 * Ten everyday tasks with crategraph, ro-crate-js and ro-crate-py: lines of code, lines of the metadata file that change,
 * and time. Usage: node test/bench/everyday/run.mjs [entities] [rounds], after `npm run build`. The python that has
 * rocrate is PYTHON, or `python3`. Each run of a task is a process of its own; the time is that of the task in it, from
 * opening the crate to saving it, without the start of the process and the imports. The results are checked.
 */
import { spawnSync } from 'node:child_process';
import console from 'node:console';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { ms, summary, table } from '../report.mjs';
import { faultOf, writeCrate } from './crate.mjs';

const [entities = '10000', rounds = '3'] = process.argv.slice(2);
const PYTHON = process.env['PYTHON'] ?? 'python3';
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const javaScript = (library) => (task, folder) => [process.execPath, [here('process.mjs'), library, task, folder]];
const LIBRARIES = [
  { name: 'crategraph', source: 'ours.mjs', command: javaScript('ours') },
  { name: 'ro-crate-js', source: 'ro-crate-js.mjs', command: javaScript('ro-crate-js') },
  { name: 'ro-crate-py', source: 'ro_crate_py.py', command: (...task) => [PYTHON, [here('ro_crate_py.py'), ...task]] },
];
const TASKS = {
  readName: 'read the name of the crate',
  changeName: 'change the name',
  listFiles: 'list the files with their sizes',
  addFile: 'add a file with a description',
  addAuthor: 'add a person with ORCID after the other authors',
  changeFile: 'change a property of a file',
  removeFile: 'remove a file and all references to it',
  listPeople: 'list all people with their affiliations',
  findReferring: 'find what refers to a person',
  beginCrate: 'begin a crate with a file and a person, and save it',
};

/** Lines of the body of a function, as its source has them, without empty lines and comments. */
function codeLines(source, task) {
  const [, body] = new RegExp(`^(?:export async function|def) ${task}\\(.*\\n((?:[ \\t]+.*\\n|\\n)+)`, 'm').exec(
    source,
  );
  return body.split('\n').filter((line) => !/^\s*(?:$|\/\/|#)/.test(line)).length;
}

/** Lines that are removed and added, as git counts them. */
function changedLines(before, after) {
  const files = ['before', 'after'].map((name) => join(folder, name));
  for (const [at, text] of [before, after].entries()) writeFileSync(files[at], text);
  const { stdout } = spawnSync('git', ['diff', '--no-index', '--numstat', ...files], { encoding: 'utf8' });
  const [added = '0', removed = '0'] = stdout.split('\t');
  return Number(added) + Number(removed);
}

/** Runs a task once. @returns milliseconds, the metadata file afterwards, and what is wrong with it or the answer */
function runOnce(task, command) {
  const isNew = task === 'beginCrate';
  const place = isNew ? fresh : crate;
  const file = join(place, 'ro-crate-metadata.json');
  if (isNew) rmSync(file, { force: true });
  else writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(...command(task, place), { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) return { fault: `it fails: ${stderr.trim().split('\n').at(-1)}` };
  const { wall, answer } = JSON.parse(stdout);
  const after = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  return { wall, after, fault: faultOf(task, answer, text, after) };
}

/** The figures of a library for a task. */
function measure(task, { command, source }) {
  runOnce(task, command);
  const runs = Array.from({ length: Number(rounds) }, () => runOnce(task, command));
  const after = runs[0].after;
  return {
    code: codeLines(readFileSync(here(source), 'utf8'), task),
    changed: task === 'beginCrate' || after === undefined ? undefined : changedLines(text, after),
    time: summary(runs).wall?.median,
    fault: runs.find(({ fault }) => fault !== undefined)?.fault,
  };
}

const folder = mkdtempSync(join(tmpdir(), 'crategraph-everyday-'));
const [crate, fresh] = ['crate', 'new'].map((name) => join(folder, name));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const text = writeCrate(crate, Number(entities));
mkdirSync(fresh);
writeFileSync(join(fresh, 'levels.csv'), 'time,level\n');

const hasPython = spawnSync(PYTHON, ['-c', 'import rocrate']).status === 0;
if (!hasPython) console.log('ro-crate-py: skipped: rocrate is not installed; name its python with PYTHON\n');
const libraries = LIBRARIES.filter(({ name }) => hasPython || name !== 'ro-crate-py');
const faults = [];
const rows = Object.entries(TASKS).map(([task, title], at) => {
  const measured = libraries.map((library) => measure(task, library));
  for (const [which, { fault }] of measured.entries())
    if (fault !== undefined) faults.push(`${at + 1}, ${libraries[which].name}: ${fault}`);
  const cell = (show) => measured.map((one) => `${show(one)}${one.fault === undefined ? '' : ' !'}`).join(' / ');
  const number = (value) => value?.toLocaleString('en') ?? '-';
  const time = (value) => (value === undefined ? 'failed' : ms(value));
  return [
    `${at + 1}. ${title}`,
    cell(({ code }) => code),
    cell(({ changed }) => number(changed)),
    cell(({ time: wall }) => time(wall)),
  ];
});
console.log(`${Number(entities).toLocaleString('en')} entities, ${text.split('\n').length.toLocaleString('en')} lines; ${libraries.map(({ name }) => name).join(' / ')}, medians of ${rounds} runs\n`); // prettier-ignore
for (const line of table(['task', 'lines of code', 'changed lines', 'time'], rows)) console.log(line);
if (faults.length > 0) console.log(`\n! marks a wrong result:\n${faults.join('\n')}`);
process.exitCode = faults.some((fault) => fault.includes('crategraph')) ? 1 : 0;
