import { RDF, XSD } from '../../base/rdf/vocabulary.js';
import {
  datatype as datatypeIri,
  isBlank,
  languageTag,
  ownIri,
  type Iri,
  type LanguageTag,
  type NodeId,
} from '../../base/rdf/checked-text.js';
import { isObject, type JsonObject, type JsonValue } from '../json/lazy-document.js';
import { asPlainJson } from '../json/duplicate-keys.js';
import type { OnNote } from './identifiers.js';

const DOUBLE = ownIri(`${XSD}double`);
const INTEGER = ownIri(`${XSD}integer`);
const BOOLEAN = ownIri(`${XSD}boolean`);
const JSON_LITERAL = ownIri(`${RDF}JSON`);

/** Lexical form and datatype of a JSON number (JSON-LD 1.1 API, section 8.2.2 steps 10 and 11). */
export function numberLiteral(
  value: number,
  datatype: Iri | undefined,
  note: OnNote = () => undefined,
): { lexical: string; datatype: Iri } {
  if (!Number.isFinite(value)) {
    note('number-range', String(value));
    return { lexical: value > 0 ? 'INF' : '-INF', datatype: DOUBLE };
  }
  if (!Number.isInteger(value) || Math.abs(value) >= 1e21 || datatype === DOUBLE) {
    return { lexical: doubleLexical(value), datatype: datatype ?? DOUBLE };
  }
  return { lexical: value.toFixed(0), datatype: datatype ?? INTEGER };
}

/** The canonical lexical form of xsd:double, with at most 15 fraction digits as JSON-LD requires. */
export function doubleLexical(value: number): string {
  return value.toExponential(15).replace(/(\d)0*e\+?/, '$1E');
}

/** Makes a string well-formed Unicode: a lone surrogate becomes U+FFFD. */
export function wellFormed(value: string, note: OnNote): string {
  if (value.isWellFormed()) return value;
  note('lone-surrogate', JSON.stringify(value.slice(0, 40)));
  return value.toWellFormed();
}

/** The parts of a literal. Without datatype and language it is an xsd:string. */
export interface LiteralParts {
  readonly value: string;
  readonly datatype: Iri | undefined;
  readonly language: LanguageTag | undefined;
}

/** Keys of a value object that the flat lane understands. */
const VALUE_KEYS = new Set(['@value', '@type', '@language', '@index', '@direction']);

/**
 * The literal of a value object (JSON-LD 1.1 API, section 8.2.2). RDF 1.1 has no base direction: JSON-LD drops it.
 * @param resolve returns the IRI of a datatype
 * @returns undefined without a value, 'complex' if it needs the general lane
 */
export function valueObjectLiteral(
  object: JsonObject,
  resolve: (datatype: string) => NodeId | undefined,
  note: OnNote,
): LiteralParts | 'complex' | undefined {
  for (const key in object) if (!VALUE_KEYS.has(key)) return 'complex';
  const { '@value': value, '@type': type, '@language': language, '@direction': direction } = object;
  if (direction !== undefined && (!isDirection(direction) || (type ?? null) !== null))
    note('value-form', `@direction ${JSON.stringify(direction)}`);
  if (type === '@json') {
    if (value === undefined || language !== undefined) return 'complex';
    return { value: canonicalJson(value, note), datatype: JSON_LITERAL, language: undefined };
  }
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'object') return 'complex';
  const datatype = datatypeOf(type, resolve, note);
  if (typeof value !== 'string' && language !== undefined && language !== null)
    note('value-form', '@language of a value that is not a string');
  if (typeof value === 'number') {
    const { lexical, datatype: of } = numberLiteral(value, datatype, note);
    return { value: lexical, datatype: of, language: undefined };
  }
  if (typeof value === 'boolean') return { value: String(value), datatype: datatype ?? BOOLEAN, language: undefined };
  return { value: wellFormed(value, note), datatype, language: languageOf(language, datatype, note) };
}

/** Canonical JSON (RFC 8785), the lexical form of a JSON literal. */
export function canonicalJson(value: JsonValue, note?: OnNote): string {
  return canonical(asPlainJson(value, note));
}

/** Whether a value of `@direction` is valid. */
export function isDirection(value: JsonValue): boolean {
  return value === 'ltr' || value === 'rtl';
}

function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key] as JsonValue)}`).join(',')}}`;
}

function datatypeOf(
  type: JsonValue | undefined,
  resolve: (datatype: string) => NodeId | undefined,
  note: OnNote,
): Iri | undefined {
  if (type === undefined || type === null) return undefined;
  const iri = typeof type === 'string' ? resolve(type) : undefined;
  const datatype = iri === undefined || isBlank(iri) ? undefined : datatypeIri(iri as Iri);
  if (datatype === undefined) note('value-form', `@type ${JSON.stringify(type)}`);
  return datatype;
}

function languageOf(language: JsonValue | undefined, datatype: Iri | undefined, note: OnNote): LanguageTag | undefined {
  if (language === undefined || language === null) return undefined;
  if (datatype !== undefined) {
    note('value-form', '@language next to @type');
    return undefined;
  }
  const tag = typeof language === 'string' ? languageTag(language) : undefined;
  if (tag === undefined) note('language-tag', JSON.stringify(language));
  return tag;
}
