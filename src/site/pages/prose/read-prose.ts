import MarkdownIt, { type Token } from 'markdown-it';
import { HTML_BREAKS, HTML_CELLS, HTML_ELEMENTS, HTML_LEFT_OUT, htmlTag, pairedTags } from './html-tags.js';
import { PROSE_TAGS, type ProseElement, type ProseNode, type ProseTag } from './prose-node.js';

/** Elements within each other; a text with more is shown as it is written. */
const MOST_NESTED = 40;

/**
 * It only finds out what is what: the page is made of the few elements of {@link PROSE_TAGS}, never of HTML that it or a
 * text writes. HTML is read tag by tag, not as blocks, in which Markdown would not count.
 */
const MARKDOWN = new MarkdownIt({ html: true, linkify: true, maxNesting: MOST_NESTED }).disable([
  'html_block',
  'code', // more texts are indented than have code without a fence
]);
MARKDOWN.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/** What a text has that somebody has written as Markdown, or HTML; other texts mean their stars and lines. */
const SIGNS =
  /^ {0,3}(?:#{1,6} |```|~~~|> |[-*+] |\d{1,3}[.)] |\|.*\|)|\]\(|\]: |\*\*\S|__\S|`[^`\n]+`|<\/?[a-z][^<>]*>|&(?:[a-z]+|#\w+);/im;

/** Reads a text of a crate, Markdown or plain, as blocks. The work is as long as the text: who calls cuts it. */
export function readProse(text: string): readonly ProseNode[] {
  if (!SIGNS.test(text)) return plainProse(text);
  const tokens = MARKDOWN.parse(text, {});
  // The rest of such a text is not in the tokens.
  if (tokens.some(({ level }) => level >= MOST_NESTED - 1)) return plainProse(text);
  const tree = new TreeBuilder();
  for (const token of tokens) {
    if (token.type === 'inline') addInline(token.children ?? [], tree);
    else if (token.type === 'fence' || token.type === 'code_block') {
      tree.open('pre');
      tree.add(token.content.replace(/\n$/, ''));
      tree.close();
    } else if (token.type === 'hr') {
      tree.open('hr');
      tree.close();
    } else if (!token.hidden) addElement(token, tree);
  }
  return tree.end();
}

/** Paragraphs and lines as they are written, with addresses as links. */
function plainProse(text: string): readonly ProseNode[] {
  return text
    .split(/\n[^\S\n]*\n\s*/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ tag: 'p', children: withLinks(paragraph.replace(/^\s*\n/, '').trimEnd()) }));
}

function withLinks(text: string): ProseNode[] {
  const nodes: ProseNode[] = [];
  let end = 0;
  for (const { index, lastIndex, url, text: shown } of MARKDOWN.linkify.match(text) ?? []) {
    if (index > end) nodes.push(text.slice(end, index));
    nodes.push({ tag: 'a', href: url, children: [shown] });
    end = lastIndex;
  }
  if (end < text.length) nodes.push(text.slice(end));
  return nodes;
}

/** An element that is being built. */
interface Draft {
  readonly tag: ProseTag | undefined;
  readonly href?: string | undefined;
  readonly start?: number | undefined;
  readonly children: ProseNode[];
}

/** Builds elements in the order of their ends. */
class TreeBuilder {
  readonly #open: Draft[] = [{ tag: undefined, children: [] }];
  /** Line ends that come before the next characters of the same block. */
  #breaks = 0;

  get #last(): Draft {
    return this.#open.at(-1) as Draft;
  }

  /** Whether what is added is in a link. */
  get isInLink(): boolean {
    return this.#open.some(({ tag }) => tag === 'a');
  }

  open(tag: ProseTag | undefined, facts: Pick<ProseElement, 'href' | 'start'> = {}): void {
    this.#flush();
    this.#open.push({ tag, ...facts, children: [] });
  }

  close(): void {
    const { tag, children, ...facts } = this.#open.length > 1 ? (this.#open.pop() as Draft) : this.#last;
    if (tag === undefined) for (const child of children) this.#last.children.push(child);
    else this.#last.children.push({ tag, ...facts, children });
  }

  add(text: string): void {
    const shown = this.#breaks > 0 ? text.trimStart() : text;
    if (shown === '') return;
    this.#flush();
    this.#last.children.push(shown);
  }

  /** Ends a line; what follows has so many line ends before it, at least. */
  break(lines: number): void {
    this.#breaks = Math.max(this.#breaks, lines);
  }

  /** Begins a block: its first characters are at its start. */
  begin(): void {
    this.#breaks = 0;
  }

  #flush(): void {
    const breaks = this.#breaks;
    this.#breaks = 0;
    if (breaks > 0 && this.#last.children.length > 0) this.#last.children.push('\n'.repeat(breaks));
  }

  end(): readonly ProseNode[] {
    return this.#last.children;
  }
}

