import { createHash } from 'node:crypto';
import type { ContextSource } from '../../crate/context/context-source.js';
import { labelScope } from '../../crate/read/identifiers.js';
import { CrateError } from '../../errors.js';
import { RdfLines } from '../../load/rdf-lines.js';
import { Turns } from '../../load/turns.js';
import { loadCrates } from '../../load/load-crates.js';
import { rdfQuads } from '../../open/read-rdf.js';
import { detectKind } from '../../package/bytes/first-bytes.js';
import { termId } from '../../rdf/nquads.js';
import { JSONLD, RDF_SYNTAXES, type RdfSyntax } from '../../rdf/syntaxes.js';
import { MemoryStore } from '../../store/memory-store.js';
import type { Piece } from '../../store/port.js';
import { refusal } from './refusal.js';
import { requestType } from './request-parameters.js';

const CHUNK = 64 * 1024;

/** A document that a client sends for a graph. */
export interface GraphDocument {
  readonly bytes: Uint8Array;
  readonly syntax: RdfSyntax;
}

/** What a document is read with. */
export interface GraphDocumentOptions {
  readonly graph: string;
  readonly contexts: ContextSource;
  readonly signal: AbortSignal;
}

/** The documents in a request: its body, or the files of a form. @throws HTTPException 400, 415 */
export async function documentsIn(request: Request): Promise<GraphDocument[]> {
  const { type } = requestType(request);
  if (type !== 'multipart/form-data') return [documentOf(await request.arrayBuffer(), type)];
  const form = await request.formData().catch((cause: Error) => {
    throw refusal(400, `The form cannot be read: ${cause.message}`);
  });
  const documents: GraphDocument[] = [];
  for (const [name, part] of form) {
    if (typeof part === 'string')
      throw refusal(400, `The part "${name}" of the form is not a file: give it a filename and a Content-Type.`);
    documents.push(documentOf(await part.arrayBuffer(), part.type.split(';')[0]?.trim() ?? ''));
  }
  return documents;
}

/** @throws HTTPException 415 for an unknown type, and for gzip, which may unpack to far more than a request may have */
function documentOf(body: ArrayBuffer, type: string): GraphDocument {
  const bytes = new Uint8Array(body);
  const syntax = requireSyntaxOf(type);
  if (detectKind(bytes) === 'gzip') throw refusal(415, 'The graph is compressed with gzip: send it unpacked.');
  return { bytes, syntax };
}

function requireSyntaxOf(type: string): RdfSyntax {
  const syntax = RDF_SYNTAXES.find(({ mediaType }) => mediaType === type);
  if (syntax !== undefined) return syntax;
  const types = RDF_SYNTAXES.map(({ mediaType }) => mediaType).join(', ');
  throw refusal(415, `The graph must be sent as one of ${types}, not ${type || 'without a type'}.`, {
    'accept-post': types,
  });
}

/**
 * Whether a document is the metadata document of the crate that the graph is named by. A copy of it is loaded, and
 * dropped.
 * @throws HTTPException 409 if it is that of another crate
 * @throws CrateError if it cannot be read
 */
export async function isCrateDocument(
  { bytes, syntax }: GraphDocument,
  { graph, contexts, signal }: GraphDocumentOptions,
): Promise<boolean> {
  // Each metadata document names its descriptor.
  if (syntax !== JSONLD || !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('ro-crate-metadata'))
    return false;
  const scratch = new MemoryStore();
  try {
    const [result] = await loadCrates(scratch, bytes, { base: graph, contexts, signal });
    if (result?.error?.code === 'ERR_ROOT_NOT_FOUND') return false;
    if (result?.error !== undefined) throw result.error;
    if (result?.graph === graph) return true;
    throw refusal(409, `The document describes the crate <${result?.graph}>: write it to that graph.`);
  } finally {
    await scratch.close();
  }
}

/** The triples of documents in one graph. @throws HTTPException 400 for triples of other graphs, CrateError */
export async function piecesIn(
  documents: readonly GraphDocument[],
  { graph, contexts, signal }: GraphDocumentOptions,
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const turns = new Turns(10); // the server answers others meanwhile
  for (const { bytes, syntax } of documents) {
    const lines = new RdfLines(graph);
    const packages = { stdin: inChunks(bytes), limits: { metadataBytes: Infinity }, signal }; // the request has its own limit
    for await (const quad of rdfQuads('-', { from: syntax.name, base: graph, contexts, packages })) {
      if (turns.areDue) await turns.give();
      signal.throwIfAborted();
      const name = termId(quad.graph);
      if (name !== '' && name !== graph) throw refusal(400, `The body has triples of the graph <${name}>: send each graph in a request of its own.`); // prettier-ignore
      lines.add(quad);
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    for (const piece of lines.pieces(graph, labelScope(`${sha256} ${graph}`))) {
      pieces.push(piece);
      await turns.give();
    }
  }
  return pieces;
}

/** Small chunks: the parser takes a whole one at once. */
async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

/** Loads a metadata document into its graph. @throws CrateError */
export async function loadCrateDocument(
  store: Parameters<typeof loadCrates>[0],
  { bytes }: GraphDocument,
  { graph, contexts, signal, mode }: GraphDocumentOptions & { readonly mode: 'create' | 'replace' | 'merge' },
): Promise<void> {
  const [result] = await loadCrates(store, bytes, { base: graph, contexts, signal, mode });
  if (result?.error instanceof CrateError) throw result.error;
}
