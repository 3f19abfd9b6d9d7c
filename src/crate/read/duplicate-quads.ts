import type { BlankLabel, Iri, LanguageTag } from '../../rdf/checked-text.js';
import { TextSet } from '../../rdf/text-set.js';
import { TripleSet } from '../../rdf/triple-set.js';
import type { TermWriter } from './quad-writers.js';

/**
 * Removes duplicate quads. Triples that only `@reverse` states come last: an array is ordered, `@reverse` is not. Memory
 * holds each term once, about as much as the document. Comparing takes a fifth of the reading time, so documents that
 * cannot contain duplicates skip it.
 */
export class DeduplicatingWriter<T> implements TermWriter<T> {
  /** Whether quads are only remembered, because an earlier reader has written them. */
  muted: boolean;
  /** Number of quads received, duplicates included. */
  quads = 0;
  readonly #writer: TermWriter<T>;
  readonly #seen = new TripleSet();
  #savedTriples = 0;
  #savedQuads = 0;
  /** Quads of `@reverse`. */
  readonly #reversed: Parameters<TermWriter<T>['quad']>[] = [];
  #savedReversed = 0;

  constructor(writer: TermWriter<T>, muted = true) {
    this.#writer = writer;
    this.muted = muted;
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
