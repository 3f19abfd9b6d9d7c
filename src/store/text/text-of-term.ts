import { literalOf } from '../value-line.js';

/** Each crate has a document of this name: it is never looked for. */
const EVERYWHERE = /^ro-crate-metadata\.json(?:ld)?$/;

/**
 * What a search finds of an N-Quads term: the text of a literal, the last part of an IRI (the name of a file, most
 * often), nothing of a blank node.
 */
export function searchableText(term: string): string {
  if (term.startsWith('<')) return lastPart(term.slice(1, -1));
  return term.startsWith('"') ? (literalOf(term)?.value ?? '') : '';
}

function lastPart(iri: string): string {
  const part = /([^/#]*)[/#]?$/.exec(iri)?.[1] ?? '';
  if (EVERYWHERE.test(part)) return '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // no UTF-8: as it stands
  }
}
