import { CrateError } from '../../errors.js';
import type { ContextSource } from '../context/source.js';
import { remoteContext } from '../context/local-context.js';
import type { JsonObject, JsonValue } from '../json/parse.js';
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
  options: { readonly expandContext: JsonValue },
): Promise<JsonObject[]> {
  const { default: jsonld } = await (engine ??= import('jsonld') as never);
  let failure: unknown;
  const documentLoader = async (url: string) => {
    try {
      const document = { '@context': remoteContext((await contexts.load(url)) as JsonValue, url) };
      return { documentUrl: url, contextUrl: undefined, document };
    } catch (error) {
      failure ??= error; // the package keeps it in some places, and in a scoped context it does not
      throw error;
    }
  };
  const eventHandler = ({ event, next }: { event: ExpansionEvent; next: () => void }): void => {
    report(event, note);
    next();
  };
  const settings = { documentLoader, eventHandler, base: '', ...options };
  try {
    return (await jsonld.expand(input as never, settings as never)) as unknown as JsonObject[];
  } catch (cause) {
    if (failure instanceof CrateError) throw failure;
    if (cause instanceof CrateError) throw cause;
    const { details } = cause as { details?: { code?: unknown } };
    const jsonLdCode = details?.code;
    throw new CrateError('ERR_JSONLD_INVALID', cause instanceof Error ? cause.message : String(cause), {
      details: typeof jsonLdCode === 'string' ? { jsonLdCode } : {},
      cause,
    });
  }
}

/** What JSON-LD drops or makes relative; a term that a context switches off is no loss. */
function report({ code, details }: ExpansionEvent, note: OnNote): void {
  const { property, expandedProperty, type } = details;
  if (code === 'invalid property' && property !== undefined) {
    if (typeof expandedProperty === 'string') note('undefined-property', property);
    else if (/^@/.test(property)) note('unknown-keyword', property);
  } else if (code === 'relative @type reference' && type !== undefined) note('undefined-type', type);
}
