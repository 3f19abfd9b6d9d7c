/** A text as pages show it, in parts: characters, or an element of the few that texts may have. */
export type ProseNode = string | ProseElement;

/** An element of a text. */
export interface ProseElement {
  readonly tag: ProseTag;
  /** Of a link: as the text has it. */
  readonly href?: string | undefined;
  /** Of a numbered list: its first number. */
  readonly start?: number | undefined;
  readonly children: readonly ProseNode[];
}

/** The elements of texts; no other reaches a page. */
export const PROSE_TAGS = [
  ...(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr'] as const),
  ...(['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'em', 'strong', 's', 'code', 'sub', 'sup'] as const),
] as const;

/** One of {@link PROSE_TAGS}. */
export type ProseTag = (typeof PROSE_TAGS)[number];

/** What nodes say, as one line of text. */
export function plainProse(nodes: readonly ProseNode[]): string {
  const said = (some: readonly ProseNode[]): string =>
    some.map((node) => (typeof node === 'string' ? node : INLINE.has(node.tag) ? said(node.children) : ` ${said(node.children)} `)).join(''); // prettier-ignore
  return said(nodes).replace(/\s+/g, ' ').trim();
}

/** Elements that stand in the middle of a word. */
const INLINE: ReadonlySet<ProseTag> = new Set(['a', 'em', 'strong', 's', 'code', 'sub', 'sup']);

/** How many characters nodes show. */
export function lengthOfProse(nodes: readonly ProseNode[]): number {
  let length = 0;
  for (const node of nodes) length += typeof node === 'string' ? node.length : lengthOfProse(node.children);
  return length;
}
