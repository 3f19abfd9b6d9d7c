import { CrateError } from '../base/errors.js';
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

/** What our engine, our writer and most endpoints put before the rows. No name of a variable contains a bracket. */
const BEFORE_ROWS =
  /^\s*\{\s*"head"\s*:\s*(\{[^{}]*\})\s*,\s*"results"\s*:\s*\{\s*(?:"\w+"\s*:\s*(?:true|false)\s*,\s*)*"bindings"\s*:\s*\[/;
/** Bytes that begin a result, at most. */
const BEGINNING = 1 << 16;
/** Bytes of a result in memory whose rows are read at once. */
const SLICE = 1 << 18;

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
  const start = second.done === true ? undefined : startOf(begin);
  if (start === undefined) {
    const { variables, bindings, boolean } = readSparqlJson(utf8Text(await joined(whole)));
    return { variables, boolean, batches: chain([bindings]) };
  }
  const { vars = [] } = start.head as { vars?: string[] };
  return { variables: vars, boolean: undefined, batches: batchesOf(whole, start.length) };
}

/**
 * Reads the rows of a result that is in memory, some at a time.
 * @returns the head as it is, and the rows; undefined for a result that begins in another way than those of engines
 * @throws SyntaxError for text that is not JSON; while the rows are read, too
 */
export function rowsOfBytes(
  bytes: Uint8Array,
): { readonly head: unknown; readonly batches: ResultRows['batches'] } | undefined {
  const start = startOf(bytes);
  return start && { head: start.head, batches: batchesOf(slices(bytes), start.length) };
}

/** The head of a result, and how many bytes come before its rows. */
function startOf(bytes: Uint8Array): { readonly head: unknown; readonly length: number } | undefined {
  // A character for each byte, so that both are in the same places.
  const [start, head] = BEFORE_ROWS.exec(Buffer.from(bytes.subarray(0, BEGINNING)).toString('latin1')) ?? [];
  if (start === undefined || head === undefined) return undefined;
  const at = start.indexOf(head);
  return { head: JSON.parse(utf8Text(bytes.subarray(at, at + head.length))), length: start.length };
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
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

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;
/** What brackets do to the depth: `{` and `[` open, `}` and `]` close. */
const DEPTH = new Int8Array(256);
DEPTH[0x7b] = DEPTH[0x5b] = 1;
DEPTH[0x7d] = DEPTH[0x5d] = -1;

/** Places in some bytes of a JSON array. */
interface RowPlaces {
  /** The last comma between two items. */
  readonly comma: number | undefined;
  /** The bracket that closes the array. */
  readonly end: number | undefined;
}

/** Finds the items of a JSON array, chunk by chunk: it knows brackets, strings and escapes, and nothing else. */
class RowScan {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #objects = 0;

  /** The number of items so far that are objects. */
  get objects(): number {
    return this.#objects;
  }

  /** Goes on with the next bytes after the opening bracket. */
  next(bytes: Uint8Array): RowPlaces {
    const { length } = bytes;
    let depth = this.#depth;
    let inString = this.#inString;
    let comma: number | undefined;
    let i = this.#isEscaped ? 1 : 0;
    for (; i < length; i += 1) {
      const c = bytes[i] as number;
      if (inString) {
        if (c === BACKSLASH) i += 1;
        else if (c === QUOTE) inString = false;
      } else if (c === QUOTE) inString = true;
      else if (DEPTH[c] !== 0) {
        if (depth === 0 && c === BRACE) this.#objects += 1;
        depth += DEPTH[c] as number;
        if (depth < 0) return { comma, end: i };
      } else if (c === COMMA && depth === 0) comma = i;
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#isEscaped = i > length;
    return { comma, end: undefined };
  }
}
