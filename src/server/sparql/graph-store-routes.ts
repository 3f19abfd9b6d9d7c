import { Hono } from 'hono';
import { runUpdate } from '../../tasks/query/update-store.js';
import { loadFound } from '../../tasks/load/load-crates.js';
import { CrateError } from '../../base/errors.js';
import { graphNotFound, RESERVED } from '../../store/graph-errors.js';
import { Queue } from '../../store/queue.js';
import { CATALOGUE, isReferenceGraph, loadRecords } from '../../tasks/stored/load-records.js';
import { BODY_LIMITS } from '../http/body-limits.js';
import { preflight, READING_METHODS } from '../http/cors.js';
import type { ServerContext } from '../server-context.js';
import { unmetConditions } from '../http/unmet-conditions.js';
import { chooseFormat, GRAPH_ANSWERS } from './answer-formats.js';
import { documentsIn } from './graph-body.js';
import { answerJob } from './job-answer.js';
import { refusal } from './refusal.js';
import { requestType, onlyParameter, utf8Body, absoluteIri, parametersIn } from './request-parameters.js';
import { OTHERWISE } from './sparql-request.js';
import { requireWriteAccess, withTimeLimit } from './write-access.js';
import { randomUUID } from 'node:crypto';

/** Methods of a graph; the union of all can only be read. */
const METHODS = 'GET, HEAD, PUT, POST, DELETE, PATCH, OPTIONS';

/** Routes of the SPARQL 1.1 Graph Store HTTP Protocol: `/graphs?graph=IRI`, `/graphs?default` and `/graphs/<path>`. */
export function graphStoreRoutes(context: ServerContext): Hono {
  const app = new Hono();
  const writes = new Queue();
  app.all('/graphs/*', async (c) => {
    const request = c.req.raw;
    const { method } = request;
    const isUnion = new URL(request.url).searchParams.has('default');
    if (method === 'OPTIONS') return preflight(isUnion ? READING_METHODS : METHODS);
    if (method === 'GET' || method === 'HEAD') return read(context, request);
    if (!METHODS.split(', ').includes(method)) throw refusal(405, `/graphs takes ${METHODS}.`, { allow: METHODS });
    writtenGraph(graphNameOf(request, context.address), method, context.address); // no token makes the union writable
    requireWriteAccess(context.access, request);
    return withTimeLimit(context.limits.seconds, request.signal, (signal) =>
      // One at a time, so that the conditions of a request still hold when it writes.
      writes.run(() => write(context, request, signal), signal),
    );
  });
  return app;
}

const UNION = 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }';
const contentOf = (graph: string) => `CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <${graph}> { ?s ?p ?o } }`;

async function read({ store, queries, address, limits }: ServerContext, request: Request): Promise<Response> {
  const name = graphNameOf(request, address);
  const format = onlyParameter(new URL(request.url).searchParams, 'format');
  if (name.kind === 'none')
    throw refusal(400, 'Name the graph, as in ?graph=IRI; ?default is the union of all graphs.');
  const chosen = chooseFormat(GRAPH_ANSWERS, request.headers.get('accept'), format);
  const query = (sparql: string) =>
    ({ do: 'query', sparql, format: chosen.name, base: address, dataset: undefined, most: limits.rows }) as const;
  if (name.kind === 'default') return answerJob(queries, query(UNION), { request, chosen });
  if (name.graph === CATALOGUE) return answerJob(queries, query(contentOf(CATALOGUE)), { request, chosen });
  const { graph } = name;
  const mark = (await store.marks([graph])).get(graph);
  if (mark === undefined) throw graphNotFound(graph);
  const headers = { etag: `"${mark}.${chosen.name}"`, 'cache-control': 'no-cache' };
  const unmet = unmetConditions(request, new Headers({ ...headers, vary: 'Accept' }));
  if (unmet !== undefined) return unmet;
  // Only a crate has what an export writes it with: its root, its base and its context.
  const isReference = isReferenceGraph(await loadRecords(store, { graph }));
  const job = isReference ? query(contentOf(graph)) : ({ do: 'graph', graph, to: chosen.name } as const);
  return answerJob(queries, job, { request, chosen, headers });
}

async function write(context: ServerContext, request: Request, signal: AbortSignal): Promise<Response> {
  const { store, address } = context;
  const name = graphNameOf(request, address);
  const graph = writtenGraph(name, request.method, address);
  const mark = (await store.marks([graph])).get(graph);
  checkConditions(request, mark);
  if (request.method === 'DELETE') {
    if (mark === undefined) throw graphNotFound(graph);
    await store.drop([graph], { signal });
    return new Response(null, { status: 204 });
  }
  if (request.method === 'PATCH') return patch(context, request, { graph, signal, exists: mark !== undefined });
  await replaceOrMerge(context, request, { graph, signal });
  const isNew = mark === undefined && (await store.graphs([graph])).has(graph);
  if (!isNew) return new Response(null, { status: 204 });
  const location = name.kind === 'none' ? graph : `${address}graphs?graph=${encodeURIComponent(graph)}`;
  return new Response(null, { status: 201, headers: { location } });
}

