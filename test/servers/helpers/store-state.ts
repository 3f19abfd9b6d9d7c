import type { GraphStore } from '../../../src/store/port.js';
import { queryTerms } from '../../../src/store/rdf-answers.js';
import { verifyEndpointAt } from '../../../src/store/endpoint/endpoint-store.js';
import { chunksOf } from '../../contract/store-kind.js';
import type { RawEndpoint } from './raw-endpoint.js';

/** All that a user can see. */
export interface StoreState {
  /** Sorted lines. */
  readonly graphs: Readonly<Record<string, string>>;
  readonly records: readonly unknown[];
  readonly files: readonly string[];
}

/** Reads all of a store, as queries and as lists have it. */
export async function stateOf(store: GraphStore): Promise<StoreState> {
  const graphs: Record<string, string> = {};
  const queried = await queryTerms(store, 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }');
  const seen = queried.kind === 'bindings' ? [...queried.rows].map((row) => row.get('g')!.value).sort() : [];
  expect(seen).toEqual([...(await store.graphs()).keys()].sort());
  for (const graph of [...(await store.graphs()).keys()].sort())
    graphs[graph] = (await chunksOf(store, graph)).join('').split('\n').sort().join('\n').trim();
  const records = (await store.records()).map(({ data, ...record }) => {
    // A crate that was stored before the fault has its base from there.
    const { loaded: _, baseReason: __, ...others } = data as { loaded?: unknown; baseReason?: unknown };
    return { ...record, data: others };
  });
  const files: string[] = [];
  for (const { sha256, kept } of records) {
    const chunks: Uint8Array[] = [];
    if (kept) for await (const chunk of store.file(sha256)) chunks.push(chunk);
    files.push(`${sha256} ${Buffer.concat(chunks).toString()}`);
  }
  const sorted = records.sort((a, b) => (`${a.graph} ${a.source}` < `${b.graph} ${b.source}` ? -1 : 1));
  return { graphs, records: sorted, files: files.sort() };
}

/**
 * What is wrong in the bookkeeping of an endpoint on which nobody writes: problems, marks of open batches, claims, and
 * anything of graphs that are not there.
 */
export async function leftoversOf(endpoint: RawEndpoint): Promise<string[]> {
  const { problems } = await verifyEndpointAt(endpoint.engine.url);
  const graphs = new Set((await endpoint.graphs()).map((graph) => `<${graph}>`));
  const found = await endpoint.rows(`SELECT ?s ?p ?o { GRAPH <urn:crategraph:store> { ?s ?p ?o
    FILTER(?p IN (<urn:crategraph:store#open>, <urn:crategraph:store#writer>, <urn:crategraph:store#graph>)) } }`);
  const left = found.filter(({ p, o }) => p !== '<urn:crategraph:store#graph>' || !graphs.has(o!));
  return [...problems, ...left.map(({ s, p, o }) => `${s} ${p} ${o}`)];
}
