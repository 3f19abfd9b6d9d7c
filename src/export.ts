import { named, readCatalogue } from './catalogue.js';
import { crateBase } from './crate/base.js';
import type { ContextSource } from './crate/context/source.js';
import { folderOf } from './crate/iri.js';
import type { JsonObject, JsonValue } from './crate/json/parse.js';
import { chooseRoot } from './crate/root.js';
import { writeDocument } from './crate/write/document.js';
import { CrateError } from './errors.js';
import { NQUADS } from './rdf/media-types.js';
import { parseRdf } from './rdf/parse.js';
import { rootCandidates } from './root.js';
import { valuesBlock } from './rdf/term-sparql.js';
import type { GraphStore } from './store/graph-store.js';

/** How to write a crate out of a store. */
export interface ExportOptions {
  readonly contexts: ContextSource;
  /** Refer to the context as the crate did (default), or put the terms in use into the document. */
  readonly contextForm?: 'reference' | 'embed' | undefined;
  /** Leave `{"@base": root}` in the context. Default false. */
  readonly keepBase?: boolean | undefined;
}

/** The context for graphs that nobody loaded as a crate. */
export const DEFAULT_CONTEXT = 'https://w3id.org/ro/crate/1.2/context';

/**
 * The metadata document of one graph of a store: relative, flattened and compacted.
 * @param graph IRI of the named graph
 * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_CONTEXT_UNAVAILABLE
 */
export async function exportCrate(store: GraphStore, graph: string, options: ExportOptions): Promise<JsonObject> {
  if ((await store.size(named(graph))) === 0) {
    throw new CrateError('ERR_GRAPH_NOT_FOUND', `the store holds no graph <${graph}>`, { details: { graph } });
  }
  const construct = `CONSTRUCT { ?s ?p ?o } WHERE { ${valuesBlock('g', [named(graph)])} GRAPH ?g { ?s ?p ?o } }`;
  const quads = await parseRdf(await store.queryText(construct, 'application/n-quads'), NQUADS);
  const records = (await readCatalogue(store)).filter((record) => record.graph === graph);
  const [record] = records;
  const base = record === undefined ? crateBase(folderOf(graph), 'given') : crateBase(record.base, record.baseReason);
  const candidates = await rootCandidates(store, { graphs: [named(graph)] });
  const descriptor = record?.descriptor ?? chooseRoot(candidates, base).descriptor;
  return writeDocument(quads, {
    base,
    exact: record !== undefined,
    context: records.length === 0 ? DEFAULT_CONTEXT : mergedContext(records.map(({ context }) => context)),
    contexts: options.contexts,
    contextForm: options.contextForm,
    keepBase: options.keepBase,
    root: { descriptor, root: graph },
  });
}

/** The contexts of merged crates, each part once, in load order. */
function mergedContext(contexts: readonly JsonValue[]): JsonValue {
  const parts = new Map(contexts.flatMap((context) => [context].flat()).map((part) => [JSON.stringify(part), part]));
  const merged = [...parts.values()];
  return merged.length === 1 ? (merged[0] as JsonValue) : merged;
}
