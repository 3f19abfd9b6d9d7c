import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningEngine } from './engine.js';

/** What an engine answered. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A row of a result, with terms as in N-Triples but with `xsd:` for the namespace of XML Schema. */
export type RawRow = Readonly<Record<string, string>>;

type Parameters = Readonly<Record<string, string | readonly string[]>>;
type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';
interface JsonTerm {
  readonly type: string;
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const JSON_RESULTS = 'application/sparql-results+json';

/** Requests to an engine as they are, without anything of the store between them and the engine. */
export class RawEndpoint {
  /** Graphs that the engine had when it started. */
  #own: ReadonlySet<string> = new Set();

  private constructor(readonly engine: RunningEngine) {}

  static async to(engine: RunningEngine): Promise<RawEndpoint> {
    const endpoint = new RawEndpoint(engine);
    endpoint.#own = new Set(await endpoint.graphs());
    return endpoint;
  }

  /** The same engine with other addresses. */
  with(engine: RunningEngine): RawEndpoint {
    return new RawEndpoint(engine);
  }

  query(sparql: string, accept = JSON_RESULTS, parameters: Parameters = {}): Promise<RawAnswer> {
    return this.#send(this.engine.addresses.query, 'POST', form({ query: sparql, ...parameters }), {
      accept,
      'content-type': 'application/x-www-form-urlencoded',
    });
  }

  /** The rows of a SELECT query. */
  async rows(sparql: string, parameters: Parameters = {}): Promise<RawRow[]> {
    const { status, text } = await this.query(sparql, JSON_RESULTS, parameters);
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 500)}`);
    const { results } = JSON.parse(text) as { results: { bindings: Record<string, JsonTerm>[] } };
    return results.bindings.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, term]) => [name, shown(term)])),
    );
  }

  /** The names of all graphs. */
  async graphs(): Promise<string[]> {
    const rows = await this.rows('SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } }');
    return rows.map(({ g }) => g!.slice(1, -1));
  }

  /** The number of triples of a graph. */
  count(graph: string): Promise<number> {
    return this.number(`SELECT (COUNT(*) AS ?n) WHERE { GRAPH <${graph}> { ?s ?p ?o } }`);
  }

  /** The number `?n` that a query finds. */
  async number(sparql: string, parameters: Parameters = {}): Promise<number> {
    const [row] = await this.rows(sparql, parameters);
    return Number(/^"(\d+)"/.exec(row?.['n'] ?? '')?.[1]);
  }

  update(sparql: string): Promise<RawAnswer> {
    return this.#send(this.engine.addresses.update, 'POST', sparql, { 'content-type': 'application/sparql-update' });
  }

  /** A request of the Graph Store Protocol, in N-Triples. */
  graph(method: Method, graph: string, body?: BodyInit, headers: Record<string, string> = {}): Promise<RawAnswer> {
    const type =
      body === undefined ? { accept: 'application/n-triples, */*;q=0.1' } : { 'content-type': 'application/n-triples' };
    return this.#send(this.graphUrl(graph), method, body, { ...type, ...headers });
  }

  /** A POST of N-Quads to the address of all data. */
  quads(body: string): Promise<RawAnswer> {
    const { data } = this.engine.addresses;
    if (data === undefined) throw new Error(`${this.engine.url} takes no N-Quads`);
    return this.#send(data, 'POST', body, { 'content-type': 'application/n-quads' });
  }

  graphUrl(graph: string): string {
    return `${this.engine.addresses.graphs}?graph=${encodeURIComponent(graph)}`;
  }

  /** Removes all graphs but those that belong to the engine. */
  async clear(): Promise<void> {
    // Some engines have graphs that they need, so not DROP ALL.
    const graphs = (await this.graphs()).filter((graph) => !this.#own.has(graph));
    for (let from = 0; from < graphs.length; from += 500) {
      const drops = graphs.slice(from, from + 500).map((graph) => `DROP SILENT GRAPH <${graph}>`);
      const { status, text } = await this.update(drops.join(' ;\n'));
      if (status >= 300) throw new Error(`${status} ${text.slice(0, 500)}`);
    }
  }

  /**
   * Sends the head of a request and a part of its body, and ends the connection.
   * @param encoding how the length of the whole is told
   * @returns the status line, if there is an answer all the same
   */
  async cut(
    method: Method,
    url: string,
    { type, part, encoding }: { type: string; part: string; encoding: 'length' | 'chunked' },
  ): Promise<string> {
    const { host, hostname, port, pathname, search } = new URL(url);
    const login = await this.#authorization(method, url);
    const head = [
      `${method} ${pathname}${search} HTTP/1.1`,
      `Host: ${host}`,
      `Content-Type: ${type}`,
      encoding === 'length' ? `Content-Length: ${part.length * 2}` : 'Transfer-Encoding: chunked',
      ...Object.entries(login).map(([name, value]) => `${name}: ${value}`),
    ];
    const body = encoding === 'length' ? part : `${part.length.toString(16)}\r\n${part}\r\n`;
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }).setEncoding('utf8');
    let answer = '';
    socket.on('data', (text: string) => (answer += text));
    const closed = new Promise((resolve) => socket.once('close', resolve).once('end', resolve));
    socket.on('error', () => {});
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    await Promise.race([closed, wait(5000)]);
    socket.destroy();
    return answer.split('\r\n')[0]!;
  }

  async #send(url: string, method: Method, body?: BodyInit, headers: Record<string, string> = {}): Promise<RawAnswer> {
    const login = await this.#authorization(method, url);
    const init = { method, headers: { ...headers, ...login }, duplex: 'half' };
    const answer = await fetch(url, body === undefined ? init : { ...init, body });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  /** Digest (RFC 7616), with a challenge for each request: slow, and simple. */
  async #authorization(method: Method, url: string): Promise<Record<string, string>> {
    const { login } = this.engine;
    if (login === undefined || url === this.engine.addresses.query) return {};
    const asked = await fetch(url);
    await asked.arrayBuffer();
    const challenge = asked.headers.get('www-authenticate') ?? '';
    const part = (name: string) => new RegExp(`${name}="?([^",]+)`).exec(challenge)?.[1] ?? '';
    const { pathname, search } = new URL(url);
    const uri = pathname + search;
    const [one, two] = [md5(`${login.user}:${part('realm')}:${login.password}`), md5(`${method}:${uri}`)];
    const response = md5(`${one}:${part('nonce')}:00000001:c0ffee:auth:${two}`);
    const fields = {
      username: login.user,
      realm: part('realm'),
      nonce: part('nonce'),
      uri,
      response,
      opaque: part('opaque'),
    };
    const quoted = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
    return { authorization: `Digest ${quoted.join(', ')}, qop=auth, nc=00000001, cnonce="c0ffee"` };
  }
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function form(parameters: Parameters): string {
  const pairs = Object.entries(parameters).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as [string, string]),
  );
  return new URLSearchParams(pairs).toString();
}

function shown({ type, value, datatype, 'xml:lang': language }: JsonTerm): string {
  if (type === 'bnode') return `_:${value}`;
  if (type === 'uri') return `<${value}>`;
  const plain = datatype === undefined || datatype === `${XSD}string`;
  return `"${value}"${language === undefined ? '' : `@${language}`}${plain ? '' : `^^${datatype.replace(XSD, 'xsd:')}`}`;
}
