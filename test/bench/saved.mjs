#!/usr/bin/env node
/** Saved queries at several sizes of a store: none may grow faster than the store. `node test/bench/saved.mjs 100 1000` */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { listQueries, loadCrates, openStore, queryStore } from '../../dist/library/index.js';
import { writeTinyCrates } from './generate.mjs';

const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [100, 1000, 10_000];
/** Values that some crates have. */
const VALUES = {
  author: 'https://orcid.org/0000-0000-0000-0001',
  licence: 'https://creativecommons.org/licenses/by/4.0/',
  entity: 'https://orcid.org/0000-0000-0000-0001',
  type: 'http://schema.org/MediaObject',
  words: 'crate',
};

const folder = mkdtempSync(join(tmpdir(), 'crategraph-saved-'));
const rows = new Map();
try {
  for (const size of sizes) await measure(size);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const grown = sizes.at(-1) / sizes[0];
process.stdout.write(
  `\n| query | ${sizes.map((size) => `${size} crates`).join(' | ')} | growth (store: ${grown}) | by |\n`,
);
process.stdout.write(`|---|${'---|'.repeat(sizes.length + 2)}\n`);
for (const [name, { times, by }] of rows) {
  const cells = times.map((time) => time.toFixed(3));
  const growth = (times.at(-1) / times[0]).toFixed(1);
  process.stdout.write(`| ${name} | ${cells.join(' | ')} | ${growth} | ${[...by].join(', ')} |\n`);
}

/** Seconds of CPU of each query, the better of two runs, over an index that is there. */
async function measure(size) {
  const crates = join(folder, String(size));
  writeTinyCrates(crates, size);
  const store = await openStore(join(folder, `${size}.store`), { mode: 'write', create: true });
  await loadCrates(store, crates);
  await store.index();
  for (const { name, parameters, text } of await listQueries()) {
    const values = Object.fromEntries(parameters.map((one) => [one.name, VALUES[one.name]]));
    const row = rows.get(name) ?? { times: [], by: new Set() };
    rows.set(name, row);
    let best = Infinity;
    for (let turn = 0; turn < 2; turn += 1) {
      const start = process.cpuUsage();
      await queryStore(store, text, { parameters: values, onPlan: ({ by }) => row.by.add(by) });
      const { user, system } = process.cpuUsage(start);
      best = Math.min(best, (user + system) / 1e6);
    }
    row.times.push(best);
  }
  await store.close();
  rmSync(crates, { recursive: true });
}
