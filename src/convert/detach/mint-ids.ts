import { createHash, randomUUID } from 'node:crypto';

/**
 * A new identifier for a contextual entity (A8).
 * @param id the old identifier
 * @param seed makes the UUID from seed and identifier (version 8 of RFC 9562); default: random
 */
export function mintedId(id: string, seed?: string): string {
  if (seed === undefined) return `urn:uuid:${randomUUID()}`;
  const bytes = createHash('sha256')
    .update(JSON.stringify([seed, id]))
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `urn:uuid:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}`;
}
