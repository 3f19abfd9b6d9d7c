import { CrateError } from '../../base/errors.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import { isReservedName } from '../graph-errors.js';

/**
 * A text column as a SELECT must read it: as bytes. libsql ends the whole process at text that is not UTF-8, which one
 * flipped bit can cause.
 */
export function bytesOf(column: string, name = column): string {
  return `CAST(${column} AS BLOB) AS ${name}`;
}

/**
 * A column of integers as a SELECT must read it, because SQLite lets any column hold any value; NULL for another one.
 */
export function integerOf(column: string, name = column): string {
  return `CASE typeof(${column}) WHEN 'integer' THEN ${column} END AS ${name}`;
}

/** The text of such a column. @param what names the row for a message @throws CrateError ERR_STORE_INVALID */
export function textOf(bytes: Uint8Array | null, what = 'a text'): string {
  try {
    if (bytes !== null) return UTF_8.decode(bytes);
  } catch {
    // reported below
  }
  throw new CrateError('ERR_STORE_INVALID', `${what} in the store is damaged: it is not UTF-8`);
}

/**
 * The name of a graph as a store file has it. The file may come from anywhere, and names are written into N-Quads and
 * SPARQL as they are.
 * @throws CrateError ERR_STORE_INVALID for what is not an absolute and legal IRI, and for reserved names
 */
export function checkedName(name: string, row?: number): string {
  const isReserved = isReservedName(name);
  if (!isReserved && isAbsoluteIri(name) && repairIri(name) === name) return name;
  const shown = JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);
  if (isReserved)
    throw new CrateError('ERR_STORE_INVALID', `graph ${row ?? ''} of the store has a reserved name: ${shown}`);
  throw new CrateError('ERR_STORE_INVALID', `graph ${row ?? ''} of the store has a name that is not an IRI: ${shown}`);
}

/** The error for something of a store that is not what was written. */
export function damaged(what: string, cause?: unknown): CrateError {
  return new CrateError('ERR_STORE_INVALID', `the ${what} is damaged in the store`, { cause });
}

/** The same for something that is derived from the graphs, which can be made again. */
export function damagedDerived(what: string, cause?: unknown): CrateError {
  const hint = 'the crates have all that it is made of: `crategraph index --rebuild` makes it again';
  return new CrateError('ERR_STORE_INVALID', `the ${what} is damaged in the store`, { cause, hint });
}

/** As `decodeUtf8` of `crate/json/byte-source.ts`, which a store may not know. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
