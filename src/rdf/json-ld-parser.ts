import type { JsonLdParser } from 'jsonld-streaming-parser';
import { CrateError } from '../errors.js';

/** A streaming parser of JSON-LD, and the translation of its errors. */
export interface JsonLdReader {
  /** Transforms text or bytes to RDF/JS quads. Use it in a pipeline, because it continues after an error. */
  readonly parser: JsonLdParser;
  /** The error to throw for an error of the parser. */
  asError(error: unknown): unknown;
}

/**
 * Opens a parser for JSON-LD 1.1 of any form.
 * @param base what relative IRIs resolve against
 * @param loadContext loads the value of `@context` of a remote context; its errors are passed on
 */
export async function jsonLdParser(
  base: string,
  loadContext: (address: string) => Promise<unknown>,
): Promise<JsonLdReader> {
  const { JsonLdParser } = await import('jsonld-streaming-parser');
  let contextError: unknown; // the parser replaces it by an error of its own
  const load = async (address: string) => {
    const context = await loadContext(address).catch((error: unknown) => {
      contextError = error;
      throw error;
    });
    return { '@context': context as never };
  };
  const parser = new JsonLdParser({
    baseIRI: base,
    documentLoader: { load },
    strictValues: true, // otherwise invalid values are dropped
  });
  acceptLiterals(parser as unknown as KeyCheck);
  const asError = (error: unknown) => {
    if (contextError !== undefined || error instanceof CrateError) return contextError ?? error;
    const { message, code } = error as Error & { code?: unknown };
    const details = typeof code === 'string' ? { jsonLdCode: code } : {};
    return new CrateError('ERR_RDF_SYNTAX', message, { details, cause: error });
  };
  return { parser, asError };
}

/** The parts of the parser that {@link acceptLiterals} changes. */
interface KeyCheck {
  validateKey(keys: unknown[], depth: number, inProperty: boolean): Promise<{ valid: boolean; property: boolean }>;
  readonly util: { isLiteral(keys: unknown[], depth: number): Promise<boolean> };
}

/**
 * The parser takes the keys inside a JSON literal for properties when an array is below them, and refuses those that are
 * no IRIs. They are data: whatever is below a literal is valid.
 */
function acceptLiterals(parser: KeyCheck): void {
  const validate = parser.validateKey.bind(parser);
  parser.validateKey = async (keys, depth, inProperty) =>
    (await parser.util.isLiteral(keys, depth - 1))
      ? { valid: true, property: true }
      : validate(keys, depth, inProperty);
}
