import { grown, slotsOf, textHash } from '../../base/rdf/hash-table.js';
import { LineSet } from '../../base/rdf/line-set.js';

/** Repeated hashes that are looked into: so many lines have one by chance in a graph of 90 million. */
const MOST_SUSPECTS = 1_000_000;

/** Where a line is, both numbers from 1. */
export interface LinePlace {
  readonly piece: number;
  readonly line: number;
}

/**
 * Finds a line that a graph has twice, which no writer makes. The first pass over the pieces only remembers 32 bits of
 * each line; lines that may be repeated are compared in a second one.
 */
export class RepeatedLines {
  #hashes = new Int32Array(1 << 8);
  #slots = slotsOf(this.#hashes, 0);
  #size = 0;
  readonly #suspects = new Set<number>();

  /** Takes the next piece of the first pass. */
  add(piece: Uint8Array): void {
    eachHash(piece, (hash) => this.#add(hash));
  }

  /** The second copy of a line. @param pieces the same pieces again, which are not read if no line may be repeated */
  find(pieces: () => Iterable<Uint8Array>): LinePlace | undefined {
    if (this.#suspects.size === 0) return undefined;
    const seen = new LineSet();
    let piece = 0;
    for (const bytes of pieces()) {
      piece += 1;
      let line = 0;
      let found = 0;
      eachHash(bytes, (hash, text, start, end) => {
        line += 1;
        if (found === 0 && this.#suspects.has(hash) && !seen.add(text.slice(start, end))) found = line;
      });
      if (found > 0) return { piece, line: found };
    }
    return undefined;
  }

  #add(hash: number): void {
    let last = this.#slots.length - 1;
    let slot = hash & last;
    for (let number = this.#slots[slot]; number !== 0; number = this.#slots[slot]) {
      if (this.#hashes[(number as number) - 1] === hash) {
        if (this.#suspects.size < MOST_SUSPECTS) this.#suspects.add(hash);
        return;
      }
      slot = (slot + 1) & last;
    }
    if (this.#size === this.#hashes.length) {
      this.#hashes = grown(this.#hashes, new Int32Array(2 * this.#size));
      this.#slots = slotsOf(this.#hashes, this.#size);
      last = this.#slots.length - 1;
      slot = hash & last;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
    }
    this.#hashes[this.#size] = hash;
    this.#size += 1;
    this.#slots[slot] = this.#size;
  }
}

/** Visits the lines of a piece, as Latin-1: only equal ones are the same in it too. */
function eachHash(bytes: Uint8Array, visit: (hash: number, text: string, start: number, end: number) => void): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  for (let start = 0, end; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    visit(textHash(text, start, end), text, start, end);
  }
}
