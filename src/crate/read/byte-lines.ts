import { CHUNK_LENGTH } from '../../base/rdf/nquads.js';

/** Ropes are encoded at this length: V8 flattens short ropes several times faster per character than long ones. */
const ROPE_LENGTH = 1 << 14;
/** UTF-8 needs at most three bytes for a UTF-16 code unit. */
const MAX_BYTES = 3;
/** Room for a chunk and the lines that follow before the caller takes it. */
const ROOM = 2 * CHUNK_LENGTH;

const encoder = new TextEncoder();

/** UTF-8 text that grows line by line. Lines since the last savepoint can be rolled back. */
export class ByteLines {
  #rope = '';
  #bytes = new Uint8Array(0);
  #used = 0;
  #savedRope = '';
  #savedUsed = 0;

  /** Length so far: bytes, plus UTF-16 code units that are not yet encoded. */
  get length(): number {
    return this.#used + this.#rope.length;
  }

  add(line: string): void {
    this.#rope += line;
    if (this.#rope.length >= ROPE_LENGTH) this.#encode();
  }

  savepoint(): void {
    this.#savedRope = this.#rope;
    this.#savedUsed = this.#used;
  }

  /** Removes the lines since the last savepoint. There must be no `take` in between. */
  rollback(): void {
    this.#rope = this.#savedRope;
    this.#used = this.#savedUsed;
  }

  /** Removes and returns all bytes. */
  take(): Uint8Array {
    if (this.#used === 0) {
      const bytes = encoder.encode(this.#rope);
      this.#rope = '';
      return bytes;
    }
    this.#encode();
    const bytes = this.#bytes.slice(0, this.#used);
    this.#used = 0;
    return bytes;
  }

  #encode(): void {
    const needed = this.#used + this.#rope.length * MAX_BYTES;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length, ROOM));
      larger.set(this.#bytes.subarray(0, this.#used));
      this.#bytes = larger;
    }
    this.#used += encoder.encodeInto(this.#rope, this.#bytes.subarray(this.#used)).written;
    this.#rope = '';
  }
}
