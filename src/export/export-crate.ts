import { DataFactory } from 'n3';
import { loadRecords, type LoadRecord } from '../stored/load-records.js';
import type { CrateBase } from '../crate/base.js';
import { judgeBase } from '../crate/judge-base.js';
import type { ContextSource } from '../crate/context/context-source.js';
import { parseJson, type JsonObject, type JsonValue } from '../crate/json/lazy-document.js';
import { followOriginal } from '../crate/follow/follow-original.js';
import { inOriginalOrder } from '../crate/follow/original-order.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import { openDocument } from '../crate/read/open-document.js';
import type { Note } from '../crate/read/report.js';
import { chooseRoot, type RootCandidate } from '../crate/choose-root.js';
import { contextAddress, versionOf } from '../crate/spec-version.js';
import { withBase, withEmbeddedContext, withoutBase } from '../crate/write/written-context.js';
import { arrangeDocument, documentOf, documentText, type ArrangedDocument } from '../crate/write/write-document.js';
import { contextsFor } from '../package/contexts/open-contexts.js';
import { DocumentBytes } from '../package/bytes/document-bytes.js';
import { parseNQuadsStream } from '../rdf/parse-rdf.js';
import { DCTERMS } from '../rdf/vocabulary.js';
import { rootsOfGraph } from '../stored/find-root.js';
import { graphNotFound } from '../store/graph-errors.js';
import { wholeLines } from '../store/nquads-lines.js';
import type { GraphReader, GraphStore } from '../store/port.js';
import { match } from '../store/rdf-answers.js';

const CONFORMS_TO = `${DCTERMS}conformsTo`;

/** How to write a crate out of a store. */
export interface ExportOptions {
  readonly contexts: ContextSource;
  /** Refer to the context as the crate did (default), or put the terms in use into the document. */
  readonly contextForm?: 'reference' | 'embed' | undefined;
  /** Leave `{"@base": root}` in the context. Default false. */
  readonly keepBase?: boolean | undefined;
  /** Follow the document as it was loaded, where the store has it. Default true. */
  readonly layout?: boolean | undefined;
  /** Called for what is legal to write but should be known, before the first piece. */
  readonly onNote?: ((note: Note) => void) | undefined;
}

/**
 * The metadata document of one graph of a store, as text: the document as it was loaded, changed where the graph has
 * changed; without a layout relative, flattened and compacted in a fixed order.
 * @param graph IRI of the named graph
 * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_CONTEXT_UNAVAILABLE
 */
