import { valueForm, valueType } from '../rdf/literal-value.js';
import { literalToNQuads } from '../rdf/nquads.js';

/** The literal of an N-Quads line that has one, and what follows it. */
const LITERAL = / "((?:[^"\\]|\\.)*)"(?:\^\^<([^>]*)>|@([A-Za-z0-9-]+))?(?= (?:<[^>]*> )?\.$)/su;

const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/gsu;
const CHARACTERS: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };

/**
 * A line of N-Quads (without line end) with its literal in one form for each value, as engines respell values: two
 * lines of the same value are one triple to an engine.
 */
export function valueLine(line: string): string {
  if (!line.includes('"')) return line;
  return line.replace(LITERAL, (_, text: string, datatype: string | undefined, language: string | undefined) => {
    const value = text.includes('\\') ? unescaped(text) : text;
    if (datatype === undefined) return ` ${literalToNQuads(value, undefined, language?.toLowerCase())}`;
    return ` ${literalToNQuads(valueForm(value, datatype), valueType(datatype), undefined)}`;
  });
}

function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, four: string | undefined, eight: string | undefined, one: string | undefined) =>
    one === undefined ? String.fromCodePoint(parseInt(four ?? eight ?? '', 16)) : (CHARACTERS[one] ?? one),
  );
}
