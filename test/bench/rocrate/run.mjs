/**
 * The cases RC01 to RC14 of Craqle's benchmark, each as a whole process on the store file and on a store of Oxigraph on
 * disk with the same quads, and as requests to the servers of both; with --virtuoso to that of Virtuoso too. Every answer
 * is compared with the one that the generator computes. Usage: node test/bench/rocrate/run.mjs [crates] [entities]
 * [--virtuoso], after `npm run build`, with `oxigraph` on the PATH. It prints CPU seconds of processes, and milliseconds
 * of a request: the first one, and the least of all.
 */
import console from 'node:console';
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { parseArgs } from 'node:util';
import { faultOf, withDataset } from './answers.mjs';
import { casesOf } from './cases.mjs';
import { documentOf, modelOf } from './crates.mjs';
import { cleanAtExit, LIMIT, run } from './programs.mjs';
import { asRequests } from './requests.mjs';
import { loadVirtuoso, missingForVirtuoso } from './virtuoso.mjs';

const { values, positionals } = parseArgs({ options: { virtuoso: { type: 'boolean' } }, allowPositionals: true });
const [crates = '1000', entities = '100'] = positionals;
const BIN = fileURLToPath(new URL('../../../dist/cli/bin.js', import.meta.url));
const ROUNDS = 3;
/** Seconds after which nothing is measured again. */
const LONG = 2;
const folder = mkdtempSync(join(tmpdir(), 'crategraph-bench-'));
cleanAtExit(folder);
const [store, disk, quads, answers] = ['store', 'oxigraph', 'all.nq', 'answer'].map((name) => join(folder, name));
const PEERS = [
  { name: 'crategraph', path: '/sparql', command: (port) => ['node', [BIN, 'serve', '--store', store, '--port', String(port)]] }, // prettier-ignore
  // It has a union of all graphs only if it is told so, and then no FROM.
  { name: 'oxigraph', path: '/query', union: '?union-default-graph', command: (port) => ['oxigraph', ['serve-read-only', '--location', disk, '--bind', `127.0.0.1:${port}`]] }, // prettier-ignore
];

const seconds = (command, args, options) => run(command, args, { output: join(folder, 'output'), ...options });
const ours = (...args) => seconds('node', [BIN, ...args, '--store', store]);

/** The least of several runs, or of one that takes long: what else happens on the machine only adds. */
async function least(work) {
  let fastest = await work();
  for (let round = 1; round < ROUNDS && fastest <= LONG; round += 1) fastest = Math.min(fastest, await work());
  return fastest;
}

/** A process for a case. @returns seconds of CPU, and what is wrong with the answer */
async function asProcess(one, command, args) {
  const file = join(folder, 'case.rq');
  writeFileSync(file, withDataset(one));
  const taken = await least(() => run(command, args(file), { output: answers, limit: LIMIT }));
  const fault = taken === Infinity ? `no answer within ${LIMIT} s` : faultOf(one, readFileSync(answers, 'utf8'));
  return { taken, fault };
}

/** A number with a mark of what is wrong with it. */
function shown(number, digits, fault) {
  const text = number === Infinity ? `> ${LIMIT} s` : Number.isFinite(number) ? number.toFixed(digits) : 'error';
  return `${text.padStart(9)}${fault === undefined || !Number.isFinite(number) ? ' ' : '!'}`;
}

const model = modelOf(Number(crates), Number(entities));
const list = model.crates.map((crate, at) => {
  const path = join(folder, 'crates', String(at));
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'ro-crate-metadata.json'), JSON.stringify(documentOf(crate)));
  return `${path}\t${crate.iri}\n`;
});
const loaded = await seconds('node', [BIN, 'load', '--each', '--quiet', '--store', store], { input: list.join('') });
const size = statSync(store).size;
const indexed = await ours('index');
await ours('dump', '--format', 'nquads', '-o', quads, '--quiet');
const theirs = await seconds('oxigraph', ['load', '--location', disk, '--file', quads]);
await seconds('oxigraph', ['optimize', '--location', disk]);
const version = await least(() => seconds('node', [BIN, '--version']));
console.log(`${crates} crates of ${entities} entities: load ${loaded.toFixed(1)} s from JSON, index ${indexed.toFixed(1)} s; Oxigraph loads N-Quads in ${theirs.toFixed(1)} s`); // prettier-ignore
console.log(`store ${(size / 1e6).toFixed(1)} MB, with index ${(statSync(store).size / 1e6).toFixed(1)} MB; --version ${version.toFixed(2)} s`); // prettier-ignore
const missing = values.virtuoso ? missingForVirtuoso() : [];
if (missing.length > 0) console.log(`Virtuoso is left out: ${missing.join(' and ')} not found`);
else if (values.virtuoso) {
  const virtuoso = await loadVirtuoso(join(folder, 'virtuoso'), quads);
  console.log(`Virtuoso loads N-Quads in ${virtuoso.seconds.toFixed(1)} s`);
  PEERS.push(virtuoso);
}

const cases = casesOf(model);
const requests = [];
for (const peer of PEERS) requests.push(await asRequests(cases, peer));
const heads = ['process', 'oxigraph', 'ratio', ...PEERS.flatMap(({ name }) => [name, 'again'])];
console.log(`\n${'case'.padEnd(22)}${heads.map((head) => `${head.padStart(9)} `).join('')}`);
const faults = [];
const wrong = new Set();
for (const [at, one] of cases.entries()) {
  const own = await asProcess(one, 'node', (file) => [BIN, 'query', '--store', store, '--file', file, '--format', 'json']); // prettier-ignore
  const union = one.graphs === undefined ? ['--union-default-graph'] : [];
  const other = await asProcess(one, 'oxigraph', (file) => ['query', '--location', disk, '--query-file', file, '--results-format', 'json', ...union]); // prettier-ignore
  const asked = requests.map((found) => found[at]);
  if (own.fault !== undefined || asked[0].fault !== undefined) wrong.add(one.id);
  const all = [
    ['process', own],
    ['oxigraph process', other],
    ...asked.map((found, which) => [PEERS[which].name, found]),
  ];
  for (const [name, { fault }] of all) if (fault !== undefined) faults.push(`${one.id}, ${name}: ${fault}`);
  const ratio = (Math.min(own.taken, LIMIT) / Math.min(other.taken, LIMIT)).toFixed(other.taken === Infinity ? 3 : 1);
  const sign = other.taken === Infinity ? '< ' : own.taken === Infinity ? '> ' : '';
  const columns = [
    shown(own.taken, 2, own.fault),
    shown(other.taken, 3, other.fault),
    `${(sign + ratio).padStart(9)} `,
  ];
  for (const { first, least: again, fault } of asked) columns.push(shown(first, 2, fault), shown(again, 2, fault));
  console.log(`${one.id.padEnd(22)}${columns.join('')}`);
}
console.log(`\n${cases.length - wrong.size} of ${cases.length} answers of ours are right; ! marks a wrong one:`);
for (const fault of faults) console.log(fault);
process.exitCode = wrong.size === 0 ? 0 : 1;
