import { isNumber, isSameTerm } from './compare-values.js';
import { leaveToEngine } from './not-covered.js';
import {
  booleanValue,
  decimalValue,
  integerValue,
  iriValue,
  languageValue,
  SCALE,
  stringValue,
  textLike,
  typedValue,
  type TermValue,
} from './term-value.js';
import { XSD } from '../../base/rdf/vocabulary.js';
import { isAbsoluteIri, isIriText } from '../../base/rdf/iri.js';
import { rounded } from './arithmetic.js';

/** A function of terms; undefined for an error. */
export type TermFunction = (...args: TermValue[]) => TermValue | undefined;

const isText = ({ kind }: TermValue): boolean => kind === 'string' || kind === 'language';
const isLiteral = ({ kind }: TermValue): boolean => kind !== 'iri' && kind !== 'blank';

/** Whether the second text may be looked for in the first (SPARQL 1.1 Query, section 17.4.3.1.2). */
const areCompatible = (one: TermValue, other: TermValue): boolean =>
  isText(one) && isText(other) && (other.kind === 'string' || one.language === other.language);

const ofText =
  (work: (text: string) => string): TermFunction =>
  (text) =>
    text !== undefined && isText(text) ? textLike(text, work(text.lexical)) : undefined;

const test =
  (holds: (text: string, part: string) => boolean): TermFunction =>
  (text, part) =>
    areCompatible(text as TermValue, part as TermValue)
      ? booleanValue(holds((text as TermValue).lexical, (part as TermValue).lexical))
      : undefined;

const cut =
  (piece: (text: string, at: number, length: number) => string): TermFunction =>
  (...args) => {
    const [text, part] = args as [TermValue, TermValue];
    if (!areCompatible(text, part)) return undefined;
    const at = text.lexical.indexOf(part.lexical);
    return at < 0 ? stringValue('') : textLike(text, piece(text.lexical, at, part.lexical.length));
  };

const datePart =
  (from: number, to: number): TermFunction =>
  (date) => {
    if (date === undefined || date.kind === 'odd') return leaveToEngine('a literal of an unusual datatype');
    if (date.instant === undefined || (date.kind === 'date' && from > 10)) return undefined;
    return integerValue(BigInt(date.lexical.slice(from, to)));
  };

