import { request, type IncomingHttpHeaders } from 'node:http';

/** What a server answered. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A request whose path goes to the server as it is written: `fetch` removes `..` and decodes nothing it should not. */
export function raw(
  address: string,
  path: string,
  { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  return new Promise((done, failed) => {
    const { hostname, port } = new URL(address);
    const sent = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', failed);
      answer.on('end', () => {
        done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', failed);
    sent.end(body);
  });
}
