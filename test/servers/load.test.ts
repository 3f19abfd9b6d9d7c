import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crate, EXAMPLES, SURVEY } from '../cli/helpers/crates.js';
import { freshFolder, spawnCli, startCli } from '../cli/helpers/run.js';

/** Seconds of each of the three parts. `LOAD_SECONDS=60` is what a person waits for. */
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 15) / 3;
const CLIENTS = 200;
/** Crates of each commit of the load. */
const AT_ONCE = 50;

const SCHEMA = 'PREFIX s: <http://schema.org/>';
const sparql = (query: string) => `/sparql?query=${encodeURIComponent(`${SCHEMA} ${query}`)}`;
const QUERY = { headers: { accept: 'application/sparql-results+json' }, statuses: [200, 503, 504], json: true };

/** The kinds of requests; see helpers/load-clients.mjs. */
const kinds = (survey: string, stored: string) => [
  { name: 'metadata file', weight: 30, path: '/crates/rainfall-survey/ro-crate-metadata.json', json: true, same: true, statuses: [200] }, // prettier-ignore
  { name: 'file', weight: 10, path: '/crates/rainfall-survey/data.bin', same: true, statuses: [200] },
  { name: 'range', weight: 10, path: '/crates/rainfall-survey/data.bin', headers: { range: 'bytes=1000-200999' }, same: true, statuses: [206] }, // prettier-ignore
  { name: 'listing', weight: 5, path: '/crates/rainfall-survey/data/', same: true, statuses: [200] },
  { name: 'crate page', weight: 10, path: '/crates/rainfall-survey/', headers: { accept: 'text/html' }, statuses: [200] }, // prettier-ignore
  { name: 'crate list', weight: 3, path: '/', statuses: [200] },
  { name: 'stored JSON-LD', weight: 10, path: stored, headers: { accept: 'application/ld+json' }, json: true, same: true, statuses: [200] }, // prettier-ignore
  { name: 'not modified', weight: 5, path: '/crates/rainfall-survey/ro-crate-metadata.json', headers: { 'if-none-match': '*' }, statuses: [304] }, // prettier-ignore
  { name: 'small query', weight: 10, path: sparql(`SELECT ?name { GRAPH <${survey}> { <${survey}> s:name ?name } }`), ...QUERY }, // prettier-ignore
  { name: 'query of all', weight: 4, path: sparql('SELECT ?crate ?name { ?crate a s:Dataset ; s:name ?name } LIMIT 100'), ...QUERY }, // prettier-ignore
  { name: 'count', weight: 3, path: sparql('SELECT (COUNT(?crate) AS ?n) { GRAPH ?crate { ?crate a s:Dataset } }'), modulo: AT_ONCE, ...QUERY }, // prettier-ignore
  { name: 'runaway', every: 1000, path: sparql('SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }'), ...QUERY }, // prettier-ignore
];

interface Part {
  readonly report: Readonly<Record<string, { statuses: Record<string, number>; p50: number; p99: number }>>;
  readonly problems: readonly (readonly [string, number])[];
}

let folder: string;
let store: string;
let server: ChildProcess & { readonly address: string };

beforeAll(async () => {
  folder = await freshFolder('load');
  store = join(folder, 'store');
  const survey = join(folder, 'rainfall-survey');
  await promisify(execFile)('cp', ['-r', SURVEY, survey]);
  await writeFile(join(survey, 'data.bin'), Buffer.alloc(300_000, 'a line of data\n'));
  await loaded(survey);
  await loaded(join(EXAMPLES, 'coastal-atlas'));
  await loaded(await writeTree('first'));
  const child = await startCli([
    'serve',
    survey,
    '--store',
    store,
    '--port',
    '0',
    '--timeout',
    '3',
    '--json',
    '--offline',
  ]);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  child.stderr.resume();
  server = Object.assign(child, { address: (JSON.parse(line) as { address: string }).address });
});

/** A folder with as many small crates as a commit has. */
async function writeTree(name: string): Promise<string> {
  for (let index = 0; index < AT_ONCE; index += 1) {
    const path = join(folder, name, String(index));
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'ro-crate-metadata.json'), JSON.stringify(crate({ name: `${name} ${index}` })));
  }
  return join(folder, name);
}

async function loaded(place: string): Promise<void> {
  const { status, stderr } = await spawnCli(['load', place, '--store', store, '--offline', '--quiet']);
  if (status !== 0) throw new Error(stderr);
}

/** The graphs of crates by the names of their folders. */
async function graphsOf(...names: readonly string[]): Promise<(string | undefined)[]> {
  const { stdout } = await spawnCli(['list', '--store', store, '--json']);
  const crates = JSON.parse(stdout) as { graph: string; source: string }[];
  return names.map((name) => crates.find(({ source }) => source.includes(name))?.graph);
}

/** A line for each kind of request. */
function linesOf({ report }: Part): string {
  const ms = (time: number) => `${time.toFixed(0)} ms`.padStart(9);
  const lines = Object.entries(report).map(([name, { statuses, p50, p99 }]) => {
    return `  ${name.padEnd(15)} p50${ms(p50)}  p99${ms(p99)}  ${JSON.stringify(statuses)}`;
  });
  return lines.join('\n');
}

/** Memory of the server in bytes, when it has had a moment of rest. */
async function memory(): Promise<number> {
  await wait(1000);
  const text = await (await fetch(`${server.address}metrics`)).text();
  return Number(/^process_resident_memory_bytes (.+)$/m.exec(text)?.[1]);
}

it(`${CLIENTS} clients, a runaway query a second and a load at once get right answers, and memory stays flat`, async () => {
  const [atlas = '', survey = ''] = await graphsOf('coastal-atlas', 'rainfall-survey');
  const found = await fetch(`${server.address}crates/?graph=${encodeURIComponent(atlas)}`);
  expect(found.status).toBe(200);
  const asked = { clients: CLIENTS, seconds: SECONDS, kinds: kinds(survey, new URL(found.url).pathname) };
  const script = resolve('test/servers/helpers/load-clients.mjs');
  const parts: { part: Part; memory: number; commits: number }[] = [];
  for (const name of ['first', 'second', 'third']) {
    let isOver = false;
    let commits = 0;
    const loading = (async () => {
      for (; !isOver; commits += 1) await loaded(await writeTree(`${name}-${commits}`));
    })();
    const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify({ address: server.address, ...asked })], { maxBuffer: 1 << 26 }); // prettier-ignore
    isOver = true;
    await loading;
    parts.push({ part: JSON.parse(stdout) as Part, memory: await memory(), commits });
  }
  for (const { part, memory, commits } of parts)
    process.stdout.write(`${linesOf(part)}\n  ${commits} commits, ${Math.round(memory / 1e6)} MB at rest\n`);
  expect(parts.flatMap(({ part }) => part.problems)).toEqual([]);
  for (const { part } of parts) for (const { statuses } of Object.values(part.report)) expect(statuses).not.toEqual({});
  // The store has grown meanwhile, by its commits.
  expect(parts[2]!.memory).toBeLessThan(parts[0]!.memory * 1.5);
});
