import { valueForm, valueType } from '../../base/rdf/literal-value.js';
import { literalToNQuads } from '../../base/rdf/nquads.js';
import { RDF, XSD } from '../../base/rdf/vocabulary.js';
import { literalOf } from '../value-line.js';
import { instantOf, type Instant } from './instant.js';

/**
 * What a term means to expressions. `other` is a literal of a datatype that SPARQL does not know; `odd` one that the
 * engine may know, and about which we are not certain.
 */
export type TermKind =
  | 'iri'
  | 'blank'
  | 'string'
  | 'language'
  | 'integer'
  | 'decimal'
  | 'double'
  | 'boolean'
  | 'dateTime'
  | 'date'
  | 'other'
  | 'odd';

/** A term, with its value where it has one. */
export interface TermValue {
  readonly kind: TermKind;
  /** The IRI, the label, or the text of a literal. */
  readonly lexical: string;
  /** Of a literal without a language. */
  readonly datatype: string;
  readonly language: string;
  /** The value of a number or boolean. */
  readonly number: number;
  /** The value of an integer or decimal, times 10^18. */
  readonly exact: bigint;
  readonly instant: Instant | undefined;
}

/** Decimals have 18 digits after the point, as in the engine. */
export const SCALE = 10n ** 18n;
const MOST_EXACT = 2n ** 127n;
const MOST_INTEGER = 2n ** 63n;

const INTEGER = /^-?\d+$/;
const DECIMAL = /^-?\d+(?:\.\d{1,18})?$/;
const DOUBLE = /^(?:-?(?:\d+(?:\.\d+)?(?:[Ee][+-]?\d+)?|INF)|NaN)$/;

/** One shape of object for all values, which the functions over millions of them need. */
function made(
  kind: TermKind,
  lexical: string,
  datatype = '',
  { language = '', number = NaN, exact = 0n, instant }: Partial<TermValue> = {},
): TermValue {
  return { kind, lexical, datatype, language, number, exact, instant };
}

/** @param term an N-Quads term in the form of its value */
export function readTerm(term: string): TermValue {
  if (term.startsWith('<')) return made('iri', term.slice(1, -1));
  if (term.startsWith('_:')) return made('blank', term.slice(2));
  if (term.endsWith('"') && !term.includes('\\')) return made('string', term.slice(1, -1), XSD_STRING);
  const { value = '', datatype, language } = literalOf(term) ?? {};
  if (language !== undefined) return languageValue(value, language);
  return literalValue(value, datatype ?? XSD_STRING);
}

const XSD_STRING = `${XSD}string`;

/** An IRI. */
export function iriValue(iri: string): TermValue {
  return made('iri', iri);
}

/** An xsd:string. */
export function stringValue(lexical: string): TermValue {
  return made('string', lexical, XSD_STRING);
}

/** A text with a language. */
export function languageValue(lexical: string, language: string): TermValue {
  return made('language', lexical, '', { language });
}

/** A text with the language of another one, or without any. */
export function textLike({ language }: TermValue, lexical: string): TermValue {
  return language === '' ? stringValue(lexical) : languageValue(lexical, language);
}

/** `true`. */
export const TRUE = made('boolean', 'true', `${XSD}boolean`, { number: 1 });
/** `false`. */
export const FALSE = made('boolean', 'false', `${XSD}boolean`, { number: 0 });

/** A boolean. */
export function booleanValue(is: boolean): TermValue {
  return is ? TRUE : FALSE;
}

/** An integer; undefined if the engine cannot hold it. */
export function integerValue(integer: bigint): TermValue | undefined {
  if (integer >= MOST_INTEGER || integer < -MOST_INTEGER) return undefined;
  return made('integer', String(integer), `${XSD}integer`, { number: Number(integer), exact: integer * SCALE });
}

/** A decimal from its value times 10^18; undefined if the engine cannot hold it. */
export function decimalValue(exact: bigint): TermValue | undefined {
  if (exact >= MOST_EXACT || exact < -MOST_EXACT) return undefined;
  const digits = String(exact < 0n ? -exact : exact).padStart(19, '0');
  const fraction = digits.slice(-18).replace(/0+$/, '');
  const lexical = `${exact < 0n ? '-' : ''}${digits.slice(0, -18)}${fraction === '' ? '' : `.${fraction}`}`;
  return made('decimal', lexical, `${XSD}decimal`, { number: Number(lexical), exact });
}

/** An xsd:double. */
export function doubleValue(number: number): TermValue {
  const lexical = Object.is(number, -0) ? '-0' : String(number).replace('Infinity', 'INF');
  return made('double', lexical, `${XSD}double`, { number });
}

/** A literal without a language; its text is in the form of its value. */
export function literalValue(lexical: string, datatype: string): TermValue {
  const as = (kind: TermKind, number = NaN, instant?: Instant): TermValue =>
    made(kind, lexical, datatype, { number, instant });
  if (!datatype.startsWith(XSD)) return as(datatype.startsWith(RDF) ? 'odd' : 'other');
  switch (datatype.slice(XSD.length)) {
    case 'string':
      return as('string');
    case 'boolean':
      return lexical === 'true' ? TRUE : lexical === 'false' ? FALSE : as('odd');
    case 'integer':
      return (INTEGER.test(lexical) ? integerValue(BigInt(lexical)) : undefined) ?? as('odd');
    case 'decimal':
      return (DECIMAL.test(lexical) ? decimalValue(scaled(lexical)) : undefined) ?? as('odd');
    case 'double':
      return DOUBLE.test(lexical) ? as('double', Number(lexical.replace('INF', 'Infinity'))) : as('odd');
    case 'dateTime':
    case 'date': {
      // A date with a time, and an xsd:dateTime without one, have no value.
      const kind = lexical.includes('T') ? 'dateTime' : 'date';
      const instant = datatype === XSD + kind ? instantOf(lexical) : undefined;
      return instant === undefined ? as('odd') : as(kind, NaN, instant);
    }
    case 'anyURI':
      return as('other');
    default:
      return as('odd');
  }
}

/** A decimal text with at most 18 digits after the point, times 10^18. */
function scaled(lexical: string): bigint {
  const [whole = '', fraction = ''] = lexical.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}

/** The N-Quads term. */
export function termText({ kind, lexical, datatype, language }: TermValue): string {
  if (kind === 'iri') return `<${lexical}>`;
  return kind === 'blank' ? `_:${lexical}` : literalToNQuads(lexical, datatype, language);
}

/** A literal from a text and a datatype, as the engine keeps it. */
export function typedValue(text: string, datatype: string): TermValue {
  return literalValue(valueForm(text, datatype), valueType(datatype));
}
