import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** A page as a browser reads it. */
export interface PageHtml {
  readonly elements: readonly Element[];
  /** Errors of the parser, by their code. */
  readonly errors: readonly string[];
  readonly text: string;
  /** The addresses of all links. */
  readonly hrefs: readonly string[];
}

/** Reads HTML as browsers do (WHATWG HTML, "Parsing HTML documents"). */
export function readHtml(html: string): PageHtml {
  const errors: string[] = [];
  const document = parse(html, { onParseError: ({ code }) => void errors.push(code) });
  const elements: Element[] = [];
  let text = '';
  const visit = (node: Node): void => {
    if ('tagName' in node) elements.push(node);
    if (node.nodeName === '#text' && 'value' in node) text += node.value;
    if ('childNodes' in node && node.nodeName !== 'style') for (const child of node.childNodes) visit(child);
  };
  visit(document);
  const hrefs = elements.flatMap((element) => attribute(element, 'href') ?? []);
  return { elements, errors, text, hrefs };
}

/** The value of an attribute; undefined without it. */
export function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}

/** The text inside of an element. */
export function textIn(element: Element): string {
  return element.childNodes
    .map((node) => ('value' in node ? node.value : 'childNodes' in node ? textIn(node as Element) : ''))
    .join('');
}
