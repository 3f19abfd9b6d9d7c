import type { UpdateDataset } from '../../store/engine/update-dataset.js';
import { refusal } from './refusal.js';
import { BODY_LIMITS } from '../http/body-limits.js';
import { formOf, requestType, iriParameters, onlyParameter, parametersIn, utf8Body } from './request-parameters.js';

/** What a client asks of `/sparql` (SPARQL 1.1 Protocol, section 2). */
export interface SparqlRequest {
  /** `description`: the request names neither a query nor an update. */
  readonly kind: 'query' | 'update' | 'description';
  readonly text: string;
  /** The dataset that the request names; undefined if it names none. */
  readonly dataset: UpdateDataset | undefined;
  /** Value of `?format=`. */
  readonly format: string | undefined;
  /** Value of `?rows=`: at most so many rows or triples are wanted. */
  readonly rows: number | undefined;
  /** Whether the request has `?download`: the answer is for a file. */
  readonly isDownload: boolean;
}

const FORM = 'application/x-www-form-urlencoded';
const QUERY_TYPE = 'application/sparql-query';
const UPDATE_TYPE = 'application/sparql-update';

const LONG_TEXTS = `Send a longer text as ${QUERY_TYPE} or ${UPDATE_TYPE}, without a form.`;
/** What to do with a longer text. */
export const OTHERWISE = {
  query: 'Load what the query lists as a graph, and ask for that.',
  update: 'Send it in several, or write graphs with PUT or POST to /graphs.',
} as const;

/** Whether a request says in its head that it is an update. */
export function isUpdate(request: Request): boolean {
  return request.method === 'POST' && requestType(request).type === UPDATE_TYPE;
}

/** Reads a request. @throws HTTPException 400, 413, 415 */
export async function readSparqlRequest(request: Request): Promise<SparqlRequest> {
  const parameters = parametersIn(new URL(request.url).search);
  if (request.method !== 'POST') {
    if (parameters.has('update')) throw refusal(400, 'An update needs the method POST.');
    return asked(parameters);
  }
  const { type } = requestType(request);
  if (type === FORM) {
    const form = await formOf(request, LONG_TEXTS);
    for (const [name, value] of form) parameters.append(name, value);
    const found = asked(parameters);
    if (found.kind !== 'description') return found;
    throw refusal(400, 'The form has neither "query" nor "update".');
  }
  if (type !== QUERY_TYPE && type !== UPDATE_TYPE)
    throw refusal(
      415,
      `The body of a request to /sparql is ${FORM}, ${QUERY_TYPE} or ${UPDATE_TYPE}, not ${type || 'without a type'}.`,
      { 'accept-post': `${FORM}, ${QUERY_TYPE}, ${UPDATE_TYPE}` },
    );
  const name = type === QUERY_TYPE ? 'query' : 'update';
  if (parameters.has('query') || parameters.has('update'))
    throw refusal(400, `The request has SPARQL in its body and in its address; leave one of them out.`);
  parameters.set(name, await utf8Body(request, BODY_LIMITS[name], OTHERWISE[name]));
  return asked(parameters);
}

const DATASETS = {
  query: ['default-graph-uri', 'named-graph-uri'],
  update: ['using-graph-uri', 'using-named-graph-uri'],
} as const;

function asked(parameters: URLSearchParams): SparqlRequest {
  const query = onlyParameter(parameters, 'query');
  const update = onlyParameter(parameters, 'update');
  const format = onlyParameter(parameters, 'format');
  const rows = rowsIn(parameters);
  const how = { format, rows, isDownload: parameters.has('download') };
  if (query !== undefined && update !== undefined)
    throw refusal(400, 'The request has a query and an update; send them one after the other.');
  if (query === undefined && update === undefined) return { kind: 'description', text: '', dataset: undefined, ...how };
  const kind = query === undefined ? 'update' : 'query';
  const other = DATASETS[kind === 'query' ? 'update' : 'query'].find((name) => parameters.has(name));
  if (other !== undefined)
    throw refusal(
      400,
      `The parameter "${other}" does not belong to ${kind === 'query' ? 'a query' : 'an update'}; use "${DATASETS[kind].join('" and "')}".`,
    );
  const [unnamed = [], named = []] = DATASETS[kind].map((name) => iriParameters(parameters, name));
  const dataset = unnamed.length + named.length === 0 ? undefined : { unnamed, named };
  return { kind, text: query ?? update ?? '', dataset, ...how };
}

/** @throws HTTPException 400 */
function rowsIn(parameters: URLSearchParams): number | undefined {
  const rows = onlyParameter(parameters, 'rows');
  if (rows === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(rows)) return Number(rows);
  throw refusal(400, `The parameter "rows" is a number of rows or triples, from 1, not "${rows}".`);
}
