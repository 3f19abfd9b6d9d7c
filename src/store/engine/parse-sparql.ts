import sparqljs from 'sparqljs';
import type { SparqlQuery } from 'sparqljs';
import { replaceTokens } from '../sparql-tokens.js';
import { requireShallow } from './explain-syntax.js';
import { fullIri } from './full-iri.js';

/** A prefixed name with a backslash in it, as in `ex:my-crate\/`. */
const ESCAPED_NAME = /^([^:]*:)(.*\\.*)$/su;

/**
 * Parses a SPARQL text, with IRIs as the engine resolves them. sparqljs (up to 3.7) does not resolve `../` against
 * BASE, keeps the backslash of a name and does not know `\u` in an IRI, so we write all IRIs in full first.
 * @returns undefined if the text is invalid
 * @throws CrateError ERR_QUERY_SYNTAX for a text with too many brackets in brackets
 */
export function parseSparql(sparql: string): SparqlQuery | undefined {
  requireShallow(sparql);
  try {
    const query = new sparqljs.Parser().parse(withFullIris(sparql));
    // The parser leaves out a template without triples, which `CONSTRUCT WHERE` does not mean.
    return 'queryType' in query && query.queryType === 'CONSTRUCT'
      ? { ...query, template: query.template ?? [] }
      : query;
  } catch {
    return undefined;
  }
}

/** Texts that were parsed last; parsing a short query takes as long as answering it, and several steps look at it. */
const parsed = new Map<string, SparqlQuery | undefined>();
const MOST_PARSED = 100;
/** Characters of a text that is worth keeping. */
export const LONGEST_KEPT = 10_000;
/** The longer text that was found invalid last: it takes a second, and each step would find it again. */
let lastInvalid: string | undefined;

/** As {@link parseSparql}, for callers that only look: the result is shared and must not be changed. */
export function parsedSparql(sparql: string): SparqlQuery | undefined {
  if (sparql.length > LONGEST_KEPT) return parsedLong(sparql);
  const query = parsed.has(sparql) ? parsed.get(sparql) : parseSparql(sparql);
  parsed.delete(sparql);
  parsed.set(sparql, query); // last, so that the first is the one that was used longest ago
  const [oldest = ''] = parsed.keys();
  if (parsed.size > MOST_PARSED) parsed.delete(oldest);
  return query;
}

function parsedLong(sparql: string): SparqlQuery | undefined {
  if (sparql === lastInvalid) return undefined;
  const query = parseSparql(sparql);
  if (query === undefined) lastInvalid = sparql;
  return query;
}

/** Writes a parsed text. Without indentation: sparqljs also indents after a U+2028 inside a string. */
export function generateSparql(parsed: SparqlQuery): string {
  return new sparqljs.Generator({ indent: '' } as object).stringify(withOneHaving(parsed) as SparqlQuery);
}

/** Joins the conditions of HAVING, which the generator (sparqljs up to 3.7) writes without anything between them. */
function withOneHaving(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withOneHaving);
  if (part === null || typeof part !== 'object' || 'termType' in part) return part;
  const node = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withOneHaving(value)]));
  const { having } = node;
  if (!Array.isArray(having) || having.length < 2) return node;
  const all = having.reduce((left: unknown, right: unknown) => ({ type: 'operation', operator: '&&', args: [left, right] })); // prettier-ignore
  return { ...node, having: [all] };
}

function withFullIris(sparql: string): string {
  const prefixes = new Map<string, string>();
  let base: string | undefined;
  let before = '';
  let named = '';
  return replaceTokens(sparql, (token) => {
    const [keyword, prefix] = [before, named];
    [before, named] = [token.toUpperCase(), keyword === 'PREFIX' ? token : ''];
    if (token.startsWith('<')) {
      const iri = fullIri(token, base);
      if (keyword === 'BASE') base = iri;
      if (prefix !== '') prefixes.set(prefix, iri);
      return `<${iri}>`;
    }
    const [, start = '', local = ''] = ESCAPED_NAME.exec(token) ?? [];
    const namespace = prefixes.get(start);
    return namespace === undefined ? token : `<${namespace}${local.replaceAll('\\', '')}>`;
  });
}
