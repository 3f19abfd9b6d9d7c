import type { QueryTerms } from '../../pages/query-terms.js';

/** Namespaces by prefix. */
export type Prefixes = Readonly<Record<string, string>>;

/** The prefixes that hold in a SPARQL text: those that the server declares, and those of the text, which win. */
export function namespacesIn(text: string, { prefixes }: Pick<QueryTerms, 'prefixes'>): Prefixes {
  return { ...prefixes, ...declaredPrefixes(text) };
}

/** The prefixes that a SPARQL text declares by itself, not in a comment or string. */
export function declaredPrefixes(text: string): Prefixes {
  const code = text.replaceAll(IRI_STRING_OR_COMMENT, (part) => (part.startsWith('<') ? part : ' '));
  const declarations = code.matchAll(/\bPREFIX\s+([\p{L}\p{N}_.-]*):\s*<([^<>\s]*)>/giu);
  return Object.fromEntries([...declarations].map(([, prefix = '', iri = '']) => [prefix, iri]));
}

/** An IRI may contain `#`, and a string anything. */
const IRI_STRING_OR_COMMENT = /<[^<>\s]*>|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#.*/g;

/** Writes an IRI as a name with a prefix, `schema:Person`; undefined if no prefix fits. */
export function prefixedName(iri: string, prefixes: Prefixes): string | undefined {
  let best: string | undefined;
  for (const [prefix, namespace] of Object.entries(prefixes)) {
    if (namespace === '' || !iri.startsWith(namespace)) continue;
    const name = `${prefix}:${iri.slice(namespace.length)}`;
    // What needs escapes in SPARQL stays an IRI.
    const isPlain =
      /^(?:\p{L}(?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?)?:(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?)$/u.test(
        name,
      );
    if (isPlain && (best === undefined || name.length < best.length)) best = name;
  }
  return best;
}
