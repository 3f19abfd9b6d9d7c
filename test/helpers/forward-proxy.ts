import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** How a proxy behaves. */
export interface ProxyBehaviour {
  /** Where it finds hosts, by name or name and port: an authority such as `127.0.0.1:8080`. Others keep theirs. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** `user:password` that it asks for. */
  readonly login?: string;
  /** What it asks for without or with the wrong `login`. Default: Basic. */
  readonly challenge?: string;
  /** The status of its answer to each CONNECT. Default: it connects. */
  readonly connectStatus?: number;
}

/** A forward proxy that runs. */
export interface ForwardProxy {
  readonly url: string;
  /** `127.0.0.1:port` */
  readonly authority: string;
  /** What it was asked and allowed: `GET http://host/path`, `CONNECT host:port`. */
  readonly asked: string[];
  /** The requests, also those that it refused. */
  readonly requests: IncomingMessage[];
}

const servers: Server[] = [];
const sockets = new Set<Socket>();

/** Starts a proxy on loopback for requests with whole addresses and for tunnels. It stops with the test file. */
export async function startForwardProxy(behaviour: ProxyBehaviour = {}): Promise<ForwardProxy> {
  const asked: string[] = [];
  const requests: IncomingMessage[] = [];
  const placeOf = (authority: string) =>
    new URL(`http://${behaviour.hosts?.[authority] ?? behaviour.hosts?.[authority.replace(/:\d+$/, '')] ?? authority}`);
  const mayPass = (request: IncomingMessage) => {
    requests.push(request);
    const { login } = behaviour;
    const expected = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
    const may = expected === undefined || request.headers['proxy-authorization'] === expected;
    if (may) asked.push(`${request.method} ${request.url}`);
    return may;
  };
  const challenge = behaviour.challenge ?? 'Basic realm="institute"';
  const server = createServer((request, response) => {
    if (!mayPass(request)) response.writeHead(407, { 'proxy-authenticate': challenge }).end('log in');
    else relay(request, response, placeOf);
  });
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    client.on('error', () => undefined);
    if (!mayPass(request))
      return client.end(`HTTP/1.1 407 Log In\r\nProxy-Authenticate: ${challenge}\r\nContent-Length: 0\r\n\r\n`);
    if (behaviour.connectStatus !== undefined)
      return client.end(`HTTP/1.1 ${behaviour.connectStatus} No\r\nContent-Length: 0\r\n\r\n`);
    const { hostname, port } = placeOf(request.url ?? '');
    const target = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      pipeline(target, client, target, () => undefined);
    });
    target.on('error', () => client.destroy());
    sockets.add(client).add(target);
    return undefined;
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${authority}`, authority, asked, requests };
}

/** Sends a request on, as a proxy must, without the headers that are for the proxy. */
function relay(request: IncomingMessage, response: ServerResponse, placeOf: (authority: string) => URL): void {
  const url = new URL(request.url ?? '');
  const { hostname, port } = placeOf(url.host);
  const { 'proxy-authorization': _, ...headers } = request.headers;
  const target = { hostname, port, method: request.method ?? '', path: url.pathname + url.search, headers };
  const sent = sendRequest({ ...target, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    pipeline(answer, response, () => undefined);
  });
  sent.on('error', () => response.writeHead(502).end('the proxy cannot reach the host'));
  pipeline(request, sent, () => undefined);
}

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});
