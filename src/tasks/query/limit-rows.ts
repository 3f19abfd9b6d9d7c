import { parsedSparql, rememberParsed } from '../../store/engine/parse-sparql.js';
import { replaceTokens } from '../../store/sparql-tokens.js';

/**
 * Limits the rows of a SELECT query to `most`, in its text, so that the engine does no work for the rows after them and
 * the store loads no graphs for them. A smaller LIMIT stays. Nothing before the LIMIT moves, so the place of a syntax
 * error stays right.
 * @param sparql a SELECT query; a text without balanced brackets is returned unchanged
 */
export function limitRows(sparql: string, most: number): string {
  const limited = withLimit(sparql, most);
  if (limited === sparql) return sparql;
  const parsed = parsedSparql(sparql);
  if (parsed?.type === 'query' && parsed.queryType === 'SELECT') rememberParsed(limited, { ...parsed, limit: most });
  return limited;
}

function withLimit(sparql: string, most: number): string {
  const modifiers = outermost(sparql);
  if (modifiers === undefined) return sparql;
  const limit = /\bLIMIT\s+(\d+)/i.exec(modifiers);
  if (limit !== null) {
    const end = limit.index + limit[0].length;
    const digits = limit[1] as string;
    return Number(digits) <= most ? sparql : sparql.slice(0, end - digits.length) + String(most) + sparql.slice(end);
  }
  const values = /\bVALUES\b/i.exec(modifiers);
  if (values === null) return `${sparql}\nLIMIT ${most}`; // on a line of its own: the last one may be a comment
  return `${sparql.slice(0, values.index)}LIMIT ${most} ${sparql.slice(values.index)}`;
}

/** The keywords and numbers outside all brackets, each in its place, with spaces for everything else. */
function outermost(sparql: string): string | undefined {
  const bare = replaceTokens(sparql, (token) => (/^[A-Za-z]+$/.test(token) ? token : ' '.repeat(token.length)));
  let depth = 0;
  let shown = '';
  let from = 0;
  for (const { 0: bracket, index } of bare.matchAll(/[{}()]/g)) {
    const between = bare.slice(from, index);
    shown += depth === 0 ? between : ' '.repeat(between.length);
    shown += ' ';
    from = index + 1;
    depth += bracket === '{' || bracket === '(' ? 1 : -1;
    if (depth < 0) return undefined;
  }
  return depth === 0 ? shown + bare.slice(from) : undefined;
}
