import type { BlankLabel, Iri, LanguageTag } from '../../base/rdf/checked-text.js';
import { grown } from '../../base/rdf/hash-table.js';
import { TextSet } from '../../base/rdf/text-set.js';
import { TripleSet } from '../../base/rdf/triple-set.js';
import type { TermWriter } from './quad-writers.js';

/**
 * Removes duplicate quads. Triples that only `@reverse` states come last: an array is ordered, `@reverse` is not.
 * Memory holds each term once, about as much as the document. Comparing takes a fifth of the reading time, so documents
 * that cannot contain duplicates skip it.
 */
export class DeduplicatingWriter<T> implements TermWriter<T> {
  /** Whether quads are only remembered, because an earlier reader has written them. */
  muted = true;
  /** Number of quads received, duplicates included. */
  quads = 0;
  readonly #writer: TermWriter<T>;
  readonly #seen = new TripleSet();
  #savedTriples = 0;
  #savedQuads = 0;
  /** Quads of `@reverse`. */
  readonly #reversed: Parameters<TermWriter<T>['quad']>[] = [];
  #savedReversed = 0;

  constructor(writer: TermWriter<T>) {
    this.#writer = writer;
  }

  iri(iri: Iri): T {
    return this.#writer.iri(iri);
  }

  blank(label: BlankLabel): T {
    return this.#writer.blank(label);
  }

  literal(value: string, datatype: Iri | undefined, language: LanguageTag | undefined): T {
    return this.#writer.literal(value, datatype, language);
  }

  key(term: T): string {
    return this.#writer.key(term);
  }

  quad(subject: T, predicate: T, object: T): void {
    this.quads += 1;
    if (!this.#seen.add(this.key(subject), this.key(predicate), this.key(object))) return;
    if (!this.muted) this.#writer.quad(subject, predicate, object);
  }

  reversed(...quad: Parameters<TermWriter<T>['quad']>): void {
    this.quads += 1;
    this.#reversed.push(quad);
  }

  /** Writes the triples that only `@reverse` states. */
  finish(): void {
    for (const quad of this.#reversed) this.quad(...quad);
  }

  savepoint(): void {
    this.#savedTriples = this.#seen.size;
    this.#savedQuads = this.quads;
    this.#savedReversed = this.#reversed.length;
    this.#writer.savepoint();
  }

  rollback(): void {
    this.#seen.truncate(this.#savedTriples);
    this.quads = this.#savedQuads;
    this.#reversed.length = this.#savedReversed;
    if (!this.muted) this.#writer.rollback();
  }
}

/**
 * Removes duplicate quads of one very large entity, whose values are nearly all different: each value is held with the
 * property that had it first, and only what a second property says too is held as triples. It cannot be rolled back to
 * write more: its reader stops there.
 */
export class LargeEntityWriter<T> implements TermWriter<T> {
  readonly #writer: TermWriter<T>;
  readonly #values = new TextSet();
  /** For each value its first property; properties are numbered. */
  #properties = new Int32Array(1024);
  readonly #numbers = new Map<string, number>();
  /** The entity; what its nested nodes say is held as triples. */
  #subject: string | undefined;
  readonly #others = new TripleSet();

  constructor(writer: TermWriter<T>) {
    this.#writer = writer;
  }

  get quads(): number {
    return this.#writer.quads;
  }

  iri(iri: Iri): T {
    return this.#writer.iri(iri);
  }

  blank(label: BlankLabel): T {
    return this.#writer.blank(label);
  }

  literal(value: string, datatype: Iri | undefined, language: LanguageTag | undefined): T {
    return this.#writer.literal(value, datatype, language);
  }

  key(term: T): string {
    return this.#writer.key(term);
  }

  quad(subject: T, predicate: T, object: T): void {
    if (this.#isNew(this.key(subject), this.key(predicate), this.key(object)))
      this.#writer.quad(subject, predicate, object);
  }

  #isNew(subject: string, predicate: string, object: string): boolean {
    this.#subject ??= subject;
    if (subject !== this.#subject) return this.#others.add(subject, predicate, object);
    const property = this.#numberOf(predicate);
    const { size } = this.#values;
    const value = this.#values.put(object);
    if (value < size) return this.#properties[value] !== property && this.#others.add(subject, predicate, object);
    if (value === this.#properties.length)
      this.#properties = grown(this.#properties, new Int32Array(2 * this.#properties.length));
    this.#properties[value] = property;
    return true;
  }

  #numberOf(predicate: string): number {
    const known = this.#numbers.get(predicate);
    if (known !== undefined) return known;
    this.#numbers.set(predicate, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  savepoint(): void {
    this.#writer.savepoint();
  }

  rollback(): void {
    this.#writer.rollback();
  }
}

/** Up to this many values are compared one by one. */
const FEW = 8;

/** Finds duplicates among the values of a property. Most arrays are short, but some have a million values. */
export class SeenValues {
  readonly #few: string[] = [];
  #many: TextSet | undefined;

  /** Adds a value. @returns false if it is a duplicate */
  add(text: string): boolean {
    if (this.#many !== undefined) return this.#many.add(text);
    if (this.#few.includes(text)) return false;
    this.#few.push(text);
    if (this.#few.length > FEW) {
      this.#many = new TextSet();
      for (const one of this.#few) this.#many.add(one);
    }
    return true;
  }
}
