import { Hono } from 'hono';
import { runUpdate } from '../../tasks/query/update-store.js';
import { makesGraph, queryForm, type QueryForm } from '../../store/sparql-tokens.js';
import { preflight } from '../http/cors.js';
import type { ServerContext } from '../server-context.js';
import { chooseFormat, formatsFor, type ChosenFormat } from './answer-formats.js';
import { graphStoreRoutes } from './graph-store-routes.js';
import { answerJob } from './job-answer.js';
import { preferredType } from '../http/preferred-type.js';
import { failedAnswer, refusal } from './refusal.js';
import { EXAMPLES_PATH } from '../discovery/query-examples.js';
import { factsOfStore, VOID_PATH } from '../discovery/self-description-routes.js';
import { DESCRIPTION_FORMATS } from './description-text.js';
import { describeService } from './service-description.js';
import { isUpdate, readSparqlRequest, type SparqlRequest } from './sparql-request.js';
import { requireWriteAccess, withTimeLimit } from './write-access.js';

const METHODS = 'GET, HEAD, POST, OPTIONS';

/** Routes of the SPARQL 1.1 Protocol, `/sparql`, and of the Graph Store HTTP Protocol, `/graphs`. */
export function sparqlRoutes(context: ServerContext): Hono {
  const app = new Hono();
  app.onError((error, c) => failedAnswer(error, c.req.raw));
  countQueries(context);
  for (const path of ['/sparql', '/sparql/'])
    app.all(path, async (c) => {
      const request = c.req.raw;
      if (request.method === 'OPTIONS') return preflight(METHODS);
      if (!METHODS.split(', ').includes(request.method))
        throw refusal(405, `/sparql takes ${METHODS}.`, { allow: METHODS });
      if (isUpdate(request)) requireWriteAccess(context.access, request); // before its body is read
      const asked = await readSparqlRequest(request);
      if (asked.kind === 'update') return update(context, request, asked);
      return asked.kind === 'query' ? runQuery(context, request, asked) : describe(context, request, asked);
    });
  app.route('/', graphStoreRoutes(context));
  return app;
}

function runQuery(
  { address, limits, queries }: ServerContext,
  request: Request,
  { text, dataset, format, rows, isDownload }: SparqlRequest,
): Promise<Response> {
  const form = queryForm(text);
  const chosen = chooseFormat(formatsFor(form), request.headers.get('accept'), format);
  const base = `${address}sparql`;
  const job = { do: 'query', sparql: text, format: chosen.name, base, dataset, most: limits.rows } as const;
  const headers = isDownload ? { 'content-disposition': `attachment; filename="${fileNameOf(form, chosen)}"` } : {};
  return answerJob(queries, { ...job, ...cutAt(rows, form, chosen) }, { request, chosen, headers });
}

/** What a job gets of `?rows=`. @throws HTTPException 400 for JSON-LD, which the engine writes whole */
function cutAt(rows: number | undefined, form: QueryForm | undefined, { name }: ChosenFormat) {
  if (rows === undefined) return {};
  if (!makesGraph(form)) return form === 'SELECT' ? { rows } : {};
  if (name === 'jsonld') throw refusal(400, 'JSON-LD is written whole: leave "rows" out, or ask for another format.');
  return { triples: rows };
}

/** The last ending of rows tells SPARQL results from any JSON and XML. */
function fileNameOf(form: QueryForm | undefined, { name }: ChosenFormat): string {
  const { extensions = [] } = formatsFor(form).find((format) => format.name === name) ?? {};
  return `results.${(makesGraph(form) ? extensions[0] : extensions.at(-1)) ?? 'txt'}`;
}

async function update(
  { store, address, access, limits, updates }: ServerContext,
  request: Request,
  { text, dataset }: SparqlRequest,
): Promise<Response> {
  requireWriteAccess(access, request);
  const base = new URL('sparql', address).href;
  const changed = await withTimeLimit(limits.seconds, request.signal, async (signal) =>
    runUpdate(store, await updates.prepare(text, { base, using: dataset }, signal), { signal }),
  );
  return Response.json({ changed });
}

async function describe(context: ServerContext, request: Request, { format }: SparqlRequest): Promise<Response> {
  const { address, access } = context;
  const accept = request.headers.get('accept');
  const types = [...DESCRIPTION_FORMATS.map(({ mediaType }) => mediaType), 'text/html'];
  if (format === undefined && preferredType(accept, types) === 'text/html')
    return new Response(null, { status: 303, headers: { location: new URL('query', address).href, vary: 'Accept' } });
  const { name, contentType } = chooseFormat(DESCRIPTION_FORMATS, accept, format);
  const facts = await factsOfStore(context);
  // Statistics may be left out: those of a part would be wrong.
  const known = facts instanceof Response || facts.pending > 0 ? undefined : facts;
  const service = {
    endpoint: new URL('sparql', address).href,
    isWritable: access.isWritable,
    facts: known,
    seeAlso: [VOID_PATH, EXAMPLES_PATH].map((path) => `${address}${path}`),
  };
  const text = await describeService(service, name);
  return new Response(text, { headers: { 'content-type': contentType, vary: 'Accept' } });
}

function countQueries({ metrics, queries }: ServerContext): void {
  metrics.add('crategraph_query_threads', 'gauge', 'Threads for queries, by what they do.', () => {
    const { threads, busy, long } = queries.state;
    const states = { idle: threads - busy, short: busy - long, long };
    return new Map(Object.entries(states).map(([state, count]) => [`{state="${state}"}`, count]));
  });
  metrics.gauge('crategraph_queries_waiting', 'Queries that wait for a thread.', () => queries.state.waiting);
  metrics.gauge(
    'crategraph_query_held_bytes',
    'Results that clients have not fetched yet.',
    () => queries.state.heldBytes,
  );
  metrics.add(
    'crategraph_queries_ended_total',
    'counter',
    'Queries that were ended before they had a result.',
    () => new Map([['', queries.state.ended]]),
  );
}
