import { parse } from 'csv-parse/sync';
import { treeOf } from '../../../crate/follow/json-text.js';
import { parsePlain } from '../../../crate/json/value.js';
import { CrateError } from '../../../base/errors.js';

/** A new location: an `@id` or path of the crate, and the new IRI. */
export type LocationEntry = readonly [old: string, iri: string];

/**
 * Reads new locations: CSV with the columns old and new (a first line `old,new` is a header), a JSON object from old
 * to new, or a JSON array of objects `{"old": ..., "new": ...}`.
 * @param name of the file, for messages
 * @throws CrateError ERR_USAGE with the place of the mistake
 */
export function readLocationMap(text: string, name: string): LocationEntry[] {
  return /^\uFEFF?\s*[[{]/.test(text) ? fromJson(text.replace(/^\uFEFF/, ''), name) : fromCsv(text, name);
}

function fromCsv(text: string, name: string): LocationEntry[] {
  let rows: { record: string[]; info: { lines: number } }[];
  try {
    rows = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as never;
  } catch (cause) {
    throw invalid(name, (cause as Error).message, cause);
  }
  const [first] = rows;
  if (first?.record.join().toLowerCase() === 'old,new') rows = rows.slice(1);
  return rows.map(({ record, info }) => {
    const [old = '', iri = '', ...more] = record;
    if (old === '' || iri === '' || more.length > 0)
      throw invalid(name, `line ${info.lines} does not have two columns, old and new`);
    return [old, iri];
  });
}

function fromJson(text: string, name: string): LocationEntry[] {
  let value: unknown;
  try {
    value = parsePlain(text);
  } catch (cause) {
    throw invalid(name, 'it is neither JSON nor CSV', cause);
  }
  const entries = Array.isArray(value)
    ? value.map((one: { old?: unknown; new?: unknown } | null) => [one?.old, one?.new])
    : membersOf(text);
  return entries.map(([old, iri], index) => {
    if (typeof old === 'string' && typeof iri === 'string') return [old, iri];
    const place = Array.isArray(value) ? `[${index}]` : JSON.stringify(old);
    throw invalid(name, `${place} does not give an old and a new identifier as text`);
  });
}

/** The members of a JSON object, also those that are there twice. */
function membersOf(text: string): (readonly [unknown, unknown])[] {
  return (treeOf(text).children ?? []).map(({ children }) => [children?.[0]?.value, children?.[1]?.value]);
}

function invalid(name: string, reason: string, cause?: unknown): CrateError {
  return new CrateError('ERR_USAGE', `${name} is not a list of new locations: ${reason}`, {
    hint: 'write CSV with two columns, old and new, or a JSON object from old to new',
    details: { file: name },
    cause,
  });
}
