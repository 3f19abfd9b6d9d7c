import type { NamedNode } from '@rdfjs/types';

/** What an IRIREF of SPARQL cannot hold (SPARQL 1.1, rule 139); written as \u escapes it stays one term. */
const UNSAFE = /[\u0000-\u0020<>"{}|^`\\]/g;

/** An IRI as a SPARQL term: whatever is in it, it cannot end the term. */
export function iriToSparql({ value }: Pick<NamedNode, 'value'>): string {
  return `<${value.replace(UNSAFE, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}>`;
}
