import { CrateError } from '../../base/errors.js';

/**
 * How deep brackets of JSON may be nested: deeper documents would exhaust the stack. The `jsonld` package fails at
 * about 950 levels; people write ten.
 */
export const MAX_NESTING = 500;

/** What is wrong with a text that is nested too deep. */
export class NestingError extends SyntaxError {
  constructor(
    most: number,
    /** Line and column of the first bracket too many. */
    readonly place?: { readonly line: number; readonly column: number },
  ) {
    const at = place === undefined ? '' : `, at line ${place.line}, column ${place.column}`;
    super(`the document is nested more than ${most} levels deep${at}`);
  }
}

/** The error of a document that is nested too deep. */
export function nestedTooDeep(cause: NestingError): CrateError {
  return new CrateError('ERR_JSON_SYNTAX', cause.message, { details: { ...cause.place }, cause });
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Checks how deep a JSON text is nested, before anything reads it that might recurse. Linear; the rest of
 * the syntax is not looked at.
 * @throws NestingError
 */
export function checkNesting(text: string, most = MAX_NESTING): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    // Brackets and braces differ in one bit.
    else if ((code & ~0x20) === 0x5b) {
      depth += 1;
      if (depth > most) throw new NestingError(most, placeOf(text, at));
    } else if ((code & ~0x20) === 0x5d) depth -= 1;
  }
}

/** The position of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end; // an even number of backslashes escapes only themselves
  }
  return text.length;
}

function placeOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}
