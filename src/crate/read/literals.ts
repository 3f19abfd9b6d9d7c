import { RDF, XSD } from '../../rdf/vocabulary.js';
import { isObject, type JsonObject, type JsonValue } from '../json/parse.js';
import type { Identifiers, OnNote } from './identifiers.js';

/** Lexical form and datatype of a JSON number (JSON-LD 1.1 API, section 8.2.2 steps 10 and 11). */
export function numberLiteral(value: number, datatype: string | undefined): { lexical: string; datatype: string } {
  if (!Number.isInteger(value) || Math.abs(value) >= 1e21 || datatype === `${XSD}double`) {
    return { lexical: doubleLexical(value), datatype: datatype ?? `${XSD}double` };
  }
  return { lexical: value.toFixed(0), datatype: datatype ?? `${XSD}integer` };
}

/** Canonical lexical form of xsd:double, with at most 15 fraction digits as JSON-LD prescribes. */
export function doubleLexical(value: number): string {
  return value.toExponential(15).replace(/(\d)0*e\+?/, '$1E');
}

/** Well-formed language tags (RFC 5646, by form only). */
export const LANGUAGE_TAG = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;

/** A string that Unicode allows: half a character becomes U+FFFD. */
export function wellFormed(value: string, note: OnNote): string {
  if (value.isWellFormed()) return value;
  note('lone-surrogate', JSON.stringify(value.slice(0, 40)));
  return value.toWellFormed();
}

/** The parts of a literal; no datatype and no language means xsd:string. */
export interface LiteralParts {
  readonly value: string;
  readonly datatype: string | undefined;
  readonly language: string | undefined;
}

/** Keys of a value object that the flat lane understands. */
const VALUE_KEYS = new Set(['@value', '@type', '@language', '@index']);

/**
 * The literal of a value object (JSON-LD 1.1 API, section 8.2.2), undefined when it has none.
 * @returns 'complex' when only the general lane knows
 */
export function valueObjectLiteral(
  object: JsonObject,
  ids: Identifiers,
  note: OnNote,
): LiteralParts | 'complex' | undefined {
  for (const key in object) if (!VALUE_KEYS.has(key)) return 'complex';
  const { '@value': value, '@type': type, '@language': language } = object;
  if (type === '@json') {
    if (value === undefined || language !== undefined) return 'complex';
    return { value: canonicalJson(value), datatype: `${RDF}JSON`, language: undefined };
  }
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'object') return 'complex';
  const datatype = datatypeOf(type, ids, note);
  if (typeof value === 'number') {
    const { lexical, datatype: of } = numberLiteral(value, datatype);
    return { value: lexical, datatype: of, language: undefined };
  }
  if (typeof value === 'boolean')
    return { value: String(value), datatype: datatype ?? `${XSD}boolean`, language: undefined };
  return { value: wellFormed(value, note), datatype, language: languageOf(language, datatype, note) };
}

/** JSON in the form of which there is one (RFC 8785), the lexical form of a JSON literal. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as JsonValue)}`).join(',')}}`;
}

function datatypeOf(type: JsonValue | undefined, ids: Identifiers, note: OnNote): string | undefined {
  if (type === undefined || type === null) return undefined;
  const iri = typeof type === 'string' ? ids.resolveVocab(type, note) : undefined;
  if (iri !== undefined && !iri.startsWith('_:')) return iri;
  note('value-form', `@type ${JSON.stringify(type)}`);
  return undefined;
}

function languageOf(language: JsonValue | undefined, datatype: string | undefined, note: OnNote): string | undefined {
  if (language === undefined || language === null) return undefined;
  if (datatype !== undefined) note('value-form', '@language beside @type');
  else if (typeof language === 'string' && LANGUAGE_TAG.test(language)) return language;
  else note('language-tag', JSON.stringify(language));
  return undefined;
}
