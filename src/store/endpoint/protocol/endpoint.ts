import { isTypeOf, NQUADS, NTRIPLES } from '../../../base/rdf/syntaxes.js';
import { SPARQL_JSON } from '../../../base/rdf/row-formats.js';
import { CrateError } from '../../../base/errors.js';
import { quoteNQuads } from '../../../base/rdf/nquads.js';
import { skolemizeNQuads } from '../../../base/rdf/skolem.js';
import type { WorkOptions } from '../../port.js';
import { BOOKKEEPING } from '../bookkeeping/bookkeeping.js';
import { operations } from '../bookkeeping/update-text.js';
import { ANSWER_TYPE, cellText, readAnswer, type AnswerRow } from './endpoint-answer.js';
import { endpointError } from './endpoint-error.js';
import type { EngineFacts } from './engine-facts.js';
import { ENGINE_NAMES } from './engines.js';
import { graphUrl, type FoundEndpoint } from './find-endpoint.js';
import type { EndpointAnswer, EndpointQuery } from './query-site.js';
import type { EndpointRequest, SparqlClient, WholeAnswer } from './sparql-client.js';

/** Rows of our own queries that are asked for at once, where an engine cuts long answers. */
export const PAGE = 5000;
/** Operations at once for an engine that runs each by itself. */
const OPERATIONS = 100;
/** Bytes of an answer to a query: an endpoint may send without end, and its rows take several times as much memory. */
const MAX_ANSWER = 1 << 27;

/** A SELECT query of ours that may have many rows. */
export interface LongQuery {
  /** `SELECT` with its variables. */
  readonly select: string;
  readonly where: string;
  /** An expression over the variables of `where` that differs from row to row, to ask for the next ones. */
  readonly key: string;
  /** Rows that it can have, where that is known: so few are not sorted for pages. Default: any number. */
  readonly most?: number | undefined;
}

/** The requests of SPARQL 1.1 Protocol and Graph Store Protocol that a store makes. Blank nodes travel as IRIs. */
export class Endpoint {
  readonly facts: EngineFacts;
  readonly #client: SparqlClient;
  readonly #found: FoundEndpoint;

  constructor(client: SparqlClient, found: FoundEndpoint) {
    this.#client = client;
    this.#found = found;
    this.facts = found.facts;
  }

  /** How long a write waits for another store, in milliseconds. */
  get lockMs(): number {
    return this.#client.lockMs;
  }

