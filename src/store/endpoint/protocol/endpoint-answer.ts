import type { RowLimit } from './engine-facts.js';
import { CrateError } from '../../../base/errors.js';
import { isAbsoluteIri, isIriText } from '../../../base/rdf/iri.js';
import { blankLabel, writtenLabel } from '../../../base/rdf/skolem.js';
import { rowsOfBytes } from '../../result-rows.js';
import type { JsonTerm } from '../../sparql-json.js';
import { errorText } from './endpoint-error.js';
import type { EndpointAnswer } from './query-site.js';

/** A row of an answer. */
export type AnswerRow = Readonly<Record<string, JsonTerm>>;

/** The answer to a SELECT or ASK query, checked. */
export interface AnswerRows {
  readonly variables: readonly string[];
  readonly bindings: readonly AnswerRow[];
  /** Of an ASK query only. */
  readonly boolean: boolean | undefined;
}

/** The media types of SPARQL JSON. */
export const ANSWER_TYPE = /^application\/(?:sparql-results\+)?json\b/i;

/** The variable in which Virtuoso answers ASK. */
const ASK_VARIABLE = '__ASK_RETVAL';

/**
 * Reads and checks SPARQL JSON of an endpoint (SPARQL 1.1 Query Results JSON). Nothing in it is believed: a page, half
 * a document or an error text with a status of 200 are errors.
 * @param rowLimit how this engine says at how many rows it cuts
 * @throws CrateError ERR_ENDPOINT, ERR_LIMIT if the endpoint has cut the answer
 */
export function readAnswer(answer: EndpointAnswer, form: 'SELECT' | 'ASK', rowLimit?: RowLimit): AnswerRows {
  requireJson(answer);
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder().decode(answer.bytes));
  } catch {
    throw noDocument(answer);
  }
  const read = readDocument(document, form);
  if (typeof read === 'string') throw refused(answer, read);
  requireWhole(answer, read.bindings.length, rowLimit);
  return read;
}

/**
 * Reads the rows of a SELECT query as {@link readAnswer} does, but with only some of them in memory.
 * @throws CrateError as {@link readAnswer}, perhaps after some rows
 */
export async function* answerRows(answer: EndpointAnswer, rowLimit?: RowLimit): AsyncGenerator<AnswerRow> {
  requireJson(answer);
  let count = 0;
  try {
    const read = rowsOfBytes(answer.bytes);
    if (read === undefined) return yield* readAnswer(answer, 'SELECT', rowLimit).bindings;
    const { head, batches } = read;
    for await (const bindings of batches) {
      const rows = readDocument({ head, results: { bindings } }, 'SELECT');
      if (typeof rows === 'string') throw refused(answer, rows);
      count += rows.bindings.length;
      yield* rows.bindings;
    }
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof CrateError && error.code === 'ERR_INTERNAL'))
      throw noDocument(answer);
    throw error;
  }
  requireWhole(answer, count, rowLimit);
}

function refused({ headers, bytes }: EndpointAnswer, reason: string): CrateError {
  return new CrateError('ERR_ENDPOINT', `the answer of the endpoint is not a result of SPARQL: ${reason}`, {
    hint: 'check the address of queries (--query-url) and the log of the endpoint',
    details: { excerpt: errorText(bytes.subarray(0, 4096), headers.get('content-type') ?? '') },
  });
}

function noDocument(answer: EndpointAnswer): CrateError {
  const end = errorText(answer.bytes.subarray(-200), 'text/plain');
  return refused(answer, `it is no whole JSON document, and ends in: ${end}`);
}

/** @throws CrateError ERR_ENDPOINT */
function requireJson(answer: EndpointAnswer): void {
  const type = answer.headers.get('content-type') ?? '';
  if (ANSWER_TYPE.test(type)) return;
  const shown = errorText(answer.bytes.subarray(0, 4096), type);
  throw refused(
    answer,
    `it is ${type.replace(/[^\w/+.;= -]/g, '').slice(0, 80) || 'without a type'}${shown && `: ${shown}`}`,
  );
}

/** @throws CrateError ERR_LIMIT if the engine has cut the answer */
function requireWhole({ headers }: EndpointAnswer, rows: number, rowLimit: RowLimit | undefined): void {
  const limit = Number(rowLimit === undefined ? 0 : (headers.get(rowLimit.header) ?? 0));
  if (rowLimit === undefined || !(limit > 0) || rows < limit) return;
  throw new CrateError('ERR_LIMIT', `the endpoint cuts results at ${limit} rows, so the answer may not be whole`, {
    hint: `ask for less (LIMIT below ${limit}), or raise the limit of the endpoint (${rowLimit.setting})`,
    details: { rows: limit },
  });
}

