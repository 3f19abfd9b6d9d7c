import { Buffer } from 'node:buffer';
import console from 'node:console';
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'undici';

/**
 * Many clients of a server, in a process of their own: `load-clients.mjs <JSON>` with `address`, `clients`, `seconds` and
 * `kinds` of requests. Prints what happened, by kind, as JSON.
 *
 * A kind has `name`, `path`, `weight` (its share of the requests), `statuses` that are right, and may have `headers`;
 * `same`: each whole answer has the same bytes; `json`: it must parse; `every`: one request in so many milliseconds
 * instead of a share; `modulo`: the number that a query answers must be the same modulo this one each time.
 */
const { address, clients, seconds, kinds } = JSON.parse(process.argv[2]);

/** Kinds of one name are counted together. */
const results = new Map(kinds.map(({ name }) => [name, { times: [], statuses: {}, firsts: new Map() }]));
const problems = new Map();
const shares = kinds.flatMap((kind) => Array.from({ length: kind.weight ?? 0 }, () => kind));

function problem(kind, text) {
  const line = `${kind.name}: ${text}`;
  problems.set(line, (problems.get(line) ?? 0) + 1);
}

async function ask(client, kind) {
  const { times, statuses, firsts } = results.get(kind.name);
  const start = performance.now();
  try {
    const { statusCode, headers, body } = await client.request({
      method: 'GET',
      path: kind.path,
      headers: kind.headers,
    });
    const bytes = Buffer.from(await body.arrayBuffer()); // rejects if it is shorter than its Content-Length
    times.push(performance.now() - start);
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    if (!kind.statuses.includes(statusCode)) problem(kind, `${statusCode} ${bytes.subarray(0, 200)}`);
    if (statusCode >= 300) return;
    if (kind.json) JSON.parse(bytes.toString());
    if (kind.same) expectSame(kind, firsts, headers.etag, createHash('sha256').update(bytes).digest('hex'));
    if (kind.modulo) expectSame(kind, firsts, '', Number(JSON.parse(bytes.toString()).results.bindings[0].n.value) % kind.modulo); // prettier-ignore
  } catch (error) {
    problem(kind, `${error.name}: ${error.message}`);
  }
}

/** The answers of one version must not differ. */
function expectSame(kind, firsts, version, value) {
  const first = firsts.get(version) ?? value;
  firsts.set(version, first);
  if (first !== value) problem(kind, `${value} instead of ${first}`);
}

const end = performance.now() + seconds * 1000;

async function reader(index) {
  const client = new Client(address, { bodyTimeout: 60_000, headersTimeout: 60_000 });
  for (let at = index; performance.now() < end; at += 7) await ask(client, shares[at % shares.length]);
  await client.close();
}

async function rhythm(kind) {
  const open = [];
  for (; performance.now() < end; await wait(kind.every)) {
    const one = new Client(address, { bodyTimeout: 60_000, headersTimeout: 60_000 });
    open.push(ask(one, kind).finally(() => one.close()));
  }
  await Promise.all(open);
}

await Promise.all([
  ...Array.from({ length: clients }, (_, index) => reader(index)),
  ...kinds.filter(({ every }) => every !== undefined).map(rhythm),
]);

const quantile = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const report = Object.fromEntries(
  [...results].map(([name, { times, statuses }]) => {
    const sorted = times.sort((one, other) => one - other);
    return [name, { statuses, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }];
  }),
);
console.log(JSON.stringify({ report, problems: [...problems] }));
