import { createElement, type Child } from 'hono/jsx';
import { TableBox } from '../parts.js';
import { foldProse } from './fold-prose.js';
import type { ProseElement, ProseNode } from './prose-node.js';
import { readProse } from './read-prose.js';

interface ProseProps {
  readonly text: string;
  /** Where a link of the text leads, as it is written; undefined for one that leads nowhere. */
  readonly href: (written: string) => string | undefined;
  /** The level of the highest headings that the text may have: below those of the page around it. */
  readonly level: number;
}

/** A text of somebody else's, Markdown or plain: its beginning, and the rest folded. */
export function Prose({ text, href, level }: ProseProps) {
  const { shown, folded } = foldProse(readProse(text));
  const show = proseRenderer(href, level, [...shown, ...folded]);
  return (
    <div class="prose">
      {shown.map(show)}
      {folded.length === 0 ? null : (
        <details class="fold">
          <summary>{shown.length === 0 ? 'Read the text' : 'Read more'}</summary>
          {folded.map(show)}
        </details>
      )}
    </div>
  );
}

/** Makes elements of a page of the nodes of one text, in their order. */
function proseRenderer(
  hrefOf: ProseProps['href'],
  level: number,
  all: readonly ProseNode[],
): (node: ProseNode) => Child {
  const highest = highestHeading(all);
  let previous = level - 1;
  const show = (node: ProseNode): Child => {
    if (typeof node === 'string') return node;
    const { tag, children, start } = node;
    switch (tag) {
      case 'a':
        return <ProseLink href={hrefOf(node.href ?? '')}>{children.map(show)}</ProseLink>;
      case 'hr':
        return <hr />;
      case 'table':
        return (
          <TableBox label="Table">
            <table>{children.map(show)}</table>
          </TableBox>
        );
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        // No level is left out, whatever the text does.
        previous = Math.min(level + headingLevel(node) - highest, previous + 1, 6);
        return createElement(`h${String(previous)}`, {}, ...children.map(show));
      default:
        return createElement(tag, start === undefined ? {} : { start }, ...children.map(show));
    }
  };
  return show;
}

function headingLevel({ tag }: ProseElement): number {
  return Number(/^h([1-6])$/.exec(tag)?.[1] ?? Infinity);
}

function highestHeading(nodes: readonly ProseNode[]): number {
  let highest = Infinity;
  for (const node of nodes)
    if (typeof node !== 'string') highest = Math.min(highest, headingLevel(node), highestHeading(node.children));
  return highest;
}

function ProseLink({ href, children }: { readonly href: string | undefined; readonly children: Child[] }) {
  return href === undefined ? <>{children}</> : <a href={href}>{children}</a>;
}
