import type { RootCandidate } from '../../crate/choose-root.js';
import { followOriginal } from '../../crate/follow/follow-original.js';
import { inOriginalOrder } from '../../crate/follow/original-order.js';
import { parseJson, type JsonObject, type JsonValue } from '../../crate/json/lazy-document.js';
import { noteOf, type Note } from '../../crate/read/report.js';
import { turn } from '../../crate/read/stop-signal.js';
import { contextAddress } from '../../crate/spec-version.js';
import { arrangeDocument, documentOf, documentText, type ArrangedDocument } from '../../crate/write/write-document.js';
import { contextWithBase, withEmbeddedContext, withoutBase } from '../../crate/write/written-context.js';
import { parseNQuadsStream } from '../../base/rdf/parse-rdf.js';
import type { GraphReader, GraphStore } from '../../store/port.js';
import type { OriginalOptions } from '../stored/originals.js';
import { StoredGraph } from './stored-graph.js';

/** How to write a crate out of a store. */
export interface ExportOptions extends OriginalOptions {
  /** Refer to the contexts as the crate did (default), or embed the terms in use. */
  readonly contextForm?: 'reference' | 'embed' | undefined;
  /** Leave `{"@base": root}` in the context. Default false. */
  readonly keepBase?: boolean | undefined;
  /** Identifiers must resolve to the IRIs of the graph, also in a graph that no load has written. Default false. */
  readonly exact?: boolean | undefined;
  /** Follow the original, if the store kept it. Default true. */
  readonly layout?: boolean | undefined;
  /** Called for each warning, before the first chunk. */
  readonly onNote?: ((note: Note) => void) | undefined;
}

/**
 * Exports a graph of a store as the text of a metadata document: the original, edited where the graph has changed.
 * Without an original the document is relative, flattened and compacted in a fixed order.
 * @param graph IRI of the named graph
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates/coastal-atlas');
 * console.log(await exportCrate(store, 'https://example.org/coastal-atlas/'));
 * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_CONTEXT_UNAVAILABLE
 */
