import type { ContextSource } from './crate/context/source.js';
import { bytesInMemory, decodeUtf8 } from './crate/json/bytes.js';
import { isObject, openJson, parseJson, type JsonValue } from './crate/json/parse.js';
import { CrateError } from './errors.js';
import { readOnlyCrate, type CrateArgument } from './open.js';
import { contextsFor } from './package/contexts.js';
import type { PackageOptions } from './package/settings.js';

/**
 * Expands a document: no context, absolute properties and types, relative identifiers stay relative (format document,
 * rule 4). The JSON-LD expansion of the `jsonld` package, with `{"@base": null}` put into the context.
 * @param crate as for `openCrate`
 * @throws CrateError ERR_NOT_FOUND, ERR_NOT_A_CRATE, ERR_USAGE, ERR_JSON_SYNTAX, ERR_CONTEXT_UNAVAILABLE, ERR_JSONLD_INVALID
 */
export async function expandCrate(
  crate: CrateArgument,
  contexts: ContextSource,
  packages?: PackageOptions,
): Promise<JsonValue> {
  if (isObject(crate) && !(crate instanceof Uint8Array)) return expand(crate, contexts);
  if (typeof crate !== 'string') return expandBytes(crate, contexts);
  return readOnlyCrate(
    crate,
    ({ metadata, origin }) => expandBytes(metadata.content.bytes, contextsFor(contexts, origin)),
    packages,
  );
}

async function expandBytes(bytes: Uint8Array, contexts: ContextSource): Promise<JsonValue> {
  openJson(bytesInMemory(bytes), () => undefined); // for its errors, which name the place
  return expand(parseJson(decodeUtf8(bytes).text.replace(/^\uFEFF/, '')), contexts);
}

async function expand(document: JsonValue, contexts: ContextSource): Promise<JsonValue> {
  const { default: jsonld } = await import('jsonld');
  const documentLoader = async (url: string) => ({
    documentUrl: url,
    contextUrl: undefined,
    document: { '@context': await contexts.load(url) },
  });
  const relative = isObject(document)
    ? { ...document, '@context': [document['@context'] ?? null, { '@base': null }].flat() }
    : document;
  try {
    return (await jsonld.expand(relative as never, {
      documentLoader: documentLoader as never,
      base: '',
    })) as unknown as JsonValue;
  } catch (cause) {
    const error = deepestCrateError(cause);
    throw (
      error ?? new CrateError('ERR_JSONLD_INVALID', cause instanceof Error ? cause.message : String(cause), { cause })
    );
  }
}

/** The error of our context source, wrapped by the package. */
function deepestCrateError(error: unknown): CrateError | undefined {
  if (error instanceof CrateError) return error;
  const { cause, details } = (error ?? {}) as { cause?: unknown; details?: { cause?: unknown } };
  const inner = cause ?? details?.cause;
  return inner === undefined ? undefined : deepestCrateError(inner);
}
