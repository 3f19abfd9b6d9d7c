import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningEngine } from './engine.js';

/** What goes wrong with a request. */
export type Fault =
  /** The server gets so many bytes of the body, and then the end of the connection; so does the client. */
  | { readonly kind: 'cut-request'; readonly after: number | ((body: Buffer) => number) }
  /** The client gets so many bytes of the answer's body; -1 is no answer at all, although the server has done its work. */
  | { readonly kind: 'cut-answer'; readonly after: number }
  /** The server gets nothing; the client gets this. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** The server does its work; the client gets this for an answer. */
  | {
      readonly kind: 'replace-answer';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body: string;
    }
  /** The client never gets an answer: `held` is told before the server gets the request, when it has it, or when it has answered. */
  | { readonly kind: 'hold'; readonly at: 'before' | 'during' | 'after'; readonly held: () => void }
  /** Waits before the request goes on. */
  | { readonly kind: 'delay'; readonly ms: number };

/** A fault, and the requests that have it. */
export interface FaultRule {
  readonly fault: Fault;
  readonly method?: string;
  /** Matches path and query of the address. */
  readonly path?: RegExp;
  /** Matches the body, which is read first. */
  readonly body?: RegExp;
  /** How many matching requests go through before the first that has the fault. Default 0. */
  readonly skip?: number;
  /** How many requests have the fault. Default 1. */
  readonly times?: number;
}

/** A request that came through. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly bytes: number;
  /** The kind of its fault; undefined without one. */
  readonly fault: Fault['kind'] | undefined;
}

/** 503 for so many requests. */
export const busy = (times = 1, retryAfter = '0'): FaultRule => ({
  fault: { kind: 'answer', status: 503, headers: { 'retry-after': retryAfter }, body: 'busy' },
  times,
});

/** 200 with a page for people, which says that it failed. */
export const ERROR_PAGE: Fault = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html><head><title>Error</title></head><body><h1>Transaction deadlocked</h1></body></html>',
};

/** SPARQL JSON that ends in a message, as of an engine that gives up. */
export const MALFORMED_RESULTS: Fault = {
  kind: 'replace-answer',
  status: 200,
  headers: { 'content-type': 'application/sparql-results+json' },
  body: '{"head":{"vars":["s"]},"results":{"bindings":[The SPARQL operation has been cancelled',
};

/** A proxy on loopback between us and an engine, which makes requests fail as networks and servers do. */
export class FaultProxy {
  readonly seen: SeenRequest[] = [];
  readonly #server: Server;
  #port = 0;
  #rules: { rule: FaultRule; skip: number; left: number }[] = [];

