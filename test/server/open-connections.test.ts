import { once } from 'node:events';
import { connect } from 'node:net';
import { listen } from '../../src/server/node-server.js';

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
