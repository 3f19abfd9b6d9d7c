import { CrateError } from '../errors.js';
import { RowScan } from './row-scan.js';
import { readSparqlJson, type SparqlJson } from './sparql-json.js';
import { utf8Parts } from './utf8-parts.js';
import { utf8Text } from './utf8-text.js';

/** Some rows of a result. */
export type RowBatch = SparqlJson['bindings'];

/** The answer to a SELECT or ASK query, whose rows are read one after the other. */
export interface ResultRows extends Pick<SparqlJson, 'variables' | 'boolean'> {
  /** The rows in order, some at a time; can be read once. */
  readonly batches: AsyncIterable<RowBatch>;
}

/** What our engine and our writer put before the rows. No name of a variable contains a bracket. */
const BEFORE_ROWS = /^\s*\{\s*"head"\s*:\s*(\{[^{}]*\})\s*,\s*"results"\s*:\s*\{\s*"bindings"\s*:\s*\[/;

/**
 * Reads `application/sparql-results+json` with only some of its rows in memory. A result in one chunk is read at once,
 * and so is one that begins in another way than those of our engine.
 * @throws SyntaxError for text that is not JSON; while the rows are read, CrateError
 * ERR_INTERNAL for a result that is cut
 */
export async function readResultRows(chunks: AsyncIterable<Uint8Array>): Promise<ResultRows> {
  const reader = chunks[Symbol.asyncIterator]();
  const first = await reader.next();
  const second = await reader.next();
  const begin = first.done === true ? new Uint8Array() : first.value;
  const whole = chain([begin, ...(second.done === true ? [] : [second.value])], reader);
  // A character for each byte, so that both are in the same places.
  const [start, head] = (second.done !== true && BEFORE_ROWS.exec(Buffer.from(begin).toString('latin1'))) || [];
  if (start === undefined || head === undefined) {
    const { variables, bindings, boolean } = readSparqlJson(utf8Text(await joined(whole)));
    return { variables, boolean, batches: chain([bindings]) };
  }
  const headAt = start.indexOf(head);
  const { vars = [] } = JSON.parse(utf8Text(begin.subarray(headAt, headAt + head.length))) as { vars?: string[] };
  return { variables: vars, boolean: undefined, batches: batchesOf(whole, start.length) };
}

/** The number of rows in `application/sparql-results+json` as our engine writes it. */
export function countRows(json: string): number {
  const [start] = BEFORE_ROWS.exec(json) ?? [];
  if (start === undefined) return 0;
  const scan = new RowScan();
  for (const part of utf8Parts(json.slice(start.length))) if (scan.next(part).end !== undefined) break;
  return scan.objects;
}

/** The error for a result of more than `most` rows or triples. */
export function tooLong(most: number | undefined, what: string): CrateError {
  return new CrateError('ERR_LIMIT', `the result has more than ${most} ${what}, the limit here`, {
    hint: 'ask for less, or for a part at a time with ORDER BY, LIMIT and OFFSET',
    details: { limit: most },
  });
}

/** Some items, and then those of a reader. */
async function* chain<T>(items: T[], reader?: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    while (items.length > 0) yield items.shift() as T;
    for (let next = await reader?.next(); next !== undefined && next.done !== true; next = await reader?.next())
      yield next.value;
  } finally {
    await reader?.return?.();
  }
}

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const OPEN = Buffer.from('[');
const CLOSE = Buffer.from(']');

/** @param skip bytes before the first row */
async function* batchesOf(chunks: AsyncIterable<Uint8Array>, skip: number): AsyncGenerator<RowBatch> {
  const scan = new RowScan();
  let row: Uint8Array[] = []; // the beginning of a row, from earlier chunks
  let after: string | undefined; // what comes after the rows
  for await (const chunk of chunks) {
    const bytes = chunk.subarray(skip);
    skip = 0;
    if (after !== undefined) {
      after += utf8Text(bytes);
      continue;
    }
    const { comma, end } = scan.next(bytes);
    const cut = end ?? comma;
    if (cut === undefined) {
      row.push(bytes);
      continue;
    }
    yield JSON.parse(utf8Text(Buffer.concat([OPEN, ...row, bytes.subarray(0, cut), CLOSE]))) as RowBatch;
    if (end === undefined) row = [bytes.subarray(cut + 1)];
    else after = utf8Text(bytes.subarray(end + 1));
  }
  if (after === undefined || !/^\s*\}\s*\}\s*$/.test(after))
    throw new CrateError('ERR_INTERNAL', 'the result of the query ends in the middle');
}
