import type { Quad, Stream } from '@rdfjs/types';
import type { JsonObject, JsonValue } from '../../crate/json/lazy-document.js';
import { writeDocument, type WriteOptions } from '../../crate/write/write-document.js';
import { CrateError } from '../../base/errors.js';
import { placeOrContent } from '../../package/open/crate-argument.js';
import { crateInQuads, type RdfCrateOptions } from '../../package/open/rdf-crates.js';
import { rdfQuads } from '../../package/open/read-rdf.js';
import { abortable, untilAborted } from '../../package/abortable.js';
import { contextsOrDefault } from '../../package/contexts/open-contexts.js';
import { asReadable } from './event-stream.js';

/** How to convert RDF to a crate. The base is the crate root, or the metadata file in it. */
export interface RdfToCrateOptions extends RdfCrateOptions {
  /** The `@context` to write. Default: that of the RO-Crate version that the descriptor conforms to. */
  readonly context?: JsonValue | undefined;
  /** Aborts the work; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** RDF that describes a crate: a path, an address or `-`; a dataset; a stream of quads; or any sequence of quads. */
export type RdfArgument = string | URL | Iterable<Quad> | AsyncIterable<Quad> | Stream;

/**
 * Converts RDF that describes one crate to a metadata document: a file (N-Quads, N-Triples, Turtle, TriG, or any
 * JSON-LD), an RDF/JS dataset, an RDF/JS stream, or any iterable of quads.
 * @param options.base default: the folder of the descriptor
 * @example
 * const dataset = await toDataset('data/crates/coastal-atlas');
 * const document = await rdfToCrate(dataset, { base: 'https://example.org/coastal-atlas/' });
 * console.log(document['@graph']);
 * @throws CrateError as `readRdf`, ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS
 */
export async function rdfToCrate(rdf: RdfArgument, options: RdfToCrateOptions = {}): Promise<JsonObject> {
  const { signal } = options;
  return untilAborted(signal, async () => {
    const crate = await describeCrate(quadsOf(rdf, options), options);
    signal?.throwIfAborted();
    return writeDocument(crate.quads, crate);
  });
}

/**
 * Finds the crate that quads describe, and how to write it.
 * @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS
 */
export async function describeCrate(
  quads: Iterable<Quad> | AsyncIterable<Quad>,
  options: Pick<RdfToCrateOptions, 'base' | 'root' | 'onNote' | 'context' | 'contexts'> & Pick<WriteOptions, 'signal'>,
): Promise<WriteOptions & { readonly quads: readonly Quad[] }> {
  const { signal, context } = options;
  const crate = await crateInQuads(quads, options);
  return { ...crate, context: context ?? crate.context, contexts: contextsOrDefault(options.contexts), signal };
}

/** The quads of any kind of RDF. */
function quadsOf(rdf: RdfArgument, options: RdfToCrateOptions): Iterable<Quad> | AsyncIterable<Quad> {
  const { signal, packages } = options;
  if (typeof rdf === 'string' || rdf instanceof URL) {
    const place = placeOrContent(rdf);
    if (typeof place !== 'string')
      throw new CrateError('ERR_USAGE', 'this is the text of a metadata document, not an RDF file', {
        hint: 'open it with openCrateDocument',
      });
    return rdfQuads(place, { ...options, packages: signal === undefined ? packages : { signal, ...packages } });
  }
  if (typeof rdf === 'object' && rdf !== null && Symbol.iterator in rdf) return checkedQuads(rdf);
  return checkedQuadStream(abortable(sequenceOf(rdf), signal));
}

function* checkedQuads(quads: Iterable<Quad>): Generator<Quad> {
  for (const quad of quads) yield requireQuad(quad);
}

async function* checkedQuadStream(quads: AsyncIterable<Quad>): AsyncGenerator<Quad> {
  for await (const quad of quads) yield requireQuad(quad);
}

function sequenceOf(rdf: AsyncIterable<Quad> | Stream): AsyncIterable<Quad> {
  if (typeof rdf === 'object' && rdf !== null) {
    if (Symbol.asyncIterator in rdf) return rdf;
    if ('on' in rdf) return asReadable(rdf);
  }
  throw new CrateError('ERR_USAGE', 'this is not RDF', {
    hint: 'give a file, a dataset, a stream of quads, or an iterable of quads',
  });
}

/** The quad, if it is one. @throws CrateError ERR_USAGE */
export function requireQuad(quad: Quad): Quad {
  const { subject, predicate, object, graph } = (quad ?? {}) as Partial<Quad>;
  if ([subject, predicate, object, graph].every((term) => typeof term?.termType === 'string')) return quad;
  throw new CrateError('ERR_USAGE', `expected an RDF/JS quad, got ${quad === null ? 'null' : typeof quad}`, {
    hint: 'a quad has the terms subject, predicate, object and graph',
  });
}
