import type { JsonLdParser } from 'jsonld-streaming-parser';
import { CrateError } from '../errors.js';

/** A streaming parser of JSON-LD, and the translation of its errors. */
export interface JsonLdReader {
  /** Transforms text or bytes to RDF/JS quads. Use it in a pipeline, because it continues after an error. */
  readonly parser: JsonLdParser;
  /** The error to throw for an error of the parser. */
  asError(error: unknown): unknown;
}

/** What a parser of JSON-LD needs. */
export interface JsonLdParserOptions {
  /** What relative IRIs resolve against. */
  readonly base: string;
  /** Loads the value of `@context` of a remote context; its errors are passed on. */
  readonly loadContext: (address: string) => Promise<unknown>;
  /**
   * Called before each value: what it returns is waited for. The parser itself only waits for promises that are kept
   * already, so nothing else would happen before the end of a document.
   */
  readonly pause: () => Promise<void> | undefined;
}

/** Opens a parser for JSON-LD 1.1 of any form. */
export async function jsonLdParser({ base, loadContext, pause }: JsonLdParserOptions): Promise<JsonLdReader> {
  const { JsonLdParser } = await import('jsonld-streaming-parser');
  let passedOn: unknown; // the parser replaces it by an error of its own
  const passOn = (error: unknown): never => {
    passedOn = error;
    throw error;
  };
  const load = async (address: string) => ({ '@context': (await loadContext(address).catch(passOn)) as never });
  const parser = new JsonLdParser({
    baseIRI: base,
    documentLoader: { load },
    strictValues: true, // otherwise invalid values are dropped
  });
  acceptLiterals(parser as unknown as KeyCheck);
  keepNumbers(parser as unknown as Numbers);
  const values = parser as unknown as { newOnValueJob(...value: readonly unknown[]): Promise<void> };
  const readValue = values.newOnValueJob.bind(parser);
  values.newOnValueJob = async (...value) => {
    const waiting = pause();
    if (waiting !== undefined) await waiting;
    return readValue(...value);
  };
  const asError = (error: unknown) => {
    if (passedOn !== undefined || error instanceof CrateError) return passedOn ?? error;
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
 * The parser takes the keys inside a JSON literal for properties when an array is below them, and refuses those that
 * are no IRIs. They are data: whatever is below a literal is valid.
 */
function acceptLiterals(parser: KeyCheck): void {
  const validate = parser.validateKey.bind(parser);
  parser.validateKey = async (keys, depth, inProperty) =>
    (await parser.util.isLiteral(keys, depth - 1))
      ? { valid: true, property: true }
      : validate(keys, depth, inProperty);
}

/** The parts of the parser that {@link keepNumbers} changes. */
interface Numbers {
  readonly jsonParser: { numberReviver(text: string): void; onToken(token: number, value: number): void };
  readonly util: {
    /** The last argument has the keys that lead to the value. */
    valueToTerm(...value: readonly unknown[]): Promise<unknown>;
    valueToJsonString(value: unknown): string;
    intToString(value: unknown, datatype: unknown): string;
  };
}

/** What the tokenizer of the parser calls a number. */
const NUMBER = 0xb;

/** The parser makes text of long whole numbers, and null of a number in a JSON literal that no double can hold. */
function keepNumbers({ jsonParser, util }: Numbers): void {
  jsonParser.numberReviver = (text) => jsonParser.onToken(NUMBER, Number(text));
  const toJson = util.valueToJsonString.bind(util);
  util.valueToJsonString = (value) => {
    if (!hasFiniteNumbers(value)) throw new UnsayableNumber();
    return toJson(value);
  };
  const toText = util.intToString.bind(util);
  util.intToString = (value, datatype) => {
    const text = toText(value, datatype);
    return typeof value === 'number' && /^-?\d+$/.test(text) ? value.toFixed(0) : text; // JSON-LD 1.1 API, section 8.6
  };
  const toTerm = util.valueToTerm.bind(util);
  util.valueToTerm = async (...value) => {
    try {
      return await toTerm(...value);
    } catch (error) {
      if (!(error instanceof UnsayableNumber)) throw error;
      const keys = value.at(-1) as readonly unknown[];
      const place = keys
        .filter((one) => one !== undefined)
        .map((one) => `/${String(one).replaceAll('~', '~0').replaceAll('/', '~1')}`)
        .join('');
      throw new CrateError('ERR_RDF_SYNTAX', `the JSON literal at ${place} has a number beyond the range of a double`, {
        hint: 'write the number as text',
        details: { pointer: place },
        cause: error,
      });
    }
  };
}

class UnsayableNumber extends Error {}

/** Whether a JSON value has no number that became infinite when it was read. */
function hasFiniteNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasFiniteNumbers);
}
