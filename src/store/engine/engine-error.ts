import { CrateError } from '../../base/errors.js';
import { graphExists, graphNotFound } from '../graph-errors.js';

/** What Oxigraph says about a SPARQL text that parses but cannot be run. Its errors have no codes: the words decide. */
const WORDS: readonly (readonly [RegExp, (graph: string) => CrateError])[] = [
  [/graph <(.*)> does not exist/i, graphNotFound],
  [/graph <(.*)> already exists/i, (graph) => graphExists(graph)],
];

/** Turns an error of the engine into a CrateError, without the stack of the WebAssembly code. */
export function sparqlFailure(error: unknown): CrateError {
  if (error instanceof CrateError) return error;
  const message = String((error as Error | undefined)?.message ?? error)
    .replace(/\s+/g, ' ')
    .trim();
  if ((error as { code?: string } | undefined)?.code === 'ERR_STRING_TOO_LONG' || /string longer than/i.test(message))
    return tooLong();
  if (/HTTP client is not available/i.test(message))
    return new CrateError('ERR_UNSUPPORTED', 'SPARQL: LOAD is not supported', {
      hint: '`crategraph load` loads crates, from the web too',
      cause: error,
    });
  if (/service .* is not supported/i.test(message))
    return new CrateError('ERR_UNSUPPORTED', `SPARQL: ${message}`, {
      hint: 'a query reads this store only: remove SERVICE',
    });
  for (const [pattern, error] of WORDS) {
    const graph = pattern.exec(message)?.[1];
    if (graph !== undefined) return error(graph);
  }
  return new CrateError('ERR_QUERY_SYNTAX', `SPARQL: ${message}`);
}

function tooLong(): CrateError {
  return new CrateError('ERR_LIMIT', 'the result is longer than 512 MB, the most that the engine can write', {
    hint: 'ask for less, or for a part at a time with ORDER BY, LIMIT and OFFSET',
  });
}

/** What the engine says when a result outgrows its memory. */
const OUTGROWN = 'capacity overflow';

/** What the engine says when it sorts by its own comparison, in texts that `engineText` cannot rewrite. */
const UNSORTED = 'total order';

/**
 * What a text is too much for: its parser calls itself for each bracket, and some steps for each part of a long list.
 */
const TOO_DEEP = /out of bounds|call stack/i;

/**
 * What a trap of the WebAssembly code means: after it, the code can do nothing more.
 * @param said what the engine printed before
 * @returns undefined if the error is no trap
 */
export function trapFailure(error: unknown, said: string): CrateError | undefined {
  const { name, message = '' } = (error ?? {}) as Partial<Error>;
  if (name !== 'RuntimeError' && name !== 'RangeError') return undefined;
  const [, panic] = /panicked at [^\n]*\n([^\n]*)/.exec(said) ?? [];
  if (panic === OUTGROWN) return tooLong();
  if (panic?.includes(UNSORTED) === true)
    return new CrateError('ERR_LIMIT', 'SPARQL: the engine cannot sort values of several kinds in this text', {
      hint: 'leave ORDER BY out, or write the text in SPARQL 1.1, without LATERAL and triple terms',
    });
  if (panic !== undefined)
    return new CrateError('ERR_INTERNAL', `the embedded graph engine failed: ${panic}`, {
      hint: 'nothing was changed; report it with the SPARQL text',
    });
  if (TOO_DEEP.test(message))
    return new CrateError('ERR_LIMIT', 'the SPARQL text is too deep or too long for the embedded graph engine', {
      hint: 'write it in several texts, or with VALUES for long lists',
    });
  return new CrateError('ERR_LIMIT', 'the embedded graph engine ran out of memory', {
    hint: 'the engine can load about ten million quads; split the crates into several stores, or ask for less',
  });
}

/** Whether the engine rejected a text: then it did nothing, or rolled all of it back. So it did for too many rows. */
export function isRefusal(error: unknown): boolean {
  return error instanceof CrateError && (/^ERR_(?:QUERY_|UNSUPPORTED)/.test(error.code) || 'limit' in error.details);
}
