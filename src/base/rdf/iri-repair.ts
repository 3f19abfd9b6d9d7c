import { CrateError } from '../errors.js';
import type { Iri } from './checked-text.js';
import { isAbsoluteIri } from './iri.js';

/** Most identifiers need no repair: printable ASCII that RFC 3986 allows, a plain host, at most one `#`. */
const CLEAN =
  /^(?:(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/[A-Za-z0-9\-._~!$&'()*+,;=]*(?::[0-9]*)?(?=[/?#]|$)|(?!(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/))[A-Za-z0-9\-._~:/?@!$&'()*+,;=]*(?:#[A-Za-z0-9\-._~:/?@!$&'()*+,;=]*)?$/;
/** The same after percent-encoding: with `%` in path, query and fragment. */
const ENCODED = new RegExp(CLEAN.source.replaceAll('~:/?@', '~%:/?@'));
/** Characters that RFC 3987 section 2.2 never allows (`iunreserved`, `gen-delims` and `sub-delims` are allowed). */
const ILLEGAL =
  /[\u0000-\u0020"<>\\^`{|}\u007F-\u009F\uFFF0-\uFFFF\u{E0000}-\u{E0FFF}\p{Noncharacter_Code_Point}\p{Surrogate}]|%(?![0-9A-Fa-f]{2})/gu;
/** `iprivate` characters are legal in the query only. */
const PRIVATE = /[\uE000-\uF8FF\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]/gu;
const AUTHORITY = /^((?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/)([^/?#]*)(.*)$/s;
const LEGAL_AUTHORITY = /^(?:[^@[\]]*@)?(?:(\[[^@[\]]*\])|[^:@[\]]*)(?::[0-9]*)?$/;
/** RFC 3986 section 3.2.2, an address of a future IP version. */
const IP_FUTURE = /^\[v[0-9A-F]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+\]$/i;

/**
 * A legal IRI (RFC 3987) for any string with a scheme: illegal characters are percent-encoded and all others kept, so
 * that different strings stay different. A legal IRI is returned unchanged. A relative reference becomes a
 * legal relative reference.
 */
export function repairIri(value: string): Iri {
  return legalForm(value) as Iri;
}

/** Checks an IRI that the user gave for an option. @throws CrateError ERR_USAGE if it is not absolute and legal */
export function requireAbsoluteIri(iri: string, option: string): string {
  if (isAbsoluteIri(iri) && repairIri(iri) === iri) return iri;
  throw new CrateError('ERR_USAGE', `${option} ${iri} is not an absolute IRI`, {
    hint: `write it in full, as in ${option} https://example.org/my-crate/`,
  });
}

function legalForm(value: string): string {
  if (CLEAN.test(value)) return value;
  const encoded = encodeIllegal(value);
  if (ENCODED.test(encoded)) return encoded;
  const match = AUTHORITY.exec(value);
  if (match === null) return repairTail(value);
  const [, start = '', authority = '', tail = ''] = match;
  return start + repairAuthority(authority) + repairTail(tail);
}

function repairAuthority(authority: string): string {
  const encoded = encodeIllegal(authority).replace(PRIVATE, percentEncode);
  const match = LEGAL_AUTHORITY.exec(encoded);
  return match !== null && isAddress(match[1]) ? encoded : encoded.replace(/[:@[\]]/g, percentEncode);
}

/** Whether the brackets of a host, if there are any, contain an IP address. */
function isAddress(host: string | undefined): boolean {
  return host === undefined || IP_FUTURE.test(host) || URL.canParse(`http://${host}/`);
}

/** Path, query and fragment: brackets and a second `#` are legal in none of them. */
function repairTail(tail: string): string {
  const encoded = encodeIllegal(tail).replace(/[[\]]/g, percentEncode);
  const hash = encoded.indexOf('#');
  const [before, fragment] = hash < 0 ? [encoded, ''] : [encoded.slice(0, hash), encoded.slice(hash)];
  const question = before.indexOf('?');
  const [path, query] = question < 0 ? [before, ''] : [before.slice(0, question), before.slice(question)];
  return (
    path.replace(PRIVATE, percentEncode) + query + fragment.replace(PRIVATE, percentEncode).replace(/(?!^)#/g, '%23')
  );
}

function encodeIllegal(text: string): string {
  return text.replace(ILLEGAL, percentEncode);
}

const encoder = new TextEncoder();

/** The UTF-8 bytes of a character as %XX; a lone surrogate becomes U+FFFD. */
function percentEncode(character: string): string {
  if (character === ' ') return '%20';
  let encoded = '';
  for (const byte of encoder.encode(character)) {
    encoded += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}
