import { hash53, HashSet } from '../../rdf/hashes.js';
import type { BlankLabel, Iri, LanguageTag } from '../../rdf/checked-text.js';
import type { TermWriter } from './quad-writers.js';

/**
 * Removes duplicate quads. Triples that only `@reverse` states come last: an array is ordered, `@reverse` is not. Memory
 * holds only hashes, so documents may have any size. Hashing takes a fifth of the reading time, so documents that cannot
 * contain duplicates skip it.
 */
export class DeduplicatingWriter<T> implements TermWriter<T> {
  /** Whether quads are only remembered, because an earlier reader has written them. */
  muted: boolean;
  /** Number of quads received, duplicates included. */
  quads = 0;
  readonly #writer: TermWriter<T>;
  readonly #seen = new HashSet();
  /** Hashes since the last savepoint. */
  readonly #unsaved = new Set<number>();
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
    const hash = hash53(`${this.key(subject)} ${this.key(predicate)} ${this.key(object)}`);
    if (this.#unsaved.has(hash) || this.#seen.has(hash)) return;
    this.#unsaved.add(hash);
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
    for (const hash of this.#unsaved) this.#seen.add(hash);
    this.#unsaved.clear();
    this.#savedQuads = this.quads;
    this.#savedReversed = this.#reversed.length;
    this.#writer.savepoint();
  }

  rollback(): void {
    this.#unsaved.clear();
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
  #many: HashSet | undefined;

  /** Adds a value. @returns false if it is a duplicate, or may be: of many values, only hashes are held */
  add(text: string): boolean {
    if (this.#many !== undefined) return this.#many.add(hash53(text));
    if (this.#few.includes(text)) return false;
    this.#few.push(text);
    if (this.#few.length > FEW) {
      this.#many = new HashSet();
      for (const one of this.#few) this.#many.add(hash53(one));
    }
    return true;
  }
}
