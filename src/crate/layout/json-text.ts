import { parseTree, type Node } from 'jsonc-parser';
import type { JsonValue } from '../json/parse.js';

/** An item of a container that is written anew: an original one with its separator, or a new one. */
export type Item = { readonly text: string; readonly from?: Node | undefined };

/** How a document is laid out, found from its text. */
export interface TextStyle {
  /** One level of indentation, '' for a document on one line. */
  readonly unit: string;
  readonly newline: string;
  /** Between key and value. */
  readonly colon: string;
}

/** Reads the style off a document. */
export function styleOf(text: string): TextStyle {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return { unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '', newline, colon: /":(\s*)\S/.exec(text)?.[1]?.replace(/\n.*/s, ' ') ?? ' ' };
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
  const open = text[container.offset] as string;
  const close = text[container.offset + container.length - 1] as string;
  if (items.length === 0) return open + close;
  const [first, second] = children;
  const last = children.at(-1);
  const indent = indentBefore(text, container.offset);
  const emptyLead = style.unit === '' ? '' : style.newline + indent + style.unit;
  const lead = first === undefined ? emptyLead : text.slice(container.offset + 1, first.offset);
  const trail = last === undefined ? (style.unit === '' ? '' : style.newline + indent) : text.slice(endOf(last), container.offset + container.length - 1);
  const usual = first !== undefined && second !== undefined ? text.slice(endOf(first), second.offset) : `,${lead === '' ? (style.unit === '' ? '' : ' ') : lead}`;
  let output = open;
  items.forEach((item, index) => {
    const before = item.from === undefined ? -1 : children.indexOf(item.from);
    if (index === 0) output += lead;
    else output += before > 0 ? text.slice(endOf(children[before - 1] as Node), (item.from as Node).offset) : usual;
    output += item.text;
  });
  return output + trail + close;
}

/** JSON text for a new value at a place whose line is indented so. */
export function valueText(value: JsonValue, indent: string, { unit, newline, colon }: TextStyle): string {
  if (unit === '') return spaced(JSON.stringify(value), value, colon);
  return JSON.stringify(value, null, unit).replace(/\n/g, newline + indent);
}

/** The whitespace at the beginning of the line of a position. */
export function indentBefore(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, position))?.[0] ?? '';
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** One-line documents with `": "` between key and value keep it. */
function spaced(compact: string, value: JsonValue, colon: string): string {
  return colon === '' ? compact : JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ').replace(/([[{]) /g, '$1').replace(/ ([\]}])/g, '$1');
}