  /** Sends a query (SPARQL 1.1 Protocol, section 2.1.2). */
  ask({ sparql, parameters }: EndpointQuery, { signal }: WorkOptions = {}): Promise<EndpointAnswer> {
    const body = new URLSearchParams([['query', sparql], ...parameters] as [string, string][]).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: SPARQL_JSON };
    return this.#client.whole(
      { kind: 'read', method: 'POST', url: this.#found.query, headers, body, answerType: ANSWER_TYPE, signal },
      MAX_ANSWER,
    );
  }

  /** The rows of a query of ours, page by page if the engine cuts long answers, or the whole is too large. */
  async rows(query: LongQuery, options: WorkOptions = {}): Promise<AnswerRow[]> {
    const isPaged = this.facts.rowLimit !== undefined && (query.most ?? Infinity) >= PAGE;
    try {
      return await this.#rows(query, isPaged, options);
    } catch (error) {
      const isTooLarge = error instanceof CrateError && error.code === 'ERR_LIMIT';
      if (isPaged || !isTooLarge) throw error;
      return this.#rows(query, true, options);
    }
  }

  async #rows({ select, where, key }: LongQuery, isPaged: boolean, options: WorkOptions): Promise<AnswerRow[]> {
    const rows: AnswerRow[] = [];
    const tail = isPaged ? ` ORDER BY ?key LIMIT ${PAGE}` : '';
    for (let after: string | undefined; ;) {
      const from = after === undefined ? '' : ` FILTER(?key > ${after})`;
      const bound = isPaged ? ` BIND(${key} AS ?key)${from}` : '';
      const sparql = `${select}${isPaged ? ' ?key' : ''} WHERE { ${where}${bound} }${tail}`;
      const answer = await this.ask(
        { sparql: this.facts.keepsPlans ? renamed(sparql) : sparql, parameters: [] },
        options,
      );
      const page = readAnswer(answer, 'SELECT', this.facts.rowLimit).bindings;
      for (const row of page) rows.push(row);
      if (!isPaged || page.length < PAGE) return rows;
      after = quoteNQuads(cellText(page.at(-1) ?? {}, 'key'));
    }
  }

  /** Sends operations: as one update where that is a transaction, else some at a time; empty ones are left out. */
  async operate(texts: readonly string[], options: WorkOptions = {}): Promise<void> {
    const most = this.facts.atomicUpdates ? Infinity : OPERATIONS;
    for (let at = 0; at < texts.length; at += most)
      await this.update(operations(...texts.slice(at, at + most)), options);
  }

  /** Sends an update (section 2.2.2), unless it has no operations. */
  async update(sparql: string, options: WorkOptions = {}): Promise<void> {
    if (sparql === '') return;
    const { update: url } = this.#found;
    if (url === undefined) throw this.#noAddress('updates', '--update-url');
    await this.#write({ method: 'POST', url, body: sparql, type: 'application/sparql-update; charset=utf-8' }, options);
  }

  /**
   * Adds quads of any graphs in one request; only if `facts.takesQuads`.
   * @returns the number that the engine counted
   */
  async addQuads(nquads: Uint8Array, options: WorkOptions = {}): Promise<number | undefined> {
    const { data: url } = this.#found;
    if (url === undefined) throw this.#noAddress('graphs', '--graph-url');
    const body = skolemizeNQuads(nquads);
    return this.#count(await this.#write({ method: 'POST', url, body, type: NQUADS.mediaType }, options));
  }

  /**
   * Replaces a graph, or adds to it (Graph Store Protocol, sections 5.3 and 5.5).
   * @param ntriples sent as they are: their blank nodes are new ones with each request
   */
  async putTriples(graph: string, method: 'PUT' | 'POST', ntriples: string, options: WorkOptions = {}): Promise<void> {
    await this.#write({ method, url: this.#graphUrl(graph), body: ntriples, type: NTRIPLES.mediaType }, options);
  }

  /** The N-Triples of a graph (Graph Store Protocol, section 5.2), as they come; nothing if it does not exist. */
  async *triples(graph: string, { signal }: WorkOptions = {}): AsyncGenerator<Uint8Array> {
    const url = this.#graphUrl(graph);
    const headers = { accept: NTRIPLES.mediaType };
    const {
      status,
      headers: sent,
      body,
    } = await this.#client.stream({
      kind: 'read',
      method: 'GET',
      url,
      headers,
      expected: [404],
      signal,
    });
    if (status === 404) {
      for await (const _ of body); // a connection is free when its answer has been read
      return;
    }
    const type = sent.get('content-type') ?? 'no media type';
    if (!isTypeOf(type, NTRIPLES))
      throw new CrateError('ERR_ENDPOINT', `the graph <${graph}> came as ${type.slice(0, 100)}, not as N-Triples`);
    yield* body;
  }

  /** Whether graphs must be asked for in pages: the engine cuts answers, or has no graph store. */
  get isPaged(): boolean {
    return this.facts.rowLimit !== undefined || this.#found.graphStore === undefined;
  }

  /** Whether a graph is no data: the bookkeeping, or a graph of the engine itself. */
  hides(graph: string): boolean {
    return graph === BOOKKEEPING || this.facts.ownGraphs.includes(graph);
  }

  /** The time of the endpoint, in milliseconds. */
  now(): number {
    return this.#client.now();
  }

  /** Sends nothing more. @returns the endpoint for the last requests, as {@link SparqlClient.abandon} */
  async abandon(): Promise<Endpoint | undefined> {
    const client = await this.#client.abandon();
    return client && new Endpoint(client, this.#found);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #graphUrl(graph: string): URL {
    if (this.#found.graphStore === undefined) throw this.#noAddress('graphs', '--graph-url');
    return graphUrl(this.#found.graphStore, graph);
  }

  async #write(
    { method, url, body, type }: Pick<EndpointRequest, 'method' | 'url' | 'body'> & { readonly type: string },
    { signal }: WorkOptions,
  ): Promise<WholeAnswer> {
    const headers = { 'content-type': type, accept: '*/*' };
    const { readOnly } = this.facts;
    const expected = readOnly === undefined ? [] : [readOnly.status];
    const answer = await this.#client.whole({ kind: 'write', method, url, headers, body, expected, signal });
    if (answer.status !== readOnly?.status) return answer;
    if (readOnly.said?.test(answer.text()) === false) throw await this.#client.refusal(url, answer, 'write');
    throw endpointError(url, { code: 'ERR_ENDPOINT', ...readOnly });
  }

  #count(answer: WholeAnswer): number | undefined {
    const { writeCount } = this.facts;
    if (writeCount === undefined) return undefined;
    try {
      const count = (JSON.parse(answer.text()) as Readonly<Record<string, unknown>>)[writeCount];
      return typeof count === 'number' ? count : undefined;
    } catch {
      return undefined; // the graphs are counted in any case
    }
  }

  #noAddress(what: string, option: string): CrateError {
    return endpointError(this.#found.query, {
      code: 'ERR_ENDPOINT',
      reason: `no address of its ${what} is known, so it can only be read`,
      hint: `if it has one, name it with ${option}; if it is ${ENGINE_NAMES}, behind a proxy that hides it, --engine NAME finds all its addresses`,
    });
  }
}

let lastNumber = 0;
/** Another text for the same query, so that it is planned again. */
function renamed(sparql: string): string {
  return `${sparql} # ${Date.now()}.${(lastNumber += 1)}`;
}
