import type { DataFactory, Quad, Sink, Stream } from '@rdfjs/types';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { stoppable } from '../../crate/read/stop-signal.js';
import { textChunks, type LikeOptions } from '../../crate/follow/write-quads.js';
import { openCrateDocument, type OpenCrateOptions } from '../../package/open/open-crate.js';
import { abortable } from '../../package/abortable.js';
import { dataFactory } from '../../base/rdf/data-factory.js';
import { sendThrough, TransformingStream, type EventStream } from './event-stream.js';
import { describeCrate, requireQuad, type RdfToCrateOptions } from './rdf-to-crate.js';

/** How a {@link RoCrateParser} reads. */
export interface RoCrateParserOptions extends OpenCrateOptions {
  /** Makes the terms. Default: the data factory of N3.js. */
  readonly factory?: DataFactory | undefined;
  /** IRI of the graph of all quads. Default: the default graph. */
  readonly graph?: string | undefined;
  /** Receives the document before its first quad; its report is complete at the end of the stream. */
  readonly onDocument?: ((document: CrateDocument) => void) | undefined;
}

/**
 * Parses a metadata document, or an archive of a crate: bytes or text in, RDF/JS quads out. It is an RDF/JS Sink
 * (`import`) and a Node stream (for `pipeline`). The quads come once the input has ended, at the pace of the reader.
 * @example
 * import { createReadStream } from 'node:fs';
 * const parser = new RoCrateParser({ base: 'https://example.org/coastal-atlas/' });
 * const quads = parser.import(createReadStream('data/crates/coastal-atlas/coastal-atlas-ro-crate-metadata.json'));
 * for await (const quad of quads) console.log(quad.subject.value);
 */
export class RoCrateParser extends TransformingStream<Uint8Array, Quad> implements Sink<EventStream, Stream> {
  readonly #options: RoCrateParserOptions;

  constructor(options: RoCrateParserOptions = {}) {
    // Not in byte mode: there, a chunk that is not bytes would be thrown where no caller can catch it.
    super((input, stop) => parse(input, withStop(options, stop)), {
      writableObjectMode: true,
      readableObjectMode: true,
    });
    this.#options = options;
  }

  /** Parses another stream with the same options. An error becomes the error of the returned stream. */
  import(stream: EventStream | AsyncIterable<unknown>): RoCrateParser {
    return sendThrough(stream, new RoCrateParser(this.#options));
  }
}

async function* parse(input: AsyncIterable<Uint8Array>, options: RoCrateParserOptions): AsyncGenerator<Quad> {
  const document = await openCrateDocument(input, options);
  options.onDocument?.(document);
  yield* document.quads(options.factory ?? (await dataFactory()), options.graph);
}

/** How a {@link RoCrateSerializer} writes: in a fresh arrangement, or like a document. */
export type RoCrateSerializerOptions = (Omit<RdfToCrateOptions, 'packages'> | LikeOptions) & {
  readonly signal?: AbortSignal | undefined;
};

/**
 * Writes the metadata document of a crate: RDF/JS quads in, text out. It is an RDF/JS Sink (`import`) and a Node stream
 * (for `pipeline`). It holds the quads in memory, because an entity needs all of its quads.
 * @example
 * const dataset = await toDataset('data/crates/coastal-atlas');
 * const serializer = new RoCrateSerializer({ base: 'https://example.org/coastal-atlas/' });
 * for await (const text of serializer.import(dataset.toStream())) process.stdout.write(text);
 */
export class RoCrateSerializer extends TransformingStream<Quad, string> implements Sink<EventStream, EventStream> {
  readonly #options: RoCrateSerializerOptions;

  constructor(options: RoCrateSerializerOptions = {}) {
    super((input, stop) => serialize(input, withStop(options, stop)), {
      writableObjectMode: true,
      readableObjectMode: false,
    });
    this.setEncoding('utf8');
    this.#options = options;
  }

  /** Writes another stream with the same options. An error becomes the error of the returned stream. */
  import(stream: EventStream | AsyncIterable<Quad> | Iterable<Quad>): RoCrateSerializer {
    return sendThrough(stream as EventStream, new RoCrateSerializer(this.#options));
  }
}

async function* serialize(input: AsyncIterable<Quad>, options: RoCrateSerializerOptions): AsyncGenerator<string> {
  const quads: Quad[] = [];
  for await (const quad of stoppable(abortable(input, options.signal), options.signal)) quads.push(requireQuad(quad));
  if ('like' in options) return yield* textChunks(quads, options);
  const crate = await describeCrate(quads, options);
  yield* textChunks(crate.quads, crate);
}

/** The options with a signal that aborts with theirs, and when the stream is destroyed. */
function withStop<T extends { readonly signal?: unknown }>(
  options: T & { readonly signal?: AbortSignal | undefined },
  stop: AbortSignal,
): T & { readonly signal: AbortSignal } {
  return { ...options, signal: options.signal === undefined ? stop : AbortSignal.any([options.signal, stop]) };
}
