/**
 * The cases RC01 to RC14 of Craqle's benchmark, each as a whole process on the store file and on a store of Oxigraph on
 * disk with the same quads, and as requests to the servers of both. Every answer is compared with the one that the
 * generator computes. Usage: node test/bench/rocrate/run.mjs [crates] [entities], after `npm run build`, with `oxigraph` on
 * the PATH. It prints CPU seconds of processes, and milliseconds of a request.
 */
import { Buffer } from 'node:buffer';
import { spawn, spawnSync } from 'node:child_process';
import console from 'node:console';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, URL } from 'node:url';
import { casesOf } from './cases.mjs';
import { documentOf, modelOf } from './crates.mjs';

const [crates = '1000', entities = '100'] = process.argv.slice(2);
const BIN = fileURLToPath(new URL('../../../dist/cli/bin.js', import.meta.url));
const ROUNDS = 3;
const REQUESTS = 20;
/** Seconds after which nothing is measured again. */
const LONG = 2;
const folder = mkdtempSync(join(tmpdir(), 'crategraph-bench-'));
const [store, disk, quads, answers] = ['store', 'oxigraph', 'all.nq', 'answer'].map((name) => join(folder, name));
const OURS = ['http://127.0.0.1:7871/sparql', 'node', [BIN, 'serve', '--store', store, '--port', '7871']];
const THEIRS = [
  'http://127.0.0.1:7872/query',
  'oxigraph',
  ['serve-read-only', '--location', disk, '--bind', '127.0.0.1:7872'],
];

