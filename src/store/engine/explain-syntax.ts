import sparqljs from 'sparqljs';
import { CrateError, type CrateErrorOptions } from '../../base/errors.js';
import { didYouMean, nearNames } from '../../base/rdf/near-names.js';
import { MOST_NESTED, tooDeepAt } from '../sparql-tokens.js';

/** How many characters of a line an error shows on each side of the place. */
const SHOWN = 60;

/** Characters of a text that the second parser reads; it takes a second for some hundred thousand. */
const LONGEST_PARSED = 200_000;

/** Words that a text may contain outside of names and strings; the functions of SPARQL are left out. */
const KEYWORDS =
  'SELECT ASK CONSTRUCT DESCRIBE PREFIX BASE FROM NAMED WHERE DISTINCT REDUCED GROUP ORDER BY HAVING LIMIT OFFSET VALUES OPTIONAL UNION MINUS GRAPH FILTER BIND EXISTS NOT AS ASC DESC UNDEF INSERT DELETE DATA WITH USING CLEAR CREATE DROP COPY MOVE ADD'.split(
    ' ',
  );

/** Codepoint escapes (SPARQL 1.1 Query, section 19.2) of surrogates, and beyond Unicode. */
const NO_CHARACTER = /\\u[dD][89a-fA-F][\da-fA-F]{2}|\\U(?:0000[dD][89a-fA-F][\da-fA-F]{2}|(?!000|0010)[\da-fA-F]{8})/;

/** What sparqljs (jison) knows about an error of the grammar. `loc` is where the token before it ends. */
interface GrammarError {
  readonly loc: { readonly last_line: number; readonly last_column: number };
  readonly token: string | null;
  readonly expected?: readonly string[];
}

/**
 * Explains why an engine refused a SPARQL text: what is wrong, with its place. The engine decides what is valid, but
 * its places may lie behind the mistake, so a second parser finds the place.
 * @param error ERR_QUERY_SYNTAX of the engine; any other error is returned as it is
 * @param sparql the text as the user wrote it
 * @param prefixes declared in addition to those of the text
 * @param base what relative IRIs resolve against
 */
export function explainSyntax(
  error: unknown,
  sparql: string,
  prefixes: Readonly<Record<string, string>>,
  base?: string,
): unknown {
  if (!(error instanceof CrateError) || error.code !== 'ERR_QUERY_SYNTAX' || 'line' in error.details) return error;
  const { variable } = error.details;
  if (typeof variable === 'string') {
    const { cause, hint, details } = error;
    return syntaxErrorAt(sparql, placeOfAs(sparql, variable), error.message.replace(/^SPARQL: /, ''), {
      cause,
      details,
      ...(hint !== undefined && { hint }),
    });
  }
  const escape = NO_CHARACTER.exec(sparql);
  if (escape !== null)
    return syntaxErrorAt(sparql, escape.index, `the escape ${escape[0]} names no character`, { cause: error });
  if (sparql.length > LONGEST_PARSED) {
    const added = Math.sign(Object.keys(prefixes).length) + (base === undefined ? 0 : 1); // lines before the text
    return syntaxErrorAt(
      sparql,
      placeOfEngine(sparql, error.message, added),
      reasonOf(error.message) ?? 'this is not expected here',
      { cause: error },
    );
  }
  try {
    const parser = new sparqljs.Parser({ prefixes: { ...prefixes }, sparqlStar: true, ...(base && { baseIRI: base }) });
    const parsed = parser.parse(sparql);
    // Of spaces, comments and prefixes alone the parser makes nothing of any type.
    if ((parsed as Partial<typeof parsed>).type === undefined)
      return new CrateError('ERR_QUERY_SYNTAX', 'SPARQL: the text contains no query', {
        cause: error,
        hint: 'write a query, such as SELECT * { ?s ?p ?o } LIMIT 10',
      });
  } catch (cause) {
    const { hash, message } = cause as Error & { hash?: GrammarError };
    if (hash !== undefined) return grammarError(sparql, hash, cause);
    return syntaxErrorAt(sparql, placeOfName(sparql, message), lowerFirst(message.replace(/\.$/, '')), { cause });
  }
  const reason = reasonOf(error.message);
  return reason === undefined ? error : new CrateError('ERR_QUERY_SYNTAX', `SPARQL: ${reason}`, { cause: error });
}

