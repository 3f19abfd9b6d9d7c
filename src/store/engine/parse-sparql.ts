import { CrateError } from '../../base/errors.js';
import sparqljs from 'sparqljs';
import type { SparqlQuery } from 'sparqljs';
import { replaceTokens } from '../sparql-tokens.js';
import { requireShallow } from './explain-syntax.js';
import { fullIri } from './full-iri.js';
import { parseByShape } from './parse-shape.js';
import { requireFreeNames, throwIfNameTaken } from './require-free-names.js';

/**
 * Half of a character (a surrogate), or one that does not exist: sparqljs takes both, the engine
 * refuses them as SPARQL does.
 */
const NO_CHARACTER = /\\(?:u|U0000)[dD][89a-fA-F]|\\U(?!000|0010)/;

/** A prefixed name with a backslash in it, as in `ex:my-crate\/`. */
const ESCAPED_NAME = /^([^:]*:)(.*\\.*)$/su;

/**
 * Parses a SPARQL text, with IRIs as the engine resolves them. sparqljs (up to 3.7) does not resolve `../` against
 * BASE, keeps the backslash of a name and does not know `\u` in an IRI, so we write all IRIs in full first.
 * @returns undefined if the text is invalid
 * @throws CrateError ERR_QUERY_SYNTAX for a text with too many brackets in brackets, and for one that gives a value to
 * a variable that has one
 */
export function parseSparql(sparql: string): SparqlQuery | undefined {
  requireShallow(sparql);
  if (NO_CHARACTER.test(sparql)) return undefined;
  const query = parsedText(sparql);
  if (query !== undefined) requireFreeNames(sparql, query);
  return query;
}

function parsedText(sparql: string): SparqlQuery | undefined {
  try {
    const query = new sparqljs.Parser().parse(withFullIris(sparql));
    // The parser leaves out a template without triples, which `CONSTRUCT WHERE` does not mean.
    return 'queryType' in query && query.queryType === 'CONSTRUCT'
      ? { ...query, template: query.template ?? [] }
      : query;
  } catch (error) {
    throwIfNameTaken(error);
    return undefined;
  }
}

/** Texts that were parsed last; parsing a short query takes as long as answering it, and several steps look at it. */
const parsed = new Map<string, SparqlQuery | undefined>();
const MOST_PARSED = 100;
/** Characters of a text that is worth keeping. */
export const LONGEST_KEPT = 10_000;
/**
 * The longer text that was parsed last: each step of a query looks at it. The garbage collector
 * may take what it became.
 */
let lastLong: { readonly text: string; readonly query: WeakRef<SparqlQuery> | undefined } | undefined;

/** As {@link parseSparql}, for callers that only look: the result is shared and must not be changed. */
export function parsedSparql(sparql: string): SparqlQuery | undefined {
  if (sparql.length > LONGEST_KEPT) return parsedLong(sparql);
  const query = parsed.has(sparql) ? parsed.get(sparql) : parseByShape(sparql, parseSparql);
  keepParsed(sparql, query);
  return query;
}

/** Has {@link parsedSparql} find a text that was made of another one, so that it is not parsed. */
export function rememberParsed(sparql: string, query: SparqlQuery): void {
  if (sparql.length <= LONGEST_KEPT) keepParsed(sparql, query);
  else lastLong = { text: sparql, query: new WeakRef(query) };
}

function keepParsed(sparql: string, query: SparqlQuery | undefined): void {
  parsed.delete(sparql);
  parsed.set(sparql, query); // last, so that the first is the one that was used longest ago
  const [oldest = ''] = parsed.keys();
  if (parsed.size > MOST_PARSED) parsed.delete(oldest);
}

function parsedLong(text: string): SparqlQuery | undefined {
  if (text === lastLong?.text) {
    if (lastLong.query === undefined) return undefined; // invalid, which takes as long to find out
    const known = lastLong.query.deref();
    if (known !== undefined) return known;
  }
  const query = parseSparql(text);
  lastLong = { text, query: query && new WeakRef(query) };
  return query;
}

/** Writes a parsed text. Without indentation: sparqljs also indents after a U+2028 inside a string. */
export function generateSparql(parsed: SparqlQuery): string {
  return new sparqljs.Generator({ indent: '' } as object).stringify(asWritable(parsed) as SparqlQuery);
}

/**
 * The text as the generator (sparqljs up to 3.7) writes it rightly: it puts nothing between conditions of HAVING, which
 * are joined here, and no brackets around a calculation before IN, which get an operator without a name. It cannot
 * write `TO DEFAULT`, which no store of ours allows.
 */
function asWritable(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(asWritable);
  if (part === null || typeof part !== 'object' || 'termType' in part) return part;
  const node = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, asWritable(value)]));
  const { having, type, operator, args, destination } = node;
  if ((destination as { readonly default?: unknown } | undefined)?.default === true)
    throw new CrateError('ERR_USAGE', 'the update copies into the default graph; every triple must belong to a crate', {
      hint: 'name the crate: `TO <crate>`',
    });
  if (type === 'operation' && (operator === 'in' || operator === 'notin')) {
    const [value, list] = args as [object, unknown];
    return { ...node, args: ['termType' in value ? value : { type: 'operation', operator: '', args: [value] }, list] };
  }
  if (!Array.isArray(having) || having.length < 2) return node;
  const all = having.reduce((left: unknown, right: unknown) => ({
    type: 'operation',
    operator: '&&',
    args: [left, right],
  }));
  return { ...node, having: [all] };
}

function withFullIris(sparql: string): string {
  const prefixes = new Map<string, string>();
  let base: string | undefined;
  let before = '';
  let named = '';
  return replaceTokens(sparql, (token) => {
    const keyword = before;
    const prefix = named;
    before = token.toUpperCase();
    named = keyword === 'PREFIX' ? token : '';
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
