import type { Quad } from '@rdfjs/types';
import { CHUNK_LENGTH, termToNQuads } from '../../base/rdf/nquads.js';
import { parseJson, type JsonObject } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';
import type { Note } from '../read/report.js';
import { stoppable, type StopSignal } from '../read/stop-signal.js';
import { arrangeDocument, documentText, writeDocument, type WriteOptions } from '../write/write-document.js';
import { followOriginal } from './follow-original.js';
import { inOriginalOrder } from './original-order.js';

/** How to write quads like a document that they came from. */
export interface LikeOptions {
  /** The document to follow; the blank nodes of the quads must have its labels, as those of `like.quads` do. */
  readonly like: CrateDocument;
  /** Receives what the result does not contain, because RDF cannot represent it. */
  readonly onNote?: ((note: Note) => void) | undefined;
  /** Aborts the work, which then throws the reason of the signal. */
  readonly signal?: StopSignal | undefined;
}

/** Quads of one crate, in any order and graph. */
export type QuadSequence = Iterable<Quad> | AsyncIterable<Quad>;

/**
 * Writes the metadata document of one graph. With `like`, it is that document with the changes that the quads
 * state: what has not changed keeps its place. Otherwise it is flattened, compacted and relative: descriptor,
 * root, data entities along `hasPart`, then the others in the order of the quads. {@link writeText} keeps
 * spaces and the spelling of numbers too.
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE, ERR_CONTEXT_INVALID
 */
export async function writeQuads(quads: QuadSequence, options: WriteOptions | LikeOptions): Promise<JsonObject> {
  if (!('like' in options)) return writeDocument(quads, options);
  return parseJson(await writeText(quads, options)) as JsonObject;
}

/**
 * As `writeDocument`, as text. With `like`, unchanged text is copied: a change of one value is a diff of one line, and
 * without a change the result is the text of the document.
 * @throws CrateError as `writeDocument`
 */
export async function writeText(quads: QuadSequence, options: WriteOptions | LikeOptions): Promise<string> {
  let text = '';
  for await (const chunk of textChunks(quads, options)) text += chunk;
  return text;
}

/** As {@link writeText}, in chunks. */
export async function* textChunks(quads: QuadSequence, options: WriteOptions | LikeOptions): AsyncGenerator<string> {
  const { signal } = options;
  if (!('like' in options)) return yield* stoppable(documentText(await arrangeDocument(quads, options)), signal);
  const { like, onNote } = options;
  const triples: Quad[] = [];
  for await (const quad of stoppable(quads, signal)) triples.push(quad);
  const followed = await followOriginal(like, () => nTriples(triples), [], { onNote });
  if (followed === undefined) {
    const { base, contexts, writtenContext: context = null, candidates } = like;
    const root = candidates.length === 0 ? undefined : like.root;
    const ordered = await inOriginalOrder(triples, [like]);
    const arranged = await arrangeDocument(ordered, { base, exact: true, context, contexts, root, signal });
    return yield* stoppable(documentText(arranged), signal);
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of stoppable(followed, signal)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** N-Triples in chunks of whole lines, whatever graph the quads are in. */
function* nTriples(quads: readonly Quad[]): Generator<string> {
  let text = '';
  for (const { subject, predicate, object } of quads) {
    text += `${termToNQuads(subject)} ${termToNQuads(predicate)} ${termToNQuads(object)} .\n`;
    if (text.length < CHUNK_LENGTH) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
