import { SPARQL_JSON } from '../../../base/rdf/row-formats.js';
import { isTypeOf, NTRIPLES } from '../../../base/rdf/syntaxes.js';
import type { Quad } from '@rdfjs/types';
import { parseNQuads } from '../../../base/rdf/parse-rdf.js';

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

/** Triples of a CONSTRUCT or DESCRIBE. */
export interface AnswerGraph {
  readonly kind: 'graph';
  readonly triples: readonly Quad[];
}

/** What the server answers to a query; `isCut` where the answer has more than this. */
export type QueryAnswer =
  ((AnswerTable | AnswerGraph) & { readonly isCut: boolean }) | { readonly kind: 'boolean'; readonly value: boolean };

/** The page shows so many rows or triples; downloads have all. */
const MOST_ROWS = 1_000;

/** The server refused a query, or did not answer. */
export class QueryFailure extends Error {
  override readonly name = 'QueryFailure';
}

const ANSWERS = `${SPARQL_JSON}, ${NTRIPLES.mediaType};q=0.9, application/json;q=0.1`;

/**
 * Runs a query, as far as the page shows its answer.
 * @throws QueryFailure; DOMException `AbortError` if the signal aborts
 */
export async function runQuery(home: string, query: string, signal: AbortSignal): Promise<QueryAnswer> {
  const answer = await ask(home, query, signal);
  const text = await answer.text().catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new QueryFailure('The answer broke off before its end. The server may have stopped the query at its limits.');
  });
  return isTypeOf(answer.headers.get('content-type'), NTRIPLES) ? graphOf(text) : answerOf(text);
}

async function ask(home: string, query: string, signal: AbortSignal): Promise<Response> {
  // One more tells whether there are more.
  const answer = await fetch(`${home}sparql?rows=${String(MOST_ROWS + 1)}`, {
    method: 'POST',
    headers: { accept: ANSWERS, 'content-type': 'application/sparql-query' },
    body: query,
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
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
  const rows = json.results?.bindings ?? [];
  return {
    kind: 'table',
    columns: json.head?.vars ?? [],
    rows: rows.slice(0, MOST_ROWS),
    isCut: rows.length > MOST_ROWS,
  };
}

function graphOf(text: string): QueryAnswer {
  const triples = parseNQuads(text);
  return { kind: 'graph', triples: triples.slice(0, MOST_ROWS), isCut: triples.length > MOST_ROWS };
}
