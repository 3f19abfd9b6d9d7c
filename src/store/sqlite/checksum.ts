import { createHash } from 'node:crypto';

/** The checksum of some texts, such as the fields of a record, or the digests of the pieces of a graph. */
export function checksumOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
