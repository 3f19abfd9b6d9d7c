import { CrateError } from '../../base/errors.js';

/** Escapes of JSON: two halves of a character, a single one, any other. */
const ESCAPE = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(ud[89a-f][0-9a-f]{2})|.)/gis;

/**
 * Checks that no string or key of a JSON text contains half a character (a lone surrogate), which RDF cannot say.
 * @param text valid JSON that was read as UTF-8
 * @throws CrateError ERR_RDF_SYNTAX with line and column
 */
export function requireWholeCharacters(text: string): void {
  for (const { 1: half, index } of text.matchAll(ESCAPE)) {
    if (half === undefined) continue;
    const before = text.slice(0, index);
    const line = before.split('\n').length;
    const column = index - before.lastIndexOf('\n');
    throw new CrateError(
      'ERR_RDF_SYNTAX',
      `line ${line}, column ${column}: \\${half} is half a character, which RDF cannot contain`,
      { hint: 'write the whole character, or U+FFFD', details: { line, column } },
    );
  }
}