/** Runs a program to its end. @returns the seconds of CPU that it took */
function run(command, args, { input = '', output = join(folder, 'output') } = {}) {
  const script = `TIMEFORMAT='%U %S'; time "$@" >"$0" 2>>"$0.log"`;
  const { status, stderr } = spawnSync('bash', ['-c', script, output, command, ...args], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed, see ${output}.log`);
  return stderr.trim().split(' ').map(Number).reduce((sum, seconds) => sum + seconds); // prettier-ignore
}

const ours = (...args) => run('node', [BIN, ...args, '--store', store], { output: answers });
/** The least of several runs, or of one that takes long: what else happens on the machine only adds. */
function least(work) {
  const first = work();
  return first > LONG ? first : Math.min(first, ...Array.from({ length: ROUNDS - 1 }, work));
}

/** The text for a query that sees some graphs only, as SPARQL says it. */
function withDataset({ sparql, graphs }) {
  if (graphs === undefined) return sparql;
  const from = (graphs.length === 0 ? ['urn:none'] : graphs).map((iri) => `FROM <${iri}> FROM NAMED <${iri}>`);
  return sparql.replace(/(?=\{)/, `${from.join('\n')}\n`);
}

/** Whether an answer in SPARQL JSON has the right rows, in the right order if the query has one. */
function isRight({ sparql, rows }, text) {
  const { head, results } = JSON.parse(text);
  const found = results.bindings.map((row) => head.vars.map((name) => row[name]?.value ?? '').join(' '));
  const wanted = rows.map((row) => row.join(' '));
  const isSorted = sparql.includes('ORDER BY');
  return JSON.stringify(isSorted ? found : found.sort()) === JSON.stringify(isSorted ? wanted : wanted.sort());
}

/** A process for a case. @returns seconds of CPU, and whether the answer is right */
function asProcess(one, command, args) {
  const file = join(folder, 'case.rq');
  writeFileSync(file, withDataset(one));
  const seconds = least(() => run(command, args(file), { output: answers }));
  return { seconds, right: isRight(one, readFileSync(answers, 'utf8')) };
}

/** The text that a server answers to a query. Oxigraph has a union of all graphs only if it is told so, and then no FROM. */
function ask(server, { sparql, graphs }) {
  const url = server === THEIRS[0] && graphs === undefined ? `${server}?union-default-graph` : server;
  return new Promise((done, failed) => {
    const headers = { 'content-type': 'application/sparql-query', accept: 'application/sparql-results+json' };
    const sent = request(url, { method: 'POST', headers }, async (response) => {
      const parts = [];
      for await (const part of response) parts.push(part);
      const text = Buffer.concat(parts).toString();
      if (response.statusCode === 200) done(text);
      else failed(new Error(`${response.statusCode}: ${text.slice(0, 200)}`));
    });
    sent.on('error', failed).end(sparql);
  });
}

/** Milliseconds of a request to a server for each case, the least of some, and whether all answers are right. */
async function asRequests(cases, [url, command, args]) {
  const server = spawn(command, args, { stdio: 'ignore' });
  try {
    for (let tries = 0; (await ask(url, { sparql: 'ASK {}' }).catch(() => '')) === ''; tries += 1) {
      if (tries > 600) throw new Error(`${command} does not answer`);
      await setTimeout(500);
    }
    const found = [];
    for (const one of cases) {
      let [fastest, right] = [Infinity, true];
      const begin = performance.now();
      for (let count = 0; count < REQUESTS && performance.now() - begin < LONG * 1000; count += 1) {
        const start = performance.now();
        const text = await ask(url, { ...one, sparql: withDataset(one) }).catch((error) => String(error));
        fastest = Math.min(fastest, performance.now() - start);
        right &&= text.startsWith('{') && isRight(one, text);
      }
      found.push({ fastest, right });
    }
    return found;
  } finally {
    server.kill();
  }
}

const fixed = (number, digits) => number.toFixed(digits).padStart(8);
const mark = (right) => (right ? ' ' : '!');

try {
  const model = modelOf(Number(crates), Number(entities));
  const list = model.crates.map((crate, at) => {
    const path = join(folder, 'crates', String(at));
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'ro-crate-metadata.json'), JSON.stringify(documentOf(crate)));
    return `${path}\t${crate.iri}\n`;
  });
  const loaded = run('node', [BIN, 'load', '--each', '--quiet', '--store', store], { input: list.join(''), output: answers }); // prettier-ignore
  const size = statSync(store).size;
  const indexed = ours('index');
  run('node', [BIN, 'dump', '--store', store, '--to', 'nquads', '-o', quads, '--quiet']);
  const theirs = run('oxigraph', ['load', '--location', disk, '--file', quads]);
  run('oxigraph', ['optimize', '--location', disk]);
  const version = least(() => run('node', [BIN, '--version']));
  console.log(`${crates} crates of ${entities} entities: load ${loaded.toFixed(1)} s from JSON, index ${indexed.toFixed(1)} s; Oxigraph loads N-Quads in ${theirs.toFixed(1)} s`); // prettier-ignore
  console.log(`store ${(size / 1e6).toFixed(1)} MB, with index ${(statSync(store).size / 1e6).toFixed(1)} MB; --version ${version.toFixed(2)} s`); // prettier-ignore
  const cases = casesOf(model);
  const [requests, peer] = [await asRequests(cases, OURS), await asRequests(cases, THEIRS)];
  console.log(`\n${'case'.padEnd(24)}${'process'.padStart(8)}${'oxigraph'.padStart(9)}${'ratio'.padStart(8)}${'request'.padStart(10)}${'oxigraph'.padStart(9)}`); // prettier-ignore
  let wrong = 0;
  for (const [at, one] of cases.entries()) {
    const own = asProcess(one, 'node', (file) => [BIN, 'query', '--store', store, '--file', file, '--format', 'json']);
    const union = one.graphs === undefined ? ['--union-default-graph'] : [];
    const other = asProcess(one, 'oxigraph', (file) => ['query', '--location', disk, '--query-file', file, '--results-format', 'json', ...union]); // prettier-ignore
    if (!own.right || !requests[at].right) wrong += 1;
    console.log(`${one.id.padEnd(24)}${fixed(own.seconds, 2)}${mark(own.right)}${fixed(other.seconds, 3)}${mark(other.right)}${fixed(own.seconds / other.seconds, 1)}${fixed(requests[at].fastest, 2)}${mark(requests[at].right)} ${fixed(peer[at].fastest, 2)}${mark(peer[at].right)}`); // prettier-ignore
  }
  console.log(`\n${cases.length - wrong} of ${cases.length} answers of ours are right; ! marks a wrong one`);
  process.exitCode = wrong === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
