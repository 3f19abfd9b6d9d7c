/*
 * Parts of hash tables in typed arrays. The hashes only tell where to look: they never answer that two things are
 * equal, because the author of a document can make two texts with one hash.
 */

// Chosen for each process, so that a document cannot be prepared to make a table slow.
const SEED = (Math.random() * 2 ** 32) | 0;
const FACTOR = (0x9e3779b1 ^ ((Math.random() * 2 ** 32) & 0x0ffffffe)) | 0;

// In a `vm` context, a lookup of the global for each character costs more than the hash.
const { imul } = Math;

/** 32 bits of a text, others in each process. */
export function textHash(text: string, start = 0, end = text.length): number {
  let hash = SEED;
  for (let i = start; i < end; i += 1) hash = stirred(hash, text.charCodeAt(i));
  return mixed(hash);
}

/** 32 bits of three numbers, others in each process. */
export function numbersHash(a: number, b: number, c: number): number {
  return mixed(stirred(stirred(stirred(SEED, a), b), c));
}

/** Adds a number to a hash. Without the rotation, numbered texts collide by the thousand with some factors. */
function stirred(hash: number, added: number): number {
  const product = imul(hash ^ added, FACTOR);
  return (product << 13) | (product >>> 19);
}

/** Spreads 32 bits, so that any of them can choose a slot. */
function mixed(hash: number): number {
  const half = imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return half ^ (half >>> 13);
}

/** A longer array with the same content. */
export function grown<A extends Int32Array | Uint8Array | Float64Array>(old: A, longer: A): A {
  longer.set(old);
  return longer;
}

/** The slots of a table for numbers with these hashes, half of them free. Numbers are put in by their order. */
export function slotsOf(hashes: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const slots = new Int32Array(2 * hashes.length);
  const last = slots.length - 1;
  for (let number = 0; number < size; number += 1) {
    let slot = (hashes[number] as number) & last;
    while (slots[slot] !== 0) slot = (slot + 1) & last;
    slots[slot] = number + 1;
  }
  return slots;
}
