import { grown, slotsOf, textHash } from './hash-table.js';

/** Length of a block of texts in bytes; the first ones are shorter, because most sets are small. */
const BLOCK = 1 << 18;
const FIRST_BLOCK = 1 << 11;
/** The most that a byte says: a longer length follows in four more bytes. */
const MOST = 0xff;
/** Bytes before a text: how much of it the first text of the block has, and the length of the rest. */
const SHORT_HEAD = 2;
const LONG_HEAD = 6;

/**
 * A set of texts that numbers them from 0, in the order in which they come. It holds the texts themselves, and only
 * equal texts are the same: a hash alone may say "equal" of two texts that differ. They are held as bytes outside of
 * the heap, because a million strings would keep the garbage collector busy. Identifiers often begin alike, so what a
 * text begins with as the first one of its block is not written again; each costs the rest and about 30 bytes.
 */
export class TextSet {
  /** The number of a text plus 1; 0 is a free slot. */
  #slots = new Int32Array(64);
  #hashes = new Int32Array(32);
  /** Where each text begins: the number of its block times {@link BLOCK}, plus the offset. */
  #places = new Float64Array(32);
  readonly #blocks: Uint8Array[] = [];
  /** Bytes of the last block that are taken. */
  #taken = BLOCK;
  #size = 0;

  /** Number of texts in the set. */
  get size(): number {
    return this.#size;
  }

  /** Adds a text. @returns whether it is new */
  add(text: string): boolean {
    const { size } = this;
    return this.put(text) === size;
  }

  has(text: string): boolean {
    return this.find(text) >= 0;
  }

  /** The number of a text, or of a range of one; -1 if the set does not have it. */
  find(text: string, start = 0, end = text.length): number {
    return (this.#slots[this.#slotOf(text, start, end, textHash(text, start, end))] as number) - 1;
  }

  /**
   * Adds a text, or a range of one, unless the set has it.
   * @returns its number: `size` before the call for a new one
   */
  put(text: string, start = 0, end = text.length): number {
    const hash = textHash(text, start, end);
    const slot = this.#slotOf(text, start, end, hash);
    const found = this.#slots[slot] as number;
    if (found !== 0) return found - 1;
    const number = this.#size;
    this.#hashes[number] = hash;
    this.#places[number] = this.#write(text, start, end);
    this.#slots[slot] = number + 1;
    this.#size += 1;
    if (this.#size === this.#hashes.length) this.#grow();
    return number;
  }

  /** The slot of a text, or the free slot where it belongs. */
  #slotOf(text: string, start: number, end: number, hash: number): number {
    const last = this.#slots.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const number = (this.#slots[slot] as number) - 1;
      if (number < 0 || (this.#hashes[number] === hash && this.#isAt(number, text, start, end))) return slot;
    }
  }

  /** Whether this text has the number. */
  #isAt(number: number, text: string, start: number, end: number): boolean {
    const place = this.#places[number] as number;
    const block = this.#blocks[Math.floor(place / BLOCK)] as Uint8Array;
    const head = place % BLOCK;
    const shared = block[head] as number;
    if (shared + restOf(block, head) !== end - start) return false;
    const first = afterHead(block, 0);
    for (let i = 0; i < shared; i += 1) if (block[first + i] !== text.charCodeAt(start + i)) return false;
    let at = afterHead(block, head);
    for (let i = start + shared; i < end; i += 1) {
      const code = text.charCodeAt(i);
      if (code < 0x80) {
        if (block[at] !== code) return false;
        at += 1;
      } else {
        if (block[at] !== (0x80 | (code >>> 14))) return false;
        if (block[at + 1] !== ((code >>> 7) & 0x7f) || block[at + 2] !== (code & 0x7f)) return false;
        at += 3;
      }
    }
    return true;
  }

  /**
   * Writes a text behind its head: ASCII as one byte, other UTF-16 units as three. Not UTF-8, which makes one text of
   * two with different lone surrogates. @returns its place
   */
  #write(text: string, start: number, end: number): number {
    const block = this.#blockFor(LONG_HEAD + end - start);
    const shared = this.#taken === 0 ? 0 : sharedWithFirst(block, text, start, end);
    let at = writeHead(block, this.#taken, shared, end - start - shared);
    for (let i = start + shared; i < end; i += 1) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) return this.#writeWide(text, start, end);
      block[at] = code;
      at += 1;
    }
    return this.#take(at);
  }

  #writeWide(text: string, start: number, end: number): number {
    const block = this.#blockFor(LONG_HEAD + 3 * (end - start));
    const shared = this.#taken === 0 ? 0 : sharedWithFirst(block, text, start, end);
    let at = writeHead(block, this.#taken, shared, end - start - shared);
    for (let i = start + shared; i < end; i += 1) {
      const code = text.charCodeAt(i);
      if (code < 0x80) block[at++] = code;
      else {
        block[at++] = 0x80 | (code >>> 14);
        block[at++] = (code >>> 7) & 0x7f;
        block[at++] = code & 0x7f;
      }
    }
    return this.#take(at);
  }

  /** The last block, with room for this many bytes. A text is never in two blocks; a very long one has its own. */
  #blockFor(bytes: number): Uint8Array {
    const last = this.#blocks.at(-1);
    if (last !== undefined && this.#taken + bytes <= last.length) return last;
    if (this.#taken === 0) this.#blocks.pop(); // it was for fewer bytes
    const usual = Math.min(BLOCK, FIRST_BLOCK << Math.min(this.#blocks.length, 10));
    const block = new Uint8Array(Math.max(usual, bytes));
    this.#blocks.push(block);
    this.#taken = 0;
    return block;
  }

  /** Ends a text in the last block. @returns where it begins */
  #take(end: number): number {
    const place = (this.#blocks.length - 1) * BLOCK + this.#taken;
    this.#taken = end < BLOCK ? end : Infinity; // what follows a long text would have no place
    return place;
  }

  #grow(): void {
    this.#hashes = grown(this.#hashes, new Int32Array(2 * this.#hashes.length));
    this.#places = grown(this.#places, new Float64Array(2 * this.#places.length));
    this.#slots = slotsOf(this.#hashes, this.#size);
  }
}

/** Writes the head of a text. @returns where the text follows */
function writeHead(block: Uint8Array, at: number, shared: number, rest: number): number {
  block[at] = shared;
  block[at + 1] = Math.min(rest, MOST);
  if (rest < MOST) return at + SHORT_HEAD;
  for (let i = 0; i < 4; i += 1) block[at + SHORT_HEAD + i] = rest >>> (8 * i);
  return at + LONG_HEAD;
}

/** The number of UTF-16 units that follow the head of a text. */
function restOf(block: Uint8Array, at: number): number {
  const rest = block[at + 1] as number;
  if (rest < MOST) return rest;
  let long = 0;
  for (let i = 0; i < 4; i += 1) long += (block[at + SHORT_HEAD + i] as number) << (8 * i);
  return long;
}

/** Where a text follows its head. */
function afterHead(block: Uint8Array, at: number): number {
  return at + ((block[at + 1] as number) < MOST ? SHORT_HEAD : LONG_HEAD);
}

/** How many units of ASCII a text begins with as the first one of a block does. */
function sharedWithFirst(block: Uint8Array, text: string, start: number, end: number): number {
  const first = afterHead(block, 0);
  const most = Math.min(end - start, restOf(block, 0), MOST);
  let shared = 0;
  // A unit of three bytes begins with one that no ASCII has.
  while (shared < most && block[first + shared] === text.charCodeAt(start + shared)) shared += 1;
  return shared;
}
