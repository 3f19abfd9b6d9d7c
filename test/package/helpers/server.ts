import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real server on loopback. */
export interface TestServer {
  /** Its address without a final slash. */
  readonly url: string;
  readonly requests: IncomingMessage[];
}

const servers: Server[] = [];

/** Starts a server on loopback, and stops it after the test. */
export async function serve(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  host = '127.0.0.1',
): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, host, done));
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, requests };
}

/** Responds as a file server does: `Range`, `If-Range`, `ETag`, `Content-Length`. */
export function answerFile(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
  headers: Record<string, string> = {},
): void {
  const etag = headers['etag'] ?? '"1"';
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const condition = request.headers['if-range'];
  if (from === undefined || (condition !== undefined && condition !== etag)) {
    response.writeHead(200, { 'accept-ranges': 'bytes', 'content-length': bytes.length, etag, ...headers }).end(bytes);
    return;
  }
  const end = to === undefined || to === '' ? bytes.length : Math.min(Number(to) + 1, bytes.length);
  if (Number(from) >= bytes.length) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    return;
  }
  const part = bytes.subarray(Number(from), end);
  response
    .writeHead(206, {
      'accept-ranges': 'bytes',
      'content-length': part.length,
      'content-range': `bytes ${from}-${end - 1}/${bytes.length}`,
      etag,
      ...headers,
    })
    .end(part);
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise<void>((done) => server.close(() => done()));
  }
});
