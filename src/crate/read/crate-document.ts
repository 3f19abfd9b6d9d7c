import type { DataFactory, Quad } from '@rdfjs/types';
import { aboutFile } from '../../errors.js';
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
import { oneByOne } from './quad-stream.js';
import { OnceWriter } from './repeated-quads.js';
import { Report } from './report.js';
import type { JsonCandidate } from './root-statements.js';
import { judgeBase, type BaseEvidence } from '../judge-base.js';
import { documentContext } from './document-context.js';
import { REPEATS, Walk, type ReadCounts, type WalkedEntity, type WalkParts } from './lanes.js';
import { Walker } from './flat-lane.js';

/** Where a metadata document and its contexts come from. */
export interface DocumentSources {
  readonly contexts: ContextSource;
  /** What identifies the document, such as its digest: blank node labels depend on it and on the base. */
  readonly identity?: string | undefined;
  /** Where the document comes from: errors name it. */
  readonly file?: string | undefined;
}

/** How to read a metadata document. */
export interface DocumentOptions extends DocumentSources {
  /** What is known about the base of the crate. */
  readonly base: BaseEvidence;
  /** Refuse what needs a repair. Default false. */
  readonly strict?: boolean | undefined;
}

/** What {@link openDocument} found. */
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
  /** The meaning of its contexts. */
  readonly context: ActiveContext;
  readonly base: CrateBase;
  /** The value of `@context` as written. */
  readonly writtenContext: JsonValue | undefined;
  readonly report: Report;
  #counts: ReadCounts = { entities: 0, quads: 0, dropped: 0, general: 0 };
  readonly #sources: DocumentSources;
  #candidates: readonly JsonCandidate[] = [];
  #root: JsonCandidate | undefined;
  #names: Identifiers | undefined;
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

  /** Looks for the candidates, which a document that is opened knows. @throws CrateError as {@link openDocument} */
  async findCandidates(): Promise<this> {
    const parts = () => ({ ...this.#parts(), report: new Report() });
    this.#candidates = await findCandidates(this.json, parts);
    this.#root = undefined;
    return this;
  }

  /** The Root Data Entity and its descriptor. @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS */
  get root(): JsonCandidate {
    return (this.#root ??= chooseRoot(this.candidates, this.base) as JsonCandidate);
  }

  /** RO-Crate version by the `conformsTo` of the descriptor, never by the context (format document, section 9). */
  get version(): string | undefined {
    return this.root.conformsTo.map(versionOf).find((version) => version !== undefined);
  }

  /** What the last complete walk counted. */
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

  /** The same, with the number of quads of each chunk. */
  async *nquadsChunks(graph?: string): AsyncGenerator<QuadChunk> {
    const writer = new NQuadsWriter(graphName(graph));
    for await (const _ of this.#walkOnce(writer)) yield* writer.take();
    yield* writer.take(true);
  }

  /** RDF/JS quads made by the given data factory. @param graph undefined: default graph */
  quads(factory: DataFactory, graph?: string): AsyncIterableIterator<Quad> {
    return oneByOne(this.quadBatches(factory, graph));
  }

  /** The same, many at a time, as the walk comes by them. */
  async *quadBatches(factory: DataFactory, graph?: string): AsyncGenerator<Quad[]> {
    const writer = new QuadWriter(factory, graphName(graph));
    for await (const _ of this.#walkOnce(writer)) yield writer.take();
    yield writer.take();
  }

  /** All quads at once, in the order of the document: for writing one. */
  async orderedQuads(factory: DataFactory): Promise<Quad[]> {
    const quads: Quad[] = [];
    for await (const batch of this.quadBatches(factory)) for (const quad of batch) quads.push(quad);
    return quads;
  }

  /** Reads all entities for the report alone. @throws CrateError ERR_STRICT for a repair when strict */
  async check(): Promise<void> {
    for await (const _ of this.nquadsBytes());
  }

  /** The same document with another text, by default for the same contexts and base; its labels stay its own. */
  withText(source: ByteSource, { context, base }: Pick<CrateDocument, 'context' | 'base'> = this): CrateDocument {
    const json = openJson(source, () => undefined);
    const document = new CrateDocument({ json, context, base, report: new Report() }, this.#sources);
    document.#scope = this.#scope;
    return document;
  }

  /** The meaning of another context in this document. @throws CrateError as {@link openDocument} */
  resolveContext(written: JsonValue): Promise<ActiveContext> {
    return resolveContext(written, this.#sources.contexts, this.base.root);
  }

  /** The IRI or `_:label` that an `@id` of the document stands for. */
  resolveId(id: string): string {
    return (this.#names ??= this.#ids()).resolveId(id, () => undefined);
  }

  /** The same for a type or a value of an `@vocab`-typed term, if it stands for anything. */
  resolveVocab(name: string): string | undefined {
    return (this.#names ??= this.#ids()).resolveVocab(name, () => undefined);
  }

  get file(): string | undefined {
    return this.#sources.file;
  }

  get contexts(): ContextSource {
    return this.#sources.contexts;
  }

  /**
   * Writes parts of an entity of this document; each call gives how many blank nodes were made before the next one.
   * @param minted blank nodes made before
   * @param flat the lane that the whole entity took: each makes blank nodes in an order of its own
   */
  entityWriter<T>(
    writer: TermWriter<T>,
    { minted, flat }: Pick<WalkedEntity, 'minted' | 'flat'>,
  ): (entity: JsonObject) => Promise<number> {
    const ids = this.#ids();
    ids.minted = minted;
    const walker = new Walker(this.context, ids, writer);
    const lane = new GeneralLane(this.context, ids, this.base.iri, this.#sources.contexts);
    return async (entity) => {
      if (!flat || !walker.entity(entity, '').flat) await lane.entity({ entity, place: '' }, writer, () => undefined);
      return ids.minted;
    };
  }

  /**
   * Walks all entities, each by the lane that fits; stops after each window so that what was written can be taken.
   * @param onEntity called after each entity, with what was found
   */
  async *walk<T>(writer: TermWriter<T>, onEntity?: (entity: WalkedEntity) => void): AsyncGenerator<void> {
    const walk = new Walk(this.#parts(), writer, { onEntity });
    yield* this.#over(walk);
    this.#counts = walk.counts;
  }

  /** The same for quads that are each wanted once: from the first that may be a repeated one on they are compared. */
  async *#walkOnce<T>(writer: TermWriter<T>): AsyncGenerator<void> {
    const first = new Walk(this.#parts(), writer, { watch: true });
    try {
      yield* this.#over(first);
      this.#counts = first.counts;
    } catch (thrown) {
      if (thrown !== REPEATS) throw thrown;
      const once = new OnceWriter(writer);
      const second = new Walk(this.#parts(), once, { resume: { once, at: first.place } });
      yield* this.#over(second);
      once.finish();
      this.#counts = { ...second.counts, quads: writer.quads };
    }
  }

  async *#over<T>(walk: Walk<T>): AsyncGenerator<void> {
    try {
      yield* walk.over(this.json);
    } catch (error) {
      throw aboutFile(error, this.file);
    }
  }

  #parts(): WalkParts {
    const ids = this.#ids();
    const lane = new GeneralLane(this.context, ids, this.base.iri, this.#sources.contexts);
    return { context: this.context, ids, lane, report: this.report };
  }

  #ids(): Identifiers {
    return new Identifiers(this.context, this.base, this.#scope);
  }
}

/**
 * Opens a metadata document: finds its entities, its contexts, its base and the candidates for its root. Of an
 * ordinary crate no other entity is parsed yet.
 * @throws CrateError ERR_JSON_SYNTAX, ERR_GRAPH_MISSING, ERR_CONTEXT_UNAVAILABLE, ERR_CONTEXT_INVALID, ERR_STRICT,
 * ERR_JSONLD_INVALID, ERR_BASE_IRI_INVALID, ERR_ARCP_INVALID
 */
export async function openDocument(source: ByteSource, options: DocumentOptions): Promise<CrateDocument> {
  const report = new Report(options.strict);
  const json = openJson(source, (kind, detail) => report.add({ kind, detail }));
  let found: ActiveContext | undefined;
  const { base, notes } = await judgeBase(options.base, async (outside) => {
    found = await documentContext(json, options.contexts, outside, report);
    return found.documentBase;
  });
  const context = found as ActiveContext;
  for (const problem of context.problems) report.add({ kind: 'context-term', detail: problem, pointer: '/@context' });
  for (const note of notes) report.add(note);
  return new CrateDocument({ json, context, base, report }, options).findCandidates();
}