/** @returns what is wrong, as a text */
function readDocument(document: unknown, form: 'SELECT' | 'ASK'): AnswerRows | string {
  const { head, results, boolean } = (isObject(document) ? document : {}) as Record<string, unknown>;
  if (!isObject(head)) return 'it has no head';
  if (form === 'ASK' && typeof boolean === 'boolean') return { variables: [], bindings: [], boolean };
  const variables = head['vars'] ?? [];
  const bindings = isObject(results) ? results['bindings'] : undefined;
  if (!Array.isArray(variables) || !variables.every((one) => typeof one === 'string')) return 'it has no variables';
  if (!Array.isArray(bindings)) return form === 'ASK' ? 'it has no boolean' : 'it has no results';
  const rows: AnswerRow[] = [];
  for (const row of bindings as unknown[]) {
    if (!isObject(row)) return 'a row is no object';
    const terms: [string, JsonTerm][] = [];
    for (const [name, value] of Object.entries(row)) {
      const term = checkedTerm(value);
      if (term === undefined || !variables.includes(name)) return `a row has no valid term for ?${name.slice(0, 40)}`;
      terms.push([name, term]);
    }
    rows.push(Object.fromEntries(terms));
  }
  if (form === 'SELECT') return { variables, bindings: rows, boolean: undefined };
  if (variables[0] !== ASK_VARIABLE) return 'it has no boolean';
  return { variables: [], bindings: [], boolean: rows[0] !== undefined && rows[0][ASK_VARIABLE]?.value !== '0' };
}

/**
 * The gate for all terms from outside: what passes it can be written as N-Quads. Labels of blank nodes may be any text.
 */
function checkedTerm(part: unknown): JsonTerm | undefined {
  if (!isObject(part)) return undefined;
  const { type, value, datatype, 'xml:lang': language } = part;
  if (type === 'triple') {
    const [subject, predicate, object] = (
      isObject(value) ? [value['subject'], value['predicate'], value['object']] : []
    ).map(checkedTerm);
    return subject && predicate && object && { type, value: { subject, predicate, object } };
  }
  if (typeof value !== 'string') return undefined;
  if (type === 'uri') return isIriText(value) ? { type, value } : undefined;
  if (type === 'bnode') return { type, value: writtenLabel(value) };
  if (type !== 'literal' && type !== 'typed-literal') return undefined;
  if (language !== undefined) {
    if (typeof language !== 'string' || !/^[A-Za-z]+(?:-[A-Za-z0-9]+)*$/.test(language)) return undefined;
    const direction = part['its:dir'];
    const written = direction === 'ltr' || direction === 'rtl' ? ({ 'its:dir': direction } as const) : {};
    return { type: 'literal', value, 'xml:lang': language, ...written };
  }
  if (datatype === undefined || datatype === 'http://www.w3.org/2001/XMLSchema#string')
    return { type: 'literal', value };
  return typeof datatype === 'string' && isIriText(datatype) ? { type: 'literal', value, datatype } : undefined;
}

/** The text of a literal in a row of ours; '' if it has none. @throws CrateError ERR_ENDPOINT for any other term */
export function cellText(row: AnswerRow, variable: string): string {
  const term = row[variable];
  if (term === undefined) return '';
  if (term.type === 'literal') return term.value as string;
  throw new CrateError('ERR_ENDPOINT', `the endpoint answers with a ${term.type} where a literal was asked for`);
}

/** The number in a row of ours. @throws CrateError ERR_ENDPOINT for anything but a count */
export function cellCount(row: AnswerRow, variable: string): number {
  const text = cellText(row, variable);
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CrateError('ERR_ENDPOINT', `the endpoint counts ${JSON.stringify(text.slice(0, 40))}`);
}

/** The IRI in a row of ours; '' if it has none. @throws CrateError ERR_ENDPOINT for any other term */
export function cellIri(row: AnswerRow, variable: string): string {
  const term = row[variable];
  if (term === undefined) return '';
  if (term.type === 'uri' && isAbsoluteIri(term.value as string)) return term.value as string;
  const shown = typeof term.value === 'string' ? ` ${JSON.stringify(term.value.slice(0, 200))}` : '';
  throw new CrateError('ERR_ENDPOINT', `the endpoint answers with the name${shown}, which is no IRI`, {
    hint: 'no request can name such a graph: give it an IRI at the endpoint, or remove it there',
  });
}

function isObject(part: unknown): part is Record<string, unknown> {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

/**
 * The rows with blank nodes for the skolem IRIs that stand for them. A blank node of the endpoint's own gets a
 * label that none of these has.
 */
export function withBlankNodes(bindings: readonly AnswerRow[]): AnswerRow[] {
  const own = new Map<string, string>();
  const prefix = freePrefix(bindings, 'x');
  const renamed = (term: JsonTerm): JsonTerm => {
    if (typeof term.value === 'object') {
      const { subject, predicate, object } = term.value;
      return { type: 'triple', value: { subject: renamed(subject), predicate, object: renamed(object) } };
    }
    if (term.type === 'bnode') {
      const label = own.get(term.value) ?? prefix + own.size;
      own.set(term.value, label);
      return { type: 'bnode', value: label };
    }
    const label = term.type === 'uri' ? blankLabel(term.value) : undefined;
    return label === undefined ? term : { type: 'bnode', value: label };
  };
  return bindings.map((row) => Object.fromEntries(Object.entries(row).map(([name, term]) => [name, renamed(term)])));
}

/** Lengthens a prefix until no blank node of the rows has a label that begins with it. */
export function freePrefix(bindings: readonly AnswerRow[], start: string): string {
  let prefix = start;
  for (const row of bindings)
    for (const { type, value } of Object.values(row)) {
      if (typeof value !== 'string' || (type !== 'uri' && type !== 'bnode')) continue;
      const label = type === 'bnode' ? value : blankLabel(value);
      while (label?.startsWith(prefix) === true) prefix += start;
    }
  return prefix;
}
