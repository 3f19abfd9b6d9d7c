import { RDF } from './vocabulary.js';

declare const kind: unique symbol;

/** An absolute IRI that every N-Quads parser accepts (RFC 3987). Only a check of the text creates one. */
export type Iri = string & { readonly [kind]: 'iri' };
/** A language tag that every N-Quads parser accepts (BCP 47). Only a check of the text creates one. */
export type LanguageTag = string & { readonly [kind]: 'language' };
/** A blank node label, without `_:`, that every N-Quads parser reads back unchanged. */
export type BlankLabel = string & { readonly [kind]: 'blank' };
/** A legal IRI, or `_:` and a legal label. */
export type NodeId = Iri | (string & { readonly [kind]: 'node' });

/** RFC 5646 section 2.1: language, script, region, variants, extensions, private use; or private use alone. */
const LANGUAGE_TAG =
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?|x(?:-[a-z\d]{1,8})+)$/i;
/** The registered tags that do not follow that grammar (RFC 5646 section 2.1, `irregular`). */
const IRREGULAR =
  /^(?:en-GB-oed|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)|sgn-(?:BE-FR|BE-NL|CH-DE))$/i;

/** The text as a language tag; undefined if it is not well-formed. */
export function languageTag(text: string): LanguageTag | undefined {
  return LANGUAGE_TAG.test(text) || IRREGULAR.test(text) ? (text as LanguageTag) : undefined;
}

/** Datatypes of literals with a language, and of no others (RDF 1.2 Concepts, section 3.4). */
const TAGGED: ReadonlySet<string> = new Set([`${RDF}langString`, `${RDF}dirLangString`]);

/** The IRI as the datatype of a literal without a language; undefined if such a literal cannot have it. */
export function datatype(iri: Iri): Iri | undefined {
  return TAGGED.has(iri) ? undefined : iri;
}

/** An IRI from our own code, such as a term of a vocabulary, which needs no check. */
export function ownIri(text: string): Iri {
  return text as Iri;
}

/** Whether a node is a blank node. */
export function isBlank(id: NodeId): boolean {
  return id.startsWith('_:');
}

/** The label of a blank node. */
export function labelOf(id: NodeId): BlankLabel {
  return id.slice(2) as BlankLabel;
}