async function replaceOrMerge(
  { store, contexts, bodies }: ServerContext,
  request: Request,
  { graph, signal }: { readonly graph: string; readonly signal: AbortSignal },
): Promise<void> {
  const onlyNew = request.headers.get('if-none-match')?.trim() === '*';
  const mode = onlyNew ? 'create' : request.method === 'PUT' ? 'replace' : 'merge';
  const documents = await documentsIn(request);
  const body = await bodies.read(documents, graph, signal);
  if ('crate' in body) {
    const [result] = await loadFound(store, [{ file: '-', read: body.crate }], { base: graph, contexts, signal, mode });
    if (result?.error !== undefined) throw result.error;
    return;
  }
  await store.put([{ graph, mode, pieces: body.pieces }]).catch((error: unknown) => {
    if (error instanceof CrateError && error.code === 'ERR_GRAPH_EXISTS') throw refusal(412, error.message);
    throw error;
  });
}

/** Runs an update of one graph. */
async function patch(
  { store, address, updates }: ServerContext,
  request: Request,
  { graph, signal, exists }: { readonly graph: string; readonly signal: AbortSignal; readonly exists: boolean },
): Promise<Response> {
  const { type } = requestType(request);
  if (type !== 'application/sparql-update')
    throw refusal(415, `PATCH takes application/sparql-update, not ${type || 'a body without a type'}.`, {
      'accept-patch': 'application/sparql-update',
    });
  if (!exists) throw graphNotFound(graph);
  const text = await utf8Body(request, BODY_LIMITS.update, OTHERWISE.update);
  const base = new URL('sparql', address).href;
  const update = await updates.prepare(text, { crate: graph, base }, signal);
  const { reachable } = update.graphs;
  if (reachable === undefined || [...reachable].some((one) => one !== graph))
    throw refusal(400, 'PATCH reads and changes one graph only; send updates of several to /sparql.');
  await runUpdate(store, update, { signal });
  return new Response(null, { status: 204 });
}

/** Checks `If-Match` and `If-None-Match` (RFC 9110, section 13.1). An ETag is a mark and a format. */
function checkConditions(request: Request, mark: string | undefined): void {
  const names = (header: string): boolean | undefined => {
    const value = request.headers.get(header);
    if (value === null) return undefined;
    if (value.trim() === '*') return mark !== undefined;
    return value.split(',').some((tag) => mark !== undefined && tag.trim().startsWith(`"${mark}.`));
  };
  if (names('if-match') === false) throw refusal(412, 'The graph has changed since, or does not exist.');
  if (names('if-none-match') === true) throw refusal(412, 'The graph exists, or has not changed.');
}

/** The graph that a request to `/graphs` is about (SPARQL 1.1 Graph Store HTTP Protocol, section 4). */
type GraphName =
  | { readonly kind: 'named'; readonly graph: string }
  /** The union of all graphs. */
  | { readonly kind: 'default' }
  /** None; POST makes a new one. */
  | { readonly kind: 'none' };

/** @param address of the server: a path below `/graphs/` is the graph of that very IRI. @throws HTTPException 400 */
function graphNameOf(request: Request, address: string): GraphName {
  const { pathname, search } = new URL(request.url);
  const parameters = parametersIn(search);
  const graph = onlyParameter(parameters, 'graph');
  const isDefault = parameters.has('default');
  const direct = /^\/graphs\/(?=.)/.test(pathname) ? new URL(pathname.slice(1), address).href : undefined;
  if ([graph !== undefined, isDefault, direct !== undefined].filter(Boolean).length > 1)
    throw refusal(400, 'The request names a graph in more than one way.');
  if (isDefault) return { kind: 'default' };
  if (graph !== undefined) return { kind: 'named', graph: absoluteIri(graph, 'graph') };
  return direct === undefined ? { kind: 'none' } : { kind: 'named', graph: absoluteIri(direct, 'graph') };
}

/** The graph that a request writes. @throws HTTPException 400, 403, 405 */
function writtenGraph(name: GraphName, method: string, address: string): string {
  if (name.kind === 'default')
    throw refusal(
      405,
      'Every triple belongs to a crate: write to its graph, as in ?graph=IRI. ?default is the union of all graphs, to be read.',
      { allow: 'GET, HEAD, OPTIONS' },
    );
  if (name.kind === 'named') {
    if (name.graph.startsWith(RESERVED))
      throw refusal(403, `The graph <${name.graph}> cannot be written: ${CATALOGUE} and its like are not crates.`);
    return name.graph;
  }
  if (method === 'POST') return new URL(`graphs/${randomUUID()}/`, address).href;
  throw refusal(400, 'Name the graph, as in ?graph=IRI.');
}
