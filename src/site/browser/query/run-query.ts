import { SPARQL_JSON } from '../../../base/rdf/row-formats.js';
import { isTypeOf, TURTLE } from '../../../base/rdf/syntaxes.js';
/** An RDF term as the JSON results of SPARQL write it. */
export interface ResultTerm {
  readonly type: 'uri' | 'literal' | 'typed-literal' | 'bnode' | 'triple';
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

/** Rows of a SELECT. */
export interface AnswerTable {
  readonly kind: 'table';
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, ResultTerm>>[];
}

/** What the server answers to a query. */
export type QueryAnswer =
  | AnswerTable
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'graph'; readonly turtle: string };

/** The server refused a query, or did not answer. */
export class QueryFailure extends Error {
  override readonly name = 'QueryFailure';
}

const ANSWERS = `${SPARQL_JSON}, ${TURTLE.mediaType};q=0.9, application/json;q=0.1`;

/** Runs a query. @throws QueryFailure; DOMException `AbortError` if the signal aborts */
export async function runQuery(home: string, query: string, signal: AbortSignal): Promise<QueryAnswer> {
  const answer = await ask(home, query, { accept: ANSWERS, signal });
  const text = await answer.text().catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new QueryFailure('The answer broke off before its end. The server may have stopped the query at its limits.');
  });
  if (isTypeOf(answer.headers.get('content-type'), TURTLE)) return { kind: 'graph', turtle: text };
  return answerOf(text);
}

/** Runs a query again, for a file in some format. @throws as `runQuery` */
export async function downloadAnswer(home: string, query: string, accept: string): Promise<Blob> {
  return (await ask(home, query, { accept })).blob();
}

async function ask(
  home: string,
  query: string,
  { accept, signal }: { readonly accept: string; readonly signal?: AbortSignal },
): Promise<Response> {
  const request = {
    method: 'POST',
    headers: { accept, 'content-type': 'application/sparql-query' },
    body: query,
    ...(signal && { signal }),
  };
  const answer = await fetch(`${home}sparql`, request).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new QueryFailure('The server cannot be reached. Is it running, and are you online?');
  });
  if (answer.ok) return answer;
  throw new QueryFailure(await messageOf(answer));
}

/** What an answer with an error status says; what the status means if it says nothing. */
async function messageOf(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => '');
  const said = messageIn(text) ?? '';
  if (said !== '') return said;
  return `The server answers ${String(answer.status)} ${answer.statusText}`.trim();
}

/** The message of an error as JSON, `{"error": {"message", "hint"}}`, or as plain text. */
function messageIn(text: string): string | undefined {
  if (!text.startsWith('{')) return text.startsWith('<') ? undefined : text.trim();
  try {
    const { error } = JSON.parse(text) as { readonly error?: Readonly<Record<'message' | 'hint', unknown>> };
    return [error?.message, error?.hint].filter((one) => typeof one === 'string').join('\n');
  } catch {
    return text.trim();
  }
}

function answerOf(text: string): QueryAnswer {
  let json: { head?: { vars?: string[] }; boolean?: boolean; results?: { bindings?: AnswerTable['rows'] } };
  try {
    json = JSON.parse(text) as typeof json;
  } catch {
    throw new QueryFailure('The answer is not complete. The server may have stopped the query at its limits.');
  }
  if (typeof json.boolean === 'boolean') return { kind: 'boolean', value: json.boolean };
  return { kind: 'table', columns: json.head?.vars ?? [], rows: json.results?.bindings ?? [] };
}