/** The functions of SPARQL 1.1 that need nothing but their arguments, by the names of the parser. */
export const FUNCTIONS: Readonly<Record<string, TermFunction>> = {
  str: (term) => (term?.kind === 'blank' || term === undefined ? undefined : stringValue(term.lexical)),
  lang: (term) => (term !== undefined && isLiteral(term) ? stringValue(term.language) : undefined),
  datatype: (term) => {
    if (term === undefined || !isLiteral(term)) return undefined;
    return iriValue(term.kind === 'language' ? 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString' : term.datatype);
  },
  isiri: (term) => booleanValue(term?.kind === 'iri'),
  isuri: (term) => booleanValue(term?.kind === 'iri'),
  isblank: (term) => booleanValue(term?.kind === 'blank'),
  isliteral: (term) => booleanValue(isLiteral(term as TermValue)),
  isnumeric: (term) =>
    term?.kind === 'odd'
      ? leaveToEngine('a literal of an unusual datatype')
      : booleanValue(isNumber(term as TermValue)),
  sameterm: (...args) => {
    const [one, other] = args as [TermValue, TermValue];
    return booleanValue(isSameTerm(one, other));
  },
  langmatches: (...args) => {
    const [tag, range] = args as [TermValue, TermValue];
    if (tag.kind !== 'string' || range.kind !== 'string') return undefined;
    const own = tag.lexical.toLowerCase();
    const wanted = range.lexical.toLowerCase();
    if (wanted === '') return leaveToEngine('an empty range of languages');
    return booleanValue(wanted === '*' ? own !== '' : own === wanted || own.startsWith(`${wanted}-`));
  },
  strlen: (text) => (text !== undefined && isText(text) ? integerValue(BigInt([...text.lexical].length)) : undefined),
  ucase: ofText((text) => text.toUpperCase()),
  lcase: ofText((text) => text.toLowerCase()),
  contains: test((text, part) => text.includes(part)),
  strstarts: test((text, part) => text.startsWith(part)),
  strends: test((text, part) => text.endsWith(part)),
  strbefore: cut((text, at) => text.slice(0, at)),
  strafter: cut((text, at, length) => text.slice(at + length)),
  encode_for_uri: (text) => (text !== undefined && isText(text) ? stringValue(encoded(text.lexical)) : undefined),
  concat: (...texts) => {
    if (!texts.every(isText)) return undefined;
    const [first] = texts;
    const joined = texts.map(({ lexical }) => lexical).join('');
    return first !== undefined && texts.every(({ language }) => language === first.language)
      ? textLike(first, joined)
      : stringValue(joined);
  },
  substr: (...args) => {
    const [text, start, length] = args as [TermValue, TermValue, TermValue | undefined];
    if (!isText(text)) return undefined;
    if (start.kind !== 'integer' || (length !== undefined && length.kind !== 'integer'))
      return leaveToEngine('SUBSTR of a part');
    if (start.number < 1 || (length?.number ?? 0) < 0) return leaveToEngine('SUBSTR from before the start');
    const end = length === undefined ? undefined : start.number - 1 + length.number;
    return textLike(text, [...text.lexical].slice(start.number - 1, end).join(''));
  },
  strlang: (...args) => {
    const [text, tag] = args as [TermValue, TermValue];
    if (text.kind !== 'string' || tag.kind !== 'string') return undefined;
    if (!/^[A-Za-z]{2,3}(?:-[A-Za-z]{2})?$/.test(tag.lexical)) return leaveToEngine('an unusual language tag');
    return languageValue(text.lexical, tag.lexical.toLowerCase());
  },
  strdt: (...args) => {
    const [text, datatype] = args as [TermValue, TermValue];
    if (text.kind !== 'string' || datatype.kind !== 'iri') return undefined;
    return typedValue(text.lexical, datatype.lexical);
  },
  iri: (term) => {
    if (term?.kind === 'iri') return term;
    if (term?.kind !== 'string') return undefined;
    return /^[a-z]+:[\w:/.#?=&%~+-]+$/i.test(term.lexical) && isIriText(term.lexical) && isAbsoluteIri(term.lexical)
      ? iriValue(term.lexical)
      : leaveToEngine('IRI of an unusual text');
  },
  abs: (number) => rounded('abs', number as TermValue),
  ceil: (number) => rounded('ceil', number as TermValue),
  floor: (number) => rounded('floor', number as TermValue),
  round: (number) => rounded('round', number as TermValue),
  year: datePart(0, 4),
  month: datePart(5, 7),
  day: datePart(8, 10),
  hours: datePart(11, 13),
  minutes: datePart(14, 16),
  seconds: (date) => {
    if (date?.kind === 'odd') return leaveToEngine('a literal of an unusual datatype');
    const { fraction = '' } = date?.instant ?? {};
    if (date?.kind !== 'dateTime') return undefined;
    return decimalValue(BigInt(date.lexical.slice(17, 19) + fraction.padEnd(18, '0')));
  },
  tz: (date) => {
    if (date?.kind === 'odd') return leaveToEngine('a literal of an unusual datatype');
    return date?.instant === undefined ? undefined : stringValue(date.instant.zone);
  },
  [`${XSD}string`]: (term) => (term === undefined || term.kind === 'blank' ? undefined : stringValue(term.lexical)),
  [`${XSD}integer`]: (term) => {
    if (term?.kind === 'integer') return term;
    if (term?.kind === 'decimal') return integerValue(term.exact / SCALE);
    if (term?.kind === 'string' && /^[+-]?\d{1,18}$/.test(term.lexical))
      return integerValue(BigInt(term.lexical.replace('+', '')));
    return uncertainCast(term);
  },
  [`${XSD}decimal`]: (term) => {
    if (term?.kind === 'decimal') return term;
    if (term?.kind === 'integer') return decimalValue(term.exact);
    if (term?.kind === 'string' && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(term.lexical))
      return typedValue(term.lexical, `${XSD}decimal`);
    return uncertainCast(term);
  },
  [`${XSD}double`]: (term) => {
    if (term?.kind === 'double') return term;
    if (term?.kind === 'integer' || (term?.kind === 'string' && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(term.lexical)))
      return typedValue(term.lexical, `${XSD}double`);
    return uncertainCast(term);
  },
  [`${XSD}boolean`]: (term) => {
    if (term?.kind === 'boolean') return term;
    if (term?.kind === 'integer') return booleanValue(term.exact !== 0n);
    if (term?.kind === 'string' && /^(?:true|false|0|1)$/.test(term.lexical))
      return typedValue(term.lexical, `${XSD}boolean`);
    return uncertainCast(term);
  },
  [`${XSD}dateTime`]: (term) => dateCast(term, 'dateTime'),
  [`${XSD}date`]: (term) => dateCast(term, 'date'),
};

/** What a cast makes of a term that is certainly no value of the datatype: an error. */
function uncertainCast(term: TermValue | undefined): undefined {
  if (term === undefined || term.kind === 'blank' || term.kind === 'iri') return undefined;
  if (term.kind === 'string' && /^(?=[^\dINinTt])[^\d]*$/.test(term.lexical)) return undefined;
  return leaveToEngine('a cast of an unusual value');
}

function dateCast(term: TermValue | undefined, kind: 'date' | 'dateTime'): TermValue | undefined {
  if (term?.kind === kind) return term;
  if (term?.kind !== 'string') return uncertainCast(term);
  const cast = typedValue(term.lexical, XSD + kind);
  return cast.kind === kind ? cast : uncertainCast(term);
}

function encoded(text: string): string {
  if (/[\ud800-\udfff]/.test(text) && !text.isWellFormed()) return leaveToEngine('half a character');
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}
