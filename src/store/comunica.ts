import type { DatasetCore, Source, Term } from '@rdfjs/types';
import { CrateError } from '../errors.js';
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
 * @throws CrateError ERR_QUERY_SYNTAX
 */
export async function comunica(sources: readonly (DatasetCore | Source)[], sparql: string): Promise<Bindings[]> {
  const rows: Bindings[] = [];
  try {
    const stream = await (
      await openEngine()
    ).queryBindings(sparql, {
      sources: sources.map((value) => ({ type: 'rdfjs' as const, value: value as Source })) as never,
      unionDefaultGraph: true,
    });
    // Bindings of RDF/JS, not of SPARQL JSON.
    for await (const binding of stream as unknown as AsyncIterable<Iterable<[{ value: string }, Term]>>) {
      rows.push(new Map([...binding].map(([variable, term]) => [variable.value, term])));
    }
  } catch (cause) {
    throw new CrateError('ERR_QUERY_SYNTAX', cause instanceof Error ? cause.message : String(cause), { cause });
  }
  return rows;
}
