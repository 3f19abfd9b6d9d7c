import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { SURVEY } from '../cli/helpers/crates.js';
import { startCli } from '../cli/helpers/run.js';

const IDLE = 1500;
const SLOW = 300;
/** Requests of somebody who wants answers. */
const ASKED = 100;
const PATHS = ['health', 'crates/rainfall-survey/ro-crate-metadata.json', 'crates/rainfall-survey/', 'sparql?query=ASK%7B%7D']; // prettier-ignore

let address: string;
let server: Awaited<ReturnType<typeof startCli>>;
beforeAll(async () => {
  server = await startCli(['serve', SURVEY, '--port', '0', '--json', '--offline'], { env: { MALLOC_ARENA_MAX: '2' } });
  server.stderr.resume();
  const lines = createInterface(server.stdout);
  const [line] = (await once(lines, 'line')) as [string];
  lines.resume();
  address = (JSON.parse(line) as { address: string }).address;
});

/** Megabytes of the server. */
async function megabytes(): Promise<number> {
  const text = await (await fetch(`${address}metrics`)).text();
  return Number(/^process_resident_memory_bytes (.+)$/m.exec(text)?.[1]) / 1e6;
}

/** Milliseconds of the middle and of the slowest of many requests. */
async function askMany(): Promise<{ middle: number; slowest: number }> {
  const times: number[] = [];
  for (let at = 0; at < ASKED; at += 1) {
    const begin = performance.now();
    const answer = await fetch(address + PATHS[at % PATHS.length]);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    times.push(performance.now() - begin);
  }
  times.sort((one, other) => one - other);
  return { middle: times[ASKED / 2] as number, slowest: times.at(-1) as number };
}

/** Opens connections, a few at a time: the queue of the system is short. */
async function openMany(count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  const { port } = new URL(address);
  while (sockets.length < count) {
    const some = Array.from({ length: 50 }, () => connect(Number(port), '127.0.0.1'));
    for (const socket of some) socket.on('error', () => undefined);
    await Promise.all(some.map((socket) => once(socket, 'connect')));
    sockets.push(...some);
  }
  return sockets;
}

it(`${IDLE} idle connections and ${SLOW} of a byte a second cost the others little`, async () => {
  await askMany(); // threads start, caches fill
  const alone = await askMany();
  const before = await megabytes();
  const idle = await openMany(IDLE);
  const slow = await openMany(SLOW);
  const request = `POST /sparql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/sparql-query\r\ncontent-length: 1000\r\n\r\n${'x'.repeat(1000)}`;
  let at = 0;
  // A third of them is in the body from the beginning.
  for (const [number, socket] of slow.entries()) if (number % 3 === 0) socket.write(request.slice(0, 130));
  const trickle = setInterval(() => {
    for (const socket of slow) socket.write(request[at % 130] as string);
    at += 1;
  }, 1000);
  await wait(2000);
  const among = await askMany();
  const after = await megabytes();
  clearInterval(trickle);
  process.stdout.write(`  alone: ${alone.middle.toFixed(1)} ms, at most ${alone.slowest.toFixed(0)} ms; among ${IDLE + SLOW} connections: ${among.middle.toFixed(1)} ms, at most ${among.slowest.toFixed(0)} ms; ${(after - before).toFixed(0)} MB more\n`); // prettier-ignore
  expect(among.middle).toBeLessThan(alone.middle * 5 + 20);
  expect(after - before).toBeLessThan(150);
  // The server holds what is held up, and lets go of those that have gone.
  for (const socket of [...idle, ...slow]) socket.destroy();
  expect((await askMany()).middle).toBeLessThan(alone.middle * 5 + 20);
  const open = Number(/^crategraph_requests_open (\d+)$/m.exec(await (await fetch(`${address}metrics`)).text())?.[1]);
  expect(open).toBe(1);
});

it('does not hold up the end of the server, however many are open', async () => {
  await openMany(200);
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
