import type { Token } from 'markdown-it';
import type { ProseTag } from './prose-node.js';

/** A tag of HTML in a text. */
export interface HtmlTag {
  /** In lower case. */
  readonly name: string;
  readonly isEnd: boolean;
  attribute(name: string): string | undefined;
}

/** Reads a tag; undefined for a comment and the like. */
export function htmlTag(source: string): HtmlTag | undefined {
  const [, slash, name] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(source) ?? [];
  if (name === undefined) return undefined;
  return {
    name: name.toLowerCase(),
    isEnd: slash === '/',
    attribute: (wanted) => {
      const [, quoted, single, bare] =
        new RegExp(`\\s${wanted}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(source) ?? [];
      return (quoted ?? single ?? bare)?.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    },
  };
}

/** What stays of the HTML in a text: emphasis and links. */
export const HTML_ELEMENTS: ReadonlyMap<string, ProseTag> = new Map([
  ...(['a', 'code', 'em', 's', 'strong', 'sub', 'sup'] as const).map((tag) => [tag, tag] as const),
  ...([['b', 'strong'], ['i', 'em'], ['del', 's'], ['strike', 's'], ['kbd', 'code'], ['tt', 'code']] as const), // prettier-ignore
]);

/** Tags that begin a line, or a paragraph. */
export const HTML_BREAKS: ReadonlyMap<string, number> = new Map([
  ...['br', 'div', 'li', 'tr', 'dt', 'dd', 'summary', 'figcaption'].map((name) => [name, 1] as const),
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'hr', 'table', 'pre', 'blockquote'].map(
    (name) => [name, 2] as const,
  ),
]);

/** Cells of a table: those of a row are told apart. */
export const HTML_CELLS: ReadonlySet<string> = new Set(['td', 'th']);

/** Tags without which a text says the same. All that is not known stays as it is written: it may be meant as text. */
export const HTML_LEFT_OUT: ReadonlySet<string> = new Set([
  ...['abbr', 'body', 'big', 'center', 'col', 'colgroup', 'details', 'figure', 'font', 'html', 'mark', 'nobr', 'picture'],
  ...['section', 'small', 'source', 'span', 'tbody', 'tfoot', 'thead', 'u', 'wbr'],
]); // prettier-ignore

/** Tags that may be open at once; more are no text for people. */
const MOST_OPEN = 20;

/**
 * Which HTML tags of a paragraph belong together: both ends of each pair, by their places. A pair is within one element
 * of Markdown, and pairs do not cross.
 */
export function pairedTags(tokens: readonly Token[]): ReadonlySet<number> {
  const paired = new Set<number>();
  const outer: { readonly name: string; readonly at: number }[][] = [];
  let open: { readonly name: string; readonly at: number }[] = [];
  for (const [at, { type, nesting, content }] of tokens.entries()) {
    if (type !== 'html_inline') {
      if (nesting > 0) outer.push(open);
      if (nesting !== 0) open = nesting > 0 ? [] : (outer.pop() ?? []);
      continue;
    }
    const tag = htmlTag(content);
    if (tag === undefined || !HTML_ELEMENTS.has(tag.name)) continue;
    if (!tag.isEnd) {
      if (open.length < MOST_OPEN) open.push({ name: tag.name, at });
      continue;
    }
    const begin = open.findLastIndex(({ name }) => name === tag.name);
    if (begin < 0) continue;
    paired.add(at).add(open[begin]?.at ?? at);
    open.length = begin;
  }
  return paired;
}