/**
 * Refuses a text that parsers would take minutes for, or fail at.
 * @throws CrateError ERR_QUERY_SYNTAX with the place
 */
export function requireShallow(sparql: string): void {
  const at = tooDeepAt(sparql);
  if (at === undefined) return;
  throw syntaxErrorAt(sparql, at, `more than ${MOST_NESTED} brackets are nested here`, {
    hint: 'write the query with fewer brackets in brackets',
  });
}

/** ERR_QUERY_SYNTAX at a place of the text. @param at index in the text; undefined if the place is not known */
export function syntaxErrorAt(
  sparql: string,
  at: number | undefined,
  problem: string,
  options: CrateErrorOptions = {},
): CrateError {
  if (at === undefined) return new CrateError('ERR_QUERY_SYNTAX', `SPARQL: ${problem}`, options);
  const lines = sparql.slice(0, at).split(/\r\n|[\n\r]/);
  const before = lines.at(-1) ?? '';
  const after = /^[^\n\r]*/.exec(sparql.slice(at))?.[0] ?? '';
  const column = [...before].length + 1;
  const shown = [...before].slice(-SHOWN).join('');
  return new CrateError('ERR_QUERY_SYNTAX', `SPARQL, line ${lines.length}, column ${column}: ${problem}`, {
    ...options,
    details: {
      line: lines.length,
      column,
      excerpt: shown + [...after].slice(0, SHOWN).join(''),
      caret: shown.length,
      ...options.details,
    },
  });
}

