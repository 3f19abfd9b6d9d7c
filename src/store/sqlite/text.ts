import { CrateError } from '../../errors.js';

/**
 * A column of text as a SELECT has to name it: as bytes. At text that is no UTF-8, which a single flipped bit makes of
 * it, libsql ends the whole process.
 */
export function bytesOf(column: string, name = column): string {
  return `CAST(${column} AS BLOB) AS ${name}`;
}

/** The text of such a column. @throws CrateError ERR_STORE_INVALID */
export function textOf(bytes: Uint8Array | null): string {
  try {
    if (bytes !== null) return UTF_8.decode(bytes);
  } catch {
    // it is damaged
  }
  throw new CrateError('ERR_STORE_INVALID', 'a text in the store is damaged: it is no UTF-8');
}

/** As `decodeUtf8` of `crate/json/byte-source.ts`, which a store may not know. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
