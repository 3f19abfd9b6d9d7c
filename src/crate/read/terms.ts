import type { BlankNode, DataFactory, Literal, NamedNode, Quad } from '@rdfjs/types';
import { CHUNK_LENGTH, literalToNQuads } from '../../rdf/nquads.js';

/** Where the walk over a document writes to: terms of some form `T`, and quads made of them. */
export interface TermWriter<T> {
  iri(iri: string): T;
  blank(label: string): T;
  literal(value: string, datatype: string | undefined, language: string | undefined): T;
  quad(subject: T, predicate: T, object: T): void;
  /** Remembers how far the writing has come. */
  mark(): void;
  /** Forgets everything written since the last mark. */
  rollback(): void;
  /** Number of quads written. */
  readonly quads: number;
}

/**
 * Writes N-Quads text without any object in between. Lines with blank nodes are kept in chunks of their own, because
 * engines rename labels when they load text in bulk, and a store that must keep them has to treat those lines apart.
 */
export class NQuadsWriter implements TermWriter<string> {
  quads = 0;
  readonly #end: string;
  #text = '';
  #blankText = '';
  #marked = { text: '', blankText: '', quads: 0 };

  /** @param graph IRI of the named graph, undefined for the default graph */
  constructor(graph: string | undefined) {
    this.#end = graph === undefined ? '.\n' : `<${graph}> .\n`;
  }

  iri(iri: string): string {
    return `<${iri}> `;
  }

  blank(label: string): string {
    return `_:${label} `;
  }

  literal(value: string, datatype: string | undefined, language: string | undefined): string {
    return `${literalToNQuads(value, datatype, language)} `;
  }

  quad(subject: string, predicate: string, object: string): void {
    this.quads += 1;
    if (subject.charCodeAt(0) === 0x5f || object.charCodeAt(0) === 0x5f)
      this.#blankText += subject + predicate + object + this.#end;
    else this.#text += subject + predicate + object + this.#end;
  }

  mark(): void {
    this.#marked = { text: this.#text, blankText: this.#blankText, quads: this.quads };
  }

  rollback(): void {
    this.#text = this.#marked.text;
    this.#blankText = this.#marked.blankText;
    this.quads = this.#marked.quads;
  }

  /** Takes out the chunks that are full, or all of the text at the end. */
  *take(all = false): Generator<string> {
    if (this.#text.length >= CHUNK_LENGTH || (all && this.#text !== '')) {
      yield this.#text;
      this.#text = '';
    }
    if (this.#blankText.length >= CHUNK_LENGTH || (all && this.#blankText !== '')) {
      yield this.#blankText;
      this.#blankText = '';
    }
  }
}

/** Writes RDF/JS quads made by any data factory. */
export class QuadWriter implements TermWriter<NamedNode | BlankNode | Literal> {
  #quads: Quad[] = [];
  #taken = 0;
  #marked = 0;
  readonly #factory: DataFactory;
  readonly #graph: NamedNode | undefined;

  constructor(factory: DataFactory, graph: string | undefined) {
    this.#factory = factory;
    this.#graph = graph === undefined ? undefined : factory.namedNode(graph);
  }

  get quads(): number {
    return this.#taken + this.#quads.length;
  }

  iri(iri: string): NamedNode {
    return this.#factory.namedNode(iri);
  }

  blank(label: string): BlankNode {
    return this.#factory.blankNode(label);
  }

  literal(value: string, datatype: string | undefined, language: string | undefined): Literal {
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

  mark(): void {
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
