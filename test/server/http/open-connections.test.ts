import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Metrics } from '../../../src/server/metrics.js';
import { listen } from '../../../src/server/node-server.js';

/** A grace that nobody waits for: what holds up the end of the server fails the test. */
const GRACE = { graceMs: 1_000_000 };

it('a connection that has had no request does not hold up the end of a server', async () => {
  const server = await listen(GRACE);
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  await server.stop();
  await closed;
});

it('a request under way ends before the server does, and its connection is not used again', async () => {
  const server = await listen(GRACE);
  let answer: (text: string) => void = () => undefined;
  const begun = new Promise<void>((begin) => {
    server.answerWith(() => {
      begin();
      return new Promise((resolve) => (answer = (text) => resolve(new Response(text))));
    });
  });
  const asked = fetch(server.address);
  await begun;
  const stopped = server.stop();
  answer('late');
  const response = await asked;
  expect(await response.text()).toBe('late');
  await stopped;
  await expect(fetch(server.address)).rejects.toThrow('fetch failed');
});

describe('requests that come before the answer to the first', () => {
  const AHEAD = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3);

  it('wait, and nothing of them is left when the client goes away', async () => {
    let open = 0;
    const metrics = new Metrics();
    const lines: string[] = [];
    const server = await listen({ ...GRACE, metrics, onAccess: (line) => void lines.push(line) });
    server.answerWith(async () => {
      open += 1;
      return new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(100_000)),
          cancel: () => void (open -= 1),
        }),
      );
    });
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
    socket.write(AHEAD);
    await once(socket, 'data');
    expect(open).toBe(1);
    socket.destroy();
    while (open > 0) await new Promise(setImmediate);
    expect(metrics.text()).toMatch(/^crategraph_requests_open 0$/m);
    expect(metrics.text()).toContain('{status="499"} 1');
    expect(lines).toHaveLength(1);
    await server.stop();
  });

  it('are answered in their order', async () => {
    const server = await listen(GRACE);
    let asked = 0;
    server.answerWith(async () => new Response(new Blob([`(${(asked += 1)}${'.'.repeat(300_000)})`]).stream()));
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
    socket.write(AHEAD.replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n'));
    let text = '';
    for await (const chunk of socket.setEncoding('latin1')) text += chunk as string;
    expect(text.match(/\(\d|\)/g)).toEqual(['(1', ')', '(2', ')', '(3', ')']);
    await server.stop();
  });

  it('do not pile up while the client reads nothing, and all are answered when it reads', async () => {
    const count = 10_000;
    const metrics = new Metrics();
    const lines: string[] = [];
    const server = await listen({ ...GRACE, metrics, onAccess: (line) => void lines.push(line) });
    let begun = 0;
    server.answerWith(async ({ url }) => {
      if (url.endsWith('/other')) return new Response('other');
      return new Response(`(${(begun += 1)}${'.'.repeat(20_000)})`);
    });
    const port = Number(new URL(server.address).port);
    const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').pause());
    const [first, ...others] = sockets;
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count));
    }
    let before = -1;
    while (before !== begun || begun < sockets.length) {
      before = begun;
      for (let ask = 0; ask < 20; ask += 1) expect(await (await fetch(`${server.address}other`)).text()).toBe('other');
    }
    // What the buffers of the system take: without a limit it would be 200,000.
    expect(begun).toBeLessThan(count);
    expect(Number(/requests_open (\d+)/.exec(metrics.text())?.[1])).toBeLessThanOrEqual(sockets.length + 1);
    for (const socket of others) socket.destroy();
    let answers = 0;
    for await (const chunk of (first as Socket).setEncoding('latin1')) {
      answers += (chunk as string).split(')').length - 1;
      if (answers === count) break;
    }
    expect(answers).toBe(count);
    expect(lines.length).toBeLessThan(2 * count);
    await server.stop();
  });
});
