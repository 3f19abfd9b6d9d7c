/** The cases as requests to a server on loopback. */
import { Buffer } from 'node:buffer';
import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import { URLSearchParams } from 'node:url';
import { faultOf, shortened, withDataset } from './answers.mjs';
import { freePort, LIMIT, startServer } from './programs.mjs';

const REQUESTS = 20;
/** Milliseconds after which a request is not sent again, but for the second time. */
const LONG_MS = 2000;

/**
 * The text that a server answers to a query.
 * @param asForm for Virtuoso, which never answers a query that is the body itself (its issue 842)
 * @throws TimeoutError after the limit
 */
function ask({ url, asForm }, sparql, limit = LIMIT) {
  return new Promise((done, failed) => {
    const type = asForm ? 'application/x-www-form-urlencoded' : 'application/sparql-query';
    const headers = { 'content-type': type, accept: 'application/sparql-results+json' };
    const late = Object.assign(new Error(`no answer within ${limit} s`), { name: 'TimeoutError' });
    const timer = setTimeout(() => sent.destroy(late), limit * 1000);
    const ended = (error) => {
      clearTimeout(timer);
      failed(error);
    };
    const sent = request(url, { method: 'POST', headers }, async (response) => {
      try {
        const parts = [];
        for await (const part of response) parts.push(part);
        clearTimeout(timer);
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === 200) done(text);
        else failed(new Error(`${response.statusCode}: ${text}`));
      } catch (error) {
        ended(error);
      }
    });
    sent.on('error', ended).end(asForm ? new URLSearchParams({ query: sparql }).toString() : sparql);
  });
}

/** Whether a server answers at all. */
export async function isThere(server) {
  try {
    return (await ask(server, 'ASK {}', 5)) !== '';
  } catch {
    return false;
  }
}

async function serverOf({ path, asForm, command }) {
  const port = await freePort();
  const server = { url: `http://127.0.0.1:${port}${path}`, asForm };
  return { ...server, stop: await startServer(...(await command(port)), () => isThere(server)) };
}

/**
 * Milliseconds of a request for each case, the first one and the least of all: Infinity beyond the limit, nothing (NaN) for
 * an error. And what is wrong with the answers.
 * @param peer its `path` of queries, its `command` and arguments for a port, `asForm` as above, and its `union`, a parameter for queries
 * without FROM if it takes only some graphs for its default graph then
 */
export async function asRequests(cases, peer) {
  let server = await serverOf(peer);
  const found = [];
  try {
    for (const one of cases) {
      const url = one.graphs === undefined ? `${server.url}${peer.union ?? ''}` : server.url;
      const measured = await measure(one, { ...server, url });
      found.push(measured);
      if (!measured.isLate) continue;
      // It may still be at work for the query that nobody waits for any more.
      await server.stop();
      server = await serverOf(peer);
    }
    return found;
  } finally {
    await server.stop();
  }
}

async function measure(one, server) {
  const sparql = withDataset(one);
  const measured = { first: undefined, least: Infinity, fault: undefined, isLate: false };
  const begin = performance.now();
  for (let count = 0; count < 2 || (count < REQUESTS && performance.now() - begin < LONG_MS); count += 1) {
    const start = performance.now();
    let taken;
    try {
      const text = await ask(server, sparql);
      taken = performance.now() - start;
      measured.fault ??= faultOf(one, text);
    } catch (error) {
      measured.isLate = error.name === 'TimeoutError';
      taken = measured.isLate ? Infinity : undefined;
      measured.fault ??= measured.isLate ? error.message : `error ${shortened(error.message)}`;
    }
    measured.first ??= taken;
    measured.least = Math.min(measured.least, taken);
    if (taken === undefined || measured.isLate) break;
  }
  return measured;
}
