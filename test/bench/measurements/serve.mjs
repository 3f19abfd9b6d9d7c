import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, URL } from 'node:url';
import { nginxConfiguration } from '../../helpers/nginx-configuration.mjs';
import { BASE } from '../generate.mjs';

const BIN = fileURLToPath(new URL('../../../dist/cli/bin.js', import.meta.url));
const CRATE = fileURLToPath(new URL('../../../data/crates/rainfall-survey', import.meta.url));
const DISTINCT = fileURLToPath(new URL('./distinct.lua', import.meta.url));
const METADATA = join(CRATE, 'ro-crate-metadata.json');
const BARE = `
  const [file, port] = process.argv.slice(-2);
  const bytes = require('node:fs').readFileSync(file);
  const headers = {
    'content-type': 'application/ld+json; profile="http://www.w3.org/ns/json-ld#flattened http://www.w3.org/ns/json-ld#compacted https://w3id.org/ro/crate"',
    'content-length': bytes.length,
    etag: '"1-2-3-4"',
    'last-modified': new Date().toUTCString(),
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Content-Length,Content-Range,Content-Type',
  };
  const answer = (_, response) => response.writeHead(200, headers).end(bytes);
  require('node:http').createServer(answer).listen(Number(port), '127.0.0.1');
`;
const SCHEMA = 'http://schema.org/';

const QUERIES = {
  small: `SELECT ?name { GRAPH <${BASE}> { <${BASE}> <${SCHEMA}name> ?name } }`,
  medium: `SELECT ?file ?name { ?file a <${SCHEMA}MediaObject> ; <${SCHEMA}name> ?name } LIMIT 1000`,
  ask: `ASK { ?file <${SCHEMA}author> ?author . ?author <${SCHEMA}name> ?name }`,
};

/** Clients at once, and seconds that they ask in one run. */
const [CLIENTS, SECONDS] = [32, 3];

/** What is asked: the metadata file, or a query of {@link QUERIES}. */
const pathOf = ({ asks }, sparql) =>
  asks === 'metadata' ? '/crates/rainfall-survey/ro-crate-metadata.json' : `${sparql}?query=${encodeURIComponent(QUERIES[asks])}`; // prettier-ignore

/** The time of `size` requests, from the requests that a server answers in a few seconds. */
async function asked(command, args, { port, path, size }) {
  const server = spawn(command, args, { stdio: 'ignore' });
  process.on('exit', () => server.kill());
  const address = `http://127.0.0.1:${port}${path}`;
  const headers = { accept: 'application/sparql-results+json, */*;q=0.1' };
  for (let attempt = 0; ; attempt += 1) {
    const answer = await globalThis.fetch(address, { headers }).catch(() => undefined);
    if (answer?.ok && (await answer.text()) !== '') break;
    if (attempt === 200) throw new Error(`${command} does not answer: ${answer?.status}`);
    await wait(50);
  }
  const flags = [
    ...(path.includes('query=') ? ['-s', DISTINCT] : []),
    '-t1',
    `-c${CLIENTS}`,
    `-d${SECONDS}s`,
    '-H',
    `Accept: ${headers.accept}`,
    address,
  ];
  return {
    outside: true,
    run: () => {
      const { stdout, error } = spawnSync('wrk', flags, { encoding: 'utf8' });
      if (error !== undefined) throw new Error('the Debian package wrk is not installed');
      if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
      return { wall: (size / Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1])) * 1000, cpu: undefined };
    },
  };
}

function must(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`${command} failed: ${error ?? stderr}`);
  return stdout;
}

async function freePort() {
  const server = createServer();
  const port = await new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));
  await new Promise((done) => server.close(done));
  return port;
}

export async function prepare({ folder }) {
  return { work: mkdtempSync(join(folder, 'serve-')), port: await freePort() };
}

export const subjects = {
  crategraph({ file, work, port, size, ...given }) {
    const store = join(work, 'store');
    must(process.execPath, [BIN, 'load', file, '--base', BASE, '--store', store, '--offline', '--quiet']);
    const args = [BIN, 'serve', CRATE, '--store', store, '--port', port, '--offline', '--quiet'];
    return asked(process.execPath, args, { port, size, path: pathOf(given, '/sparql') });
  },
  nginx({ work, port, size, ...given }) {
    mkdirSync(join(work, 'www'));
    must('cp', ['-r', join(CRATE, '..'), join(work, 'www/crates')]);
    writeFileSync(join(work, 'nginx.conf'), nginxConfiguration(work, port));
    const args = ['-c', join(work, 'nginx.conf'), '-p', work, '-e', join(work, 'error.log')];
    return asked('nginx', args, { port, size, path: pathOf(given) });
  },
  /** The limit of what Node can do: the same bytes and headers, from memory. */
  'node:http'({ port, size, ...given }) {
    return asked(process.execPath, ['-e', BARE, METADATA, port], { port, size, path: pathOf(given) });
  },
  'oxigraph serve'({ file, work, port, size, ...given }) {
    const [store, lines, location] = [join(work, 'store'), join(work, 'crate.nq'), join(work, 'oxigraph')];
    must(process.execPath, [BIN, 'load', file, '--base', BASE, '--store', store, '--offline', '--quiet']);
    writeFileSync(
      lines,
      must(process.execPath, [BIN, 'export', BASE, '--format', 'nquads', '--store', store, '--offline']),
    );
    must('oxigraph', ['load', '--location', location, '--file', lines]);
    const args = ['serve-read-only', '--location', location, '--bind', `127.0.0.1:${port}`, '--union-default-graph'];
    return asked('oxigraph', args, { port, size, path: pathOf(given, '/query') });
  },
};
