import { contextFor } from './crate/context/local-context.js';
import type { JsonObject, JsonValue, LazyDocument } from './crate/json/parse.js';
import type { CrateDocument } from './crate/read/document.js';
import { expandJsonLd } from './crate/read/expansion.js';
import { tolerant } from './crate/read/tolerant.js';
import type { OnNote } from './crate/read/identifiers.js';
import { openCrate, type CrateArgument, type OpenOptions } from './open.js';

/**
 * Expands a document: no context, absolute properties and types, relative identifiers stay relative (format document,
 * rule 4). What a strict JSON-LD processor refuses is repaired and reported, as everywhere.
 * @param crate as for `openCrate`
 * @throws CrateError as `openCrate`, ERR_JSONLD_INVALID
 */
export async function expandCrate(
  crate: CrateArgument,
  options: OpenOptions,
): Promise<{ document: JsonObject[]; read: CrateDocument }> {
  const read = await openCrate(crate, options);
  const { context, contexts, report } = read;
  const note: OnNote = (kind, detail) => report.add({ kind, detail });
  const whole = wholeOf(read.json);
  const scope = { context, base: '', documentBase: '' };
  const input = tolerant(whole, scope, note);
  return {
    document: await expandJsonLd(input, contexts, note, { expandContext: contextFor(whole, scope) }),
    read,
  };
}

/** A document in one piece, without its context. */
function wholeOf(document: LazyDocument): JsonObject {
  const { '@context': _, ...rest } = document.top;
  const entities: JsonValue[] = document.windows.flatMap((window) => document.entities(window));
  return entities.length === 0 ? rest : { ...rest, '@graph': entities };
}