  private constructor(readonly target: URL) {
    this.#server = createServer((from, to) => {
      this.#pass(from, to).catch(() => to.destroy());
    });
  }

  /** @param target an address of the engine; only its host counts */
  static async before(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(new URL(target));
    await proxy.start();
    return proxy;
  }

  /** Listens again after {@link stop}, on the same port. */
  async start(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** The credentials of an engine, for its address through the proxy. */
  envOf({ env }: RunningEngine): Record<string, string> {
    const port = /\d+$/;
    return Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name.replace(port, String(this.port)), value]),
    );
  }

  get port(): number {
    return this.#port;
  }

  /** The same address, through the proxy. */
  through(address: string): string {
    const url = new URL(address);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** Those of the requests seen that may change the engine, with their places among all. */
  writesTo({ url, addresses }: RunningEngine): [place: number, request: SeenRequest][] {
    // Where a store asks its queries: at its own address, if that answers them.
    const reads = new Set([url, addresses.query].map((address) => new URL(address).pathname));
    return [...this.seen.entries()].filter(
      ([, { method, path }]) => !/^(?:GET|HEAD)$/.test(method) && !reads.has(new URL(path, this.target).pathname),
    );
  }

  /** From now on these rules hold, the first that matches a request; what was seen is forgotten. */
  set(...rules: readonly FaultRule[]): void {
    this.#rules = rules.map((rule) => ({ rule, skip: rule.skip ?? 0, left: rule.times ?? 1 }));
    this.seen.length = 0;
  }

  /** Cuts all connections; from now on nothing answers there. */
  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of from) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = 'GET', url: path = '/' } = from;
    const fault = this.#faultOf(method, path, body);
    this.seen.push({ method, path, bytes: body.length, fault: fault?.kind });
    if (fault?.kind === 'delay') await wait(fault.ms);
    if (fault?.kind === 'answer') return void to.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    if (fault?.kind === 'cut-request') {
      const { after } = fault;
      await this.#sendPart(from, body.subarray(0, typeof after === 'number' ? after : after(body)));
      return void to.destroy();
    }
    if (fault?.kind === 'hold') return this.#hold(from, body, fault);
    const { answer, content } = await this.#send(from, body);
    if (fault?.kind === 'replace-answer') return void to.writeHead(fault.status, fault.headers).end(fault.body);
    if (fault?.kind === 'cut-answer')
      return cutAnswer(to, answer, content.subarray(0, Math.max(0, fault.after)), fault.after < 0);
    to.writeHead(answer.statusCode ?? 502, answer.rawHeaders.length === 0 ? {} : withoutEncoding(answer)).end(content);
  }

  async #hold(from: IncomingMessage, body: Buffer, { at, held }: Fault & { readonly kind: 'hold' }): Promise<void> {
    if (at === 'before') return held();
    await this.#send(from, body, at === 'during' ? held : undefined);
    if (at === 'after') held();
  }

  #faultOf(method: string, path: string, body: Buffer): Fault | undefined {
    const matching = this.#rules.find(({ rule, left }) => {
      const isMethod = rule.method === undefined || rule.method === method;
      return left > 0 && isMethod && (rule.path?.test(path) ?? true) && (rule.body?.test(body.toString()) ?? true);
    });
    if (matching === undefined) return undefined;
    if (matching.skip > 0) return void (matching.skip -= 1);
    matching.left -= 1;
    return matching.rule.fault;
  }

  /** @param sent is told when the request has left */
  async #send(
    from: IncomingMessage,
    body: Buffer,
    sent?: () => void,
  ): Promise<{ answer: IncomingMessage; content: Buffer }> {
    const outgoing = this.#request(from, body.length);
    outgoing.end(body, sent);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    return { answer, content: Buffer.concat(chunks) };
  }

  /** A body that ends too early, as when a machine on the way goes down: the server sees the end of the connection. */
  async #sendPart(from: IncomingMessage, part: Buffer): Promise<void> {
    const outgoing = this.#request(from, Number(from.headers['content-length'] ?? part.length + 1));
    outgoing.on('error', () => {});
    if (part.length > 0) outgoing.write(part);
    else outgoing.flushHeaders();
    const socket = outgoing.socket ?? ((await once(outgoing, 'socket')) as [import('node:net').Socket])[0];
    if (socket.connecting) await once(socket, 'connect');
    // A server that answers what it got has done with it.
    const done = new Promise((resolve) => outgoing.once('response', resolve).once('close', resolve));
    await wait(20);
    socket.end();
    await Promise.race([done, wait(3000)]);
    outgoing.destroy();
  }

  #request(from: IncomingMessage, length: number) {
    const { hostname, port } = this.target;
    // The engine sees its own name: it may be part of a Digest and of redirects.
    const headers = {
      ...from.headers,
      host: `${hostname}:${port}`,
      'content-length': String(length),
      connection: 'close',
    };
    delete (headers as Record<string, unknown>)['transfer-encoding'];
    if (length === 0) delete (headers as Record<string, unknown>)['content-length'];
    return request({ hostname, port, method: from.method, path: from.url, headers, agent: false });
  }
}

function cutAnswer(to: ServerResponse, answer: IncomingMessage, part: Buffer, isLost: boolean): void {
  if (isLost) return void to.destroy();
  to.writeHead(answer.statusCode ?? 502, { ...withoutEncoding(answer), 'content-length': String(part.length + 1) });
  to.write(part, () => setTimeout(() => to.destroy(), 20));
}

/** The headers of an answer whose body is sent as it is. */
function withoutEncoding({ headers }: IncomingMessage): Record<string, string | string[] | undefined> {
  const { 'transfer-encoding': _encoding, connection: _connection, ...others } = headers;
  return others;
}
