import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { SURVEY } from '../cli/helpers/crates.js';
import { freshFolder, spawnCli, startCli } from '../cli/helpers/run.js';

const TOKEN = 'a-long-token';
/** Seconds that a text may take. */
const LIMIT = 6;
const MEGABYTE = 1_000_000;
const [FORM, QUERY, UPDATE] = ['application/x-www-form-urlencoded', 'application/sparql-query', 'application/sparql-update']; // prettier-ignore
const GRAPH = '/graphs?graph=http%3A%2F%2Fe%2Fg';

/** Milliseconds within which the health is answered most of the time, and always: it took 16,000 to 90,000. */
const [USUAL, PATIENCE] = [500, 5000];

const many = (count: number, one: (n: number) => string): string => Array.from({ length: count }, (_, n) => one(n)).join(''); // prettier-ignore
const data = (count: number): string => `INSERT DATA { GRAPH <http://e/g> {\n${many(count, (n) => `<http://e/${n}> <http://e/p> "in order ${n}" .\n`)}} }`; // prettier-ignore

/** Texts that have stopped servers; status 0 is a connection that the server closes while there is more to send. */
const TEXTS: readonly (readonly [name: string, path: string, type: string, statuses: readonly number[], body: () => string])[] = [
  ['49,000,000 fields', '/sparql', FORM, [413, 0], () => 'a&'.repeat(49 * MEGABYTE)],
  ['500,000 fields', '/sparql', FORM, [413], () => 'a&'.repeat(499_000)],
  ['a comment of 99 MB', '/sparql', QUERY, [413, 0], () => '#'.repeat(99 * MEGABYTE)],
  ['spaces', '/sparql', QUERY, [400], () => ' '.repeat(990_000)],
  ['500,000 comments', '/sparql', QUERY, [400], () => '#\n'.repeat(490_000)],
  ['500,000 words', '/sparql', QUERY, [400], () => 'a '.repeat(490_000)],
  ['10,000 operations on graphs', '/sparql', UPDATE, [200], () => 'CLEAR SILENT GRAPH <http://e/z> ;\n'.repeat(10_000)],
  ['10,000 patterns', '/sparql', UPDATE, [200, 504], () => 'DELETE WHERE { GRAPH <http://e/z> { ?s ?p ?o } } ;\n'.repeat(10_000)],
  ['60,000 triples', '/sparql', UPDATE, [200, 504], () => data(60_000)],
  ['600,000 triples', '/sparql', UPDATE, [413, 0], () => data(600_000)],
  ['120,000 prefixes', '/sparql', UPDATE, [200, 504], () => `${many(120_000, (n) => `PREFIX a${n}: <http://e/${n}>\n`)}CLEAR SILENT GRAPH <http://e/z>`],
  ['a literal of 3.9 MB', '/sparql', UPDATE, [200, 504], () => `INSERT DATA { GRAPH <http://e/g> { <a:a> <a:b> "${'x'.repeat(3.9 * MEGABYTE)}" } }`],
  ['90 brackets', '/sparql', UPDATE, [200], () => `INSERT DATA { GRAPH <http://e/g> { <a:a> <a:b> ${'[<a:b>'.repeat(90)} 1 ${']'.repeat(90)} } }`],
  ['200,000 parts behind a false boundary', GRAPH, 'multipart/form-data; foo="; boundary=zzzz"; boundary=b', [413], () => `${'--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\nContent-Type: text/turtle\r\n\r\n\r\n'.repeat(200_000)}--b--\r\n`],
]; // prettier-ignore

let server: ChildProcess;
let address: string;

beforeAll(async () => {
  const store = join(await freshFolder('hostile'), 'store');
  const loaded = await spawnCli(['load', SURVEY, '--store', store, '--offline', '--quiet']);
  expect([loaded.status, loaded.stderr]).toEqual([0, '']);
  const args = ['serve', '--store', store, '--port', '0', '--timeout', String(LIMIT), '--json', '--offline'];
  const child = await startCli(args, { env: { MALLOC_ARENA_MAX: '2', CRATEGRAPH_TOKEN: TOKEN } });
  server = child;
  const lines = createInterface(child.stdout);
  child.stderr.resume();
  const [line] = (await once(lines, 'line')) as [string];
  lines.resume();
  address = (JSON.parse(line) as { address: string }).address;
  await fetch(address); // the pages have started
});

afterAll(() => server.kill('SIGTERM'));

/** Milliseconds that each question for the health takes, until the end. */
async function watchHealth(until: { isOver: boolean }): Promise<number[]> {
  const times: number[] = [];
  while (!until.isOver) {
    const begin = performance.now();
    const answer = await fetch(`${address}health`);
    expect([answer.status, await answer.text()]).toEqual([200, 'ok\n']);
    times.push(performance.now() - begin);
    await wait(50);
  }
  return times;
}

function send(path: string, type: string, body: string): Promise<number> {
  return new Promise((done, failed) => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': type, 'content-length': body.length };
    const sent = httpRequest(new URL(path, address), { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.statusCode ?? 0));
      answer.on('error', failed);
    });
    const isClosed = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'ECONNRESET';
    sent.on('error', (error) => (isClosed(error) ? done(0) : failed(error)));
    sent.end(body);
  });
}

it.each(TEXTS)('%s to %s (%s)', async (name, path, type, statuses, text) => {
  const body = text(); // before the watch: it shares the thread
  const watch = { isOver: false };
  const health = watchHealth(watch);
  await wait(100);
  const begin = performance.now();
  const status = await send(path, type, body).finally(() => setTimeout(() => (watch.isOver = true), 100));
  const taken = performance.now() - begin;
  const times = (await health).sort((one, other) => one - other);
  const slowest = times.at(-1) as number;
  process.stdout.write(`  ${String(status).padEnd(3)} ${(taken / 1000).toFixed(1).padStart(6)} s  /health at most ${slowest.toFixed(0).padStart(5)} ms  ${name}\n`); // prettier-ignore
  expect(statuses).toContain(status);
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(USUAL);
  expect(slowest).toBeLessThan(PATIENCE);
});
