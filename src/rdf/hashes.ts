/** The share of used slots above which the table grows, which keeps probes short. */
const FULL = 0.5;

/**
 * A set of hashes such as those of `hash53`, with a few bytes for each: the strings of a million entities would take
 * hundreds of megabytes.
 */
export class HashSet {
  #slots = new Float64Array(64); // 0 is a free slot
  #size = 0;

  /** Number of hashes in the set. */
  get size(): number {
    return this.#size;
  }

  /** Adds a hash (an integer from 0 to 2^53 - 1). @returns whether it is new */
  add(hash: number): boolean {
    if (!insert(this.#slots, hash + 1)) return false;
    this.#size += 1;
    if (this.#size > this.#slots.length * FULL) this.#grow();
    return true;
  }

  /** Whether a hash is in the set. */
  has(hash: number): boolean {
    const mask = this.#slots.length - 1;
    for (let at = ((hash + 1) % 4294967291) & mask; ; at = (at + 1) & mask) {
      const found = this.#slots[at] as number;
      if (found === hash + 1) return true;
      if (found === 0) return false;
    }
  }

  #grow(): void {
    const larger = new Float64Array(this.#slots.length * 4);
    for (const value of this.#slots) if (value !== 0) insert(larger, value);
    this.#slots = larger;
  }
}

/** Open addressing with linear probes. @returns whether the value is new */
function insert(slots: Float64Array, value: number): boolean {
  const mask = slots.length - 1;
  for (let at = (value % 4294967291) & mask; ; at = (at + 1) & mask) {
    const found = slots[at] as number;
    if (found === value) return false;
    if (found !== 0) continue;
    slots[at] = value;
    return true;
  }
}

// In a `vm` context, a lookup of the global for each character costs more than the hash.
const { imul } = Math;

/** 53 bits of a string (cyrb53, public domain): fast, and enough where collisions are harmless or negligible. */
export function hash53(text: string): number {
  let h1 = 0xdeadbeef;
  let h2 = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    h1 = imul(h1 ^ code, 2654435761);
    h2 = imul(h2 ^ code, 1597334677);
  }
  h1 = imul(h1 ^ (h1 >>> 16), 2246822507) ^ imul(h2 ^ (h2 >>> 13), 3266489909);
  h2 = imul(h2 ^ (h2 >>> 16), 2246822507) ^ imul(h1 ^ (h1 >>> 13), 3266489909);
  return 4294967296 * (2097151 & h2) + (h1 >>> 0);
}
