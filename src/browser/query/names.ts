import type { QueryTerms } from '../../pages/query-terms.js';

/** Namespaces by prefix. */
export type Prefixes = Readonly<Record<string, string>>;

/** The prefixes that hold in a SPARQL text: those that the server declares, and those of the text, which win. */
export function namespacesIn(text: string, { prefixes }: Pick<QueryTerms, 'prefixes'>): Prefixes {
  return { ...prefixes, ...declaredPrefixes(text) };
}

/** The prefixes that a SPARQL text declares by itself. */
export function declaredPrefixes(text: string): Prefixes {
  const declarations = text.matchAll(/^[^#\n]*?\bPREFIX\s+([\w.-]*):\s*<([^<>\s]*)>/gim);
  return Object.fromEntries([...declarations].map(([, prefix = '', iri = '']) => [prefix, iri]));
}

/** Writes an IRI as a name with a prefix, `schema:Person`; undefined if no prefix fits. */
export function prefixedName(iri: string, prefixes: Prefixes): string | undefined {
  let best: string | undefined;
  for (const [prefix, namespace] of Object.entries(prefixes)) {
    if (namespace === '' || !iri.startsWith(namespace)) continue;
    const name = `${prefix}:${iri.slice(namespace.length)}`;
    // What needs escapes in SPARQL stays an IRI.
    const isPlain = /^[\w.-]*:(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?)$/u.test(name);
    if (isPlain && (best === undefined || name.length < best.length)) best = name;
  }
  return best;
}
