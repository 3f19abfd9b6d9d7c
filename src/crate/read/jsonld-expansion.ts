import { CrateError } from '../../base/errors.js';
import type { ContextSource } from '../context/context-source.js';
import { remoteContext } from '../context/strict-contexts.js';
import { usedPart, wordsIn } from '../context/used-terms.js';
import { type JsonObject, type JsonValue, isObject } from '../json/value.js';
import type { OnNote } from './identifiers.js';

/** Loaded for the first entity that needs it. */
let engine: Promise<{ default: typeof import('jsonld') }> | undefined;

/** The parts of an event of the `jsonld` package that we use. */
interface ExpansionEvent {
  readonly code: string;
  readonly details: { readonly property?: string; readonly expandedProperty?: string | null; readonly type?: string };
}

/**
 * Expands JSON-LD 1.1 with the `jsonld` package. Relative identifiers stay as written if the active context contains
 * `{"@base": null}`.
 * @param note receives keys and types that no context defines
 * @throws CrateError ERR_JSONLD_INVALID with the error code of JSON-LD as `details.jsonLdCode`, and
 * errors of the context source
 */
export async function expandJsonLd(
  input: JsonValue,
  contexts: ContextSource,
  note: OnNote,
  { expandContext }: { readonly expandContext: JsonValue },
): Promise<JsonObject[]> {
  const names = wordsIn(expandContext, wordsIn(input));
  const escaped = { input: escapeNames(input), expandContext: escapeNames(expandContext) };
  for (;;) {
    const known = names.size;
    const { outcome, notes } = await expandOnce(escaped, contexts, names);
    // A remote context may use terms of one that was loaded before it, and cut down to the
    // names known then: start over.
    if (names.size > known && !(outcome instanceof CrateError)) continue;
    for (const [kind, detail] of notes) note(kind, unescapeNames(detail));
    if (outcome instanceof Error) throw outcome instanceof CrateError ? outcome : invalid(outcome);
    return unescapeNames(outcome);
  }
}

/** Expands once, with only the used part of each remote context: processing all of it would dominate the time. */
async function expandOnce(
  { input, expandContext }: { readonly input: JsonValue; readonly expandContext: JsonValue },
  contexts: ContextSource,
  words: Set<string>,
): Promise<{ outcome: JsonObject[] | Error; notes: Parameters<OnNote>[] }> {
  const { default: jsonld } = await (engine ??= import('jsonld') as never);
  const notes: Parameters<OnNote>[] = [];
  let failure: unknown;
  const documentLoader = async (url: string) => {
    try {
      const address = unescapeNames(url);
      const context = usedPart((await contexts.load(address)) as JsonValue, words);
      const document = { '@context': escapeNames(remoteContext(context, address)) };
      return { documentUrl: url, contextUrl: undefined, document };
    } catch (error) {
      failure ??= error; // the package loses the error in scoped contexts
      throw error;
    }
  };
  const eventHandler = ({ event, next }: { event: ExpansionEvent; next: () => void }): void => {
    report(event, (...note) => notes.push(note));
    next();
  };
  const settings = { documentLoader, eventHandler, base: '', expandContext };
  try {
    // The types of the package only declare the form with a callback.
    const outcome = await (jsonld.expand(input as never, settings as never) as unknown as Promise<JsonObject[]>);
    return { outcome, notes };
  } catch (cause) {
    const outcome = failure instanceof CrateError ? failure : cause;
    return { outcome: outcome instanceof Error ? outcome : new Error(String(outcome)), notes };
  }
}

function invalid(cause: Error): CrateError {
  const { details } = cause as { details?: { code?: unknown } };
  const jsonLdCode = details?.code;
  return new CrateError('ERR_JSONLD_INVALID', unescapeNames(cause.message), {
    details: typeof jsonLdCode === 'string' ? { jsonLdCode } : {},
    cause,
  });
}

/** Reports what JSON-LD drops or leaves relative, except terms that a context sets to null. */
function report({ code, details }: ExpansionEvent, note: OnNote): void {
  const { property, expandedProperty, type } = details;
  if (code === 'invalid property' && property !== undefined) {
    if (typeof expandedProperty === 'string') note('undefined-property', property);
    else if (/^@/.test(property)) note('unknown-keyword', property);
  } else if (code === 'relative @type reference' && type !== undefined) note('undefined-type', type);
}

/** Names that break the objects of the processor if they become keys, with any escapes that follow. */
const RESERVED_NAMES = /(__proto__|hasOwnProperty)(\ue000*)/gi;
const ESCAPED_NAMES = /(__proto__|hasOwnProperty)\ue000(\ue000*)/gi;

/** Escapes the names that the processor cannot handle, by one more U+E000 at their end. */
export function escapeNames<V extends JsonValue>(value: V): V {
  return inAllText(value, (text) => text.replace(RESERVED_NAMES, '$1$2\ue000')) as V;
}

/** Removes the escapes of {@link escapeNames}. */
export function unescapeNames<V extends JsonValue>(value: V): V {
  return inAllText(value, (text) => text.replace(ESCAPED_NAMES, '$1$2')) as V;
}

function inAllText(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => inAllText(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), inAllText(item, change)]));
}
