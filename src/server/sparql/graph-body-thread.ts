import { createHash } from 'node:crypto';
import type { ContextSource } from '../../crate/context/context-source.js';
import { CrateError } from '../../base/errors.js';
import { labelScope } from '../../crate/read/identifiers.js';
import { packCrate } from '../../tasks/load/crate-readers.js';
import { readCrate, type ReadCrate } from '../../tasks/load/read-crate.js';
import { RdfLines } from '../../tasks/load/rdf-lines.js';
import { openPackage } from '../../package/open/open-package.js';
import { rdfQuads } from '../../package/open/read-rdf.js';
import { openContexts } from '../../package/contexts/open-contexts.js';
import { termId } from '../../base/rdf/nquads.js';
import { JSONLD } from '../../base/rdf/syntaxes.js';
import { MemoryLimit } from '../../base/threads/memory-limit.js';
import { serveThread } from '../../base/threads/serve-thread.js';
import { BODY, type GraphBodyData, type GraphBodyOutcome, type GraphBodyRequest } from './graph-bodies.js';

const MEGABYTES = 1024;

type GraphDocument = GraphBodyRequest['documents'][number];

await serveThread<GraphBodyData, GraphBodyRequest, GraphBodyOutcome>((data) => {
  const contexts = openContexts(data.contexts);
  const memory = new MemoryLimit(data.megabytes ?? MEGABYTES);
  return {
    async answer({ documents, graph }) {
      const [document, ...more] = documents;
      const crate = document && more.length === 0 ? await asCrate(document, graph, contexts) : undefined;
      return crate ?? asGraph(documents, graph, contexts, memory);
    },
  };
});

/**
 * The crate that the graph is named by, if this is its metadata document.
 * @returns undefined if it is no metadata document
 * @throws CrateError if it cannot be read
 */
async function asCrate(
  { bytes, from }: GraphDocument,
  graph: string,
  contexts: ContextSource,
): Promise<GraphBodyOutcome | undefined> {
  // Each metadata document names its descriptor.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (from !== JSONLD.name || !text.includes('ro-crate-metadata')) return undefined;
  const opened = await openPackage(bytes);
  try {
    const read = (await readCrate(opened, { file: '-', knownBase: undefined }, { base: graph, contexts })) as ReadCrate;
    if (read.graph === graph) return { is: 'crate', crate: packCrate(read) };
    const message = `The document describes the crate <${read.graph}>: write it to that graph.`;
    return { is: 'refused', status: 409, message };
  } catch (error) {
    if (error instanceof CrateError && error.code === 'ERR_ROOT_NOT_FOUND') return undefined;
    throw error;
  } finally {
    await opened.close();
  }
}

/** The triples of documents. @throws CrateError if they cannot be read, or take too much memory */
async function asGraph(
  documents: readonly GraphDocument[],
  graph: string,
  contexts: ContextSource,
  memory: MemoryLimit,
): Promise<GraphBodyOutcome> {
  const pieces = [];
  for (const { bytes, from } of documents) {
    const lines = new RdfLines(graph);
    const packages = { stdin: inChunks(bytes), limits: { metadataBytes: Infinity } }; // the request has its own limit
    for await (const quad of rdfQuads('-', { from, base: graph, contexts, packages })) {
      const name = termId(quad.graph);
      if (name !== '' && name !== graph) {
        const message = `The body has triples of the graph <${name}>: send each graph in a request of its own.`;
        return { is: 'refused', status: 400, message };
      }
      lines.add(quad);
      memory.check(BODY);
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    for (const { content, quads } of lines.pieces(graph, labelScope(`${sha256} ${graph}`)))
      pieces.push({ ...content.pack(), quads });
  }
  return { is: 'graph', pieces };
}

const CHUNK = 64 * 1024;

/** Small chunks: the parser takes a whole one at once. */
async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}
