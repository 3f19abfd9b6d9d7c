// Taken once: a global looked up for each character costs more than the hash where code runs in a `vm` context.
const { imul } = Math;

/** 53 bits of a string (cyrb53, public domain): fast, and enough where a collision does no harm or has no chance. */
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
