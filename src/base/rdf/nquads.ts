import type { Quad, Term } from '@rdfjs/types';
import { CrateError } from '../errors.js';
import { isAbsoluteIri, isIriText } from './iri.js';
import { XSD } from './vocabulary.js';

/** Characters that an N-Quads string must escape (RDF 1.1 N-Quads, STRING_LITERAL_QUOTE). */
const ESCAPED = /["\\\n\r]/;
const ESCAPED_ALL = /["\\\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

/** The N-Quads form of a string: quoted and escaped. */
export function quoteNQuads(value: string): string {
  return ESCAPED.test(value) ? `"${value.replace(ESCAPED_ALL, (c) => ESCAPES[c] as string)}"` : `"${value}"`;
}

/**
 * The N-Quads and SPARQL form of an IRI from outside.
 * @throws CrateError ERR_RDF_SYNTAX for a text that is no absolute IRI
 */
export function iriToNQuads(iri: string): string {
  if (isAbsoluteIri(iri) && isIriText(iri)) return `<${iri}>`;
  throw new CrateError('ERR_RDF_SYNTAX', `${JSON.stringify(iri)} is no IRI`);
}

/** The N-Quads form of a literal; without datatype and language it is an xsd:string. */
export function literalToNQuads(value: string, datatype: string | undefined, language: string | undefined): string {
  if (language !== undefined && language !== '') return `${quoteNQuads(value)}@${language}`;
  return datatype === undefined || datatype === `${XSD}string`
    ? quoteNQuads(value)
    : `${quoteNQuads(value)}^^<${datatype}>`;
}

/** The N-Quads form of a term; '' for the default graph. */
export function termToNQuads(term: Term): string {
  switch (term.termType) {
    case 'NamedNode':
      return `<${term.value}>`;
    case 'BlankNode':
      return `_:${term.value}`;
    case 'Literal':
      return literalToNQuads(term.value, term.datatype.value, term.language);
    default:
      return '';
  }
}

/** A term as one string: the IRI, `_:label`, or the value of a literal. */
export function termId(term: Pick<Term, 'termType' | 'value'>): string {
  return term.termType === 'BlankNode' ? `_:${term.value}` : term.value;
}

/** One line of N-Quads, with its line end. */
export function quadToNQuads(quad: Quad): string {
  const graph = termToNQuads(quad.graph);
  const triple = `${termToNQuads(quad.subject)} ${termToNQuads(quad.predicate)} ${termToNQuads(quad.object)}`;
  return graph === '' ? `${triple} .\n` : `${triple} ${graph} .\n`;
}

/** Quads as N-Quads text in chunks of about 256 KiB. */
export async function* quadsToNQuads(quads: Iterable<Quad> | AsyncIterable<Quad>): AsyncGenerator<string> {
  let text = '';
  for await (const quad of quads) {
    text += quadToNQuads(quad);
    if (text.length > CHUNK_LENGTH) {
      yield text;
      text = '';
    }
  }
  if (text !== '') yield text;
}

/** Length of a chunk of N-Quads in UTF-16 units: Oxigraph loads this size fastest. */
export const CHUNK_LENGTH = 1 << 18;
