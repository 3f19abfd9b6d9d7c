/**
 * Compares a push of crates into a SPARQL endpoint with the fastest load over HTTP that its engine has itself: one file of
 * the same N-Quads, or for an engine that takes none, the same graphs one by one. Each is timed, with the CPU time of
 * this process and the number of requests. The endpoint must be empty, and is emptied again. Usage, after
 * `npm run build`: node test/bench/endpoints.mjs http://localhost:3030/ds [crates] [files in each] [rounds]
 */
import { Buffer } from 'node:buffer';
import console from 'node:console';
import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { loadCrates, openStore, pushCrates } from '../../dist/index.js';
import { publishCrates } from '../../dist/tasks/export/publish-crates.js';
import { skolemizeNQuads } from '../../dist/base/rdf/skolem.js';
import { findEndpoint, graphUrl } from '../../dist/store/endpoint/protocol/find-endpoint.js';
import { SparqlClient } from '../../dist/store/endpoint/protocol/sparql-client.js';
import { writeShape } from './generate.mjs';

const [location, count = '500', files = '70', rounds = '3'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'crategraph-bench-'));
const source = await openStore(join(folder, 'source.store'), { mode: 'write', create: true });
const client = new SparqlClient({ env: process.env, connections: 8 });
const { facts, data, graphStore, update } = await findEndpoint(client, location);

let requests = 0;
subscribe('undici:request:create', () => (requests += 1));

/** Seconds and CPU seconds of work, and the requests of it. */
async function timed(work) {
  const before = requests;
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { seconds, cpu: (user + system) / 1e6, requests: requests - before };
}

const write = (method, url, body, type) =>
  client.whole({ kind: 'write', method, url, body, headers: { 'content-type': type, accept: '*/*' } });

async function emptied(graphs) {
  const drops = graphs.map((graph) => `DROP SILENT GRAPH <${graph}>`);
  for (let at = 0; at < drops.length; at += 500)
    await write('POST', update, drops.slice(at, at + 500).join(' ;\n'), 'application/sparql-update; charset=utf-8');
}

/** The engine's own way. */
async function ownLoad(graphs) {
  if (data !== undefined) return write('POST', data, Buffer.concat([...graphs.values()]), 'application/n-quads');
  const waiting = graphs.entries();
  const put = async () => {
    for (const [graph, nquads] of waiting)
      await write('PUT', graphUrl(graphStore, graph), nquads.toString().replaceAll(` <${graph}> .\n`, ' .\n'), 'application/n-triples'); // prettier-ignore
  };
  await Promise.all(Array.from({ length: 8 }, put));
}

try {
  const path = join(folder, 'crate.json');
  writeShape(path, 'files', Number(files));
  const text = readFileSync(path, 'utf8');
  for (let index = 0; index < Number(count); index += 1) {
    mkdirSync(join(folder, 'crates', String(index)), { recursive: true });
    const name = join(folder, 'crates', String(index), 'ro-crate-metadata.json');
    writeFileSync(name, text.replace('Measurements of', `Measurements ${index} of`));
  }
  await loadCrates(source, join(folder, 'crates'), { base: undefined });
  const graphs = new Map();
  let quads = 0;
  for (const [graph, size] of await source.graphs()) {
    const chunks = [];
    for await (const chunk of source.nquads(graph)) chunks.push(chunk);
    graphs.set(graph, Buffer.from(skolemizeNQuads(Buffer.concat(chunks))));
    quads += size;
  }
  const names = [...graphs.keys(), 'urn:crategraph:store'];
  console.log(`${facts.name}: ${graphs.size} crates, ${quads} quads`);
  for (let round = 1; round <= Number(rounds); round += 1) {
    await emptied(names);
    const own = await timed(() => ownLoad(graphs));
    await emptied(names);
    const push = async () => {
      const target = await openStore(location, { mode: 'write' });
      const results = await pushCrates(source, target);
      await target.close();
      if (results.some(({ error }) => error !== undefined)) throw new Error('a crate could not be pushed');
    };
    const pushed = await timed(push);
    const again = await timed(push);
    await emptied(names);
    const plain = await timed(() => publishCrates(source, location));
    const shown = Object.entries({ pushed, again, plain }).map(([name, { seconds, cpu, requests }]) => `${name} ${seconds.toFixed(2)} s (${(seconds / own.seconds).toFixed(2)} x, CPU ${cpu.toFixed(2)} s, ${requests} requests)`); // prettier-ignore
    console.log(`round ${round}: own load ${own.seconds.toFixed(2)} s, ${shown.join(', ')}`);
  }
  await emptied(names);
} finally {
  await source.close();
  await client.close();
  rmSync(folder, { recursive: true, force: true });
}
