import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crate } from '../../../cli/helpers/crates.js';

/** A web server on loopback whose pages a test changes. Each page has an ETag. */
export class HostedCatalogue {
  /** What it answers, by path. */
  readonly pages = new Map<string, string>();
  /** Requests since they were last taken, as in `GET /1.json`; with `304` behind those that were answered so. */
  #requests: string[] = [];
  readonly userAgents = new Set<string>();
  /** Answers a request in its own way, if it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async open(host = '127.0.0.1'): Promise<HostedCatalogue> {
    const hosted = new HostedCatalogue();
    await new Promise<void>((resolve) => hosted.#server.listen(0, host, resolve));
    return hosted;
  }

  get address(): string {
    const { address, port } = this.#server.address() as AddressInfo;
    return `http://${address}:${port}/`;
  }

  /** The requests since the last call; those for robots.txt do not count. */
  takeRequests(): string[] {
    const taken = this.#requests.filter((one) => !one.includes('/robots.txt'));
    this.#requests = [];
    return taken;
  }

  /** Puts a crate into a folder. @returns the address of its metadata file */
  putCrate(folder: string, name: string): string {
    const path = `${folder}/ro-crate-metadata.json`;
    this.pages.set(`/${path}`, JSON.stringify(crate({ name })));
    return `${this.address}${path}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => void this.#server.close(() => resolve()));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    this.userAgents.add(request.headers['user-agent'] ?? '');
    if (this.intercept(request, response)) return void this.#requests.push(`${request.method} ${path}`);
    const page = this.pages.get(path);
    const etag = `"${createHash('sha256')
      .update(page ?? '')
      .digest('hex')
      .slice(0, 16)}"`;
    const isSame = page !== undefined && request.headers['if-none-match'] === etag;
    this.#requests.push(`${request.method} ${path}${isSame ? ' 304' : ''}`);
    if (isSame) response.writeHead(304, { etag }).end();
    else if (page === undefined) response.writeHead(404).end();
    else response.writeHead(200, { etag, 'content-type': 'application/json' }).end(page);
  }
}
