import type { BlankNode, DataFactory, Literal, NamedNode, Quad } from '@rdfjs/types';
import { CHUNK_LENGTH, literalToNQuads, termToNQuads } from '../../rdf/nquads.js';
import type { BlankLabel, Iri, LanguageTag } from '../../rdf/checked-text.js';
import { ByteLines } from './byte-lines.js';
import { CrateError } from '../../errors.js';
import { isAbsoluteIri } from '../../rdf/iri.js';
import { repairIri } from '../../rdf/iri-repair.js';

/**
 * Where the walk over a document writes to: terms of some form `T`, and quads made of them. It takes checked text only:
 * nothing that stands in a document or a context can end a term or a line.
 */
export interface TermWriter<T> {
  iri(iri: Iri): T;
  blank(label: BlankLabel): T;
  literal(value: string, datatype: Iri | undefined, language: LanguageTag | undefined): T;
  quad(subject: T, predicate: T, object: T): void;
  /** A quad that is said from the other side, by `@reverse`; a writer that does without takes it like any other. */
  reversed?(subject: T, predicate: T, object: T): void;
  /** A text that is equal for equal terms. */
  key(term: T): string;
  /** Remembers how far the writing has come. */
  savepoint(): void;
  /** Forgets everything written since the last mark. */
  rollback(): void;
  /** Number of quads written. */
  readonly quads: number;
}

/** Whole lines of N-Quads in UTF-8, and how many they are. */
export interface QuadChunk {
  readonly bytes: Uint8Array;
  readonly quads: number;
}

/** Writes N-Quads without any object in between, in the order of the document: that of authors is meaning. */
export class NQuadsWriter implements TermWriter<string> {
  quads = 0;
  readonly #end: string;
  readonly #lines = new ByteLines();
  #marked = 0;
  #taken = 0;

  /** @param graph IRI of the named graph, undefined for the default graph */
  constructor(graph: Iri | undefined) {
    this.#end = graph === undefined ? '.\n' : `<${graph}> .\n`;
  }

  iri(iri: Iri): string {
    return `<${iri}> `;
  }

  blank(label: BlankLabel): string {
    return `_:${label} `;
  }

  literal(value: string, datatype: Iri | undefined, language: LanguageTag | undefined): string {
    return `${literalToNQuads(value, datatype, language)} `;
  }

  quad(subject: string, predicate: string, object: string): void {
    this.quads += 1;
    this.#lines.add(subject + (predicate + (object + this.#end)));
  }

  key(term: string): string {
    return term;
  }

  savepoint(): void {
    this.#lines.savepoint();
    this.#marked = this.quads;
  }

  rollback(): void {
    this.#lines.rollback();
    this.quads = this.#marked;
  }

  /** Takes out what was written, if it fills a chunk or this is the end. */
  *take(all = false): Generator<QuadChunk> {
    const { length } = this.#lines;
    if (length < CHUNK_LENGTH && (!all || length === 0)) return;
    yield { bytes: this.#lines.take(), quads: this.quads - this.#taken };
    this.#taken = this.quads;
  }
}

/** Writes RDF/JS quads made by any data factory. */
export class QuadWriter implements TermWriter<NamedNode | BlankNode | Literal> {
  #quads: Quad[] = [];
  #taken = 0;
  #marked = 0;
  readonly #factory: DataFactory;
  readonly #graph: NamedNode | undefined;

  constructor(factory: DataFactory, graph: Iri | undefined) {
    this.#factory = factory;
    this.#graph = graph === undefined ? undefined : factory.namedNode(graph);
  }

  get quads(): number {
    return this.#taken + this.#quads.length;
  }

  iri(iri: Iri): NamedNode {
    return this.#factory.namedNode(iri);
  }

  blank(label: BlankLabel): BlankNode {
    return this.#factory.blankNode(label);
  }

  literal(value: string, datatype: Iri | undefined, language: LanguageTag | undefined): Literal {
    if (language !== undefined) return this.#factory.literal(value, language);
    return datatype === undefined
      ? this.#factory.literal(value)
      : this.#factory.literal(value, this.#factory.namedNode(datatype));
  }

  quad(
    subject: NamedNode | BlankNode | Literal,
    predicate: NamedNode | BlankNode | Literal,
    object: NamedNode | BlankNode | Literal,
  ): void {
    this.#quads.push(this.#factory.quad(subject as NamedNode, predicate as NamedNode, object, this.#graph) as Quad);
  }

  key(term: NamedNode | BlankNode | Literal): string {
    return termToNQuads(term);
  }

  savepoint(): void {
    this.#marked = this.#quads.length;
  }

  rollback(): void {
    this.#quads.length = this.#marked;
  }

  /** Takes out the quads written so far. */
  take(): Quad[] {
    const quads = this.#quads;
    this.#quads = [];
    this.#taken += quads.length;
    this.#marked = 0;
    return quads;
  }
}

/** The name of a graph that a caller asked for. @throws CrateError ERR_USAGE for what is no absolute, legal IRI */
export function graphName(graph: string | undefined): Iri | undefined {
  if (graph === undefined) return undefined;
  const legal = repairIri(graph);
  if (legal === graph && isAbsoluteIri(graph)) return legal;
  throw new CrateError('ERR_USAGE', `the graph name ${JSON.stringify(graph)} is no absolute, legal IRI`);
}
