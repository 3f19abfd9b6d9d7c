import type { DataFactory, Quad } from '@rdfjs/types';
import { aboutFile } from '../../base/errors.js';
import type { CrateBase } from '../base.js';
import type { ActiveContext } from '../context/active-context.js';
import { resolveContext } from '../context/resolve-context.js';
import type { ContextSource } from '../context/context-source.js';
import type { ByteSource } from '../json/byte-source.js';
import { openJson, type JsonObject, type JsonValue, type LazyDocument } from '../json/lazy-document.js';
import { chooseRoot } from '../choose-root.js';
import { versionOf } from '../spec-version.js';
import { findCandidates } from './root-candidates.js';
import { GeneralLane } from './general-lane.js';
import { graphName, NQuadsWriter, QuadWriter, type QuadChunk, type TermWriter } from './quad-writers.js';
import { Identifiers, labelScope } from './identifiers.js';
import { flattenBatches } from './quad-stream.js';
import { DeduplicatingWriter } from './duplicate-quads.js';
import { Report } from './report.js';
import type { JsonCandidate } from './root-statements.js';
import { POSSIBLE_DUPLICATE, DocumentReader, type ReadCounts, type ReadEntity, type ReaderTools } from './lanes.js';
import { FlatLane } from './flat-lane.js';
import { turn, type StopSignal } from './stop-signal.js';

/** Where a metadata document and its contexts come from. */
export interface DocumentSources {
  readonly contexts: ContextSource;
  /** An identifier of the document, such as its digest. With the base it determines the labels of blank nodes. */
  readonly identity?: string | undefined;
  /** Where the document comes from, for errors. */
  readonly file?: string | undefined;
  /** Aborts reading the document, which then throws the reason of the signal. */
  readonly signal?: StopSignal | undefined;
}

/** The parts of a document that `openDocument` has prepared. */
export interface DocumentParts {
  readonly json: LazyDocument;
  readonly context: ActiveContext;
  readonly base: CrateBase;
  readonly report: Report;
}

/** A metadata document, ready to become quads. */
export class CrateDocument {
  /** The document as JSON; its entities are parsed when they are read. */
  readonly json: LazyDocument;
  /** The definitions of its contexts. */
  readonly context: ActiveContext;
  readonly base: CrateBase;
  /** The value of `@context` as written. */
  readonly writtenContext: JsonValue | undefined;
  readonly report: Report;
  #counts: ReadCounts = { entities: 0, quads: 0, dropped: 0, general: 0 };
  readonly #sources: DocumentSources;
  #candidates: readonly JsonCandidate[] = [];
  #root: JsonCandidate | undefined;
  #identifiers: Identifiers | undefined;
  #scope = () => labelScope(`${this.#sources.identity ?? ''} ${this.base.iri}`);

  constructor({ json, context, base, report }: DocumentParts, sources: DocumentSources) {
    this.json = json;
    this.context = context;
    this.base = base;
    this.report = report;
    this.#sources = sources;
    this.writtenContext = json.top['@context'];
  }

  /** All candidates for the Root Data Entity, nested crates included. */
  get candidates(): readonly JsonCandidate[] {
    return this.#candidates;
  }

