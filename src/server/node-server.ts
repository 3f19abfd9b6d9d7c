import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import { CrateError } from '../base/errors.js';
import { isLoopbackHost } from '../base/net/loopback.js';
import { OpenConnections } from './http/open-connections.js';
import type { Answering } from './http/request-listener.js';
import type { Metrics } from './metrics.js';

/** How to listen. */
export interface NodeServerOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Public address, if it is behind a proxy; on loopback its host is answered too. */
  readonly address?: string | undefined;
  readonly metrics?: Metrics | undefined;
  /** Called at the end of each request with a line for the access log, see {@link accessLine}. */
  readonly onAccess?: ((line: string) => void) | undefined;
  /** Called with an error that the handler throws; clients only see "Internal Server Error". */
  readonly onFault?: ((error: unknown) => void) | undefined;
  /** Milliseconds that a connection may be silent. Default two minutes. */
  readonly idleMs?: number | undefined;
  /** Milliseconds that requests under way get to end when the server stops. Default 30 s. */
  readonly graceMs?: number | undefined;
}

/** A server that listens. */
export interface NodeServer {
  /** Where it listens, such as `http://127.0.0.1:3000/`. */
  readonly address: string;
  /** Whether it listens on loopback: no other computer reaches it. */
  readonly isLoopback: boolean;
  /** Sets what answers; until then clients are asked to come back. */
  answerWith(handler: (request: Request) => Promise<Response>): void;
  /** Takes no more requests, and closes when those under way have ended, or after `graceMs`. */
  stop(): Promise<void>;
}

/**
 * Listens on a port for requests to a web-standard handler, such as that of `createHandler`. A slow client costs a
 * connection and at most some buffers, and a silent one is disconnected. On loopback only the names of this computer
 * and the host of `address` are answered; requests for others get 421.
 * @example
 * const server = await listen();
 * server.answerWith(async (request) => new Response(`You asked for ${request.url}`));
 * console.log(await (await fetch(server.address)).text());
 * await server.stop();
 * @throws CrateError ERR_OUTPUT if the port is not available
 */
export async function listen(options: NodeServerOptions = {}): Promise<NodeServer> {
  const { host = '127.0.0.1', port = 0, idleMs = 120_000, graceMs = 30_000, onFault } = options;
  // Most programs that use the library never listen.
  const { createServer } = await import('node:http');
  const { requestListener } = await import('./http/request-listener.js');
  const { KnownHosts } = await import('./http/known-hosts.js');
  const answering: Answering = { onFault };
  const listener = requestListener(answering);
  let isStopping = false;
  const server = createServer({ keepAlive: true });
  const connections = new OpenConnections(server, (request, response) => {
    if (isStopping) response.setHeader('connection', 'close');
    observe(request, response, options);
    listener(request, response);
  });
  server.on('request', (request, response) => connections.take(request, response));
  server.setTimeout(idleMs);
  server.keepAliveTimeout = Math.min(idleMs, 65_000); // longer than the minute that proxies keep a connection
  await bind(server, host, port);
  const { port: bound, address: boundTo } = server.address() as AddressInfo;
  const address = `http://${hostInAddress(host, boundTo)}:${bound}/`;
  const isLoopback = isLoopbackHost(boundTo);
  if (isLoopback) answering.hosts = new KnownHosts([address, options.address]);
  const stop = () =>
    new Promise<void>((done) => {
      isStopping = true;
      const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
      connections.closeIdle();
      const closeIdle = setInterval(() => connections.closeIdle(), 50); // those whose last request has ended
      server.close(() => {
        clearTimeout(cutOff);
        clearInterval(closeIdle);
        done();
      });
    });
  let stopped: Promise<void> | undefined;
  return {
    address,
    isLoopback,
    answerWith: (handler) => {
      answering.handler = handler;
    },
    stop: () => (stopped ??= stop()),
  };
}

/** Waits until the server listens. @throws CrateError ERR_OUTPUT */
function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', (cause: NodeJS.ErrnoException) => failed(bindError(cause, host, port)));
    server.listen(port, host, done);
  });
}

function bindError(cause: NodeJS.ErrnoException, host: string, port: number): CrateError {
  const [reason, hint] = BIND_ERRORS[cause.code ?? ''] ?? [
    cause.code ?? cause.message,
    'give another --host or --port',
  ];
  return new CrateError('ERR_OUTPUT', `cannot listen on ${host}, port ${port}: ${reason}`, { hint, cause });
}

const BIND_ERRORS: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EADDRINUSE: ['another program uses the port', 'give another --port; 0 takes any free port'],
  EACCES: ['permission denied', 'give a --port of 1024 or more'],
  EADDRNOTAVAIL: ['this computer does not have that address', 'give --host 127.0.0.1, or 0.0.0.0 for all addresses'],
  ENOTFOUND: ['the host is unknown', 'give --host 127.0.0.1, or 0.0.0.0 for all addresses'],
};

/** The host in the address of the server. All addresses (`0.0.0.0`, `::`) include loopback. */
function hostInAddress(host: string, bound: string): string {
  if (bound === '0.0.0.0' || bound === '::') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}

/** Counts and logs a request when it has ended. */
function observe(request: IncomingMessage, response: ServerResponse, { metrics, onAccess }: NodeServerOptions): void {
  const { socket } = request;
  const before = socket.bytesWritten;
  const remote = socket.remoteAddress ?? '-'; // gone when the connection is
  metrics?.begin();
  response.once('close', () => {
    const bytes = socket.bytesWritten - before;
    const status = response.writableFinished ? response.statusCode : CLIENT_GONE;
    metrics?.end(status, bytes);
    onAccess?.(accessLine(request, { remote, status, bytes }));
  });
}

/** The status in log and metrics of a request whose client went away before the end of the answer, as nginx has it. */
const CLIENT_GONE = 499;

/**
 * A line of an access log in the combined format of Apache. Without the query of the address and of the referring page,
 * which may contain the words of a search; `bytes` includes the headers.
 */
function accessLine(
  { method, url = '', httpVersion, headers }: IncomingMessage,
  { remote, status, bytes }: { readonly remote: string; readonly status: number; readonly bytes: number },
): string {
  const request = quoted(`${method} ${withoutQuery(url)} HTTP/${httpVersion}`);
  const referrer = quoted(withoutQuery(headers.referer ?? '-'));
  return `${remote} - - [${logTime(new Date())}] ${request} ${status} ${bytes} ${referrer} ${quoted(headers['user-agent'] ?? '-')}`;
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Such as `22/Nov/2026:16:07:34 +0000`. */
function logTime(date: Date): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}