export async function exportCrate(store: GraphStore, graph: string, options: ExportOptions = {}): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for await (const chunk of exportChunks(store, graph, options)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/**
 * As {@link exportCrate}, in UTF-8 and in chunks, for documents of any size. An unchanged crate
 * gives its original bytes.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates/coastal-atlas');
 * for await (const chunk of exportChunks(store, 'https://example.org/coastal-atlas/')) process.stdout.write(chunk);
 * @throws CrateError as {@link exportCrate}, before the first chunk
 */
export async function* exportChunks(
  store: GraphStore,
  graph: string,
  options: ExportOptions = {},
): AsyncGenerator<Uint8Array> {
  const snapshot = store.snapshot();
  try {
    yield* exportOf(snapshot, graph, options);
  } finally {
    snapshot.close();
  }
}

/** As {@link exportChunks}, from a snapshot. */
export async function* exportOf(store: GraphReader, iri: string, options: ExportOptions): AsyncGenerator<Uint8Array> {
  for await (const chunk of documentChunks(store, iri, options)) {
    yield chunk;
    await turn(options.signal);
  }
}

/**
 * Writes a document of the graph alone, with the context of RO-Crate, for readers who lack those of the crate: terms
 * that only these define are named after their IRIs. Nothing of it comes from the web.
 * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_ROOT_AMBIGUOUS for a graph that no load has written
 */
export async function* exportWithoutContexts(
  store: GraphReader,
  iri: string,
  options: Pick<ExportOptions, 'contexts' | 'signal'>,
): AsyncGenerator<Uint8Array> {
  const graph = await StoredGraph.open(store, iri, options);
  const root = await graph.chooseRoot(await graph.candidates());
  const document = await arrangeDocument(parseNQuadsStream(graph.triples()), {
    base: await graph.base(),
    exact: true,
    byValue: true,
    context: await versionContext(graph, root, undefined),
    contexts: graph.contexts,
    root,
    sorted: true,
    signal: options.signal,
  });
  yield* encoded(documentText(document));
}

async function* documentChunks(store: GraphReader, iri: string, options: ExportOptions): AsyncGenerator<Uint8Array> {
  const { contextForm, keepBase, layout, onNote } = options;
  const graph = await StoredGraph.open(store, iri, options);
  const asWritten = contextForm !== 'embed' && keepBase !== true;
  const original = asWritten && layout !== false ? graph.unchangedOriginal() : undefined;
  if (original !== undefined) return yield* original;
  const followed = layout === false ? undefined : await follow(graph, onNote);
  const root = await currentRoot(graph, onNote);
  if (followed !== undefined && asWritten) return yield* followed;
  const arranged = followed === undefined ? await arrange(graph, root, options) : undefined;
  if (arranged !== undefined && asWritten) return yield* encoded(documentText(arranged));
  let document = arranged === undefined ? (parseJson(decodedText(followed ?? [])) as JsonObject) : documentOf(arranged);
  if (contextForm === 'embed') document = await withEmbeddedContext(document, graph.contexts);
  if (keepBase === true) document = contextWithBase(document, (await graph.base()).root);
  yield* encoded([`${JSON.stringify(document, null, 2)}\n`]);
}

/** The first original, edited to state what the graph states; undefined if the store kept none. */
async function follow(graph: StoredGraph, onNote: ExportOptions['onNote']): Promise<Iterable<Uint8Array> | undefined> {
  const [first, ...merged] = await graph.originals();
  return first === undefined ? undefined : followOriginal(first, () => graph.triples(), merged, { onNote });
}

/**
 * The root and its descriptor; undefined, with a note, if an update removed them.
 * @throws CrateError ERR_ROOT_AMBIGUOUS for a graph that no load has written
 */
async function currentRoot(graph: StoredGraph, onNote: ExportOptions['onNote']): Promise<RootCandidate | undefined> {
  const candidates = await graph.candidates();
  if (candidates.length === 0) onNote?.(noteOf({ kind: 'root-missing', detail: graph.iri }));
  return graph.chooseRoot(candidates);
}

/** A new document. Its values have the order of the originals, or are sorted if the store kept none. */
async function arrange(
  graph: StoredGraph,
  root: RootCandidate | undefined,
  { exact, onNote, signal }: ExportOptions,
): Promise<ArrangedDocument> {
  const { contexts, records } = graph;
  const [record] = records;
  const originals = await graph.originals();
  const quads = parseNQuadsStream(graph.triples());
  return arrangeDocument(originals.length === 0 ? quads : await inOriginalOrder(quads, originals), {
    base: await graph.base(),
    exact: exact === true || record !== undefined,
    byValue: true,
    context:
      record === undefined
        ? await versionContext(graph, root, onNote)
        : await withoutBase(mergedContext(records.map(({ context }) => context)), contexts),
    contexts,
    root: record === undefined ? root : { descriptor: record.descriptor, root: graph.iri },
    sorted: originals.length === 0,
    signal,
  });
}

/**
 * The context of the version that the descriptor conforms to; of the default version, with a note, if it names none.
 */
async function versionContext(
  graph: StoredGraph,
  root: RootCandidate | undefined,
  onNote: ExportOptions['onNote'],
): Promise<string> {
  const version = root && (await graph.versionOf(root.descriptor));
  if (root !== undefined && version === undefined)
    onNote?.(noteOf({ kind: 'version-unknown', detail: root.descriptor }));
  return contextAddress(version);
}

/** The contexts of merged crates in load order, without duplicates. */
export function mergedContext(written: readonly JsonValue[]): JsonValue {
  const contexts = written.flatMap((context) => [context].flat());
  const merged = [...new Map(contexts.map((context) => [JSON.stringify(context), context])).values()];
  return merged.length === 1 ? (merged[0] as JsonValue) : merged;
}

function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

function decodedText(chunks: Iterable<Uint8Array>): string {
  const decoder = new TextDecoder();
  let text = '';
  for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text;
}
