import type { BlankNode, DataFactory, Literal, NamedNode, Quad } from '@rdfjs/types';
import { CHUNK_LENGTH, literalToNQuads, termToNQuads } from '../../base/rdf/nquads.js';
import type { BlankLabel, Iri, LanguageTag } from '../../base/rdf/checked-text.js';
import { ByteLines } from './byte-lines.js';
import { CrateError } from '../../base/errors.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { repairIri } from '../../base/rdf/iri-repair.js';

/**
 * Receives the quads of a document, with terms of some form `T`. Accepts only checked text: nothing in a document or a
 * context can end a term or a line.
 */
export interface TermWriter<T> {
  iri(iri: Iri): T;
  blank(label: BlankLabel): T;
  literal(value: string, datatype: Iri | undefined, language: LanguageTag | undefined): T;
  quad(subject: T, predicate: T, object: T): void;
  /** Receives a quad of `@reverse`. A writer without this method receives it like any other. */
  reversed?(subject: T, predicate: T, object: T): void;
  /** A string that is equal for equal terms. */
  key(term: T): string;
  /** Sets the point that {@link rollback} returns to. */
  savepoint(): void;
  /** Removes everything written since the last savepoint. */
  rollback(): void;
  /** Number of quads written. */
  readonly quads: number;
}

/** Whole lines of N-Quads in UTF-8, and their number. */
export interface QuadChunk {
  readonly bytes: Uint8Array;
  readonly quads: number;
}

/** Writes N-Quads in document order, because the order of authors matters. Creates no term objects. */
export class NQuadsWriter implements TermWriter<string> {
  quads = 0;
  readonly #end: string;
  readonly #lines = new ByteLines();
  #saved = 0;
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
    this.#saved = this.quads;
  }

  rollback(): void {
    this.#lines.rollback();
    this.quads = this.#saved;
  }

  /** Removes and returns the lines written so far, once they fill a chunk. @param all do not wait for a full chunk */
  *take(all = false): Generator<QuadChunk> {
    const { length } = this.#lines;
    if (length < CHUNK_LENGTH && (!all || length === 0)) return;
    yield { bytes: this.#lines.take(), quads: this.quads - this.#taken };
    this.#taken = this.quads;
  }
}

/** Writes RDF/JS quads with any data factory. */
export class QuadWriter implements TermWriter<NamedNode | BlankNode | Literal> {
  #quads: Quad[] = [];
  #taken = 0;
  #saved = 0;
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
    this.#saved = this.#quads.length;
  }

  rollback(): void {
    this.#quads.length = this.#saved;
  }

  /** Removes and returns the quads written so far. */
  take(): Quad[] {
    const quads = this.#quads;
    this.#quads = [];
    this.#taken += quads.length;
    this.#saved = 0;
    return quads;
  }
}

/** Checks the graph name of a caller. @throws CrateError ERR_USAGE if it is not an absolute, legal IRI */
export function graphName(graph: string | undefined): Iri | undefined {
  if (graph === undefined) return undefined;
  const legal = repairIri(graph);
  if (legal === graph && isAbsoluteIri(graph)) return legal;
  throw new CrateError('ERR_USAGE', `the graph name ${JSON.stringify(graph)} is not an absolute, legal IRI`);
}
