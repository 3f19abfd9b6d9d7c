import type { Quad, Stream } from '@rdfjs/types';
import { judgeBase } from '../crate/judge-base.js';
import { byDescriptor, chooseRoot, type RootCandidate } from '../crate/choose-root.js';
import { parseBase } from '../crate/base.js';
import type { JsonObject, JsonValue } from '../crate/json/lazy-document.js';
import { contextAddress, versionOf } from '../crate/spec-version.js';
import { writeDocument, type WriteOptions } from '../crate/write/write-document.js';
import { CrateError } from '../errors.js';
import { placeOrContent } from '../open/crate-argument.js';
import { abortable, untilAborted } from '../package/abortable.js';
import { contextsOrDefault } from '../package/contexts/open-contexts.js';
import { DCTERMS } from '../rdf/vocabulary.js';
import { rootCandidates } from '../stored/find-root.js';
import { asReadable } from './event-stream.js';
import { readRdf, type ReadRdfOptions } from './read-rdf.js';

/** How to convert RDF to a crate. The base is the crate root, or the metadata file in it. */
export interface RdfToCrateOptions extends Partial<ReadRdfOptions> {
  /** The `@context` to write. Default: that of the RO-Crate version that the descriptor conforms to. */
  readonly context?: JsonValue | undefined;
  /** IRI of the Root Data Entity, if the quads describe several crates. */
  readonly root?: string | undefined;
  /** Aborts the work; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** RDF that describes a crate: a path, an address or `-`; a dataset; a stream of quads; or any sequence of quads. */
export type RdfArgument = string | URL | Iterable<Quad> | AsyncIterable<Quad> | Stream;

/**
 * Converts RDF that describes one crate to a metadata document: a file (N-Quads, N-Triples, Turtle, TriG, or any JSON-LD),
 * an RDF/JS dataset, an RDF/JS stream, or any iterable of quads.
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
    const quads = await quadsOf(rdf, options);
    const crate = await describeCrate(quads, options);
    signal?.throwIfAborted();
    return writeDocument(crate.quads, crate);
  });
}

/**
 * Finds the crate that quads describe, and how to write it.
 * @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS
 */
export async function describeCrate(
  quads: readonly Quad[],
  { base: given, context, contexts, root: wanted }: RdfToCrateOptions,
): Promise<WriteOptions & { readonly quads: readonly Quad[] }> {
  const { Store } = (await import('n3')).default;
  const found = await rootCandidates(new Store([...quads]));
  const candidates = wanted === undefined ? found : found.filter(({ root }) => root === wanted).sort(byDescriptor);
  const root = chooseRoot(candidates, given === undefined ? undefined : parseBase(given));
  const { base } = await judgeBase({ given, node: root.descriptor });
  const graphName = graphNameOf(quads, root);
  const own = quads.filter(({ graph }) => graph.value === graphName);
  const version = own
    .filter(({ subject, predicate }) => subject.value === root.descriptor && predicate.value === `${DCTERMS}conformsTo`)
    .map(({ object }) => versionOf(object.value))
    .find(Boolean);
  const written = context ?? contextAddress(version);
  return { quads: own, base, context: written, contexts: contextsOrDefault(contexts), root };
}

async function quadsOf(rdf: RdfArgument, options: RdfToCrateOptions): Promise<Quad[]> {
  const contexts = contextsOrDefault(options.contexts);
  if (typeof rdf === 'string' || rdf instanceof URL) {
    const place = placeOrContent(rdf);
    if (typeof place !== 'string')
      throw new CrateError('ERR_USAGE', 'this is the text of a metadata document, not an RDF file', {
        hint: 'open it with openCrate',
      });
    const { signal, packages } = options;
    return readRdf(place, {
      ...options,
      contexts,
      packages: signal === undefined ? packages : { signal, ...packages },
    });
  }
  const quads: Quad[] = [];
  const add = (quad: Quad) => quads.push(checkedQuad(quad));
  if (typeof rdf === 'object' && rdf !== null && Symbol.iterator in rdf) for (const quad of rdf) add(quad);
  else for await (const quad of abortable(sequenceOf(rdf), options.signal)) add(quad);
  return quads;
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
export function checkedQuad(quad: Quad): Quad {
  const { subject, predicate, object, graph } = (quad ?? {}) as Partial<Quad>;
  if ([subject, predicate, object, graph].every((term) => typeof term?.termType === 'string')) return quad;
  throw new CrateError('ERR_USAGE', `expected an RDF/JS quad, got ${quad === null ? 'null' : typeof quad}`, {
    hint: 'a quad has the terms subject, predicate, object and graph',
  });
}

/** The name of the graph that states what the descriptor is about. */
function graphNameOf(quads: readonly Quad[], { descriptor, root }: RootCandidate): string | undefined {
  return quads.find(
    ({ subject, object }) => subject.value === descriptor && (object.value === root || `_:${object.value}` === root),
  )?.graph.value;
}
