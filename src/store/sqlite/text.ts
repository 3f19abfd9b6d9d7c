import { CrateError } from '../../errors.js';

/**
 * A text column as a SELECT must read it: as bytes. libsql ends the whole process at text that is not UTF-8, which one
 * flipped bit can cause.
 */
export function bytesOf(column: string, name = column): string {
  return `CAST(${column} AS BLOB) AS ${name}`;
}

/** The text of such a column. @throws CrateError ERR_STORE_INVALID */
export function textOf(bytes: Uint8Array | null): string {
  try {
    if (bytes !== null) return UTF_8.decode(bytes);
  } catch {
    // reported below
  }
  throw new CrateError('ERR_STORE_INVALID', 'a text in the store is damaged: it is not UTF-8');
}

/** As `decodeUtf8` of `crate/json/byte-source.ts`, which a store may not know. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
