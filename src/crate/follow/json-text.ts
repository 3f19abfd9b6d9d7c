import { parseTree, type Node } from 'jsonc-parser';
import { isObject, type JsonValue } from '../json/lazy-document.js';

/** An item of a rewritten array or object. `from` is its index among the original items, undefined for a new item. */
export interface Item {
  readonly text: string;
  readonly from?: number | undefined;
}

/** The formatting of a document. */
export interface TextStyle {
  /** One level of indentation, '' for one line. */
  readonly unit: string;
  readonly newline: string;
  /** The whitespace between colon and value. */
  readonly colon: string;
  /** The whitespace inside the braces of an object on one line. */
  readonly pad: string;
  /** All characters beyond ASCII are written as `\uXXXX`; control characters always are. */
  readonly ascii: boolean;
}

/** Detects the style of a document. */
export function styleOf(text: string): TextStyle {
  return {
    unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '',
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    ...spacesOf(text, { colon: ' ', pad: '' }),
    ascii: /[^\\]\\u(?!00[0-7])[0-9a-f]{4}/i.test(text) && !/[\u0080-\uffff]/.test(text),
  };
}

/** The style for a value next to these nodes: one line if one of them is an object or array on one line. */
export function localStyle(text: string, nodes: readonly Node[], style: TextStyle): TextStyle {
  const model = nodes.find((node) => node.children !== undefined && !nodeText(text, node).includes('\n'));
  return model === undefined ? style : { ...style, unit: '', ...spacesOf(nodeText(text, model), style) };
}

function spacesOf(text: string, { colon, pad }: Pick<TextStyle, 'colon' | 'pad'>): Pick<TextStyle, 'colon' | 'pad'> {
  return { colon: /":([ \t]*)\S/.exec(text)?.[1] ?? colon, pad: /\{( *)"/.exec(text)?.[1] ?? pad };
}

/** The syntax tree of valid JSON text. */
export function treeOf(text: string): Node {
  return parseTree(text) as Node;
}

/** The text of a node. */
export function nodeText(text: string, { offset, length }: Node): string {
  return text.slice(offset, offset + length);
}

/**
 * Rewrites an array or object with other items. Items that stay keep the separator before them; new items take the
 * usual separator of the container.
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

/** JSON text for a new value on a line with this indentation. */
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

/** The separator of values on one line. */
export function commaOf({ unit, colon }: TextStyle): string {
  return unit === '' && colon === '' ? ',' : ', ';
}

/** The indentation of the line that contains an offset. */
export function indentBefore(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function escaped(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
