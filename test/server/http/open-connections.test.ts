import { once } from 'node:events';
import { connect } from 'node:net';
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

  it('all end when the client goes away', async () => {
    let open = 0;
    const metrics = new Metrics();
    const server = await listen({ ...GRACE, metrics });
    let begun: () => void = () => undefined;
    const allBegun = new Promise<void>((done) => (begun = done));
    server.answerWith(async () => {
      if ((open += 1) === 3) begun();
      return new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(100_000)),
          cancel: () => void (open -= 1),
        }),
      );
    });
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
    socket.write(AHEAD);
    await allBegun;
    await once(socket, 'data');
    socket.destroy();
    while (open > 0) await new Promise(setImmediate);
    expect(metrics.text()).toMatch(/^crategraph_requests_open 0$/m);
    expect(metrics.text()).toContain('{status="499"} 3');
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
});