  /** Finds the candidates, as `openDocument` does for each document. @throws CrateError as `openDocument` */
  async findCandidates(): Promise<this> {
    const tools = () => ({ ...this.#tools(), report: new Report() });
    this.#candidates = await findCandidates(this.json, tools);
    this.#root = undefined;
    return this;
  }

  /** The Root Data Entity and its descriptor. @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS */
  get root(): JsonCandidate {
    return (this.#root ??= chooseRoot(this.candidates, this.base) as JsonCandidate);
  }

  /** RO-Crate version from the `conformsTo` of the descriptor, not from the context (format document, section 9). */
  get version(): string | undefined {
    return this.root.conformsTo.map(versionOf).find((version) => version !== undefined);
  }

  /** The counts of the last complete read. */
  get counts(): ReadCounts {
    return this.#counts;
  }

  /** N-Quads as text in chunks, as {@link nquadsBytes}. @param graph undefined: default graph */
  async *nquads(graph?: string): AsyncGenerator<string> {
    for await (const bytes of this.nquadsBytes(graph)) yield new TextDecoder().decode(bytes);
  }

  /**
   * N-Quads in UTF-8, in chunks of whole lines of about 256 KiB, in the order of the document.
   * @param graph undefined: default graph
   */
  async *nquadsBytes(graph?: string): AsyncGenerator<Uint8Array> {
    for await (const { bytes } of this.nquadsChunks(graph)) yield bytes;
  }

  /** As {@link nquadsBytes}, with the number of quads of each chunk. */
  async *nquadsChunks(graph?: string): AsyncGenerator<QuadChunk> {
    const writer = new NQuadsWriter(graphName(graph));
    for await (const _ of this.#readWithoutDuplicates(writer)) yield* writer.take();
    yield* writer.take(true);
  }

  /** RDF/JS quads made by the given data factory. @param graph undefined: default graph */
  quads(factory: DataFactory, graph?: string): AsyncIterableIterator<Quad> {
    return flattenBatches(this.quadBatches(factory, graph));
  }

  /** As {@link quads}, in batches. */
  async *quadBatches(factory: DataFactory, graph?: string): AsyncGenerator<Quad[]> {
    const writer = new QuadWriter(factory, graphName(graph));
    for await (const _ of this.#readWithoutDuplicates(writer)) yield writer.take();
    yield writer.take();
  }

  /** All quads at once, in the order of the document. */
  async orderedQuads(factory: DataFactory): Promise<Quad[]> {
    const quads: Quad[] = [];
    for await (const batch of this.quadBatches(factory)) for (const quad of batch) quads.push(quad);
    return quads;
  }

  /** Reads all entities only for the report. @throws CrateError ERR_STRICT for a repair if strict */
  async check(): Promise<void> {
    for await (const _ of this.nquadsBytes());
  }

  /**
   * This document with another text, and perhaps another context and base; blank nodes keep their label scope.
   * @param report of the new document
   */
  withText(
    source: ByteSource,
    { context, base }: Pick<CrateDocument, 'context' | 'base'> = this,
    report = new Report(),
  ): CrateDocument {
    const json = openJson(source, () => undefined);
    const document = new CrateDocument({ json, context, base, report }, this.#sources);
    document.#scope = this.#scope;
    return document;
  }

  /** Resolves another context in this document. @throws CrateError as `openDocument` */
  resolveContext(written: JsonValue): Promise<ActiveContext> {
    return resolveContext(written, this.#sources.contexts, this.base.root);
  }

  /** Resolves an `@id` of the document to an IRI or `_:label`. */
  resolveId(id: string): string {
    return (this.#identifiers ??= this.#ids()).resolveId(id, () => undefined);
  }

  /** Resolves a type or a value of a `@vocab`-typed term to an IRI; undefined if no context defines it. */
  resolveVocab(name: string): string | undefined {
    return (this.#identifiers ??= this.#ids()).resolveVocab(name, () => undefined);
  }

  get file(): string | undefined {
    return this.#sources.file;
  }

  get contexts(): ContextSource {
    return this.#sources.contexts;
  }

  /**
   * Writes an entity of this document part by part. Each call returns the number of blank nodes minted so far.
   * @param minted blank nodes minted before the entity
   * @param flat the lane that read the whole entity: each lane mints blank nodes in its own order
   */
  entityWriter<T>(
    writer: TermWriter<T>,
    { minted, flat }: Pick<ReadEntity, 'minted' | 'flat'>,
  ): (entity: JsonObject) => Promise<number> {
    const ids = this.#ids();
    ids.minted = minted;
    const flatLane = new FlatLane(this.context, ids, writer);
    const generalLane = new GeneralLane(this.context, ids, this.base.iri, this.#sources.contexts);
    return async (entity) => {
      const written = flat && flatLane.entity(entity, '').flat;
      if (!written) await generalLane.entity({ entity, pointer: '' }, writer, () => undefined);
      return ids.minted;
    };
  }

  /**
   * Reads all entities, each by the lane that fits. Yields after each window, so that the caller can take the output.
   * @param onEntity called after each entity
   */
  async *readEntities<T>(writer: TermWriter<T>, onEntity?: (entity: ReadEntity) => void): AsyncGenerator<void> {
    const reader = new DocumentReader(this.#tools(), writer, { onEntity });
    yield* this.#read(reader);
    this.#counts = reader.counts;
  }

  /** Reads all entities without duplicate quads. Quads are compared from the first possible duplicate on. */
  async *#readWithoutDuplicates<T>(writer: TermWriter<T>): AsyncGenerator<void> {
    const first = new DocumentReader(this.#tools(), writer, { stopAtDuplicates: true });
    try {
      yield* this.#read(first);
      this.#counts = first.counts;
    } catch (thrown) {
      if (thrown !== POSSIBLE_DUPLICATE) throw thrown;
      const once = new DeduplicatingWriter(writer);
      const second = new DocumentReader(this.#tools(), once, { resume: { once, position: first.position } });
      yield* this.#read(second);
      once.finish();
      this.#counts = { ...second.counts, quads: writer.quads };
    }
  }

  async *#read<T>(reader: DocumentReader<T>): AsyncGenerator<void> {
    const { signal } = this.#sources;
    try {
      if (signal === undefined) yield* reader.read(this.json);
      else
        for await (const _ of reader.read(this.json)) {
          await turn(signal);
          yield;
        }
    } catch (error) {
      throw aboutFile(error, this.file);
    }
  }

  #tools(): ReaderTools {
    const ids = this.#ids();
    const lane = new GeneralLane(this.context, ids, this.base.iri, this.#sources.contexts);
    return { context: this.context, ids, lane, report: this.report };
  }

  #ids(): Identifiers {
    return new Identifiers(this.context, this.base, this.#scope);
  }
}
