import { connect } from 'node:net';
import { SURVEY } from '../cli/helpers/crates.js';
import { startServer } from '../helpers/server.js';

const HEADERS = { authorization: 'Bearer t', 'content-type': 'application/x-www-form-urlencoded' };

/** A body that fails, with a signal that aborts a moment later, as when a connection is cut off. */
function cutOff(reason: unknown): Request {
  const client = new AbortController();
  const body = new ReadableStream({
    pull(controller) {
      controller.error(reason);
      setImmediate(() => client.abort(reason));
    },
  });
  const init = { method: 'POST', headers: HEADERS, body, duplex: 'half', signal: client.signal };
  return new Request('http://localhost/crates.json', init as RequestInit);
}

describe('a client that goes away', () => {
  it.each([
    ['an error', new Error('Client connection prematurely closed.')],
    ['a text', 'Client connection prematurely closed.'],
  ])('in the middle of its body is no fault of the server, if the reason is %s', async (_kind, reason) => {
    const faults: unknown[] = [];
    const { handler } = await startServer({ folders: [SURVEY], onFault: (error) => void faults.push(error) });
    expect((await handler(cutOff(reason))).status).toBe(499);
    expect(faults).toEqual([]);
  });

  it('before the end of its body counts as gone', async () => {
    const server = await startServer({ folders: [SURVEY], token: 't' });
    const { port, host } = new URL(server.address);
    const fields = Object.entries({ ...HEADERS, host, 'content-length': '1000' }).map(([name, value]) => `${name}: ${value}`); // prettier-ignore
    for (const path of ['/crates.json', '/sparql', '/graphs?graph=http://example.org/']) {
      const socket = connect(Number(port), '127.0.0.1');
      const head = [`POST ${path} HTTP/1.1`, ...fields].join('\r\n');
      await new Promise<void>((sent) => socket.write(`${head}\r\n\r\niri=`, () => sent()));
      socket.destroy();
    }
    const counted = async () => /requests_total{status="499"} (\d+)/.exec(await (await fetch(`${server.address}metrics`)).text())?.[1]; // prettier-ignore
    while ((await counted()) !== '3');
  });
});
