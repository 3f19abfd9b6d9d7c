import { KEYWORDS } from './term-definition.js';

/** What an `@id`-like string stands for before it meets the base. */
export type Expanded =
  | { readonly kind: 'absolute'; readonly iri: string }
  | { readonly kind: 'blank'; readonly label: string }
  | { readonly kind: 'relative'; readonly reference: string }
  | { readonly kind: 'keyword'; readonly keyword: string }
  | { readonly kind: 'none' };

/** The IRI, `_:label` or keyword, undefined when it is none. */
export function toIri(expanded: Expanded): string | undefined {
  if (expanded.kind === 'absolute') return expanded.iri;
  if (expanded.kind === 'blank') return `_:${expanded.label}`;
  return expanded.kind === 'keyword' ? expanded.keyword : undefined;
}

/** What the IRI mapping of a term stands for; null switches the term off. */
export function fromIri(iri: string | null): Expanded {
  if (iri === null) return { kind: 'none' };
  if (iri.startsWith('_:')) return { kind: 'blank', label: iri.slice(2) };
  return KEYWORDS.has(iri) ? { kind: 'keyword', keyword: iri } : { kind: 'absolute', iri };
}