function grammarError(sparql: string, { loc, token, expected = [] }: GrammarError, cause: unknown): CrateError {
  const at = placeAfter(sparql, loc);
  const wanted = new Set(expected.map((one) => one.replace(/^'|'$/g, '')));
  if (token === 'EOF' || at >= sparql.length) {
    const isOpen = wanted.has('}');
    return syntaxErrorAt(sparql, at, isOpen ? 'the text ends before a closing `}`' : 'the text ends too early', {
      cause,
    });
  }
  const word = /^(?:[\w:.-]+|"[^"\n\r]*"?|'[^'\n\r]*'?|<[^>\s]*>?|[^\s])/u.exec(sparql.slice(at))?.[0] ?? '';
  const keyword = /^[A-Za-z]+$/.test(word) && !KEYWORDS.includes(word.toUpperCase()) ? word : undefined;
  const hint = (keyword === undefined ? undefined : adviceForWord(keyword, wanted)) ?? adviceFor(word, wanted);
  const shown = word.length > SHOWN ? `${word.slice(0, SHOWN)}…` : word;
  return syntaxErrorAt(sparql, at, `${quoted(shown)} is not expected here`, {
    cause,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Advice for a word that is no keyword. Where a term may be, people write names without a prefix, as a crate does. */
function adviceForWord(word: string, wanted: ReadonlySet<string>): string | undefined {
  const mayBeName = wanted.has('PNAME_LN');
  const [near] = nearNames(word, mayBeName ? KEYWORDS.filter((keyword) => wanted.has(keyword)) : KEYWORDS);
  if (near !== undefined) return didYouMean([near]);
  if (wanted.has('PREFIX')) return 'a query begins with SELECT, ASK, CONSTRUCT or DESCRIBE'; // nothing comes before it
  return mayBeName
    ? `a name has a prefix, as in schema:${word === 'File' ? 'MediaObject (which File means)' : word}`
    : undefined;
}

function adviceFor(word: string, wanted: ReadonlySet<string>): string | undefined {
  if (/^["'][^"']*$/.test(word)) return 'the string has no closing quotation mark on its line';
  if (word.startsWith('<') && !word.endsWith('>')) return 'an IRI contains no spaces and ends with >';
  if (word === '}' && !wanted.has('}'))
    return wanted.has('EOF') ? 'there is a `}` too many' : 'something is missing before the `}`';
  if (wanted.has('PNAME_NS') && wanted.size === 1 && /^\w+$/.test(word))
    return `a prefix ends in a colon: \`${word}:\``;
  if (wanted.has('.') && wanted.has(';')) return 'there may be a `.`, `;` or `}` missing before it';
  const words = [...wanted].map((one) => EXPECTED[one] ?? one);
  return words.length > 0 && words.length <= 4 ? `expected ${[...new Set(words)].join(' or ')}` : undefined;
}

const EXPECTED: Readonly<Record<string, string>> = {
  EOF: 'the end of the text',
  INTEGER: 'a whole number',
  IRIREF: 'an <IRI>',
  PNAME_NS: 'a prefixed name',
  PNAME_LN: 'a prefixed name',
  VAR: 'a ?variable',
};

/** Where the first token after a place begins. Spaces and comments are no tokens. */
function placeAfter(sparql: string, { last_line: line, last_column: column }: GrammarError['loc']): number {
  const starts = [0, ...[...sparql.matchAll(/\r\n|[\n\r]/g)].map(({ 0: end, index }) => index + end.length)];
  let at = Math.min((starts[line - 1] ?? 0) + column, sparql.length);
  at += /^(?:\s+|#[^\n\r]*)*/.exec(sparql.slice(at))?.[0].length ?? 0;
  const isInWord = /^[A-Za-z]/.test(sparql.slice(at)); // `LIMITT` is `LIMIT` and `T` to the parser
  return isInWord ? at - (/[A-Za-z]*$/.exec(sparql.slice(Math.max(0, at - SHOWN), at))?.[0].length ?? 0) : at;
}

/** The place that the engine names. @param added lines that it had before the text */
function placeOfEngine(sparql: string, message: string, added: number): number | undefined {
  const [, line, column] = /error at (\d+):(\d+)/.exec(message) ?? [];
  if (line === undefined) return undefined;
  let at = 0;
  for (let left = Number(line) - added; left > 1 && at >= 0; left -= 1) at = sparql.indexOf('\n', at) + 1 || -1;
  return at < 0 ? undefined : Math.min(at + Number(column) - 1, sparql.length);
}

/** The place of the variable or IRI that a message names. */
function placeOfName(sparql: string, message: string): number | undefined {
  const [, variable, iri] = /\(\?(\w+)\)|relative IRI (\S+) because/.exec(message) ?? [];
  if (iri !== undefined) return found(sparql.indexOf(`<${iri}>`));
  return variable === undefined ? undefined : found(sparql.search(new RegExp(`[?$]${variable}(?!\\w)`)));
}

/** Where AS names a variable; undefined if it does so more than once. */
function placeOfAs(sparql: string, variable: string): number | undefined {
  const places = [...sparql.matchAll(new RegExp(`\\bas\\s+[?$]${variable}(?![\\p{L}\\p{N}_])`, 'giu'))];
  return places.length === 1 ? places[0]?.index : undefined;
}

function found(at: number): number | undefined {
  return at < 0 ? undefined : at;
}

/** The sentence in a message of Oxigraph, between the tokens that it expected. */
function reasonOf(message: string): string | undefined {
  const sentence = /(?:one of |, |expected )([A-Z][\w']*(?: [\w'`]+){2,})(?=,|$)/.exec(message)?.[1];
  return sentence === undefined ? undefined : lowerFirst(sentence);
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function quoted(text: string): string {
  return text.includes('`') ? `"${text}"` : `\`${text}\``;
}
