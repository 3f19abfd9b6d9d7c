import type { DatasetCore, Source, Term } from '@rdfjs/types';
import { CrateError } from '../base/errors.js';
import type { WorkOptions } from './port.js';
import { unlessAborted } from './queue.js';
import type { Bindings } from './sparql-json.js';

type ComunicaEngine = InstanceType<typeof import('@comunica/query-sparql').QueryEngine>;

let engine: Promise<ComunicaEngine> | undefined;

/** The Comunica engine, loaded on first use because that takes most of a second. */
function openEngine(): Promise<ComunicaEngine> {
  engine ??= import('@comunica/query-sparql').then(({ QueryEngine }) => new QueryEngine());
  return engine;
}

/**
 * Answers a SELECT query over RDF/JS datasets and sources; the default graph is the union of all graphs.
 * @throws CrateError of a source; ERR_UNSUPPORTED for any other error of a source; the reason of the signal
 */
export async function comunica(
  sources: readonly (DatasetCore | Source)[],
  sparql: string,
  { signal }: WorkOptions = {},
): Promise<Bindings[]> {
  try {
    signal?.throwIfAborted();
    const rows = readRows(sources, sparql, signal);
    return await (signal === undefined ? rows : unlessAborted(rows, signal));
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof CrateError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new CrateError('ERR_UNSUPPORTED', `the source cannot be queried: ${message}`, {
      hint: 'give an RDF/JS dataset or source, or a graph store',
      cause,
    });
  }
}

async function readRows(
  sources: readonly (DatasetCore | Source)[],
  sparql: string,
  signal: AbortSignal | undefined,
): Promise<Bindings[]> {
  const stream = await (
    await openEngine()
  ).queryBindings(sparql, {
    sources: sources.map((value) => ({ type: 'rdfjs' as const, value: value as Source })) as never,
    unionDefaultGraph: true,
  });
  const stop = () => stream.destroy();
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const rows: Bindings[] = [];
    // Bindings of RDF/JS, not of SPARQL JSON.
    for await (const binding of stream as unknown as AsyncIterable<Iterable<[{ value: string }, Term]>>) {
      rows.push(new Map([...binding].map(([variable, term]) => [variable.value, term])));
    }
    return rows;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
