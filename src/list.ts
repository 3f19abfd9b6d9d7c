import type { Literal } from '@rdfjs/types';
import { CATALOGUE, named, readCatalogue, type LoadRecord } from './catalogue.js';
import { savedQuery } from './queries.js';
import { valueForm } from './rdf/literal-value.js';
import { SCHEMA, SCHEMA_HTTPS } from './rdf/vocabulary.js';
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
  const listed: ListedCrate[] = [];
  for (const row of result.results.bindings) {
    const graph = row['graph']?.value;
    if (graph === undefined || graph === CATALOGUE) continue;
    const own = records.get(graph) ?? [];
    const last = own.at(-1);
    const several = Number(row['names']?.value ?? 0) > 1;
    listed.push({
      graph,
      name: (several ? await firstName(store, graph, own) : undefined) ?? row['name']?.value,
      source: own.length === 0 ? undefined : own.map(({ source }) => source).join(' '),
      base: own[0]?.base,
      version: last?.version,
      quads: Number(row['quads']?.value ?? 0),
      loaded: last?.loaded,
    });
  }
  return listed;
}

/** The first name that the documents gave the crate, in load order, and that it still has. */
async function firstName(
  store: GraphStore,
  graph: string,
  records: readonly LoadRecord[],
): Promise<string | undefined> {
  const names = new Set(await namesInGraph(store, graph));
  return records.flatMap((record) => record.names ?? []).find((name) => names.has(name));
}

/** The names that a graph gives its root. */
export async function namesInGraph(store: GraphStore, graph: string): Promise<string[]> {
  const names: string[] = [];
  for (const namespace of [SCHEMA, SCHEMA_HTTPS])
    for await (const { object } of store.match(named(graph), named(`${namespace}name`), null, named(graph)))
      if (object.termType === 'Literal') names.push(nameOf(object));
  return names;
}

/** A name in a form that an engine does not respell. */
export function nameOf({ value, datatype }: Literal): string {
  return valueForm(value, datatype.value);
}
