import { parseTree, type Node } from 'jsonc-parser';
import { isObject, type JsonValue } from '../json/lazy-document.js';

/** An item of a container that is written anew: an original one, by its place among them, or a new one. */
export interface Item {
  readonly text: string;
  readonly from?: number | undefined;
}

/** How a document is laid out, found from its text. */
export interface TextStyle {
  /** One level of indentation, '' for a document on one line. */
  readonly unit: string;
  readonly newline: string;
  /** Between key and value. */
  readonly colon: string;
  /** Inside the braces of an object on one line. */
  readonly pad: string;
  /** Everything but ASCII is written as `\uXXXX`. */
  readonly ascii: boolean;
}

/** Reads the style off a document. */
export function styleOf(text: string): TextStyle {
  return {
    unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '',
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    ...spacesOf(text, { colon: ' ', pad: '' }),
    ascii: /[^\\]\\u[0-9a-f]{4}/i.test(text) && !/[\u0080-\uffff]/.test(text),
  };
}

/** The style for a value beside these: on one line when one of them, an object or array, is. */
export function styleBeside(text: string, nodes: readonly Node[], style: TextStyle): TextStyle {
  const model = nodes.find((node) => node.children !== undefined && !textOf(text, node).includes('\n'));
  return model === undefined ? style : { ...style, unit: '', ...spacesOf(textOf(text, model), style) };
}

function spacesOf(text: string, { colon, pad }: Pick<TextStyle, 'colon' | 'pad'>): Pick<TextStyle, 'colon' | 'pad'> {
  return { colon: /":([ \t]*)\S/.exec(text)?.[1] ?? colon, pad: /\{( *)"/.exec(text)?.[1] ?? pad };
}

/** The syntax tree of JSON text that is known to be right. */
export function treeOf(text: string): Node {
  return parseTree(text) as Node;
}

/** The text of a node. */
export function textOf(text: string, { offset, length }: Node): string {
  return text.slice(offset, offset + length);
}

/**
 * An array or object with other items: those that stay keep their very text and the separator before them, new ones
 * take the separator that is usual in this container.
 */
export function rebuild(text: string, container: Node, items: readonly Item[], style: TextStyle): string {
  const children = container.children ?? [];
  const [first, second] = children;
  const last = children.at(-1);
  const end = endOf(container) - 1;
  const inside = (from: number, to: number) => (items.length === 0 ? '' : text.slice(from, to));
  const lead = first === undefined ? '' : inside(container.offset + 1, first.offset);
  const trail = last === undefined ? '' : inside(endOf(last), end);
  const usual =
    first !== undefined && second !== undefined
      ? text.slice(endOf(first), second.offset)
      : lead.includes('\n')
        ? `,${lead}`
        : commaOf(style);
  const separators = items.map(({ from = 0 }, index) => {
    if (index === 0) return lead;
    return from > 0 ? text.slice(endOf(children[from - 1] as Node), children[from]?.offset) : usual;
  });
  return (
    text[container.offset] + items.map((item, index) => separators[index] + item.text).join('') + trail + text[end]
  );
}

/** JSON text for a new value at a place whose line is indented so. */
export function valueText(value: JsonValue, indent: string, style: TextStyle): string {
  if (style.unit === '') return lineText(value, style);
  const text = JSON.stringify(value, null, style.unit).replace(/\n/g, style.newline + indent);
  return style.ascii ? escaped(text) : text;
}

/** JSON text on one line. */
export function lineText(value: JsonValue, style: TextStyle): string {
  if (Array.isArray(value)) return `[${value.map((item) => lineText(item, style)).join(commaOf(style))}]`;
  if (!isObject(value)) return style.ascii ? escaped(JSON.stringify(value)) : JSON.stringify(value);
  const properties = Object.entries(value).map(
    ([key, item]) => lineText(key, style) + `:${style.colon}` + lineText(item, style),
  );
  return `{${style.pad}${properties.join(commaOf(style))}${style.pad}}`;
}

/** Between values on one line. */
export function commaOf({ unit, colon }: TextStyle): string {
  return unit === '' && colon === '' ? ',' : ', ';
}

/** The whitespace at the beginning of the line of a position. */
export function indentBefore(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, position))?.[0] ?? '';
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function escaped(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
