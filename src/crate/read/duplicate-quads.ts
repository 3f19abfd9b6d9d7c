import { hash53, HashSet } from '../../rdf/hashes.js';
import type { BlankLabel, Iri, LanguageTag } from '../../rdf/checked-text.js';
import type { TermWriter } from './quad-writers.js';

/**
 * Passes each quad on once, in the order in which subjects say them: what is said by `@reverse` alone comes last, for an
 * array is an order of its values and `@reverse` is none. Of all others only its hash is kept, so a document of any size may say the same again.
 * Documents that cannot repeat anything do without: hashes cost a fifth of the time.
 */
export class DeduplicatingWriter<T> implements TermWriter<T> {
  /** What comes is remembered and not passed on: it was written before. */
  muted: boolean;
  /** Number of quads that came, repeated ones too. */
  quads = 0;
  readonly #writer: TermWriter<T>;
  readonly #seen = new HashSet();
  /** Hashes since the last mark, which may be taken back. */
  readonly #unsaved = new Set<number>();
  #savedQuads = 0;
  /** What was said from the other side, and how much of it at the last mark. */
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

  /** Passes on what is said by `@reverse` alone. */
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

/** Up to this many are compared one by one. */
const FEW = 8;

/** Texts in a row, with the question whether one was there before: most rows are short, some have a million. */
export class SeenValues {
  readonly #few: string[] = [];
  #many: HashSet | undefined;

  /** Adds a text. @returns whether it is there already, or may be: long rows keep hashes only */
  has(text: string): boolean {
    if (this.#many !== undefined) return !this.#many.add(hash53(text));
    if (this.#few.includes(text)) return true;
    this.#few.push(text);
    if (this.#few.length > FEW) {
      this.#many = new HashSet();
      for (const one of this.#few) this.#many.add(hash53(one));
    }
    return false;
  }
}
