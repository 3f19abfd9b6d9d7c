import { XSD } from '../../rdf/vocabulary.js';

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
