import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { sayIfLate, onWaiting } from '../../src/base/net/waiting.js';
import { startOxigraph } from '../helpers/oxigraph-endpoint.js';
import { finished, freshFolder, spawnCli, startCli } from './helpers/run.js';

const CLAIM = '#writer>';
/** The request that writes the crates. */
const isBatch = (request: string, body: string) => request === 'POST /update' && body.includes('DELETE DATA');

/** Starts a load into an endpoint that does not answer some requests, and waits until it hangs there. */
async function hangingLoad(isHeld: (request: string, body: string) => boolean) {
  let hangs: () => void;
  const isHanging = new Promise<void>((resolve) => (hangs = resolve));
  const released = new AbortController();
  const endpoint = await startOxigraph({
    before: async (request, body) => {
      if (released.signal.aborted || !isHeld(request, body)) return;
      hangs();
      await new Promise((resolve) => released.signal.addEventListener('abort', resolve));
    },
  });
  const args = ['load', resolve('data/crates'), '--store', endpoint.address, '--offline'];
  const child = await startCli(args);
  const done = finished(child);
  await Promise.race([isHanging, done]);
  const claims = () => endpoint.lines().filter((line) => line.includes(CLAIM));
  expect(claims()).toHaveLength(1);
  return { args, child, done, claims, release: () => released.abort() };
}

const SAID =
  'ERR_INTERRUPTED: stopped; some crates may be changed, and others hidden until the same command runs again\n';

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s gives the right to write back, when the change that is on its way has been carried out',
  async (signal, code) => {
    const { args, child, done, claims, release } = await hangingLoad(isBatch);
    const said = new Promise<void>((resolve) => child.stderr.once('data', () => resolve()));
    child.kill(signal);
    await said;
    expect(claims()).toHaveLength(1);
    release();
    expect(await done).toMatchObject({ status: code, stdout: '', stderr: SAID });
    expect(claims()).toEqual([]);
    expect(await spawnCli(args)).toMatchObject({ status: 0 });
    expect(await spawnCli(['verify', '--store', args[3]!])).toMatchObject({ status: 0 });
  },
);

test('a change that may still come keeps the right, which is said, and a second signal does not wait for it', async () => {
  const first = await hangingLoad(isBatch);
  first.child.kill('SIGINT');
  const { status, stderr } = await first.done;
  expect(status).toBe(130);
  expect(stderr).toMatch(/^ERR_INTERRUPTED: .*\nnote: the endpoint has not answered; .* up to a minute\n$/);
  expect(first.claims()).toHaveLength(1);
  first.release();
  const second = await hangingLoad(isBatch);
  const said = new Promise<void>((resolve) => second.child.stderr.once('data', () => resolve()));
  second.child.kill('SIGINT');
  await said;
  second.child.kill('SIGINT');
  expect(await second.done).toMatchObject({ status: 130, stderr: SAID });
  second.release();
});

test('a busy endpoint is waited for with a word', async () => {
  let isBusy = true;
  const server = createServer((request, response) => {
    request.resume();
    if (isBusy) response.writeHead(503, { 'retry-after': '1' }).end();
    else response.writeHead(400).end('no');
    isBusy = false;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { CRATEGRAPH_ENGINE: 'rdf4j' };
  const { stderr } = await spawnCli(['list', '--store', `${address}/ds`], { env, cwd: await freshFolder('busy') });
  server.close();
  expect(stderr).toMatch(/^note: http:\/\/127\.0\.0\.1:\d+\/ds: it answered 503; trying again in 1 s\nERR_ENDPOINT: /);
});

test('so is one that does not answer, and again after twice the time', async () => {
  const said: string[] = [];
  const heard = new Promise<void>((resolve) => {
    onWaiting((sentence) => {
      if (said.push(sentence) === 2) resolve();
    });
  });
  const url = new URL('http://me:secret@127.0.0.1:1/ds?token=1');
  await expect(sayIfLate(url, heard.then(() => 7), 400)).resolves.toBe(7); // prettier-ignore
  expect(said).toEqual(['http://127.0.0.1:1/ds has not answered for 0 seconds', 'http://127.0.0.1:1/ds has not answered for 1 seconds']); // prettier-ignore
});
