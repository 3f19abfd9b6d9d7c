import type { JsonLdParser } from 'jsonld-streaming-parser';
import { CrateError } from '../errors.js';

/** A parser of JSON-LD as a stream of quads, and what its errors mean. */
export interface JsonLdReader {
  /** Takes text or bytes, gives RDF/JS quads. To be used in a pipeline: it goes on after an error. */
  readonly parser: JsonLdParser;
  /** The error to throw for one of the parser's. */
  asError(error: unknown): unknown;
}

/**
 * Opens a parser for JSON-LD 1.1 that is RDF of any kind, no metadata document.
 * @param base what relative IRIs resolve against
 * @param loadContext gives the value of `@context` of a remote context; what it throws is thrown
 */
export async function jsonLdParser(
  base: string,
  loadContext: (address: string) => Promise<unknown>,
): Promise<JsonLdReader> {
  const { JsonLdParser } = await import('jsonld-streaming-parser');
  let lost: unknown; // the parser hides it behind an error of its own
  const load = async (address: string) => {
    const context = await loadContext(address).catch((error: unknown) => {
      lost = error;
      throw error;
    });
    return { '@context': context as never };
  };
  const parser = new JsonLdParser({
    baseIRI: base,
    documentLoader: { load },
    strictValues: true, // what is no RDF is an error and not dropped
  });
  const asError = (error: unknown) => {
    if (lost !== undefined || error instanceof CrateError) return lost ?? error;
    const { message, code } = error as Error & { code?: unknown };
    const details = typeof code === 'string' ? { jsonLdCode: code } : {};
    return new CrateError('ERR_RDF_SYNTAX', message, { details, cause: error });
  };
  return { parser, asError };
}
