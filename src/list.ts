import { CATALOGUE, readCatalogue, type LoadRecord } from './catalogue.js';
import { savedQuery } from './queries.js';
import type { GraphStore } from './store/graph-store.js';

/** A crate of a store. */
export interface ListedCrate {
  /** IRI of the named graph: the Root Data Entity. */
  readonly graph: string;
  readonly name: string | undefined;
  /** Where it was loaded from; several after a merge. */
  readonly source: string | undefined;
  readonly base: string | undefined;
  readonly version: string | undefined;
  readonly quads: number;
  /** Time of the last load, ISO 8601. */
  readonly loaded: string | undefined;
}

/** The crates of a store by graph, with what their load records say; graphs without a record are listed too. */
export async function listCrates(store: GraphStore): Promise<ListedCrate[]> {
  const records = new Map<string, LoadRecord[]>();
  for (const record of await readCatalogue(store)) {
    const known = records.get(record.graph);
    if (known === undefined) records.set(record.graph, [record]);
    else known.push(record);
  }
  const { text } = await savedQuery('graphs');
  const result = JSON.parse(await store.queryText(text, 'application/sparql-results+json')) as {
    results: { bindings: Record<string, { value: string } | undefined>[] };
  };
  return result.results.bindings.flatMap((row) => {
    const graph = row['graph']?.value;
    if (graph === undefined || graph === CATALOGUE) return [];
    const own = records.get(graph) ?? [];
    const last = own.at(-1);
    return {
      graph,
      name: row['name']?.value,
      source: own.length === 0 ? undefined : own.map(({ source }) => source).join(' '),
      base: own[0]?.base,
      version: last?.version,
      quads: Number(row['quads']?.value ?? 0),
      loaded: last?.loaded,
    };
  });
}
