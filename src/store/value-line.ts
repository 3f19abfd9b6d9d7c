import { valueForm, valueType } from '../base/rdf/literal-value.js';
import { literalToNQuads } from '../base/rdf/nquads.js';

/** What follows the text of a literal: its datatype or its language tag. */
const LITERAL_SUFFIX = /^(?:\^\^<([^>]*)>|@([A-Za-z0-9-]+))?/;

const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/gsu;
const CHARACTERS: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };

/**
 * Writes the literal of an N-Quads line (without line end) in the one form of its value. Engines respell values, so
 * two spellings of one value are one triple to them.
 */
export function valueLine(line: string): string {
  const literal = literalOf(line);
  if (literal === undefined) return line;
  const { value, datatype, language, start, end } = literal;
  const form =
    datatype === undefined
      ? literalToNQuads(value, undefined, language?.toLowerCase())
      : literalToNQuads(valueForm(value, datatype), valueType(datatype), undefined);
  return line.slice(0, start) + form + line.slice(end);
}

/** A term of N-Quads in the one form of its value. */
export function valueTerm(term: string): string {
  return term.startsWith('"') && !term.endsWith('"') ? valueLine(term) : term;
}

interface LineLiteral {
  readonly value: string;
  readonly datatype: string | undefined;
  readonly language: string | undefined;
  /** Its range in the line. */
  readonly start: number;
  readonly end: number;
}

/** The literal of an N-Quads line; undefined if the object is not a literal. */
export function literalOf(line: string): LineLiteral | undefined {
  const start = line.indexOf('"');
  if (start < 0) return undefined;
  // IRIs contain no quotes, so the first and the last one delimit the literal, however long it is.
  const end = line.lastIndexOf('"');
  const [type, datatype, language] = LITERAL_SUFFIX.exec(line.slice(end + 1)) as unknown as [
    string,
    ...(string | undefined)[],
  ];
  const text = line.slice(start + 1, end);
  const value = text.includes('\\') ? unescaped(text) : text;
  return { value, datatype, language, start, end: end + 1 + type.length };
}

function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, four: string | undefined, eight: string | undefined, one: string | undefined) =>
    one === undefined ? String.fromCodePoint(parseInt(four ?? eight ?? '', 16)) : (CHARACTERS[one] ?? one),
  );
}