export async function exportCrate(store: GraphStore, graph: string, options: ExportOptions): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for await (const chunk of exportChunks(store, graph, options)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/**
 * The same in UTF-8 and in pieces, for documents of any size: an untouched crate gives its original bytes.
 * @throws CrateError as {@link exportCrate}, before the first piece
 */
export async function* exportChunks(
  store: GraphStore,
  graph: string,
  options: ExportOptions,
): AsyncGenerator<Uint8Array> {
  const snapshot = store.snapshot();
  try {
    yield* exportOf(snapshot, graph, options);
  } finally {
    snapshot.close();
  }
}

/** The same out of a snapshot. */
export async function* exportOf(store: GraphReader, graph: string, given: ExportOptions): AsyncGenerator<Uint8Array> {
  const records = await loadRecords(store, { graph });
  const contexts = contextsOfGraph(records, given.contexts);
  const options = { ...given, contexts };
  const [record] = records;
  const triples = () => triplesOf(store, graph);
  const asItIs = options.contextForm !== 'embed' && options.keepBase !== true;
  if ((await store.graphs([graph])).size === 0) throw graphNotFound(graph);
  // Nobody else has written to the graph: it says what its document says.
  if (asItIs && options.layout !== false && records.length === 1 && record?.kept === true && !record.changed)
    return yield* store.file(record.sha256);
  const followed = options.layout === false ? undefined : await follow(store, records, triples, options);
  const root = await rootOf(store, graph, record, options.onNote);
  if (followed !== undefined && asItIs) return yield* followed;
  const arranged = followed === undefined ? await arrange(store, graph, records, triples, root, options) : undefined;
  if (arranged !== undefined && asItIs) return yield* encoded(documentText(arranged));
  let document = arranged === undefined ? (parseJson(textOf(followed ?? [])) as JsonObject) : documentOf(arranged);
  if (options.contextForm === 'embed') document = await withEmbeddedContext(document, contexts);
  if (options.keepBase === true) document = withBase(document, (await baseOf(graph, record)).root);
  yield* encoded([`${JSON.stringify(document, null, 2)}\n`]);
}

/** Where the contexts of a graph come from: a crate from the web may have its own at its own origin. */
export function contextsOfGraph(records: readonly LoadRecord[], contexts: ContextSource): ContextSource {
  return records.reduce((source, { origin }) => contextsFor(source, origin), contexts);
}

/** The N-Triples of a graph, in pieces of whole lines. */
async function* triplesOf(store: GraphReader, graph: string): AsyncGenerator<string> {
  const end = ` <${graph}> .\n`;
  // A raw line feed occurs at line ends only, so this is exact.
  for await (const piece of wholeLines(store.nquads(graph))) yield piece.replaceAll(end, ' .\n');
}

/** The document after the layouts of its records, in load order; undefined without one for the first record. */
async function follow(
  store: GraphReader,
  records: readonly LoadRecord[],
  triples: () => AsyncIterable<string>,
  { contexts, onNote }: ExportOptions,
): Promise<Iterable<Uint8Array> | undefined> {
  const [first, ...later] = await originals(store, records, contexts);
  return first === undefined ? undefined : followOriginal(first, triples, later, onNote);
}

/** The documents that a graph was made of, as far as the store has them. */
async function originals(
  store: GraphReader,
  records: readonly LoadRecord[],
  contexts: ContextSource,
): Promise<CrateDocument[]> {
  const opened: CrateDocument[] = [];
  for (const record of records) {
    if (!record.kept) continue;
    const content = await DocumentBytes.ofStream(store.file(record.sha256), Infinity, record.source);
    const base = { remembered: record.base };
    opened.push(await openDocument(content, { base, contexts, identity: record.sha256 }));
  }
  return opened;
}

/**
 * The document written anew; its values in the order of the originals, or sorted where the store has none.
 * @throws CrateError ERR_GRAPH_NOT_FOUND
 */
async function arrange(
  store: GraphReader,
  graph: string,
  records: readonly LoadRecord[],
  triples: () => AsyncIterable<string>,
  root: RootCandidate | undefined,
  { contexts, onNote }: ExportOptions,
): Promise<ArrangedDocument> {
  const [record] = records;
  const documents = await originals(store, records, contexts);
  const quads = parseNQuadsStream(triples());
  return arrangeDocument(documents.length === 0 ? quads : await inOriginalOrder(quads, documents), {
    base: await baseOf(graph, record),
    exact: record !== undefined,
    byValue: true,
    context:
      record === undefined
        ? await ownContext(store, graph, root, onNote)
        : await withoutBase(mergedContext(records.map(({ context }) => context)), contexts),
    contexts,
    root: record === undefined ? root : { descriptor: record.descriptor, root: graph },
    sorted: documents.length === 0,
  });
}

async function baseOf(graph: string, record: LoadRecord | undefined): Promise<CrateBase> {
  return (await judgeBase({ remembered: record?.base, node: graph })).base;
}

/**
 * The root and the descriptor that the graph has today; undefined, and said, when an update left none.
 * @throws CrateError ERR_ROOT_AMBIGUOUS for a graph that nobody loaded
 */
async function rootOf(
  store: GraphReader,
  graph: string,
  record: LoadRecord | undefined,
  onNote: ExportOptions['onNote'],
): Promise<RootCandidate | undefined> {
  const candidates = await rootsOfGraph(store, graph);
  const own = candidates.filter(({ root }) => root === graph);
  if (candidates.length > 0 && (record === undefined || own.length > 0))
    return chooseRoot(own.length > 0 ? own : candidates, await baseOf(graph, record));
  if (candidates.length === 0) onNote?.({ kind: 'root-missing', detail: graph });
  return undefined;
}

/** The context of the version that the descriptor conforms to; of the default one, and said, when it names none. */
async function ownContext(
  store: GraphReader,
  graph: string,
  root: RootCandidate | undefined,
  onNote: ExportOptions['onNote'],
): Promise<string> {
  if (root === undefined) return contextAddress();
  const [descriptor, conformsTo, place] = [root.descriptor, CONFORMS_TO, graph].map((iri) =>
    DataFactory.namedNode(iri),
  );
  for await (const { object } of match(store, descriptor, conformsTo, null, place)) {
    const version = versionOf(object.value);
    if (version !== undefined) return contextAddress(version);
  }
  onNote?.({ kind: 'version-unknown', detail: root.descriptor });
  return contextAddress();
}

function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

function textOf(chunks: Iterable<Uint8Array>): string {
  const decoder = new TextDecoder();
  let text = '';
  for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text;
}

/** The contexts of merged crates, each part once, in load order. */
function mergedContext(contexts: readonly JsonValue[]): JsonValue {
  const parts = new Map(contexts.flatMap((context) => [context].flat()).map((part) => [JSON.stringify(part), part]));
  const merged = [...parts.values()];
  return merged.length === 1 ? (merged[0] as JsonValue) : merged;
}