const TAGS: ReadonlySet<string> = new Set(PROSE_TAGS);

function addElement(token: Token, tree: TreeBuilder): void {
  if (token.nesting < 0) return tree.close();
  if (token.nesting === 0) return tree.add(token.content);
  const start = Number(token.attrGet('start') ?? NaN);
  const isLink = token.tag === 'a';
  const tag = TAGS.has(token.tag) && !(isLink && tree.isInLink) ? (token.tag as ProseTag) : undefined;
  tree.open(tag, {
    ...(isLink && { href: String(token.attrGet('href') ?? '') }),
    ...(Number.isInteger(start) && { start }),
  });
}

function addInline(tokens: readonly Token[], tree: TreeBuilder): void {
  tree.begin();
  if (isRowOfPictures(tokens)) return addRow(tokens, tree);
  const paired = pairedTags(tokens);
  for (const [at, token] of tokens.entries())
    switch (token.type) {
      case 'softbreak':
      case 'hardbreak':
        tree.break(1);
        break;
      case 'code_inline':
        tree.open('code');
        tree.add(token.content);
        tree.close();
        break;
      case 'image':
        addImage({ source: String(token.attrGet('src') ?? ''), alternative: token.content }, tree);
        break;
      case 'html_inline':
        addHtml(token.content, paired.has(at), tree);
        break;
      default:
        addElement(token, tree);
    }
  tree.begin();
}

/** Whether a paragraph has only pictures and links around them, as the badges of a README. */
function isRowOfPictures(tokens: readonly Token[]): boolean {
  return (
    tokens.some(({ type }) => type === 'image') &&
    tokens.every(({ type, content }) => IN_ROWS.has(type) || (type === 'text' && content.trim() === ''))
  );
}

const IN_ROWS: ReadonlySet<string> = new Set(['image', 'link_open', 'link_close', 'softbreak', 'hardbreak']);

/** Badges in one line, which have no space between them where their pictures have none. */
function addRow(tokens: readonly Token[], tree: TreeBuilder): void {
  let isFirst = true;
  for (const token of tokens) {
    const begins = token.type === 'link_open' || (token.type === 'image' && !tree.isInLink);
    if (begins && !isFirst) tree.add(' · ');
    if (begins) isFirst = false;
    if (token.type === 'image')
      addImage({ source: String(token.attrGet('src') ?? ''), alternative: token.content }, tree);
    else if (token.nesting !== 0) addElement(token, tree);
  }
}

/** A picture is never loaded: a text says where it is. */
function addImage(
  { source, alternative }: { readonly source: string | undefined; readonly alternative: string },
  tree: TreeBuilder,
): void {
  const text = alternative.trim() || nameIn(source ?? '');
  if (text === '') return;
  if (!tree.isInLink && source) tree.open('a', { href: source });
  else tree.open(undefined);
  tree.add(text);
  tree.close();
}

function nameIn(address: string): string {
  return address.startsWith('data:') ? '' : (/[^/?#]+(?=[?#]|$)/.exec(address)?.[0] ?? '');
}

function addHtml(source: string, isPaired: boolean, tree: TreeBuilder): void {
  const tag = htmlTag(source);
  if (tag === undefined) return source.startsWith('<!--') ? undefined : tree.add(source);
  const element = HTML_ELEMENTS.get(tag.name);
  const breaks = HTML_BREAKS.get(tag.name);
  if (element !== undefined) {
    if (!isPaired) return;
    if (tag.isEnd) return tree.close();
    if (element !== 'a') return tree.open(element);
    return tree.open(tree.isInLink ? undefined : 'a', { href: tag.attribute('href') });
  }
  if (breaks !== undefined) {
    tree.break(breaks);
    if (tag.name === 'li' && !tag.isEnd) tree.add('• ');
  } else if (HTML_CELLS.has(tag.name)) {
    if (tag.isEnd) tree.add(' ');
  } else if (tag.name === 'img') {
    addImage({ source: tag.attribute('src'), alternative: tag.attribute('alt') ?? '' }, tree);
  } else if (!HTML_LEFT_OUT.has(tag.name)) tree.add(source);
}
