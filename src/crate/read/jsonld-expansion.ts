import { CrateError } from '../../errors.js';
import type { ContextSource } from '../context/context-source.js';
import { remoteContext } from '../context/strict-contexts.js';
import { usedPart, wordsIn } from '../context/used-terms.js';
import { type JsonObject, type JsonValue, isObject } from '../json/value.js';
import type { OnNote } from './identifiers.js';

/** Loaded when the first entity needs it. */
let engine: Promise<{ default: typeof import('jsonld') }> | undefined;

/** An event of the `jsonld` package, as far as we look at it. */
interface ExpansionEvent {
  readonly code: string;
  readonly details: { readonly property?: string; readonly expandedProperty?: string | null; readonly type?: string };
}

/**
 * JSON-LD 1.1 expansion by the `jsonld` package, within a context; relative identifiers stay as written where the context in force says
 * `{"@base": null}`.
 * @param note told of keys and types that no context defines
 * @throws CrateError ERR_JSONLD_INVALID with the code of the JSON-LD specification as `details.jsonLdCode`, and what the
 * context source throws
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
    // A remote context that was loaded late may be about terms of an earlier one, of which nobody knew that they are used.
    if (names.size > known && !(outcome instanceof CrateError)) continue;
    for (const [kind, detail] of notes) note(kind, unescapeNames(detail));
    if (outcome instanceof Error) throw outcome instanceof CrateError ? outcome : invalid(outcome);
    return unescapeNames(outcome);
  }
}

/** One expansion, with as much of each remote context as is in use: processing all of it takes longer than all else. */
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
      failure ??= error; // the package keeps it in some places, and in a scoped context it does not
      throw error;
    }
  };
  const eventHandler = ({ event, next }: { event: ExpansionEvent; next: () => void }): void => {
    report(event, (...note) => notes.push(note));
    next();
  };
  const settings = { documentLoader, eventHandler, base: '', expandContext };
  try {
    // Its types know the form with a callback only.
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

/** What JSON-LD drops or makes relative; a term that a context switches off is no loss. */
function report({ code, details }: ExpansionEvent, note: OnNote): void {
  const { property, expandedProperty, type } = details;
  if (code === 'invalid property' && property !== undefined) {
    if (typeof expandedProperty === 'string') note('undefined-property', property);
    else if (/^@/.test(property)) note('unknown-keyword', property);
  } else if (code === 'relative @type reference' && type !== undefined) note('undefined-type', type);
}

/** Names that break the objects of the processor, wherever they become keys, with the marks that they have already. */
const RESERVED_NAMES = /(__proto__|hasOwnProperty)(\ue000*)/gi;
const ESCAPED_NAMES = /(__proto__|hasOwnProperty)\ue000(\ue000*)/gi;

/** JSON for the processor: names that it cannot hold have a mark more. */
export function escapeNames<V extends JsonValue>(value: V): V {
  return inAllText(value, (text) => text.replace(RESERVED_NAMES, '$1$2\ue000')) as V;
}

/** What the processor made of it, with the names as they were. */
export function unescapeNames<V extends JsonValue>(value: V): V {
  return inAllText(value, (text) => text.replace(ESCAPED_NAMES, '$1$2')) as V;
}

function inAllText(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => inAllText(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), inAllText(item, change)]));
}
