/** The form of a query (SPARQL 1.1 Query, section 16). */
export type QueryForm = 'SELECT' | 'ASK' | 'CONSTRUCT' | 'DESCRIBE';

/** Whether the result of a form of query is a graph. */
export function makesGraph(form: QueryForm | undefined): form is 'CONSTRUCT' | 'DESCRIBE' {
  return form === 'CONSTRUCT' || form === 'DESCRIBE';
}

/**
 * One token. Strings, comments, IRIs, variables and names match as a whole, so words inside them are not keywords. A
 * string without its end goes to the end of its line, and a prefix is short: so the time grows with the text only.
 */
const TOKEN = new RegExp(
  [
    String.raw`"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?:"""|\\?$)`,
    String.raw`'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*(?:'''|\\?$)`,
    String.raw`"[^"\\\n\r]*(?:\\.[^"\\\n\r]*)*(?:"|(?=[\n\r])|\\?$)`,
    String.raw`'[^'\\\n\r]*(?:\\.[^'\\\n\r]*)*(?:'|(?=[\n\r])|\\?$)`,
    String.raw`<(?:[^<>"{}|^\x60\\\x00-\x20]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*>`,
    String.raw`#[^\n\r]*`,
    String.raw`[?$@][\w\u00B7-\uFFFF-]*`,
    String.raw`(?:[\p{L}_][\p{L}\p{M}\p{N}_.\u00B7-]{0,200})?:(?:[\p{L}\p{M}\p{N}_:\u00B7-]|%[0-9A-Fa-f]{2}|\\.|\.(?=[\p{L}\p{M}\p{N}_.:%\\\u00B7-]))*`,
    String.raw`[A-Za-z]+`,
  ].join('|'),
  'gsu',
);

/** Replaces each token of a SPARQL text. */
export function replaceTokens(sparql: string, replacement: (token: string) => string): string {
  return sparql.replaceAll(TOKEN, replacement);
}

/** The most brackets in brackets: parsers of SPARQL call themselves for each, and ours gets slow. */
export const MOST_NESTED = 100;

const TOKEN_OR_BRACKET = new RegExp(String.raw`${TOKEN.source}|[{}()[\]]`, 'gsu');

/** Where a text has more than {@link MOST_NESTED} brackets in brackets; undefined for any other text. */
export function tooDeepAt(sparql: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of sparql.matchAll(TOKEN_OR_BRACKET)) {
    if (token.length > 1) continue;
    if ('{(['.includes(token)) depth += 1;
    else if ('})]'.includes(token)) depth -= 1;
    if (depth > MOST_NESTED) return index;
  }
  return undefined;
}

/** How many queries are in a text, one after the other: their forms outside of brackets. A query has one. */
export function countQueries(text: string): number {
  let depth = 0;
  let count = 0;
  for (const [token] of text.matchAll(TOKEN_OR_BRACKET)) {
    if ('{(['.includes(token)) depth += 1;
    else if ('})]'.includes(token)) depth -= 1;
    else if (depth === 0 && FORMS.has(token.toUpperCase())) count += 1;
  }
  return count;
}

/** A prefix where a SPARQL text first uses it without having declared it before. */
export interface UndeclaredPrefix {
  /** Without the colon. */
  readonly prefix: string;
  /** Where the prefixed name begins in the text. */
  readonly at: number;
}

/** Finds the prefixes that a SPARQL text uses and does not declare, in the order of their first use. */
export function undeclaredPrefixes(sparql: string): UndeclaredPrefix[] {
  const declared = new Set(['_']); // blank node labels
  const found = new Map<string, UndeclaredPrefix>();
  let isDeclaration = false;
  for (const { 0: token, index: at } of sparql.matchAll(TOKEN)) {
    if (token.startsWith('#')) continue;
    const prefix = /^[^"'<?$@]*?(?=:)/su.exec(token)?.[0];
    if (prefix !== undefined && isDeclaration) declared.add(prefix);
    else if (prefix !== undefined && !declared.has(prefix) && !found.has(prefix)) found.set(prefix, { prefix, at });
    isDeclaration = /^prefix$/i.test(token);
  }
  return [...found.values()];
}

/** Keywords (upper case) and IRIs of a SPARQL text in order. */
function* words(sparql: string): Generator<string> {
  for (const [token] of sparql.matchAll(TOKEN)) {
    if (/^[A-Za-z]+$/.test(token)) yield token.toUpperCase();
    else if (token.startsWith('<')) yield token;
  }
}

const FORMS: ReadonlySet<string> = new Set<QueryForm>(['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE']);

/** The form of a query, by its first keyword after the prologue; undefined if the text is not a query. */
export function queryForm(sparql: string): QueryForm | undefined {
  for (const word of words(sparql)) if (FORMS.has(word)) return word as QueryForm;
  return undefined;
}

/** Keywords of the prologue (SPARQL 1.1 Query, section 4.1; VERSION since 1.2), and verbs of updates (Update, 3). */
const PROLOGUE: ReadonlySet<string> = new Set(['BASE', 'PREFIX', 'VERSION']);
const UPDATES: ReadonlySet<string> = new Set('INSERT DELETE WITH LOAD CLEAR CREATE DROP COPY MOVE ADD'.split(' '));

/** Whether a text is a query or an update, by its first verb; undefined if it is neither. */
export function kindOfSparql(sparql: string): 'query' | 'update' | undefined {
  for (const word of words(sparql)) {
    if (PROLOGUE.has(word) || word.startsWith('<')) continue;
    if (FORMS.has(word)) return 'query';
    return UPDATES.has(word) ? 'update' : undefined;
  }
  return undefined;
}

/** The prefixes that a text declares. */
export function prefixesIn(sparql: string): Record<string, string> {
  const tokens = Array.from(sparql.matchAll(TOKEN), ([token]) => token).filter((token) => !token.startsWith('#'));
  const prefixes: Record<string, string> = {};
  for (const [at, token] of tokens.entries()) {
    const [name = '', iri = ''] = [tokens[at + 1], tokens[at + 2]];
    if (token.toUpperCase() === 'PREFIX' && name.endsWith(':') && iri.startsWith('<'))
      prefixes[name.slice(0, -1)] = iri.slice(1, -1);
  }
  return prefixes;
}

/** Whether the query describes its own dataset with FROM (SPARQL 1.1 Query, section 13.2). */
export function hasDataset(sparql: string): boolean {
  for (const word of words(sparql)) if (word === 'FROM') return true;
  return false;
}

/**
 * Whether an update deletes and inserts by a pattern: DELETE {…} INSERT {…}, and not DATA (SPARQL 1.1 Update, 3.1.3).
 */
export function deletesAndInserts(update: string): boolean {
  const found = new Set<string>();
  let before = '';
  for (const word of words(update)) {
    if (word !== 'DATA') found.add(before);
    before = word;
  }
  found.add(before);
  return found.has('DELETE') && found.has('INSERT');
}
