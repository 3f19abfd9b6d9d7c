import { CrateError } from '../../errors.js';
import { graphExists, graphNotFound } from '../graph-errors.js';

/** What Oxigraph says about a SPARQL text that parses but cannot be run. Its errors have no codes: the words decide. */
const WORDS: readonly (readonly [RegExp, (graph: string) => CrateError])[] = [
  [/graph <(.*)> does not exist/i, graphNotFound],
  [/graph <(.*)> already exists/i, (graph) => graphExists(graph)],
];

/** Turns an error of the engine into a CrateError, without the stack of the WebAssembly code. */
export function sparqlFailure(error: unknown): CrateError {
  if (error instanceof CrateError) return error;
  if (isTrap(error)) return trapFailure();
  const message = String((error as Error | undefined)?.message ?? error)
    .replace(/\s+/g, ' ')
    .trim();
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

/** Whether the WebAssembly code itself failed (in practice: its 4 GiB of memory are full). */
export function isTrap(error: unknown): boolean {
  const name = (error as Error | undefined)?.name;
  return name === 'RuntimeError' || name === 'RangeError';
}

/** The error for {@link isTrap}. */
export function trapFailure(): CrateError {
  return new CrateError('ERR_LIMIT', 'the embedded graph engine ran out of memory', {
    hint: 'the engine can load about ten million quads; split the crates into several stores',
  });
}
